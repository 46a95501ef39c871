"""Whole games, played by pressing what the page offers."""

import random
import re

import pytest
from playwright.sync_api import expect

from tests.browser.serving import Served
from tests.browser.visitor import OpenPage, new_game

pytestmark = pytest.mark.slow


def test_seega_against_the_computer_from_the_first_page_to_the_record(open_page: OpenPage) -> None:
    visitor = open_page("/")
    page = visitor.page
    page.get_by_role("link", name=re.compile("^Seega")).click()
    page.get_by_role("radio", name="First steps").check()
    page.get_by_role("radio", name="Light").check()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("grid", name="Board")).to_be_visible()

    visitor.play(random.Random(7).choice, actions=500)

    expect(page.locator(".result")).not_to_be_empty()
    with page.expect_download() as downloading:
        page.get_by_role("link", name="text").click()
    record = downloading.value.path().read_text()
    assert '[Ruleset "seega"]' in record
    assert '[Result "*"]' not in record
    page.get_by_role("link", name="Ibau", exact=True).click()
    page.get_by_role("link", name="Your games").click()
    expect(page.locator(".recent li")).to_contain_text(re.compile("You (won|lost)|A draw"))


VALUES = {"one": 1, "two": 2, "three": 3, "four": 4, "six": 6}
WATER = 27


def test_a_senet_race_of_two_people_on_one_screen(open_page: OpenPage, served: Served) -> None:
    visitor = open_page(new_game(served.address, "senet-race"))
    page = visitor.page

    def rearmost_but_not_into_the_water(places: list[str]) -> str:
        thrown = VALUES[page.locator(".value").inner_text()]
        return min(places, key=lambda place: (int(place) + thrown == WATER, int(place)))

    visitor.play(rearmost_but_not_into_the_water, actions=3000)

    expect(page.locator(".result")).to_contain_text("wins")
    expect(page.locator(".seat .come").first).to_contain_text("point")
    page.get_by_role("button", name="Again").click()
    expect(page.locator(".story")).to_have_attribute("data-plies", "0")

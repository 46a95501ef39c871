"""Throws that nobody can doubt, between two browsers; and sticks of one's own."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.serving import Served
from tests.browser.test_axe import AXE, violations
from tests.browser.test_friends import PHONE, accepted, chosen, invited
from tests.browser.visitor import OpenPage


def checked(page: Page) -> None:
    """Open the sheet and see that every throw agrees."""
    page.get_by_role("button", name="Check the throws").click()
    expect(page.locator(".verdict")).to_have_text(re.compile(r"Every throw is what it had to be: (\d+) of \1\."))
    expect(page.locator("dd code")).to_have_count(6)  # the seed and two parts, each with its commitment
    expect(page.locator("pre")).to_contain_text("import hashlib, hmac")
    page.evaluate(AXE)
    assert violations(page) == []


def test_friends_check_the_throws_of_their_game(open_page: OpenPage, served: Served) -> None:
    ann, address = invited(open_page, "senet-race")
    ann.page.get_by_role("button", name="Check the throws").click()
    expect(ann.page.get_by_role("dialog")).to_contain_text("The game is not over.")
    hashed = ann.page.locator("dd code").first.inner_text()
    ann.page.get_by_role("button", name="Back to the game").click()
    before = open_page(address.removeprefix(served.address), **PHONE).page
    expect(before.locator("dl code")).to_have_text(hashed)
    ben = accepted(open_page, served, address)
    ben.page.locator('button.cast[aria-disabled="false"]').click()  # dark throws first, once both have revealed
    ann.wait_for_plies(1)
    chosen(ann.page, "Resign")
    ann.page.get_by_role("button", name="Yes, resign").click()
    for visitor in (ann, ben):
        expect(visitor.page.locator(".result")).to_be_visible()
        checked(visitor.page)
        visitor.page.get_by_role("button", name="Back to the game").click()
    ann.page.get_by_role("button", name="Again").click()  # both commit anew there
    for visitor in (ann, ben):
        expect(visitor.page.locator(".situation")).to_contain_text("After one game")
    ann.page.locator('button.cast[aria-disabled="false"]').click()
    ben.wait_for_plies(1)


def test_a_browser_that_has_lost_its_part_adds_another_one(open_page: OpenPage, served: Served) -> None:
    ann, address = invited(open_page, "senet-race")
    ann.page.evaluate("""() => {
        const games = JSON.parse(localStorage.getItem('ibau.games'));
        localStorage.setItem('ibau.games', JSON.stringify(games.map(({ contribution, ...game }) => game)));
    }""")
    ben = accepted(open_page, served, address)
    ben.page.locator('button.cast[aria-disabled="false"]').click()
    ann.wait_for_plies(1)


STORES_NOTHING = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('refused') } })"


@pytest.mark.parametrize("ruleset", ["senet-race", "seega"])
def test_a_browser_that_stores_nothing_adds_to_the_throws_too(open_page: OpenPage, ruleset: str) -> None:
    visitor = open_page("/")
    page = visitor.page
    page.add_init_script(STORES_NOTHING)
    page.goto(f"{visitor.address}/new/{ruleset}")
    page.get_by_label("Two people on this screen").check()
    page.get_by_role("button", name="Play", exact=True).click()
    visitor.play(lambda points: points[0], 2)
    page.reload()
    visitor.act(lambda points: points[0], 2)
    visitor.wait_for_plies(3)


def test_sticks_of_ones_own_are_tapped_as_they_lie(open_page: OpenPage) -> None:
    visitor = open_page("/new/senet-geoludie", **PHONE)
    page = visitor.page
    page.get_by_label("Two people on this screen").check()
    page.get_by_label("We throw sticks of our own").check()
    page.get_by_role("button", name="Play", exact=True).click()
    sticks = page.get_by_role("group", name="How your sticks lie")
    expect(sticks).to_be_visible()
    expect(page.get_by_role("button", name="We threw five")).to_be_visible()
    for number in (1, 3):
        sticks.get_by_role("button", name=f"Stick {number}, marked side up").click()
    page.get_by_role("button", name="We threw two").click()
    visitor.wait_for_plies(1)
    expect(page.locator(".story")).to_contain_text("2")
    page.get_by_role("button", name="Check the throws").click()
    expect(page.get_by_role("dialog")).to_contain_text("there is nothing to check")


def test_alone_against_the_computer_the_throws_are_checked_too(open_page: OpenPage) -> None:
    visitor = open_page("/new/senet-race")
    page = visitor.page
    page.get_by_role("button", name="Play", exact=True).click()
    visitor.play(lambda points: points[0], 2)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    page.get_by_role("button", name="Check the throws").click()
    expect(page.locator(".verdict")).to_contain_text("Every throw is what it had to be")

"""The review of a game in the browser."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.fast_forward import FOR_EVER, fast_forwarded_game
from tests.browser.server_process import ServerProcess
from tests.browser.test_axe import violations
from tests.browser.visitor import OpenPage, new_game

PHONE = {"width": 360, "height": 640}


@pytest.mark.parametrize(("viewport", "lang"), [(PHONE, "de"), pytest.param(None, "en", marks=pytest.mark.slow)])
def test_a_finished_game_is_looked_back_on(
    open_page: OpenPage, served: ServerProcess, viewport: dict[str, int] | None, lang: str
) -> None:
    options = {"viewport": viewport} if viewport else {}
    path = fast_forwarded_game(served.address, new_game(served.address, "senet-race+max_turns=8"), FOR_EVER)
    page = open_page(path, locale=lang, **options).page
    page.locator(".hand a[href^='/review/']").click()
    review, slider = page.locator("div.review"), page.locator("input[type=range]")
    expect(review).to_be_visible()
    expect(page.locator(".progress")).to_have_count(0, timeout=60_000)
    expect(review.locator("header p").first).to_have_text(re.compile(r"^\s*\w+ – \w+\s*$"))
    plies = int(slider.get_attribute("max") or 0)
    assert slider.input_value() == str(plies)

    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value(str(plies - 1))
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    page.locator(".steps button").nth(2).click()
    expect(slider).to_have_value("1")

    page.locator("summary").last.click()  # all actions as a table
    rows = page.locator("tbody tr", has=page.locator("button"))
    expect(rows).to_have_count(plies)
    with_better = page.locator("tbody tr", has=page.locator("td:last-child:not(:empty)")).filter(
        has=page.locator("button")
    )
    if with_better.count():
        with_better.first.locator("button").click()
        at = slider.input_value()
        here = page.locator("section.here")
        for _ in range(2):  # there and back
            text = here.inner_text()
            here.get_by_role("button").first.click()
            expect(here).not_to_have_text(text)
            page.keyboard.press("ArrowRight")
            page.keyboard.press("ArrowLeft")
        expect(slider).to_have_value(at)
    assert violations(page) == [], json.dumps(violations(page))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_there_is_nothing_to_look_back_on(open_page: OpenPage, served: ServerProcess) -> None:
    path = new_game(served.address, "seega+first_player=first")
    visitor = open_page(path.replace("/game/", "/review/").split("#")[0], expected=("status of 409", "status of 404"))
    expect(visitor.page.locator("main")).to_contain_text("once it is over")
    visitor.page.goto(served.address + "/review/nothing")
    expect(visitor.page.locator("main")).to_contain_text("no such game")

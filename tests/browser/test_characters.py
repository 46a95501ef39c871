"""The computer's characters, and the moment of winning."""

from typing import Any

import httpx2
import pytest
from playwright.sync_api import Page, expect

from tests.browser.server_process import ServerProcess
from tests.browser.test_axe import violations
from tests.browser.visitor import OpenPage, Visitor

LAST = "5/LD1L1/5/5/5 first 24 - - 0 12 -"  # d4-c4 captures Dark's last piece

# Records when the board shines; times in milliseconds.
WATCH = """() => {
    window.shone = [];
    new MutationObserver(() => {
        const there = !!document.querySelector('svg.won');
        if (there !== (window.shone.length % 2 === 1)) window.shone.push(performance.now());
    }).observe(document.body, { childList: true, subtree: true });
}"""


def winnable_game(served: ServerProcess, second: dict[str, Any]) -> str:
    """The path of a game that can be won at once."""
    body = {"ruleset": "seega", "first": {"kind": "person"}, "second": second, "start": LAST}
    made = httpx2.post(f"{served.address}/api/games", json=body).raise_for_status().json()
    return f"/game/{made['id']}#{made['key']}"


def win(visitor: Visitor) -> None:
    for place in ("d4", "c4"):
        visitor.square(place).press("Enter")
    expect(visitor.page.locator(".result")).to_contain_text("You have won")


def computer(level: int) -> dict[str, str]:
    return {"kind": "computer", "level": f"level{level}"}


@pytest.mark.slow
def test_an_opponent_has_a_face_a_name_and_a_last_word(open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(winnable_game(served, computer(7)))
    page = visitor.page
    expect(page.locator(".seat.far")).to_contain_text("Soba")
    expect(page.locator(".seat.far .face svg")).to_be_visible()
    expect(page.locator(".head")).to_contain_text("Soba: the computer at level 7, Expert")
    assert violations(page) == []
    win(visitor)
    expect(visitor.situation()).to_contain_text("Soba: You gave me nothing to bite on. Well played.")
    expect(page.locator("svg.won")).to_have_count(0)  # no motion if none is wanted


def test_a_game_goes_on_where_the_words_of_characters_do_not_come(open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(expected=("Failed to load resource",))
    visitor.page.route("**/assets/remarks-*.js", lambda route: route.abort())
    visitor.page.goto(served.address + winnable_game(served, computer(7)))
    win(visitor)
    expect(visitor.situation()).not_to_contain_text("Soba")


def shine_duration(page: Page) -> float:
    """How long the board shone, in milliseconds, once it no longer does."""
    page.wait_for_function("() => window.shone.length === 2", timeout=20_000)
    start, end = page.evaluate("window.shone")
    return float(end - start)


@pytest.mark.slow
@pytest.mark.parametrize("second", [computer(1), {"kind": "person"}])
def test_a_win_shines_for_a_moment(open_page: OpenPage, served: ServerProcess, second: dict[str, str]) -> None:
    visitor = open_page(winnable_game(served, second), reduced_motion="no-preference")
    page = visitor.page
    expect(page.locator(".grid")).to_be_visible()
    page.evaluate(WATCH)
    for place in ("d4", "c4"):
        visitor.square(place).press("Enter")
    assert 0 < shine_duration(page) < 5_000
    page.evaluate("window.shone = []")
    page.reload()
    expect(page.locator(".result")).to_be_visible()
    page.evaluate(WATCH)
    page.wait_for_timeout(500)
    assert page.evaluate("window.shone") == []  # a game that was already over

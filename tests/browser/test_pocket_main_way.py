"""The page without a server on its main way, with a network and without: lesson, puzzle, game, review."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from ibau.games import puzzles
from tests.browser.server_process import ServerProcess
from tests.browser.static_hosts import BASE, CUT, LONGEST_START, is_kept, is_ready, plain_host, play_moves, serving
from tests.browser.test_learning import learn_all
from tests.browser.test_puzzles import play
from tests.browser.visitor import OpenPage, Visitor

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

THINKING = 120_000  # milliseconds: a review on a busy machine
SHORT = "senet-race+max_turns=4"

# The heights of a curve once it has the given number of points: what the game was worth before and after each action.
CURVE = """points => {
    const heights = document.querySelector('.graph .curve')?.getAttribute('d').match(/[^ ML]+ [^ ML]+/g)
        .map((point) => point.split(' ')[1]);
    return heights?.length === points && heights;
}"""


@pytest.fixture(params=["with a network", "without"])
def visitor(request: pytest.FixtureRequest, open_page: OpenPage, host: Path) -> Iterator[Visitor]:
    """Somebody at the page, before or after the network is cut."""
    with serving(plain_host(host)) as address:
        found = open_page(f"{BASE}/", address(), CUT)
        is_ready(found.page)
        if request.param == "without":
            is_kept(found.page)
            found.page.context.set_offline(offline=True)
        yield found


def go(visitor: Visitor, path: str) -> None:
    """Open a page by its address, as a link from elsewhere does once the browser has the page."""
    is_kept(visitor.page)
    visitor.page.goto(f"{visitor.address}{BASE}{path}")
    is_ready(visitor.page)


def test_a_lesson_to_its_end(visitor: Visitor, served: ServerProcess) -> None:
    go(visitor, "/learn/seega")
    learn_all(visitor, served)
    visitor.page.get_by_role("link", name="Puzzles").click()
    expect(visitor.page.get_by_role("heading", name="Puzzle 1")).to_be_visible()


def test_a_puzzle_is_solved(visitor: Visitor) -> None:
    known = puzzles("seega")
    go(visitor, "/puzzles/seega")
    play(visitor, known[0].solution)
    expect(visitor.page.locator(".ask")).to_contain_text("That's it!", timeout=THINKING)
    visitor.page.reload()
    is_ready(visitor.page)
    expect(visitor.page.locator(".way")).to_contain_text(f"1 of {len(known)} solved")


def test_a_game_goes_on_after_a_reload_and_its_chances_are_seen_afterwards(visitor: Visitor) -> None:
    page, chooser = visitor.page, random.Random(4)
    go(visitor, f"/new/{SHORT}")
    page.get_by_role("radio", name="First steps").check()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".story")).to_be_visible(timeout=LONGEST_START)
    before = play_moves(visitor, chooser, 2)
    page.reload()
    is_ready(page)
    expect(page.locator(".story")).to_be_visible()
    assert visitor.plies() >= before
    visitor.play(chooser.choice, 100)
    expect(page.locator(".result")).not_to_be_empty()
    page.locator(".hand a[href*='/review/']").click()
    slider = page.locator("input[type=range]")
    plies = int(slider.get_attribute("max") or 0)
    assert plies > before
    chances = page.wait_for_function(CURVE, arg=plies + 1, timeout=THINKING).json_value()
    assert len(set(chances)) > 2
    expect(page.locator(".progress")).to_have_count(0)
    expect(page.locator("section.here")).not_to_be_empty()

"""Puzzles and lessons in the browser: tried on the board, answered, solved, stored."""

import re
from collections.abc import Callable

import httpx2
import pytest
from playwright.sync_api import Route, expect

from ibau.core.puzzle import Puzzle
from ibau.games import puzzles
from ibau.learn.puzzle_exercises import line_of_puzzle, themes_of
from tests.browser.fast_forward import mistaken_game
from tests.browser.server_process import ServerProcess
from tests.browser.test_axe import violations
from tests.browser.visitor import OpenPage, Visitor


def play(visitor: Visitor, action: str) -> None:
    """Play an action of the first puzzle by keyboard."""
    state = line_of_puzzle(puzzles("seega")[0]).state
    for place in state.picks(state.action(action)):
        visitor.square(place).press("Enter")


def test_a_puzzle_is_tried_solved_and_remembered(open_page: OpenPage) -> None:
    known, *others = puzzles("seega")
    visitor = open_page("/new/seega")
    page = visitor.page
    page.get_by_role("link", name="Puzzles").click()
    expect(page.get_by_role("heading", name="Puzzle 1")).to_be_visible()
    expect(page.locator(".way")).to_contain_text(f"0 of {len(others) + 1} solved")
    play(visitor, next(iter(known.answers)))
    expect(page.locator(".ask")).to_contain_text("Not that one. This would be the answer:")
    expect(page.get_by_role("button", name="Show the solution")).to_be_visible()
    expect(page.locator(".board .played:not(.tip)")).to_have_count(2)  # it and its answer, on the board
    assert violations(page) == []
    play(visitor, known.solution)
    expect(page.locator(".ask")).to_contain_text("That's it!")
    expect(page.locator(".board .played:not(.tip)")).to_have_count(0)
    expect(page.locator(".way")).to_contain_text(f"1 of {len(others) + 1} solved")
    page.get_by_role("button", name="What comes next?").click()
    expect(page.get_by_role("button", name="Once more")).to_be_visible()
    expect(page.locator(".line [aria-current]")).not_to_have_text(known.solution)
    page.locator(".line li button").first.click()
    expect(page.locator(".line [aria-current]")).to_have_text(known.solution)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".ask")).to_have_text("The start")
    assert violations(page) == []
    page.keyboard.press("End")
    expect(page.locator(".ask")).to_contain_text("That's it!")
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_role("heading", name="Puzzle 2")).to_be_visible()
    expect(page.locator(".line")).to_have_count(0)
    page.get_by_role("button", name="Show the solution").click()
    expect(page.get_by_role("button", name="Next puzzle")).to_be_visible()
    expect(page.locator(".way")).to_contain_text(f"1 of {len(others) + 1} solved")
    page.reload()  # starts with the first unsolved one
    expect(page.get_by_role("heading", name="Puzzle 2")).to_be_visible()
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("heading", name="Rätsel 2")).to_be_visible()
    page.get_by_role("button", name="Das Rätsel davor").click()
    expect(page.get_by_role("heading", name="Rätsel 1")).to_be_visible()


def test_puzzles_are_chosen_by_theme(open_page: OpenPage) -> None:
    known = puzzles("seti-beth")
    defences = [n for n, puzzle in enumerate(known, 1) if "Defence" in themes_of(puzzle)]
    page = open_page("/puzzles/seti-beth", viewport={"width": 360, "height": 640}).page
    page.get_by_role("button", name="All puzzles").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("listitem")).to_have_count(len(known))
    sheet.get_by_role("radio", name="Defence").check()
    expect(sheet.get_by_role("listitem")).to_have_count(len(defences))
    assert violations(page) == []
    sheet.get_by_role("listitem").nth(1).click()
    expect(page.get_by_role("heading", name=re.compile(rf"^Puzzle {defences[1]}\b"))).to_be_visible()
    expect(page.locator(".way")).to_contain_text(f"0 of {len(defences)} solved")
    page.get_by_role("button", name="Previous puzzle").click()
    expect(page.get_by_role("heading", name=re.compile(rf"^Puzzle {defences[0]}\b"))).to_be_visible()
    expect(page.get_by_role("button", name="Previous puzzle")).to_have_attribute("aria-disabled", "true")
    assert page.evaluate("document.documentElement.scrollWidth") == 360


# --- The puzzle of the day -------------------------------------------------------------------------------------------

DAY = 740_000
YESTERDAY = f"localStorage.setItem('ibau.daily', JSON.stringify([{{ day: {DAY - 1}, wrong: 0 }}]))"


def serve_as_daily(puzzle: Puzzle, served: ServerProcess) -> Callable[[Route], None]:
    """Serves `puzzle` as the puzzle of the day."""
    view = httpx2.get(f"{served.address}/api/puzzles/{puzzle.ruleset}/{puzzle.id}?lang=en").json()
    return lambda route: route.fulfill(json={"day": DAY, "puzzle": view})


def test_the_puzzle_of_the_day_counts_once_and_is_shared_without_its_solution(
    open_page: OpenPage, served: ServerProcess
) -> None:
    known = puzzles("seega")[0]
    visitor = open_page("/about", permissions=["clipboard-read", "clipboard-write"])
    page = visitor.page
    page.evaluate(YESTERDAY)
    page.route("**/api/daily*", serve_as_daily(known, served))
    page.goto(served.address + "/daily")
    expect(page.get_by_role("heading", name="Puzzle of the day")).to_be_visible()
    play(visitor, next(iter(known.answers)))
    expect(page.locator(".ask")).to_contain_text("Not that one.")
    play(visitor, known.solution)
    result = page.locator(".result")
    expect(result).to_contain_text("Solved, wrong tries before: 1 · 2 days in a row")
    assert violations(page) == []
    page.evaluate("navigator.share = undefined")
    result.get_by_role("button", name="Share the result").click()
    expect(result.get_by_role("status")).to_have_text("Copied")
    lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert lines[:3] == ["Ibau, puzzle of the day: Seega", "Solved, wrong tries before: 1", "2 days in a row"]
    assert lines[3:] == [f"{served.address}/daily"]
    assert known.solution not in lines[1]
    page.get_by_role("button", name="Once more").or_(page.get_by_role("button", name="What comes next?")).click()
    page.reload()  # a second time does not count
    expect(result).to_contain_text("Solved, wrong tries before: 1 · 2 days in a row")
    play(visitor, known.solution)
    expect(page.locator(".ask")).to_contain_text("That's it!")
    expect(result).to_contain_text("Solved, wrong tries before: 1 · 2 days in a row")
    page.get_by_role("button", name="More puzzles").click()
    page.wait_for_url("**/puzzles/seega")


# --- Mistakes tried again --------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_mistake_is_tried_again_after_the_review(open_page: OpenPage, served: ServerProcess) -> None:
    name = mistaken_game(served.address)
    visitor = open_page(f"/review/{name}")
    page = visitor.page
    expect(page.locator("div.review header")).to_contain_text("Soba")
    page.get_by_role("link", name="Try your mistakes again").click(timeout=60_000)
    page.wait_for_url(f"**/again/{name}?seat=first")
    expect(page.get_by_role("heading", name="Mistake 1 of 1")).to_be_visible()
    expect(page.locator(".idea")).to_have_text("Blunder: in the game you played d4-d3.")
    for place in ("d4", "d3"):
        visitor.square(place).press("Enter")
    expect(page.locator(".ask")).to_contain_text("Not that one. Look again!")
    assert violations(page) == []
    for place in ("c1", "c2"):
        visitor.square(place).press("Enter")
    expect(page.locator(".ask")).to_contain_text("That's it! This move captures 2 pieces at once: b2, d2.")
    expect(page.locator(".way")).to_contain_text("1 of 1 solved")
    page.get_by_role("button", name="Back to the review").click()
    page.wait_for_url(f"**/review/{name}")

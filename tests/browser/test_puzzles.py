"""Puzzles and lessons in the browser: tried on the board, answered, solved, remembered."""

from playwright.sync_api import expect

from ibau.games import puzzles
from ibau.learn.puzzlebook import begin
from tests.browser.test_axe import violations
from tests.browser.visitor import OpenPage, Visitor


def play(visitor: Visitor, action: str) -> None:
    """Point at the places of an action of the first puzzle, by keyboard."""
    state = begin(puzzles("seega")[0]).state
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
    assert violations(page) == []
    play(visitor, known.solution)
    expect(page.locator(".ask")).to_contain_text("That's it!")
    expect(page.locator(".way")).to_contain_text(f"1 of {len(others) + 1} solved")
    page.get_by_role("button", name="What comes next?").click()
    expect(page.get_by_role("button", name="Once more")).to_be_visible()
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_role("heading", name="Puzzle 2")).to_be_visible()
    page.get_by_role("button", name="Show the solution").click()
    expect(page.get_by_role("button", name="Next puzzle")).to_be_visible()
    expect(page.locator(".way")).to_contain_text(f"1 of {len(others) + 1} solved")
    page.reload()  # begins with the first one that is not solved
    expect(page.get_by_role("heading", name="Puzzle 2")).to_be_visible()
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("heading", name="Rätsel 2")).to_be_visible()
    page.get_by_role("button", name="Das Rätsel davor").click()
    expect(page.get_by_role("heading", name="Rätsel 1")).to_be_visible()


def test_puzzles_of_rules_that_nobody_knows(open_page: OpenPage) -> None:
    page = open_page("/puzzles/chess", expected=["status of 400"]).page
    expect(page.locator("main")).to_contain_text("There is no such page.")

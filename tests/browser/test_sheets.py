"""What lies over the board of a game."""

from playwright.sync_api import expect

from tests.browser.serving import Served
from tests.browser.visitor import OpenPage, new_game

# A sheet is told a moment later that it has been closed: here the next one is asked for before.
CLOSED_AND_NEXT = """() => {
    document.querySelector("dialog").close();
    dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
}"""


def test_a_sheet_that_is_closed_does_not_close_the_next(open_page: OpenPage, served: Served) -> None:
    page = open_page(new_game(served.address, "seega")).page
    page.get_by_role("link", name="Rules", exact=True).click()
    expect(page.get_by_role("dialog", name="Rules")).to_be_visible()
    page.evaluate(CLOSED_AND_NEXT)
    page.wait_for_timeout(300)
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()

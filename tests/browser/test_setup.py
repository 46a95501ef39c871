"""The position editor of the analysis board: by pressing, dragging and keyboard; undone, refused."""

from playwright.sync_api import Page, expect

from tests.browser.test_axe import violations
from tests.browser.visitor import OpenPage, Visitor


def drag(page: Page, visitor: Visitor, source: str, target: str) -> None:
    """Drag from a square, or a piece of the tray, to a square."""
    piece = page.get_by_role("group", name="Pieces").get_by_role("button", name=source, exact=True)
    (piece if piece.count() else visitor.square(source)).hover()
    page.mouse.down()
    visitor.square(target).hover()
    page.mouse.up()


def test_a_position_is_put_together(open_page: OpenPage) -> None:
    visitor = open_page("/analysis/seti-aleph")
    page = visitor.page
    status = page.locator(".status")
    page.get_by_role("button", name="Set up", exact=True).click()
    expect(status).to_have_text("White to move.")
    page.get_by_role("button", name="Turn the board").click()
    page.get_by_role("button", name="white death ship").click()
    visitor.square("b1").press("Enter")
    expect(visitor.square("b1")).to_have_accessible_name(
        "b1, stack of 2: white pharaoh on top; below it white death ship, can move"
    )
    page.get_by_role("button", name="Remove").click()
    visitor.square("a10").click()
    expect(status).to_have_text(
        "2 pharaohs and 3 high priests on the board; there are always 2 and 4, since conquered figures re-enter."
    )
    expect(page.get_by_role("button", name="Analyse this position")).to_have_attribute("aria-disabled", "true")
    assert violations(page) == []
    drag(page, visitor, "brown priest", "a7")
    expect(status).to_have_text("White to move.")
    drag(page, visitor, "a7", "a9")
    expect(visitor.square("a9")).to_have_accessible_name("a9, brown priest, can move")
    visitor.square("a9").press("Delete")
    expect(status).to_contain_text("3 high priests")
    page.keyboard.press("Control+z")
    page.get_by_label("Whose turn it is").select_option("Brown")
    page.get_by_text("Counts and what has happened").click()
    page.get_by_label("Moves since the last conquest").fill("7")
    page.get_by_role("button", name="Analyse this position").click()
    expect(status).to_contain_text("Brown to move.")
    page.get_by_role("button", name="Open or save").click()
    position = page.get_by_label("Position as text")
    expect(position).to_have_value("1ph/h2/3/3/3/3/3/3/3/H(PS)H second 3,2 - 7 -")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Undo").click()
    expect(status).to_contain_text("White to move.")
    expect(visitor.square("a10")).to_have_accessible_name("a10, brown priest")


def test_a_forged_position_is_refused_and_the_page_goes_on(open_page: OpenPage) -> None:
    page = open_page(
        "/analysis/seega?position=LLLLL/LLLLL/LLLLL/5/5 first 24 - - 0 0 -", expected=["status of 400"]
    ).page
    expect(page.get_by_role("alert")).to_contain_text("15 pieces of one side; each player has 12.")
    page.get_by_role("link", name="Start position").click()
    expect(page.locator(".status")).to_contain_text("Lots are drawn to decide who places first.")

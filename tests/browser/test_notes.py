"""Notes on marked houses and on trays, by mouse, keyboard and a resting finger."""

import pytest
from playwright.sync_api import expect

from tests.browser.server_process import ServerProcess
from tests.browser.visitor import OpenPage, box_of, new_game
from tests.slow import slow_but

WATER = "27, house of water. A pawn that ends here comes out on the first empty square from 1 on."
TRUTHS = "28, house of the three truths. No pawn can be hit here."
HELD = 600  # milliseconds


def test_a_house_says_what_it_does(open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(new_game(served.address, "senet-race"), has_touch=True)
    page, note = visitor.page, visitor.page.get_by_role("tooltip")
    visitor.square("27").hover()
    expect(note).to_have_text(WATER)
    page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    visitor.square("25").hover()
    expect(note).to_have_count(0)
    page.mouse.move(0, 0)
    visitor.square("27").focus()
    page.keyboard.press("ArrowRight")
    expect(note).to_have_text(TRUTHS)
    expect(visitor.square("28")).to_have_accessible_description(TRUTHS)
    visitor.square("28").blur()
    expect(note).to_have_count(0)
    box = box_of(visitor.square("30"))
    point = {"x": box["x"] + 9, "y": box["y"] + 9}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.wait_for_timeout(HELD)
    expect(note).to_contain_text("leaves the board as soon as all")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(note).to_have_count(0)


POINTS = """() => [...document.querySelectorAll('.piece[data-place^="hand:"] .lift')].map(piece => {
    const { x, y } = piece.getBoundingClientRect();
    return [x, y];
})"""


@pytest.mark.parametrize(("ruleset", "drawn"), slow_but([("seneti", 1)], [("senet-formation", 2), ("seneti", 1)]))
def test_pieces_stay_in_a_tray_that_is_looked_at(
    open_page: OpenPage, served: ServerProcess, ruleset: str, drawn: int
) -> None:
    visitor = open_page(new_game(served.address, ruleset))
    page = visitor.page
    for n in range(drawn):
        page.locator('button.cast[aria-disabled="false"]').click()
        visitor.wait_for_plies(n + 1)
    tray = page.locator('.grid button.live[data-point^="hand:"]')
    expect(tray).to_be_visible()
    before = page.evaluate(POINTS)
    assert before
    tray.hover()
    assert page.evaluate(POINTS) == before
    page.mouse.move(0, 0)
    tray.focus()
    assert page.evaluate(POINTS) == before

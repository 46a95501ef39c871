"""Dragging and swiping, text spacing, and browsers that are too old."""

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.fast_forward import fast_forward
from tests.browser.server_process import ServerProcess
from tests.browser.test_focus import styled
from tests.browser.visitor import OpenPage, box_of, new_game

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
Point = tuple[float, float]


# Text spacing that people may set (WCAG 2.2, 1.4.12).
SPACING = """* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-bottom: 2em !important }"""


def finger(page: Page) -> CDPSession:
    return page.context.new_cdp_session(page)


def draw(touch: CDPSession, *points: Point) -> None:
    """Drag a finger along some points."""
    kinds = ["touchStart", *["touchMove"] * (len(points) - 1)]
    for kind, (x, y) in zip(kinds, points, strict=True):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def middle(page: Page, selector: str) -> Point:
    box = box_of(page.locator(selector).first)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_swipe_on_the_moves_steps_to_and_fro(open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(new_game(served.address, "seega+first_player=first"), **PHONE)
    page = visitor.page
    expect(page.locator(".grid")).to_be_visible()
    fast_forward(visitor, 8)
    page.locator(".story").scroll_into_view_if_needed()
    x, y = middle(page, ".story .spoken")
    touch = finger(page)
    draw(touch, (x - 80, y), (x, y), (x + 80, y))
    expect(page.locator(".situation .past")).to_contain_text("After 7 of 8")
    draw(touch, (x + 80, y), (x, y), (x - 80, y))
    expect(page.locator(".situation .past")).to_have_count(0)


@pytest.mark.slow
def test_a_swipe_over_a_board_steps_to_and_fro_wherever_moves_are_looked_at(
    open_page: OpenPage, served: ServerProcess
) -> None:
    visitor = open_page(new_game(served.address, "seega+first_player=first+max_turns=4"), **PHONE)
    page = visitor.page
    fast_forward(visitor)
    touch, game = finger(page), page.url.split("/game/")[1].split("#")[0]

    def swipe(place: str, way: int) -> None:
        x, y = middle(page, place)
        draw(touch, (x - 80 * way, y), (x, y), (x + 80 * way, y))

    page.goto(f"{served.address}/review/{game}")
    board, slider = "div.review .place svg.ground", page.locator("input[type=range]")
    expect(page.locator(board)).to_be_visible()
    end = int(slider.get_attribute("max") or 0)
    swipe(board, 1)
    expect(slider).to_have_value(str(end - 1))
    swipe(board, -1)
    expect(slider).to_have_value(str(end))

    page.goto(f"{served.address}/embed/{game}")
    expect(page.locator(".grid")).to_be_visible()
    current = page.locator(".line [aria-current]")
    last = current.inner_text()
    for way, moved in ((1, True), (-1, False)):
        swipe(".grid", way)
        expect(page.locator('.steps [aria-label="Next"][aria-disabled=true]')).to_have_count(0 if moved else 1)
    assert current.inner_text() == last

    page.goto(f"{served.address}/analysis/seti-beth")
    start, target = (middle(page, f'[data-point="{place}"]') for place in ("c1", "c2"))
    draw(touch, start, target)
    moves = page.locator(".moves [aria-current]")
    expect(moves).to_have_text("c1-c2")
    swipe('[data-point="c6"]', 1)  # an empty square
    expect(moves).to_have_count(0)
    swipe('[data-point="c6"]', -1)
    expect(moves).to_have_text("c1-c2")
    piece = middle(page, ".grid .grasped")
    draw(touch, piece, (piece[0] + 20, piece[1]), (piece[0] + 60, piece[1]))  # dragged, which is no swipe
    page.wait_for_timeout(300)
    expect(moves).to_have_count(1)


def test_words_that_are_spaced_out_find_room(open_page: OpenPage, served: ServerProcess) -> None:
    page = open_page(new_game(served.address, "seega", second="level1"), **PHONE).page
    offer, asked = page.locator(".offer"), page.locator(".situation")
    expect(offer).to_be_visible()
    styled(page, SPACING)
    below, above = box_of(offer), box_of(asked)
    assert above["y"] + above["height"] <= below["y"] + 1


@pytest.mark.slow
def test_a_browser_that_is_too_old_gets_a_sentence(open_page: OpenPage, served: ServerProcess) -> None:
    page = open_page("/favicon.svg", locale="de").page
    page.add_init_script("delete HTMLElement.prototype.popover")
    page.goto(served.address)
    expect(page.get_by_text("Chrome")).to_be_visible()
    expect(page.locator("button").filter(visible=True)).to_have_count(0)


@pytest.mark.slow
def test_a_page_whose_code_cannot_be_read_says_so(open_page: OpenPage, served: ServerProcess) -> None:
    page = open_page("/favicon.svg", expected=["SyntaxError", "ERR_", "Unexpected"]).page
    page.route("**/assets/index-*.js", lambda route: route.abort())
    page.goto(served.address)
    expect(page.get_by_text("This page has not started.")).to_be_visible()

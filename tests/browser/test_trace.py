"""The last move is visible on every kind of board, without a line across it for a piece from next to the board."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fast_forward import stored_game
from tests.browser.server_process import ServerProcess
from tests.browser.test_focus import contrasts, luminance, styled
from tests.browser.visitor import OpenPage, box_of, new_game
from tests.game_lines import random_line

# A game of every kind of board, after how many actions of which seed a piece has moved where its trace is seen least.
BOARDS = {"senet-race": (14, 2), "seti-aleph": (11, 7), "seneti": (29, 9), "seega": (34, 7)}
THEMES = ("light", "dark", "contrast")
REACH = 4  # pixels from the middle of the line
LEAST = 3.0  # contrast of non-text elements in WCAG 2.2 (1.4.11)

# Points along the trace every few pixels, relative to the corner of the board.
POINTS = """() => {
    const { x, y } = document.querySelector('.board').getBoundingClientRect();
    return [...document.querySelectorAll('.trace :is(path, circle)')].flatMap((part) => {
        const matrix = part.getScreenCTM();
        const length = part.getTotalLength();
        return Array.from({ length: Math.floor(length / 12) }, (_, n) => {
            const point = part.getPointAtLength(n * 12).matrixTransform(matrix);
            return [Math.round(point.x - x), Math.round(point.y - y)];
        });
    });
}"""


@pytest.mark.slow
@pytest.mark.parametrize("system", BOARDS)
def test_the_trace_stands_out(open_page: OpenPage, served: ServerProcess, system: str) -> None:
    line = random_line(system, *BOARDS[system])
    visitor = open_page(f"/game/{stored_game(served.address, line.resign(0))}")
    page = visitor.page
    visitor.wait_for_plies(line.ply_count)
    for theme in THEMES:
        page.locator("header select").last.select_option(theme)
        contrasts = sorted(contrasts_of_the_trace(page))
        assert len(contrasts) > 20
        assert contrasts[len(contrasts) // 20] >= LEAST, theme  # it may cross a line as dark as itself


def contrasts_of_the_trace(page: Page) -> list[float]:
    """The best contrast with the same picture without the trace, across the line at each of its points.

    Points without a difference lie under a piece.
    """
    box = box_of(page.locator(".board"))
    frame = {side: int(box[side]) for side in ("x", "y", "width", "height")}
    shown = luminance(page, frame)
    styled(page, ".trace, .casing { display: none }")
    contrast = contrasts(shown, luminance(page, frame))
    page.evaluate("void document.adoptedStyleSheets.pop()")
    around = [(x, y) for x, y in page.evaluate(POINTS) if contrast[y, x] > 1.01]
    return [float(contrast[y - REACH : y + REACH + 1, x - REACH : x + REACH + 1].max()) for x, y in around]


def test_a_piece_put_down_leaves_a_ring_and_no_line(open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(new_game(served.address, "seega+first_player=first"))
    visitor.square("b2").click()
    visitor.wait_for_plies(1)
    expect(visitor.page.locator(".trace circle")).to_have_count(1)
    expect(visitor.page.locator(".trace path")).to_have_count(0)

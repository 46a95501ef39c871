"""The last move is seen on every kind of board, and draws no line across it where a piece came from beside."""

import base64

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hurrying import hurried_game, hurry
from tests.browser.serving import Served
from tests.browser.visitor import OpenPage, new_game

# A game of every kind of board, and after how many actions pieces move from square to square.
BOARDS = {"senet-race": 12, "seti-aleph": 9, "seneti": 25, "seega": 32}
THEMES = ("light", "dark", "contrast")
LEAST = 3.0  # contrast that WCAG 2.2 asks of what is no text (1.4.11)

# Points along the trace every few pixels, as seen from the corner of the board.
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

# The best contrast of a picture to the same one without the trace, across the line at each of its points; those where
# both are alike lie under a piece.
CONTRASTS = """async ([shown, bare, points]) => {
    const REACH = 4;
    const pixels = async (png) => {
        const bytes = Uint8Array.from(atob(png), (one) => one.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes]));
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
        context.drawImage(bitmap, 0, 0);
        return context.getImageData(0, 0, bitmap.width, bitmap.height);
    };
    const luminance = ({ data, width }, x, y) => {
        const [red, green, blue] = [0, 1, 2].map((n) => {
            const part = data[4 * (y * width + x) + n] / 255;
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const [one, other] = [await pixels(shown), await pixels(bare)];
    const contrast = (x, y) => {
        const [a, b] = [luminance(one, x, y), luminance(other, x, y)];
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    };
    const around = Array.from({ length: 2 * REACH + 1 }, (_, n) => n - REACH);
    return points
        .filter(([x, y]) => contrast(x, y) > 1.01)
        .map(([x, y]) => Math.max(...around.flatMap((dx) => around.map((dy) => contrast(x + dx, y + dy)))));
}"""


@pytest.mark.parametrize("system", BOARDS)
def test_the_trace_stands_out(open_page: OpenPage, served: Served, system: str) -> None:
    visitor = open_page(hurried_game(served.address, new_game(served.address, system), BOARDS[system]))
    page = visitor.page
    visitor.wait_for_plies(BOARDS[system])
    while not page.locator(".trace path").count():
        hurry(visitor, visitor.plies() + 1)
    for theme in THEMES:
        page.locator("header select").last.select_option(theme)
        contrasts = sorted(contrasts_of_the_trace(page))
        assert len(contrasts) > 20
        assert contrasts[len(contrasts) // 20] >= LEAST, theme  # it may cross a line as dark as itself


def contrasts_of_the_trace(page: Page) -> list[float]:
    """At every point of it that no piece covers."""
    points = page.evaluate(POINTS)
    pictures = []
    for shown in ("", "none"):
        page.eval_on_selector_all(
            ".trace, .casing", "(all, shown) => all.forEach(one => one.style.display = shown)", shown
        )
        pictures.append(base64.b64encode(page.locator(".board").screenshot()).decode())
    page.eval_on_selector_all(".trace, .casing", "all => all.forEach(one => one.style.display = '')")
    contrasts: list[float] = page.evaluate(CONTRASTS, [*pictures, points])
    return contrasts


def test_a_piece_put_down_leaves_a_ring_and_no_line(open_page: OpenPage, served: Served) -> None:
    visitor = open_page(new_game(served.address, "seega+first_player=first"))
    visitor.square("b2").click()
    visitor.wait_for_plies(1)
    expect(visitor.page.locator(".trace circle")).to_have_count(1)
    expect(visitor.page.locator(".trace path")).to_have_count(0)

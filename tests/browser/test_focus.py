"""The focus is visible on every board in every theme, measured on pictures, since axe ignores drawings."""

from io import BytesIO

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Page, expect

from ibau.games import systems
from tests.browser.fast_forward import fast_forwarded_game
from tests.browser.server_process import ServerProcess
from tests.browser.visitor import OpenPage, box_of, new_game

SCALE = np.arange(256) / 255
LINEAR = np.where(SCALE <= 0.04045, SCALE / 12.92, ((SCALE + 0.055) / 1.055) ** 2.4)  # by the value of a channel

THEMES = ("light", "dark", "contrast")
LEAST = 3.0  # contrast of a pixel with and without the ring (WCAG 2.2, 2.4.13 and 1.4.11)
THICK = 2  # pixels: the least width of a line around the focused element
AROUND = 6  # pixels of the picture around it
PLIES = 14  # pieces stand on the board
STYLED = """(rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets.push(sheet);
}"""
HIDDEN = ".grid button:focus-visible { outline: none !important; box-shadow: none !important }"
STILL = "[role=tooltip] { visibility: hidden } * { transition: none !important; animation: none !important }"


@pytest.mark.slow
@pytest.mark.parametrize("system", systems())
def test_the_focus_is_seen(open_page: OpenPage, served: ServerProcess, system: str) -> None:
    path = fast_forwarded_game(served.address, new_game(served.address, system), PLIES)
    page = open_page(path, viewport={"width": 1280, "height": 900}).page
    expect(page.locator(".story")).to_have_attribute("data-plies", str(PLIES))
    styled(page, STILL)
    places = page.locator(".grid button")
    for theme in THEMES:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        styled(page, HIDDEN)
        without = luminance(page)
        page.evaluate("void document.adoptedStyleSheets.pop()")
        for n in range(0, places.count(), 4):
            places.nth(n).focus()
            page.keyboard.press("Shift")  # switches to keyboard focus
            box = box_of(places.nth(n))
            left, top = (int(box[side]) - AROUND for side in ("x", "y"))
            width, height = (int(box[side]) + 2 * AROUND + 1 for side in ("width", "height"))
            shown = luminance(page, {"x": left, "y": top, "width": width, "height": height})
            hidden = without[top : top + height, left : left + width]
            changed = int((contrasts(shown, hidden) >= LEAST).sum())
            assert changed >= THICK * 2 * (box["width"] + box["height"]), (theme, n, changed)


def styled(page: Page, rules: str) -> None:
    """Add CSS rules to a page whose policy forbids others."""
    page.evaluate(STYLED, rules)


def luminance(page: Page, frame: dict[str, int] | None = None) -> NDArray[np.float64]:
    """The relative luminance (WCAG) of each pixel of the window, or of the part `frame`."""
    picture = Image.open(BytesIO(page.screenshot(clip=frame))).convert("RGB")  # type: ignore[arg-type]  # a box
    seen: NDArray[np.float64] = LINEAR[np.asarray(picture)] @ np.array([0.2126, 0.7152, 0.0722])
    return seen


def contrasts(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """The contrast (WCAG) between two pictures at each pixel."""
    contrast: NDArray[np.float64] = (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)
    return contrast

"""No layout shift during a game: the controls and their surroundings keep their boxes to the end."""

from itertools import product

import pytest
from playwright.sync_api import expect

from ibau.language import LANGUAGES
from tests.browser.fast_forward import fast_forward
from tests.browser.server_process import ServerProcess
from tests.browser.test_looks import SCREENS
from tests.browser.visitor import OpenPage, new_game
from tests.slow import slow_but

MOST_SHIFTED = 0.02  # of the window in a whole game, including shifts after input
GAMES = ("senet-race", "senet-geoludie", "senet-formation+max_turns=40", "seega", "seneti+max_plies=120")
QUICK = ("senet-race+max_turns=8", 1440, 900, "en")
NARROW = (850, 700)  # with long words next to each other
EACH = [(game, *size, lang) for game, size, lang in product(GAMES, (NARROW, *SCREENS), LANGUAGES)]

# All boxes that each of these has had, and the layout shift.
WATCH = """() => {
    window.shifted = 0;
    window.boxes = {};
    new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (shifted += value)))
        .observe({ type: 'layout-shift', buffered: false });
    const note = () => {
        for (const part of ['.place', '.hand', '.hand > .taking', '.hand .cast .sticks', '.story ol']) {
            const one = document.querySelector(part);
            if (!one || document.querySelector('.result')) continue;
            const { x, y } = one.getBoundingClientRect();
            (boxes[part] ??= new Set()).add(`${Math.round(x)} ${Math.round(y)}`);
        }
    };
    new MutationObserver(() => requestAnimationFrame(note))
        .observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true });
    note();
}"""


@pytest.mark.parametrize(("ruleset", "width", "height", "lang"), slow_but((QUICK,), (QUICK, *EACH)))
def test_nothing_jumps_in_a_whole_game(
    open_page: OpenPage, served: ServerProcess, ruleset: str, width: int, height: int, lang: str
) -> None:
    visitor = open_page(new_game(served.address, ruleset), locale=lang, viewport={"width": width, "height": height})
    page = visitor.page
    expect(page.locator(".grid")).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.evaluate(WATCH)
    fast_forward(visitor)
    expect(page.locator(".result")).not_to_be_empty()
    boxes = page.evaluate("Object.fromEntries(Object.entries(boxes).map(([part, found]) => [part, [...found]]))")
    assert {part: found for part, found in boxes.items() if len(found) > 1} == {}
    assert page.evaluate("shifted") < MOST_SHIFTED

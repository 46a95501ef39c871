"""axe finds no violation on any page or sheet, nor at the start, in the middle and at the end of a game."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fast_forward import FOR_EVER, fast_forward
from tests.browser.page_walk import REFUSALS, PageWalk
from tests.browser.server_process import ServerProcess
from tests.browser.visitor import OpenPage, new_game

AXE = (Path(__file__).parents[2] / "client/node_modules/axe-core/axe.min.js").read_text()
PHONE, DESKTOP = (360, 640), (1440, 900)
MIDDLE = 60  # actions: the list of moves is longer than its box
STOPS = (0, MIDDLE, FOR_EVER)
THEMES = ("light", "dark", "contrast")
LOOKS = tuple(product(THEMES, (PHONE, DESKTOP)))
DEALT = dict(zip(STOPS, ((LOOKS[n],) for n in (0, 2, 5)), strict=True))  # each theme once, to be quick
EACH = dict.fromkeys(STOPS, LOOKS)

Look = tuple[str, tuple[int, int]]  # a theme, and the size of a window

GAMES = [
    ("senet-race+max_turns=16", DEALT),
    *(
        pytest.param(ruleset, EACH, marks=pytest.mark.slow)
        for ruleset in (
            "seega+max_turns=50",
            "senet-formation+max_turns=36",
            "senet-race+max_turns=30",
            "senet-geoludie+max_turns=30",
            "seneti+max_plies=70",
            "seti-aleph+no_progress_plies=60",
            "seti-beth+no_progress_plies=60",
        )
    ),
]


@pytest.mark.parametrize(("ruleset", "stops"), GAMES)
def test_a_game_from_its_start_to_its_end(
    open_page: OpenPage, served: ServerProcess, ruleset: str, stops: dict[int, tuple[Look, ...]]
) -> None:
    visitor = open_page(new_game(served.address, ruleset))
    page = visitor.page
    expect(page.locator(".grid")).to_be_visible()
    for plies, looks in stops.items():
        fast_forward(visitor, plies)
        for theme, (width, height) in looks:
            page.set_viewport_size({"width": width, "height": height})
            assert violations(page, theme) == [], (visitor.plies(), theme, width)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("width", "height"), [PHONE, DESKTOP])
def test_every_page_and_sheet(open_page: OpenPage, width: int, height: int) -> None:
    viewport = {"width": width, "height": height}
    visitor = open_page(expected=REFUSALS, viewport=viewport, has_touch=(width, height) == PHONE)
    for stop in PageWalk(visitor).everywhere():
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width, stop
        for theme in THEMES:
            assert violations(visitor.page, theme) == [], (stop, theme)


def violations(page: Page, theme: str = "") -> list[str]:
    """The violations that axe finds, in `theme` if given."""
    if theme:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    report: dict[str, Any] = page.evaluate("axe.run({ resultTypes: ['violations'], preload: false })")
    return [f"{each['id']}: {each['nodes'][0]['html']}" for each in report["violations"]]

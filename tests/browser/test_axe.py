"""axe finds nothing in the middle of a game, at its end, and where there is none."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hurrying import FOR_EVER, hurry
from tests.browser.serving import Served
from tests.browser.visitor import OpenPage, new_game

AXE = (Path(__file__).parents[2] / "client/node_modules/axe-core/axe.min.js").read_text()
PHONE, DESKTOP = (360, 640), (1440, 900)
MIDDLE = 60  # actions: the story has become longer than its place
LOOKS = {MIDDLE: {"light": PHONE, "dark": DESKTOP}, FOR_EVER: {"light": DESKTOP, "dark": PHONE}}

GAMES = [
    "senet-race+max_turns=30",
    *(
        pytest.param(ruleset, marks=pytest.mark.slow)
        for ruleset in (
            "seega+max_turns=50",
            "senet-formation+max_turns=36",
            "senet-geoludie+max_turns=30",
            "seneti+max_plies=70",
            "seti-aleph+no_progress_plies=60",
            "seti-beth+no_progress_plies=60",
        )
    ),
]


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_game_under_way_and_over(open_page: OpenPage, served: Served, ruleset: str) -> None:
    visitor = open_page(new_game(served.address, ruleset))
    visitor.page.evaluate(AXE)
    for plies, looks in LOOKS.items():
        hurry(visitor, plies)
        for theme, (width, height) in looks.items():
            visitor.page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            visitor.page.set_viewport_size({"width": width, "height": height})
            assert violations(visitor.page) == [], (visitor.plies(), theme)


def test_pages_that_are_not_there(open_page: OpenPage) -> None:
    for path in ("/new/chess", "/game/chess#key"):
        page = open_page(path).page
        expect(page.get_by_role("heading", name="There is no such", level=1)).to_be_visible()
        page.evaluate(AXE)
        assert violations(page) == [], path


def violations(page: Page) -> list[str]:
    report: dict[str, Any] = page.evaluate("axe.run({ resultTypes: ['violations'] })")
    return [f"{each['id']}: {each['nodes'][0]['html']}" for each in report["violations"]]

"""Every game in the page without a server, without a network: ten plies against its first, a middle and last level."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from ibau.games import systems
from ibau.players import levels_of
from ibau.players.characters import CHARACTERS
from tests.browser.static_hosts import BASE, LONGEST_START, is_kept, is_ready, plain_host, play_moves, serving
from tests.browser.visitor import Visitor

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]

OWN_MOVES, PLIES = 6, 10


@pytest.fixture(scope="module")
def visitor(chromium: Browser, host: Path) -> Iterator[Visitor]:
    """A visitor who has loaded the page once."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce", locale="en")
    page = context.new_page()
    with serving(plain_host(host)) as address:
        page.goto(f"{address()}{BASE}/")
        is_ready(page)
        is_kept(page)
        at = address()
    context.set_offline(offline=True)
    yield Visitor(page, at)
    context.close()


@pytest.mark.parametrize("which", ["first", "middle", "last"])
@pytest.mark.parametrize("ruleset", systems())
def test_ten_plies(visitor: Visitor, ruleset: str, which: str) -> None:
    levels = levels_of(systems()[ruleset])
    level = {"first": levels[0], "middle": levels[len(levels) // 2], "last": levels[-1]}[which]
    page, complaints = visitor.page, list[str]()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{visitor.address}{BASE}/new/{ruleset}")
    is_ready(page)
    page.locator(f'input[name="level"][value="{level.id}"]').check()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".story")).to_be_visible(timeout=LONGEST_START)
    expect(page.locator("main")).to_contain_text(CHARACTERS[level.id].name)
    assert play_moves(visitor, random.Random(ruleset), OWN_MOVES) >= PLIES
    assert complaints == []

"""The page without a server in Firefox: ten moves against a level, and again without the host."""

import random
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.static_hosts import BASE, is_kept, is_ready, plain_host, play_moves, serving
from tests.browser.visitor import OpenPage

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

MAY_WAIT = "() => 'Suspending' in WebAssembly"  # may Python wait for a promise?  Not in older Firefoxes and WebKit
WAITING = "javascript.options.wasm_js_promise_integration"
OWN_MOVES = 10


@pytest.mark.parametrize("firefox", [{WAITING: True}, {WAITING: False}], indirect=True, ids=["waiting", "older"])
@pytest.mark.parametrize(("ruleset", "level"), [("seega", "First steps"), ("senet-race", "Master")])
def test_a_game_in_firefox(
    firefox: Browser, open_page: OpenPage, host: Path, request: pytest.FixtureRequest, ruleset: str, level: str
) -> None:
    with serving(plain_host(host)) as address:
        at = address()
        visitor = open_page(f"{BASE}/", address=at, browser=firefox)
        page = visitor.page
        is_ready(page)
        is_kept(page)
        assert page.evaluate(MAY_WAIT) is ("waiting" in request.node.callspec.id)
    page.goto(f"{at}{BASE}/new/{ruleset}")  # from now on the host does not answer
    is_ready(page)
    page.get_by_label(level).check()
    page.get_by_role("button", name="Play", exact=True).click()
    plies = play_moves(visitor, random.Random(1), OWN_MOVES)
    assert plies > OWN_MOVES
    page.goto(page.url)
    is_ready(page)
    visitor.wait_for_plies(plies)

"""The page without a server in Firefox: ten moves of one's own against a level, and again once nothing serves it."""

import random
from pathlib import Path

import pytest

from tests.browser.firefox import binary, page_of, running
from tests.browser.static_hosts import BASE, LONGEST_START, plain_host, play_moves, serving

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

READY = "() => document.querySelector('#notice')?.hidden"
KEPT = "() => navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)"
MAY_WAIT = "() => 'Suspending' in WebAssembly"  # Python, for a promise: older Firefoxes and WebKit do not let it
WAITING = "javascript.options.wasm_js_promise_integration"
OWN_MOVES = 10


@pytest.mark.parametrize("waiting", [True, False])
@pytest.mark.parametrize(("ruleset", "level"), [("seega", "First steps"), ("senet-race", "Master")])
def test_a_game_in_firefox(host: Path, tmp_path: Path, ruleset: str, level: str, waiting: bool) -> None:
    if not binary():
        pytest.fail("There is no Firefox: scripts/firefox installs it on Debian.")
    with running(tmp_path / "profile", **{WAITING: waiting}) as firefox:
        with serving(plain_host(host)) as address:
            visitor = firefox.somebody(address(), f"{BASE}/")
            page = page_of(visitor)
            page.wait_for_function(READY, timeout=LONGEST_START)
            page.wait_for_function(KEPT, timeout=LONGEST_START)
            assert page.evaluate(MAY_WAIT) is waiting
            at = address()
        page.goto(f"{at}{BASE}/new/{ruleset}")  # from now on nothing answers there
        page.wait_for_function(READY, timeout=LONGEST_START)
        page.press("label", level)
        page.press("form button.main", "Play")
        page.see(".grid")
        plies = play_moves(visitor, random.Random(1), OWN_MOVES)
        assert plies > OWN_MOVES
        page.goto(page.evaluate("() => location.href"))
        page.wait_for_function(READY, timeout=LONGEST_START)
        page.wait_for_function("([plies]) => +document.querySelector('.story')?.dataset.plies >= plies", [plies])
        assert firefox.complaints == []

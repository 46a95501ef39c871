"""Two servers behind HAProxy: a game to its end in two browsers, while one is killed and PostgreSQL restarted."""

import json
import time
from collections.abc import Iterator
from copy import copy
from functools import partial
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from ibau.language import translator_for
from ibau.web.rooms.presence import PRESENT
from tests.browser.server_process import ServerProcess
from tests.browser.test_by_link import end_text, pieces_on
from tests.browser.test_friends import accepted, invited
from tests.browser.test_systems import record_of, state_after
from tests.browser.visitor import OpenPage, visitor_to_act
from tests.postgres import Cluster, cluster
from tests.web.test_load_balancers import balancer, wait_until

pytestmark = [pytest.mark.slow, pytest.mark.posix]

LANGS = ("en", "fr")  # of Ann and of Ben
APART = """
    use-server first if { req.hdr(accept-language) -m beg en }
    use-server second if { req.hdr(accept-language) -m beg fr }
"""  # without this both play at one server; if theirs is down, it goes as without
NO_CONNECTION = "No connection. Reconnecting; your game is safe."
CANNOT_CONNECT = "WebSocket connection to "  # begins what browsers log about it
STOPPED, KILLED, STOPPED_AGAIN = 8, 20, 26  # after these actions
PAUSE = 2  # seconds

# Marks the page, which loading it again would undo, and records what it shows about errors.
LISTEN = """() => {
    window.shown = [];
    const look = () => document.querySelectorAll('.trouble, .notice, [role=alert]').forEach(({ innerText }) => {
        if (innerText && window.shown.at(-1) !== innerText) window.shown.push(innerText);
    });
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
MOVES = "() => [...document.querySelectorAll('.story .list button')].map((one) => one.textContent)"


class Site:
    """Two servers with one database, behind HAProxy."""

    def __init__(self, postgres: Cluster, one: ServerProcess, two: ServerProcess, port: int) -> None:
        self.postgres, self.one, self.two = postgres, one, two
        self.public = copy(one)  # with the address of HAProxy
        self.public.address = f"http://127.0.0.1:{port}"

    def processes_with_players(self, game: str) -> int:
        found = f"SELECT count(DISTINCT process) FROM attendance WHERE stream = '{game}' AND until = {PRESENT}"  # noqa: S608
        return int(self.postgres.execute(found)[0][0])

    def log_of(self, game: str) -> list[str]:
        """The actions in the database."""
        rows = self.postgres.execute(f"SELECT data FROM events WHERE stream = '{game}' ORDER BY sequence")  # noqa: S608
        return [event["action"] for event in map(json.loads, (data for (data,) in rows)) if event["kind"] == "played"]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with cluster() as postgres:
        database = postgres.address("public")
        with (
            ServerProcess(tmp_path / "one", database=database) as one,
            ServerProcess(tmp_path / "two", database=database) as two,
            balancer("haproxy.cfg", tmp_path / "balancer", (one.port, two.port), APART) as port,
        ):
            yield Site(postgres, one, two, port)


@pytest.mark.parametrize("ruleset", ["seti-aleph", "senet-race+max_turns=12"])
def test_pages_show_a_pause_and_no_error(site: Site, open_page: OpenPage, ruleset: str) -> None:
    visit, choose = partial(open_page, address=site.public.address, expected=[CANNOT_CONNECT]), Random(ruleset).choice
    ann, invitation = invited(visit, ruleset, LANGS[0])
    ben = accepted(visit, site.public, invitation, LANGS[1])
    game = urlsplit(ann.page.url).path.rpartition("/")[2]
    wait_until(lambda: site.processes_with_players(game) == 2)
    for visitor in (ann, ben):
        visitor.page.evaluate(LISTEN)

    plies: int | None = 0
    while plies is not None:
        player = visitor_to_act((ann, ben), plies)
        if is_stopped := plies in {STOPPED, STOPPED_AGAIN}:
            site.postgres.stop("immediate")
        if plies == KILLED:
            assert site.one.process
            site.one.process.kill()
        plies = player.act(choose, plies)
        if is_stopped:
            time.sleep(PAUSE)
            site.postgres.start()

    actions = site.log_of(game)
    state = state_after(ruleset, actions)
    assert len(actions) > STOPPED_AGAIN
    assert record_of(site.public.address, f"/game/{game}") == actions
    for seat, (visitor, lang) in enumerate(zip((ann, ben), LANGS, strict=True)):
        visitor.wait_for_plies(len(actions))
        expect(visitor.page.locator(".result")).to_have_text(end_text(state, seat, lang))
        assert visitor.page.evaluate(MOVES) == [action.removeprefix("t") for action in actions]
        assert pieces_on(visitor) == sorted(f"{piece.place} seat-{piece.seat}" for piece in state.pieces)
        pauses = visitor.page.evaluate("window.shown")
        assert set(pauses) == ({translator_for(lang)(NO_CONNECTION)} if visitor is ann else set())

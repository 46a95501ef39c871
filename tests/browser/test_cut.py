"""The network between pages and server is cut again and again, or falls silent: nothing is lost."""

import asyncio
import json
import random
import re
import threading
import time
from collections.abc import Iterator

import httpx2
import pytest
from playwright.sync_api import expect

from ibau.web.protocol import SECONDS_BETWEEN_PINGS, SECONDS_TO_PONG
from ibau.web.serving import PING_TIMEOUT
from tests.browser.server_process import ServerProcess, free_port
from tests.browser.visitor import OpenPage, Visitor, new_game

pytestmark = pytest.mark.slow

CUTS = 50
SILENT = 1000 * (SECONDS_BETWEEN_PINGS + SECONDS_TO_PONG + 5)  # milliseconds in which a page has come back
RULESET = "senet-race"

CUT_OFF = (  # a wire cut while a socket opens, or while a file comes, after which the page is loaded again
    "closed before receiving a handshake response",
    "net::ERR_",
    "dynamically imported module",
)

PIECES = """() => JSON.stringify([...document.querySelectorAll('.grid [data-point]')].map(
    (one) => [one.dataset.point, one.getAttribute('aria-label').replace(/, (chosen|can .*)$/, '')]))"""


class Wire:
    """A proxy that can cut its connections, or fall silent; what is in transit is lost."""

    def __init__(self, port: int) -> None:
        self.port = free_port()
        self._theirs = port
        self._open: set[asyncio.StreamWriter] = set()
        self._silent: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self._ready.wait(10)

    def cut(self) -> None:
        """End every connection at once."""
        self._loop.call_soon_threadsafe(self._abort)

    def _abort(self) -> None:
        for writer in self._open:
            writer.transport.abort()

    def stop_forwarding(self) -> None:
        """Stop forwarding on all open connections, without closing them."""
        self._loop.call_soon_threadsafe(lambda: self._silent.update(self._open))

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._accept, "127.0.0.1", self.port))
        self._ready.set()
        self._loop.run_forever()
        server.close()
        self._abort()
        while tasks := asyncio.all_tasks(self._loop):
            self._loop.run_until_complete(asyncio.wait(tasks))
        self._loop.close()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        theirs, ours = await asyncio.open_connection("127.0.0.1", self._theirs)
        self._open |= {writer, ours}
        await asyncio.gather(self._carry(reader, ours), self._carry(theirs, writer))
        self._open -= {writer, ours}
        writer.close()
        ours.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(1 << 14):
                if writer not in self._silent:
                    writer.write(data)
                    await writer.drain()
        except OSError:
            pass
        finally:
            if writer not in self._silent:
                writer.close()


@pytest.fixture
def wire(served: ServerProcess) -> Iterator[Wire]:
    """A wire; request it before pages, so that they close first: some may wait for what it holds back."""
    between = Wire(served.port)
    yield between
    between.close()


def test_a_game_over_a_wire_that_is_cut_fifty_times(wire: Wire, open_page: OpenPage, served: ServerProcess) -> None:
    path = new_game(served.address, RULESET)
    address = f"http://127.0.0.1:{wire.port}"
    one, other = (open_page(path, address=address, expected=CUT_OFF) for _ in range(2))
    dice = random.Random(4)
    for cut in range(CUTS):
        played = one.plies()
        step(one if cut % 2 else other, dice)
        wire.cut()  # before or after the request or its answer arrives
        for visitor in (one, other):
            expect(visitor.page.locator(".situation .lost")).to_have_count(0, timeout=20_000)
        assert one.plies() >= played
    agree(served, path, one, other)


# Records all texts of a page that contain this.
HEARKEN = """(text) => {
    window.told = [];
    const look = () => {
        const said = document.querySelector('.situation, .foot')?.innerText ?? '';
        if (said.includes(text) && window.told.at(-1) !== said) window.told.push(said);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def test_connections_that_fall_silent_without_closing(wire: Wire, open_page: OpenPage, served: ServerProcess) -> None:
    """A player, a watcher and a board in a frame use the wire; the other player does not."""
    through = f"http://127.0.0.1:{wire.port}"
    game, keys = two_persons(served, "seega+first_player=first")
    ann, ben = open_page(f"/game/{game}#{keys[0]}", address=through), open_page(f"/game/{game}#{keys[1]}")
    watchers = [open_page(f"/{page}/{game}", address=through) for page in ("game", "embed")]
    away, lost = [ben], [ann, *watchers]
    for visitor in (*away, *lost):
        expect(visitor.page.locator(".grid")).to_be_visible()
        visitor.page.evaluate(HEARKEN, "is away" if visitor in away else "No connection")

    wire.stop_forwarding()
    ann.square("a1").click()  # it waits for an answer
    ann.page.wait_for_function("() => window.told.length", timeout=8000)
    ben.wait_for_plies(1)
    for watcher in watchers:
        expect(watcher.square("a1")).to_have_accessible_name(re.compile("light"), timeout=SILENT)

    ann.square("b1").click()
    ben.wait_for_plies(2)
    wire.stop_forwarding()
    silent = time.monotonic()
    ben.square("c1").click()  # without waiting for an answer
    for visitor in lost:
        expect(visitor.square("c1")).to_have_accessible_name(re.compile("dark"), timeout=SILENT)
    given_up = silent + SECONDS_BETWEEN_PINGS + PING_TIMEOUT  # when the server gives up the silent ones
    ben.page.wait_for_timeout(1000 * max(0.0, given_up + 2 - time.monotonic()))
    assert [bool(visitor.page.evaluate("window.told.length")) for visitor in (*away, *lost)] == [
        False,
        True,
        True,
        True,
    ]
    assert [visitor.plies() for visitor in (ann, ben)] == [3, 3]


def two_persons(served: ServerProcess, ruleset: str) -> tuple[str, list[str]]:
    """A game between two persons, and their keys."""
    body = {"ruleset": ruleset, "first": {"kind": "person"}, "second": {"kind": "person", "free": True}}
    made = httpx2.post(f"{served.address}/api/games", json=body).raise_for_status().json()
    coming = {"invitation": made["invitations"][0]["invitation"], "browser": "that of the second"}
    taken = httpx2.post(f"{served.address}/api/games/{made['id']}/invitation/accept", json=coming).raise_for_status()
    return made["id"], [made["key"], taken.json()["key"]]


def step(visitor: Visitor, dice: random.Random) -> None:
    """Request a throw or a move, without waiting."""
    offer = visitor.offer(0)
    if not offer["over"]:
        points = [*offer["places"].values(), *([offer["press"]] if "press" in offer else [])]
        visitor.page.mouse.click(*dice.choice(points))
        if targets := visitor.offer(0)["targets"]:
            visitor.page.mouse.click(*dice.choice([*targets.values()]))


def agree(served: ServerProcess, path: str, one: Visitor, other: Visitor) -> None:
    """Check that both boards come to the position of the log, after the same number of actions."""
    name = path.split("/")[2].partition("#")[0]
    late = time.monotonic() + 20  # the last request may be on its way
    while True:
        record = json.loads(httpx2.get(f"{served.address}/api/games/{name}/record?format=json").text)
        plies = len(record["actions"])
        shown = [(visitor.plies(), visitor.page.evaluate(PIECES)) for visitor in (one, other)]
        if shown == [(plies, shown[0][1])] * 2:
            break
        assert time.monotonic() < late, (plies, shown)
        one.page.wait_for_timeout(100)
    assert plies > CUTS / 2

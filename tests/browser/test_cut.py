"""The network between the pages and the server is cut again and again: nobody loses anything."""

import asyncio
import json
import random
import threading
from collections.abc import Iterator

import httpx2
import pytest
from playwright.sync_api import expect

from tests.browser.serving import Served, free_port
from tests.browser.visitor import OpenPage, Visitor, new_game

pytestmark = pytest.mark.slow

CUTS = 50
RULESET = "senet-race"

WHILE_OPENING = "closed before receiving a handshake response"  # a wire cut while a socket opens

PIECES = """() => JSON.stringify([...document.querySelectorAll('.grid [data-point]')].map(
    (one) => [one.dataset.point, one.getAttribute('aria-label').replace(/, (chosen|can .*)$/, '')]))"""


class Wire:
    """A way to a server that can be cut: whatever is on it then is lost."""

    def __init__(self, port: int) -> None:
        self.port = free_port()
        self._theirs = port
        self._open: set[asyncio.StreamWriter] = set()
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

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._met, "127.0.0.1", self.port))
        self._ready.set()
        self._loop.run_forever()
        server.close()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()

    async def _met(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        theirs, ours = await asyncio.open_connection("127.0.0.1", self._theirs)
        self._open |= {writer, ours}
        await asyncio.gather(self._carry(reader, ours), self._carry(theirs, writer))
        self._open -= {writer, ours}

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(1 << 14):
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()


@pytest.fixture
def wire(served: Served) -> Iterator[Wire]:
    between = Wire(served.port)
    yield between
    between.close()


def test_a_game_over_a_wire_that_is_cut_fifty_times(open_page: OpenPage, served: Served, wire: Wire) -> None:
    path = new_game(served.address, RULESET)
    address = f"http://127.0.0.1:{wire.port}"
    one, other = (open_page(path, address=address, expected=(WHILE_OPENING,)) for _ in range(2))
    dice = random.Random(4)
    for cut in range(CUTS):
        played = one.plies()
        step(one if cut % 2 else other, dice)
        wire.cut()  # with the wish or its answer still under way, or already there
        for visitor in (one, other):
            expect(visitor.page.locator(".situation .lost")).to_have_count(0, timeout=20_000)
        assert one.plies() >= played
    agree(served, path, one, other)


def step(visitor: Visitor, dice: random.Random) -> None:
    """Wish for a throw or a move, and wait for nothing."""
    offer = visitor.offer(0)
    if not offer["over"]:
        points = [*offer["places"].values(), *([offer["press"]] if "press" in offer else [])]
        visitor.page.mouse.click(*dice.choice(points))
        if targets := visitor.offer(0)["targets"]:
            visitor.page.mouse.click(*dice.choice([*targets.values()]))


def agree(served: Served, path: str, one: Visitor, other: Visitor) -> None:
    """Both boards show the position that the log leads to, after as many actions."""
    name = path.split("/")[2].partition("#")[0]
    record = json.loads(httpx2.get(f"{served.address}/api/games/{name}/record?format=json").text)
    plies = len(record["actions"])
    for visitor in (one, other):
        visitor.wait_for_plies(plies)
    assert plies > CUTS / 2
    assert one.page.evaluate(PIECES) == other.page.evaluate(PIECES)

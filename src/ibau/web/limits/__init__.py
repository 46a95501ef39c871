"""How much one address may ask for, how long one may take to ask, and how much may be asked of one game.

The bounds lie far above what a class of forty behind one address does, and far below what would hurt others.  This
machine is an address like others.  Behind a proxy everybody has the proxy's address unless the server is told of it
(client_ids.py).  Whatever waits to be thought about waits in turn (thinking/fair_queue.py).
"""

import asyncio
import contextlib
import time
from collections import deque
from typing import Final

from ibau.core.phrase import N_, Phrase
from ibau.web.limits.client_ids import ClientId
from ibau.web.limits.rate_limits import Clock, ConcurrencyLimit, CountLimit, PlaceLimit, RateLimit
from ibau.web.refusals import SERVER_FULL, SERVER_RESTARTING, Refusal

MAX_BOARDS = 4000  # open at once
MAX_REQUESTS = 200  # over HTTP, beside the open boards
MAX_SHARE = 4  # no address has more than this part of the boards and connections that a small system allows

# How long one may take, in seconds.
HEADERS_TIMEOUT: Final = 10.0  # from a new connection, or the first byte of a request, to the end of its headers
BODY_TIMEOUT: Final = 10.0  # from there to the end of the request; a client that cannot be told is cut in twice that
KEEP_ALIVE: Final = 5  # from one request to the next on a connection
ENTRY_TIMEOUT: Final = 10.0  # from opening a socket to saying who comes
READ_TIMEOUT: Final = 20.0  # to read anything of what is sent

# What is read counts as so many bytes.
MIN_COUNTED: Final = 256  # what is less counts as this: it takes as long
SOCKET_BYTE_COST: Final = 8  # each byte of a socket, where frames have six at least
MAX_FRAME: Final = 1 << 16  # bytes; shorter ones that are too long are refused politely

# What is asked costs about this many milliseconds of the thread that serves everybody; whatever is not named costs one.
MESSAGE_COST: Final = 2.0
SOCKET_COST: Final = 10.0  # to open one
PAGE_COST: Final = 3.0  # the page at /, painted before its scripts run
REQUEST_COSTS: Final = {  # of requests, by the first word below /api/
    **dict.fromkeys(("analysis", "catalogue", "games", "lessons", "line", "positions", "rules"), 2.0),
    **dict.fromkeys(("puzzles", "rulings"), 5.0),
}
ACTIONS_PER_MS: Final = 20  # of a game that is read and told, for each millisecond

TOO_MANY_REQUESTS = Phrase(N_("Too many requests are coming from your network; please try again in a moment."))
TOO_MANY_GAMES = Phrase(N_("Too many games have been started from your network; please try again in a few minutes."))
TOO_MANY_IMPORTS = Phrase(N_("Too many games have been imported from your network; please try again later."))
TOO_MANY_CODES = Phrase(N_("Too many codes were made or mistyped in your network; please try again in a few minutes."))
TOO_MANY_HINTS = Phrase(N_("That is too many hints at once; please try the next move yourself."))
TOO_MANY_INVITES = Phrase(N_("The invitations to this game have been changed too often; please wait a few minutes."))
TOO_MANY_BOARDS = Phrase(N_("Too many boards are open in your network; this one will continue when others are closed."))
TOO_MUCH_ANALYSIS = Phrase(N_("Too much is being analysed in your network; please try again in a moment."))
TOO_MANY_PICTURES = Phrase(N_("Too many pictures are being requested from your network; please try again in a moment."))
TOO_MANY_KITS = Phrase(N_("Too many games are being printed in your network; please try again in a few minutes."))
CROWDED = Phrase(N_("Too many people are at this game already; please come back later."))

RECENT_SECONDS = 1.0  # that somebody came to the gate


class FairGate:
    """What all requests and messages go through: one in each turn of the event loop, an address after the other.

    So a client that asks for much at once is served as fast as there is time, and others wait for one thing of it, not
    for all.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._waiting: dict[ClientId, deque[asyncio.Future[None]]] = {}  # by network, the next in line first
        self._is_busy = False
        self._last: ClientId = ()  # who came
        self._came = self._others_came = -RECENT_SECONDS  # when, and when somebody else did

    def is_shared(self, client_id: ClientId) -> bool:
        """Has somebody else come lately?"""
        came = self._others_came if client_id[-1:] == self._last else self._came
        return self._clock() - came < RECENT_SECONDS

    async def enter(self, client_id: ClientId) -> None:
        """Come in when it is one's turn."""
        network = client_id[-1:]
        self._note(network)
        if self._is_busy:
            passed = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(network, deque()).append(passed)
            await passed
        else:
            self._is_busy = True
            asyncio.get_running_loop().call_soon(self._admit_next)

    def _note(self, network: ClientId) -> None:
        now = self._clock()
        if network != self._last:
            self._last, self._others_came = network, self._came
        self._came = now

    def _admit_next(self) -> None:
        """Let the next one in, who then comes last."""
        while self._waiting:
            network, queue = next(iter(self._waiting.items()))
            del self._waiting[network]
            passed = queue.popleft()
            if queue:
                self._waiting[network] = queue
            if not passed.done():
                passed.set_result(None)
                asyncio.get_running_loop().call_soon(self._admit_next)
                return
        self._is_busy = False


class Limits:
    """All of them; `boards` can be open at once."""

    def __init__(self, boards: int = MAX_BOARDS, clock: Clock = time.monotonic) -> None:
        connections = boards + MAX_REQUESTS
        self.connections = ConcurrencyLimit(min(500, connections // MAX_SHARE), TOO_MANY_REQUESTS)  # of an address
        self.all_connections = PlaceLimit(connections, SERVER_FULL)
        self.openings = RateLimit(2000, 50, TOO_MANY_REQUESTS, clock)  # of connections by an address
        self.received = RateLimit(1024, 128, TOO_MANY_REQUESTS, clock)  # KiB that an address sends; what is more waits
        self.requests = RateLimit(4000, 200, TOO_MANY_REQUESTS, clock)  # of an address, by what they cost
        self.throttle = RateLimit(50, 250, TOO_MANY_REQUESTS, clock)  # the same while others ask; more waits
        self.games = RateLimit(1000, 1000 / 3600, TOO_MANY_GAMES, clock)  # begun by an address
        self.moves = RateLimit(50_000, 5, TOO_MANY_REQUESTS, clock)  # and all else stored of games, by an address
        self.imports = RateLimit(5120, 5120 / 86400, TOO_MANY_IMPORTS, clock)  # KiB played elsewhere, by an address
        self.codes = RateLimit(200, 0.2, TOO_MANY_CODES, clock)  # made or mistyped by an address
        self.analyses = RateLimit(600, 20, TOO_MUCH_ANALYSIS, clock)  # lines and records replayed for an address
        self.pending_work = ConcurrencyLimit(100, TOO_MUCH_ANALYSIS)  # lines, records and pictures that it waits for
        self.pictures = RateLimit(200, 10, TOO_MANY_PICTURES, clock)  # drawn for an address
        self.pending_pngs = ConcurrencyLimit(10, TOO_MANY_PICTURES)  # pictures as PNG that an address waits for
        self.kits = RateLimit(60, 0.2, TOO_MANY_KITS, clock)  # to print, made for an address
        self.pending_advice = ConcurrencyLimit(60, TOO_MUCH_ANALYSIS)  # advice that is being waited for at an address
        self.sockets = ConcurrencyLimit(max(1, min(400, boards // MAX_SHARE)), TOO_MANY_BOARDS)  # open at an address
        self.boards = PlaceLimit(boards, SERVER_FULL)  # open altogether
        self.invitations = RateLimit(20, 1 / 60, TOO_MANY_INVITES, clock)  # of a game, renewed or withdrawn
        self.hints = RateLimit(10, 0.5, TOO_MANY_HINTS, clock)  # in a game
        self.listeners = CountLimit(200, CROWDED)  # at a game, who play and who watch each
        self._gate = FairGate(clock)
        self._ended = asyncio.Event()

    async def ask(self, client_id: ClientId, cost: float = 1.0) -> None:
        """Ask for something as soon as others have had their turns between.

        Raises Refusal where it is too much, or the server ends before.
        """
        self.requests.check(client_id)
        self.requests.use(client_id, cost)
        if wait := self.wait(client_id, cost):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), wait)
                raise Refusal(SERVER_RESTARTING, status=503)
        await self._gate.enter(client_id)

    def end(self) -> None:
        """Nobody waits any more: the server ends."""
        self._ended.set()

    def charge(self, client_id: ClientId, cost: float) -> None:
        """Count what was asked for already."""
        self.requests.use(client_id, cost)
        self.wait(client_id, cost)

    def wait(self, client_id: ClientId, cost: float) -> float:
        """In how many seconds it is time for something that costs so much: at once where nobody else asks."""
        if not self._gate.is_shared(client_id):
            return 0.0
        wait = self.throttle.wait(client_id)
        self.throttle.use(client_id, cost)
        return wait

    @property
    def refused(self) -> dict[str, int]:
        """How often each was met."""
        return {kind: limit.refused for kind, limit in vars(self).items() if isinstance(limit, RateLimit | CountLimit)}

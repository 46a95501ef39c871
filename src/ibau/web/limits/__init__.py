"""Rate limits and timeouts of clients, and limits of games.

They are far above what a class of forty behind one address needs, and far below what would harm others.  This machine
is limited like any other address.  All clients of a proxy share its address unless it is trusted (client_ids.py).
Questions to engines wait in a fair queue (thinking/fair_queue.py).
"""

import asyncio
import contextlib
import time
from collections import deque
from typing import Final

from ibau.core.phrase import N_, Phrase
from ibau.web.limits.client_ids import ClientId
from ibau.web.limits.rate_limits import Clock, ConcurrencyLimit, CountLimit, GameRateLimit, PlaceLimit, RateLimit
from ibau.web.refusals import SERVER_FULL, SERVER_RESTARTING, Refusal

MAX_BOARDS = 4000  # open at once
MAX_REQUESTS = 200  # over HTTP, in addition to the open boards
MAX_SHARE = 4  # on a small system, an address gets at most 1/4 of the boards and connections

# Timeouts in seconds.
HEADERS_TIMEOUT: Final = 10.0  # from a new connection, or the first byte of a request, to the end of its headers
BODY_TIMEOUT: Final = (
    10.0  # from there to the end of the request; a client that cannot be answered is cut after twice that
)
KEEP_ALIVE: Final = 5  # from one request to the next on a connection
ENTRY_TIMEOUT: Final = 10.0  # from opening a socket to its first message
READ_TIMEOUT: Final = 20.0  # for the client to read anything

# How many bytes a read counts as.
MIN_COUNTED: Final = 256  # at least: a smaller one takes as long
SOCKET_BYTE_COST: Final = 8  # per byte of a socket, since frames have at least six
MAX_FRAME: Final = 1 << 16  # bytes; a shorter message that is too long is answered with a refusal

# Costs of requests, in about milliseconds of the server's thread; 1 for those not listed.
MESSAGE_COST: Final = 2.0
SOCKET_COST: Final = 10.0  # to open one
PAGE_COST: Final = 3.0  # the page at /, rendered before its scripts run
REQUEST_COSTS: Final = {  # of requests, by the first word below /api/
    **dict.fromkeys(("analysis", "catalogue", "games", "lessons", "line", "positions", "rules"), 2.0),
    **dict.fromkeys(("puzzles", "rulings"), 5.0),
}
ACTIONS_PER_MS: Final = 20  # of a game that is replayed and sent, per millisecond

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

RECENT_SECONDS = 1.0  # how long a client counts as active


class FairGate:
    """Admits one request or message per turn of the event loop, networks in rotation.

    A client with many requests is served as fast as time allows, and others wait for one of these, not for all.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._waiting: dict[ClientId, deque[asyncio.Future[None]]] = {}  # by network, the next in line first
        self._is_busy = False
        self._last: ClientId = ()  # the latest network
        self._came = self._others_came = -RECENT_SECONDS  # when it came, and when another one did

    def is_shared(self, client_id: ClientId) -> bool:
        """Has another network been active recently?"""
        came = self._others_came if client_id[-1:] == self._last else self._came
        return self._clock() - came < RECENT_SECONDS

    async def enter(self, client_id: ClientId) -> None:
        """Wait for a turn."""
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
        """Admit one request of the next network, which then goes to the end of the line."""
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
    """All limits of a server on which `boards` boards can be open at once."""

    def __init__(self, boards: int = MAX_BOARDS, clock: Clock = time.monotonic) -> None:
        connections = boards + MAX_REQUESTS
        self.connections = ConcurrencyLimit(min(500, connections // MAX_SHARE), TOO_MANY_REQUESTS)  # open per address
        self.all_connections = PlaceLimit(connections, SERVER_FULL)
        self.openings = RateLimit(2000, 50, TOO_MANY_REQUESTS, clock)  # new connections per address
        self.received = RateLimit(1024, 128, TOO_MANY_REQUESTS, clock)  # KiB per address; more is read later
        self.requests = RateLimit(4000, 200, TOO_MANY_REQUESTS, clock)  # costs per address
        self.throttle = RateLimit(50, 250, TOO_MANY_REQUESTS, clock)  # the same while others are active; more waits
        self.games = RateLimit(1000, 1000 / 3600, TOO_MANY_GAMES, clock)  # new games per address
        self.moves = RateLimit(50_000, 5, TOO_MANY_REQUESTS, clock)  # and other stored events, per address
        self.imports = RateLimit(5120, 5120 / 86400, TOO_MANY_IMPORTS, clock)  # KiB of imported games per address
        self.codes = RateLimit(200, 0.2, TOO_MANY_CODES, clock)  # made or mistyped per address
        self.analyses = RateLimit(600, 20, TOO_MUCH_ANALYSIS, clock)  # lines and records replayed per address
        self.pending_work = ConcurrencyLimit(100, TOO_MUCH_ANALYSIS)  # lines, records and pictures per address
        self.pictures = RateLimit(200, 10, TOO_MANY_PICTURES, clock)  # drawn per address
        self.pending_pngs = ConcurrencyLimit(10, TOO_MANY_PICTURES)  # PNGs per address
        self.kits = RateLimit(60, 0.2, TOO_MANY_KITS, clock)  # printed games made per address
        self.pending_advice = ConcurrencyLimit(60, TOO_MUCH_ANALYSIS)  # per address
        self.sockets = ConcurrencyLimit(max(1, min(400, boards // MAX_SHARE)), TOO_MANY_BOARDS)  # open per address
        self.boards = PlaceLimit(boards, SERVER_FULL)  # open in total
        self.invitations = GameRateLimit(20, 1 / 60, TOO_MANY_INVITES, clock)  # renewed or withdrawn per game
        self.hints = GameRateLimit(10, 0.5, TOO_MANY_HINTS, clock)  # per game
        self.listeners = CountLimit(200, CROWDED)  # players, and watchers, per game
        self._gate = FairGate(clock)
        self._ended = asyncio.Event()

    async def ask(self, client_id: ClientId, cost: float = 1.0) -> None:
        """Wait for a turn for a request of this cost.  Raises Refusal over the limit, and when the server stops."""
        self.requests.check(client_id)
        self.requests.use(client_id, cost)
        if wait := self.wait(client_id, cost):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), wait)
                raise Refusal(SERVER_RESTARTING, status=503)
        await self._gate.enter(client_id)

    def end(self) -> None:
        """Refuse all waiting requests: the server stops."""
        self._ended.set()

    def charge(self, client_id: ClientId, cost: float) -> None:
        """Count the cost of something that is already done."""
        self.requests.use(client_id, cost)
        self.wait(client_id, cost)

    def wait(self, client_id: ClientId, cost: float) -> float:
        """Count a request of this cost, and return the seconds to wait for it: 0 unless other networks are active."""
        if not self._gate.is_shared(client_id):
            return 0.0
        wait = self.throttle.wait(client_id)
        self.throttle.use(client_id, cost)
        return wait

    @property
    def refused(self) -> dict[str, int]:
        """How often each limit has refused a request, by its name."""
        return {kind: limit.refused for kind, limit in vars(self).items() if isinstance(limit, RateLimit | CountLimit)}

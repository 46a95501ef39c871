"""How much one address may ask for, how long one may take to ask, and how much may be asked of one game.

The bounds lie far above what a class of forty behind one address does, and far below what would hurt others.  This
machine is an address like others.  Behind a proxy everybody has the proxy's address unless the server is told of it
(callers.py).  Whatever waits to be thought about waits in turn (thinking/turns.py).
"""

import asyncio
import contextlib
import time
from collections import deque
from typing import Final

from ibau.core.phrase import N_, Phrase
from ibau.web.limits.client_ids import ClientId
from ibau.web.limits.rate_limits import Clock, ConcurrencyLimit, CountLimit, GameRation, PlaceLimit, RateLimit
from ibau.web.refusals import FULL, GOING, Refusal

MOST_BOARDS = 4000  # open at once
MOST_REQUESTS = 200  # over HTTP, beside the open boards
SHARE = 4  # no address has more than this part of the boards and connections that a small system allows

# How long one may take, in seconds.
HEADERS: Final = 10.0  # from a new connection, or the first byte of a request, to the end of its headers
BODY: Final = 10.0  # from there to the end of the request; a client that cannot be told so is cut in twice the time
BETWEEN: Final = 5  # from one request to the next on a connection
ENTRY: Final = 10.0  # from opening a socket to saying who comes
READING: Final = 20.0  # to read anything of what is sent

# What is read counts as so many bytes.
SMALL: Final = 256  # what is less counts as this: it takes as long
OF_SOCKETS: Final = 8  # each byte of a socket, where frames have six at least
LONGEST_FRAME: Final = 1 << 16  # bytes; shorter ones that are too long are refused politely

# What is asked costs about this many milliseconds of the thread that serves everybody; whatever is not named costs one.
MESSAGE: Final = 2.0
SOCKET: Final = 10.0  # to open one
FIRST_PAGE: Final = 3.0  # the page at /, painted before its scripts run
COSTS: Final = {  # of requests, by the first word below /api/
    **dict.fromkeys(("analysis", "catalogue", "games", "lessons", "line", "positions", "rules"), 2.0),
    **dict.fromkeys(("puzzles", "rulings"), 5.0),
}
ACTIONS: Final = 20  # of a game that is read and told, for each millisecond

ASKED_TOO_MUCH = Phrase(N_("Too many requests are coming from your network; please try again in a moment."))
BEGUN_TOO_MUCH = Phrase(N_("Too many games have been started from your network; please try again in a few minutes."))
BROUGHT_TOO_MUCH = Phrase(N_("Too many games have been imported from your network; please try again later."))
CODED_TOO_MUCH = Phrase(N_("Too many codes were made or mistyped in your network; please try again in a few minutes."))
HINTED_TOO_MUCH = Phrase(N_("That is too many hints at once; please try the next move yourself."))
INVITED_TOO_MUCH = Phrase(N_("The invitations to this game have been changed too often; please wait a few minutes."))
OPENED_TOO_MUCH = Phrase(N_("Too many boards are open in your network; this one will continue when others are closed."))
ANALYSED_TOO_MUCH = Phrase(N_("Too much is being analysed in your network; please try again in a moment."))
DRAWN_TOO_MUCH = Phrase(N_("Too many pictures are being requested from your network; please try again in a moment."))
PRINTED_TOO_MUCH = Phrase(N_("Too many games are being printed in your network; please try again in a few minutes."))
CROWDED = Phrase(N_("Too many people are at this game already; please come back later."))

SECONDS_TO_REMEMBER = 1.0  # that somebody came to the gate


class Gate:
    """What all requests and messages go through: one in each turn of the event loop, an address after the other.

    So a client that asks for much at once is served as fast as there is time, and others wait for one thing of it, not
    for all.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._waiting: dict[ClientId, deque[asyncio.Future[None]]] = {}  # by network, the next in line first
        self._is_busy = False
        self._last: ClientId = ()  # who came
        self._came = self._others_came = -SECONDS_TO_REMEMBER  # when, and when somebody else did

    def is_shared(self, client_id: ClientId) -> bool:
        """Has somebody else come lately?"""
        came = self._others_came if client_id[-1:] == self._last else self._came
        return self._clock() - came < SECONDS_TO_REMEMBER

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
            asyncio.get_running_loop().call_soon(self._let_in)

    def _note(self, network: ClientId) -> None:
        now = self._clock()
        if network != self._last:
            self._last, self._others_came = network, self._came
        self._came = now

    def _let_in(self) -> None:
        """Let the next one in, who then comes last."""
        while self._waiting:
            network, queue = next(iter(self._waiting.items()))
            del self._waiting[network]
            passed = queue.popleft()
            if queue:
                self._waiting[network] = queue
            if not passed.done():
                passed.set_result(None)
                asyncio.get_running_loop().call_soon(self._let_in)
                return
        self._is_busy = False


class Limits:
    """All of them; `boards` can be open at once."""

    def __init__(self, boards: int = MOST_BOARDS, clock: Clock = time.monotonic) -> None:
        connections = boards + MOST_REQUESTS
        self.connections = ConcurrencyLimit(min(500, connections // SHARE), ASKED_TOO_MUCH)  # of an address
        self.all_connections = PlaceLimit(connections, FULL)
        self.openings = RateLimit(2000, 50, ASKED_TOO_MUCH, clock)  # of connections by an address
        self.received = RateLimit(1024, 128, ASKED_TOO_MUCH, clock)  # KiB that an address sends; what is more waits
        self.requests = RateLimit(4000, 200, ASKED_TOO_MUCH, clock)  # of an address, by what they cost
        self.pace = RateLimit(50, 250, ASKED_TOO_MUCH, clock)  # the same while others ask; what is beyond it waits
        self.games = RateLimit(1000, 1000 / 3600, BEGUN_TOO_MUCH, clock)  # begun by an address
        self.moves = RateLimit(50_000, 5, ASKED_TOO_MUCH, clock)  # and whatever else is stored of games, by an address
        self.records = RateLimit(5120, 5120 / 86400, BROUGHT_TOO_MUCH, clock)  # KiB played elsewhere, by an address
        self.codes = RateLimit(200, 0.2, CODED_TOO_MUCH, clock)  # made or mistyped by an address
        self.analyses = RateLimit(600, 20, ANALYSED_TOO_MUCH, clock)  # lines and records replayed for an address
        self.desk = ConcurrencyLimit(100, ANALYSED_TOO_MUCH)  # lines, records and pictures that an address waits for
        self.pictures = RateLimit(200, 10, DRAWN_TOO_MUCH, clock)  # drawn for an address
        self.painted = ConcurrencyLimit(10, DRAWN_TOO_MUCH)  # pictures as PNG that an address waits for
        self.kits = RateLimit(60, 0.2, PRINTED_TOO_MUCH, clock)  # to print, made for an address
        self.advised = ConcurrencyLimit(60, ANALYSED_TOO_MUCH)  # advice that is being waited for at an address
        self.sockets = ConcurrencyLimit(max(1, min(400, boards // SHARE)), OPENED_TOO_MUCH)  # open at an address
        self.boards = PlaceLimit(boards, FULL)  # open altogether
        self.invitations = GameRation(20, 1 / 60, INVITED_TOO_MUCH, clock)  # of a game, renewed or withdrawn
        self.hints = GameRation(10, 0.5, HINTED_TOO_MUCH, clock)  # in a game
        self.listeners = CountLimit(200, CROWDED)  # at a game, who play and who watch each
        self._gate = Gate(clock)
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
                raise Refusal(GOING, status=503)
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
        wait = self.pace.wait(client_id)
        self.pace.use(client_id, cost)
        return wait

    @property
    def refused(self) -> dict[str, int]:
        """How often each was met."""
        return {kind: limit.refused for kind, limit in vars(self).items() if isinstance(limit, RateLimit | CountLimit)}

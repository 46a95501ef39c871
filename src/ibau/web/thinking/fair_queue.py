"""A fair queue: no client waits behind all questions of another.

Next is a question of the network that has used the least time recently, or else was served longest ago; of its
questions, one of the most important kind; of these, one about the game that was served longest ago.  A network that
was alone for a while is not served later for it.
"""

import asyncio
from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from enum import IntEnum
from itertools import count
from typing import Generic, NamedTuple, TypeVar

from ibau.web.limits.client_ids import MAX_REMEMBERED, UNCOUNTED, ClientId

T = TypeVar("T")


class WorkKind(IntEnum):
    """The kind of a question; the most important first."""

    MOVE = 0
    HINT = 1
    ANALYSIS = 2
    REVIEW = 3
    PICTURE = 4


class Asker(NamedTuple):
    """The client that asks, and the game of the server that it asks about, if any."""

    client_id: ClientId = UNCOUNTED
    game: str = ""

    @property
    def wider(self) -> tuple[ClientId, ClientId]:
        """The client's widest network, and its household."""
        return self.client_id[-1:], self.client_id[:1]


ANONYMOUS = Asker()


class Loan(NamedTuple, Generic[T]):
    """A thing on loan: its borrower, and when, by the clock and in used time."""

    thing: T
    asker: Asker
    since: float
    turn: float


@dataclass(eq=False)
class Waiter(Generic[T]):
    """A borrower in the queue."""

    asker: Asker
    kind: WorkKind
    lent: asyncio.Future[Loan[T]]


class FairQueue(Generic[T]):
    """Things that are lent to the next in line, at most `each` at a time per household."""

    def __init__(self, things: Iterable[T], each: int | None = None) -> None:
        self.free = list(things)
        self.has_waiting = asyncio.Event()  # set while the queue is not empty
        self._each = len(self.free) if each is None else each
        self._waiting: list[Waiter[T]] = []  # in the order in which they came
        self._held: Counter[ClientId] = Counter()
        self._now = 0.0  # seconds that the network served last had used by then
        self._used: dict[Hashable, float] = {}  # the same per network; less counts as equal to `_now`
        self._served: dict[Hashable, int] = {}  # number of the last loan; unknown ones were served long ago
        self._number = count(1)

    def __len__(self) -> int:
        """The length of the queue."""
        return len(self._waiting)

    async def acquire(self, asker: Asker, kind: WorkKind) -> Loan[T]:
        """Wait for a turn, and borrow a thing."""
        lent: asyncio.Future[Loan[T]] = asyncio.get_running_loop().create_future()
        waiting = Waiter(asker, kind, lent)
        self._waiting.append(waiting)
        self._lend()
        try:
            return await lent
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
                self._lend()
            elif not (lent.cancelled() or lent.exception()):
                self.release(lent.result())
            raise

    def release(self, loan: Loan[T]) -> None:
        """Return a thing."""
        network, household = loan.asker.wider
        remember_latest(self._used, network, loan.turn + round(asyncio.get_running_loop().time() - loan.since, 2))
        self._held[household] -= 1
        self._held = +self._held  # drop zeros
        if not (self._held or self._waiting):
            self._now = 0.0
            self._used.clear()
        self.free.append(loan.thing)
        self._lend()

    def fail_waiting(self, error: Exception) -> None:
        """Raise `error` in all waiting calls of `acquire`."""
        for one in self._waiting:
            if not one.lent.done():
                one.lent.set_exception(error)
        self._waiting.clear()

    def _lend(self) -> None:
        while self.free and (able := list(filter(self._may_hold, self._waiting))):
            chosen = min(able, key=self._rank)
            self._waiting.remove(chosen)
            chosen.lent.set_result(self._loan(chosen.asker))
        if self._waiting:
            self.has_waiting.set()
        else:
            self.has_waiting.clear()

    def _may_hold(self, one: Waiter[T]) -> bool:
        """Is it still waiting, and may it hold one more?"""
        return not one.lent.done() and self._held[one.asker.client_id[:1]] < self._each

    def _rank(self, one: Waiter[T]) -> tuple[float, ...]:
        """The sort key: the smallest is served first."""
        network, household = one.asker.wider
        turn, served = self._turn(network), self._served
        return turn, served.get(network, 0), served.get(household, 0), one.kind, served.get(one.asker, 0)

    def _turn(self, network: ClientId) -> float:
        return max(self._now, self._used.get(network, 0.0))

    def _loan(self, asker: Asker) -> Loan[T]:
        network, household = asker.wider
        self._held[household] += 1
        self._now = self._turn(network)
        number = next(self._number)
        for name in (network, household, asker):
            remember_latest(self._served, name, number)
        return Loan(self.free.pop(), asker, asyncio.get_running_loop().time(), self._now)


def remember_latest(known: dict[Hashable, T], name: Hashable, value: T) -> None:
    """Store a value by name, keeping only the latest names."""
    known.pop(name, None)
    known[name] = value
    if len(known) > MAX_REMEMBERED:
        del known[next(iter(known))]

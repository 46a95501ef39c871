"""In which order those who wait are served: nobody waits behind the questions of a stranger, however many those are.

Next is a question of the address that has had least time lately, or was served longest ago; of what it asks, what
matters most; and of that, what is asked for the game that was served longest ago.  Those who ask for long thoughts come
later for it; those who were alone for a while do not.
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
    """What a question is about; what matters most comes first."""

    MOVE = 0
    HINT = 1
    ANALYSIS = 2
    REVIEW = 3
    PICTURE = 4


class Asker(NamedTuple):
    """Who asks, and about which game, if it is about one of the server's."""

    client_id: ClientId = UNCOUNTED
    game: str = ""

    @property
    def wider(self) -> tuple[ClientId, ClientId]:
        """Who asks, by the network that is easily had, and by what is one household's."""
        return self.client_id[-1:], self.client_id[:1]


ANONYMOUS = Asker()


class Loan(NamedTuple, Generic[T]):
    """Something that is lent: to whom, and at which time of the clock, and of the turns."""

    thing: T
    asker: Asker
    since: float
    turn: float


@dataclass(eq=False)
class Waiter(Generic[T]):
    """Somebody who is to be lent something."""

    asker: Asker
    kind: WorkKind
    lent: asyncio.Future[Loan[T]]


class FairQueue(Generic[T]):
    """Things that are lent to the next in line, to one household at most `each` at a time."""

    def __init__(self, things: Iterable[T], each: int | None = None) -> None:
        self.free = list(things)
        self.has_waiting = asyncio.Event()  # while somebody waits
        self._each = len(self.free) if each is None else each
        self._waiting: list[Waiter[T]] = []  # in the order in which they came
        self._held: Counter[ClientId] = Counter()
        self._now = 0.0  # seconds that the one served last had used by then, since somebody had to wait
        self._used: dict[Hashable, float] = {}  # the same of each network; one that used less is that one's equal
        self._served: dict[Hashable, int] = {}  # the later, the larger; one that is not known was served long ago
        self._number = count(1)

    def __len__(self) -> int:
        """How many wait."""
        return len(self._waiting)

    async def acquire(self, asker: Asker, kind: WorkKind) -> Loan[T]:
        """Wait for one's turn, and borrow something."""
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
        """Let others have it."""
        network, household = loan.asker.wider
        remember_latest(self._used, network, loan.turn + round(asyncio.get_running_loop().time() - loan.since, 2))
        self._held[household] -= 1
        self._held = +self._held  # of whom holds nothing nothing is kept
        if not (self._held or self._waiting):
            self._now = 0.0
            self._used.clear()
        self.free.append(loan.thing)
        self._lend()

    def fail_waiting(self, error: Exception) -> None:
        """Tell those who wait that their turn does not come."""
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
        """Does somebody still wait, and may hold one more?"""
        return not one.lent.done() and self._held[one.asker.client_id[:1]] < self._each

    def _rank(self, one: Waiter[T]) -> tuple[float, ...]:
        """The smaller, the sooner."""
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
    """Keep something of the last names alone."""
    known.pop(name, None)
    known[name] = value
    if len(known) > MAX_REMEMBERED:
        del known[next(iter(known))]

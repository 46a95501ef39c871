"""Counting: how much of something is left to each, and how many of something each holds.

Anyone who is counted has names (callers.py): the first is counted by itself, those after it, of networks that hold many
households, may have `WIDER` times as much together.
"""

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from functools import partial
from typing import NoReturn, Protocol, TypeVar

from ibau.core.phrase import Phrase
from ibau.web.limits.callers import Names
from ibau.web.log.store import Note, Store
from ibau.web.refusals import Refusal

WIDER = 4
MOST_KNOWN = 10_000  # names of which a ration is remembered, the latest
SECONDS_TO_COME_BACK = 10.0

Clock = Callable[[], float]  # counts seconds and never goes back


class Allowance:
    """A number at once, and a number more every second.  What costs more than is left is owed."""

    def __init__(self, at_once: float, a_second: float, clock: Clock = time.monotonic) -> None:
        self._left = self._at_once = at_once
        self._a_second = a_second
        self._clock = clock
        self._counted = clock()

    def left(self) -> float:
        """How many are left; below zero, how many are owed."""
        now = self._clock()
        self._left = min(self._at_once, self._left + (now - self._counted) * self._a_second)
        self._counted = now
        return self._left

    def wait(self) -> float:
        """In how many seconds there is one."""
        return max(0.0, 1 - self.left()) / self._a_second

    def spend(self, cost: float = 1.0) -> None:
        """Use this many."""
        self._left = self.left() - cost


class Ration:
    """An allowance for each name; `refused` counts how often there was nothing left."""

    def __init__(self, at_once: float, a_second: float, reason: Phrase, clock: Clock = time.monotonic) -> None:
        self.refused = 0
        self._new = partial(Allowance, clock=clock)
        self._usual = (at_once, a_second)
        self._reason = reason
        self._known: dict[str, Allowance] = {}  # the latest to ask comes last

    def wait(self, names: Names) -> float:
        """In how many seconds there is one for all of these names."""
        return max((allowance.wait() for allowance in self._of(names)), default=0.0)

    def check(self, names: Names) -> None:
        """Raise Refusal where nothing is left."""
        if wait := self.wait(names):
            self.refused += 1
            raise Refusal(self._reason, status=429, wait=wait)

    def use(self, names: Names, cost: float = 1.0) -> None:
        """Use this many of what was left."""
        for allowance in self._of(names):
            allowance.spend(cost)

    def spend(self, names: Names, cost: float = 1.0) -> None:
        """Use this many where anything is left.  Raises Refusal where it is not."""
        self.check(names)
        self.use(names, cost)

    def _of(self, names: Names) -> list[Allowance]:
        return [self._known_of(name, WIDER if wider else 1) for wider, name in enumerate(names)]

    def _known_of(self, name: str, times: int) -> Allowance:
        at_once, a_second = self._usual
        allowance = self._known.pop(name, None) or self._new(times * at_once, times * a_second)
        self._known[name] = allowance
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]
        return allowance


class GameRation(Ration):
    """An allowance for each game, at all processes that share the log together."""

    async def spend_in(self, store: Store, kind: str, game: str) -> None:
        """Use one of this kind where anything is left.  Raises Refusal where it is not, StoreFullError and StoreFailedError."""
        at_once, a_second = self._usual

        def spend(note: Note | None) -> Note:
            now = store.now() / 1000
            left, counted = map(float, note.text.split()) if note else (at_once, now)
            left = min(at_once, left + (now - counted) * a_second)
            if left < 1:
                self.refused += 1
                raise Refusal(self._reason, status=429, wait=(1 - left) / a_second)
            return Note(f"{left - 1} {now}", int(1000 * (now + (at_once - left + 1) / a_second)))

        await store.exchange(f"{kind} {game}", spend)


class Bound:
    """How many there may be at a time; `refused` counts how often there were."""

    def __init__(self, most: int, reason: Phrase) -> None:
        self.refused = 0
        self.most = most
        self._reason = reason

    def check(self, count: int, times: int = 1) -> None:
        """Raise Refusal where no further one may come."""
        if count >= times * self.most:
            self.refuse()

    def refuse(self) -> NoReturn:
        """Raise Refusal."""
        self.refused += 1
        raise Refusal(self._reason, status=429, wait=SECONDS_TO_COME_BACK)


class Holders(Bound):
    """How many of something may be held under each name."""

    def __init__(self, most: int, reason: Phrase) -> None:
        super().__init__(most, reason)
        self._held: Counter[str] = Counter()

    def take(self, names: Names) -> None:
        """Hold one more.  Raises Refusal."""
        for wider, name in enumerate(names):
            self.check(self._held[name], WIDER if wider else 1)
        self._held.update(names)

    def give_back(self, names: Names) -> None:
        """Hold one less."""
        for name in names:
            self._held[name] -= 1
            if not self._held[name]:
                del self._held[name]

    @contextmanager
    def holding(self, names: Names) -> Generator[None]:
        """Hold one as long as the block lasts.  Raises Refusal."""
        self.take(names)
        try:
            yield
        finally:
            self.give_back(names)


class Holder(Protocol):
    """Somebody, or something of somebody's, that has a place of those that there are for everybody."""

    @property
    def callers(self) -> Names: ...

    @property
    def may_give_way(self) -> bool: ...

    def give_way(self) -> None: ...


H = TypeVar("H", bound=Holder)


def giving_way(held: Iterable[H], newcomer: Names) -> H | None:
    """Who gives up a place for a newcomer where all are taken: the first of the network that holds most of these.

    None where the newcomer's network would then hold more: what is shared evenly stays so, and whoever has just given
    way takes no place of another.
    """
    places = [one for one in held if one.may_give_way]
    counts = Counter(one.callers[-1:] for one in places)
    network = max(counts, key=counts.__getitem__, default=newcomer[-1:])
    if counts[network] <= counts[newcomer[-1:]] + 1:
        return None
    return next(one for one in places if one.callers[-1:] == network)


class Places(Bound):
    """Places for everybody: where all are taken, somebody may have to give way."""

    def __init__(self, most: int, reason: Phrase) -> None:
        super().__init__(most, reason)
        self._held: dict[Holder, None] = {}  # the oldest first

    def take(self, holder: Holder) -> None:
        """Give a place to somebody.  Raises Refusal."""
        if len(self._held) >= self.most:
            last = giving_way(self._held, holder.callers)
            if last is None:
                self.refuse()
            self.give_back(last)
            last.give_way()
        self._held[holder] = None

    def give_back(self, holder: Holder) -> None:
        """A place is free, unless it was already."""
        self._held.pop(holder, None)

    @contextmanager
    def holding(self, holder: Holder) -> Generator[None]:
        """Have a place as long as the block lasts, if none has to give way.  Raises Refusal."""
        self.take(holder)
        try:
            yield
        finally:
            self.give_back(holder)

"""Rate limits (token buckets) and concurrency limits, per client and in total.

A client id is a tuple of names (client_ids.py): the first is counted by itself; those after it, networks with many
households, may have `WIDER_FACTOR` times as much together.
"""

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from functools import partial
from typing import NoReturn, Protocol, TypeVar

from ibau.core.phrase import Phrase
from ibau.web.limits.client_ids import ClientId
from ibau.web.notes import Note, Notes
from ibau.web.refusals import Refusal

WIDER_FACTOR = 4
MAX_BUCKETS = 10_000  # kept, the most recently used
RETRY_AFTER = 10.0  # seconds

Clock = Callable[[], float]  # counts seconds and never goes back


class TokenBucket:
    """A token bucket: `burst` tokens at once, `rate` more per second.  It can go into debt."""

    def __init__(self, burst: float, rate: float, clock: Clock = time.monotonic) -> None:
        self._left = self._burst = burst
        self._rate = rate
        self._clock = clock
        self._counted = clock()

    def left(self) -> float:
        """How many tokens are left; a debt is negative."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._counted) * self._rate)
        self._counted = now
        return self._left

    def wait(self) -> float:
        """Seconds until there is a token."""
        return max(0.0, 1 - self.left()) / self._rate

    def spend(self, cost: float = 1.0) -> None:
        """Take this many tokens, even if fewer are left."""
        self._left = self.left() - cost


class RateLimit:
    """A token bucket per name; `refused` counts how often one was empty."""

    def __init__(self, burst: float, rate: float, reason: Phrase, clock: Clock = time.monotonic) -> None:
        self.refused = 0
        self._new = partial(TokenBucket, clock=clock)
        self._defaults = (burst, rate)
        self._reason = reason
        self._known: dict[str, TokenBucket] = {}  # the most recently used last

    def wait(self, client_id: ClientId) -> float:
        """Seconds until all names of a client have a token."""
        return max((bucket.wait() for bucket in self._buckets(client_id)), default=0.0)

    def check(self, client_id: ClientId) -> None:
        """Raise Refusal where no token is left."""
        if wait := self.wait(client_id):
            self.refused += 1
            raise Refusal(self._reason, status=429, wait=wait)

    def use(self, client_id: ClientId, cost: float = 1.0) -> None:
        """Take this many tokens, even if fewer are left."""
        for bucket in self._buckets(client_id):
            bucket.spend(cost)

    def spend(self, client_id: ClientId, cost: float = 1.0) -> None:
        """Take this many tokens if any are left.  Raises Refusal otherwise."""
        self.check(client_id)
        self.use(client_id, cost)

    def _buckets(self, client_id: ClientId) -> list[TokenBucket]:
        return [self._bucket(name, WIDER_FACTOR if wider else 1) for wider, name in enumerate(client_id)]

    def _bucket(self, name: str, times: int) -> TokenBucket:
        burst, rate = self._defaults
        bucket = self._known.pop(name, None) or self._new(times * burst, times * rate)
        self._known[name] = bucket
        if len(self._known) > MAX_BUCKETS:
            del self._known[next(iter(self._known))]
        return bucket


class GameRateLimit(RateLimit):
    """An allowance for each game, at all processes that share the log together."""

    async def spend_in(self, notes: Notes, kind: str, game: str) -> None:
        """Use one of this kind.  Raises Refusal where none is left, StoreFullError and StoreFailedError."""
        burst, rate = self._defaults

        def spend(note: Note | None) -> Note:
            now = notes.now() / 1000
            left, counted = map(float, note.text.split()) if note else (burst, now)
            left = min(burst, left + (now - counted) * rate)
            if left < 1:
                self.refused += 1
                raise Refusal(self._reason, status=429, wait=(1 - left) / rate)
            return Note(f"{left - 1} {now}", int(1000 * (now + (burst - left + 1) / rate)))

        await notes.update_note(f"{kind} {game}", spend)


class CountLimit:
    """At most `most` at a time; `refused` counts the refusals."""

    def __init__(self, most: int, reason: Phrase) -> None:
        self.refused = 0
        self.most = most
        self._reason = reason

    def check(self, count: int, times: int = 1) -> None:
        """Raise Refusal if `count` has reached `times` the limit."""
        if count >= times * self.most:
            self.refuse()

    def refuse(self) -> NoReturn:
        """Count a refusal, and raise it."""
        self.refused += 1
        raise Refusal(self._reason, status=429, wait=RETRY_AFTER)


class ConcurrencyLimit(CountLimit):
    """At most `most` held at a time under each name."""

    def __init__(self, most: int, reason: Phrase) -> None:
        super().__init__(most, reason)
        self._held: Counter[str] = Counter()

    def acquire(self, client_id: ClientId) -> None:
        """Hold one more.  Raises Refusal."""
        for wider, name in enumerate(client_id):
            self.check(self._held[name], WIDER_FACTOR if wider else 1)
        self._held.update(client_id)

    def release(self, client_id: ClientId) -> None:
        """Hold one less."""
        for name in client_id:
            self._held[name] -= 1
            if not self._held[name]:
                del self._held[name]

    @contextmanager
    def holding(self, client_id: ClientId) -> Generator[None]:
        """Hold one while the block runs.  Raises Refusal."""
        self.acquire(client_id)
        try:
            yield
        finally:
            self.release(client_id)


class Holder(Protocol):
    """The holder of a place, such as a connection or a listener."""

    @property
    def client_id(self) -> ClientId: ...

    @property
    def is_evictable(self) -> bool: ...

    def evict(self) -> None: ...


H = TypeVar("H", bound=Holder)


def choose_evicted(held: Iterable[H], newcomer: ClientId) -> H | None:
    """The holder to evict for `newcomer` when all places are taken: the first of the network that holds most.

    None if the newcomer's network would then hold more: an even share stays so, and an evicted client evicts no other.
    """
    places = [one for one in held if one.is_evictable]
    counts = Counter(one.client_id[-1:] for one in places)
    network = max(counts, key=counts.__getitem__, default=newcomer[-1:])
    if counts[network] <= counts[newcomer[-1:]] + 1:
        return None
    return next(one for one in places if one.client_id[-1:] == network)


class PlaceLimit(CountLimit):
    """Places for all clients; when all are taken, a holder may be evicted."""

    def __init__(self, most: int, reason: Phrase) -> None:
        super().__init__(most, reason)
        self._held: dict[Holder, None] = {}  # the oldest first

    def acquire(self, holder: Holder) -> None:
        """Take a place for `holder`.  Raises Refusal."""
        if len(self._held) >= self.most:
            last = choose_evicted(self._held, holder.client_id)
            if last is None:
                self.refuse()
            self.release(last)
            last.evict()
        self._held[holder] = None

    def release(self, holder: Holder) -> None:
        """Free the place of `holder`, if it has one."""
        self._held.pop(holder, None)

    @contextmanager
    def holding(self, holder: Holder) -> Generator[None]:
        """Hold a place while the block runs, unless evicted.  Raises Refusal."""
        self.acquire(holder)
        try:
            yield
        finally:
            self.release(holder)

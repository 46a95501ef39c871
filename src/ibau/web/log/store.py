"""The log, as the rest of the server knows it: streams of events, and what is kept beside each.

    streams   a game: how many events it has, and when it was last touched
    events    what happened, in order: the truth, from which everything else follows
    private   names and keys, which can be deleted while no event changes (privacy.py)
    derived   what was worked out from events, such as a review; all of it can be thrown away

What is appended is stored whole or not at all, be it over several streams, and the caller who appends says which
version of each stream it knows: of two who know the same one, the second has lost.  SQLiteStore keeps it in a file
(sqlite.py), IndexedStore in a browser (pocket/store.py).
"""

import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import NamedTuple

from ibau.web.log.events import Event, StoredEvent, decode_event, encode_event
from ibau.web.log.privacy import PrivateValues, with_private, without_private
from ibau.web.metrics import Histogram

GAME = "game"

Clock = Callable[[], float]  # in seconds


class WallClock:
    """Milliseconds since 1970, UTC.  A clock that is put forward while the server runs does not make time pass.

    One that is put back does turn time back: then nothing looks older than it is.
    """

    def __init__(self, wall: Clock = time.time, steady: Clock = time.monotonic) -> None:
        self._wall = wall
        self._steady = steady
        self._begun = wall() - steady()

    def now(self) -> int:
        return int(1000 * min(self._wall(), self._begun + self._steady()))


def today_utc() -> str:
    """The date, UTC."""
    return datetime.now(UTC).date().isoformat()


# --- What is stored --------------------------------------------------------------------------------------------------


class StreamChange(NamedTuple):
    """What happens to one stream."""

    stream: str
    version: int  # how many events it has; 0 where it begins
    events: tuple[Event, ...] = ()
    private: Mapping[str, str | None] = MappingProxyType({})  # kept beside them by label, or with None deleted
    touches: bool = True  # does it restart the time for which the stream is kept?
    ends: bool = False  # the stream goes, and all that is kept of it
    kind: str = GAME  # of a stream that begins


class EventRow(NamedTuple):
    """An event as tables have it."""

    stream: str
    sequence: int
    time: int  # in milliseconds since 1970, UTC
    kind: str
    data: str  # JSON


class StreamHead(NamedTuple):
    """A stream as tables have it."""

    kind: str
    version: int  # how many events it has
    touched: int  # in milliseconds since 1970, UTC


class StaleStream(NamedTuple):
    """A stream in which nothing has happened for long."""

    stream: str
    version: int


# --- What becomes of it ----------------------------------------------------------------------------------------------


class Stored(NamedTuple):
    """All of it is stored for good."""

    time: int  # of its events, in milliseconds since 1970, UTC


class Conflict(NamedTuple):
    """Nothing is stored: something else has happened to a stream before."""


class TooLate(NamedTuple):
    """Nothing is stored: the time is past after which it was not to be."""


class StorageFull(NamedTuple):
    """Nothing is stored, nor can it be just now."""

    reason: str


class OutcomeUnknown(NamedTuple):
    """Nobody knows whether it is stored: reading the stream again will show."""

    reason: str


AppendOutcome = Stored | Conflict | TooLate | StorageFull | OutcomeUnknown


class StoreFullError(Exception):
    """Nothing can be written just now; try again later."""


class StoreFailedError(Exception):
    """The log answers no more, or not whether it has stored something."""


class StoreConflictError(Exception):
    """Something else has happened first: the caller has to read again."""


def require_stored(outcome: AppendOutcome) -> Stored:
    """What is stored.  Raises StoreFullError, StoreFailedError and StoreConflictError where nothing is."""
    match outcome:
        case Stored():
            return outcome
        case StorageFull(reason):
            raise StoreFullError(reason)
        case OutcomeUnknown(reason):
            raise StoreFailedError(reason)
        case Conflict() | TooLate():
            raise StoreConflictError(type(outcome).__name__)


# --- The log ---------------------------------------------------------------------------------------------------------


class Append(NamedTuple):
    """Changes that are stored together, made ready at a time."""

    time: int
    changes: tuple[StreamChange, ...]
    rows: tuple[EventRow, ...]
    private: Mapping[tuple[str, str], str | None]  # by stream and label

    @classmethod
    def of(cls, time: int, changes: Sequence[StreamChange]) -> "Append":
        """Changes with their events as rows, and apart from these what is private in them."""
        rows: list[EventRow] = []
        private: dict[tuple[str, str], str | None] = {}
        for change in changes:
            beside: PrivateValues = {**change.private}
            for sequence, event in enumerate(change.events, change.version):
                bare, its = without_private(event)
                rows.append(EventRow(change.stream, sequence, time, *encode_event(bare)))
                beside |= its
            private |= {(change.stream, label): value for label, value in beside.items()}
        return cls(time, tuple(changes), tuple(rows), private)


class Batch:
    """What appends that are stored together come to; each comes in whole, or not at all."""

    def __init__(self, heads: Mapping[str, StreamHead]) -> None:
        self.heads = dict(heads)  # of all streams that they are about, as these will be
        self.rows: list[EventRow] = []
        self.private: dict[tuple[str, str], str | None] = {}
        self.ended: set[str] = set()

    def add(self, append: Append) -> Stored | Conflict:
        """Take changes in, unless a stream is not as they expect."""
        if any(self._version(change.stream) != change.version for change in append.changes):
            return Conflict()
        self.rows += append.rows
        self.private |= append.private
        for change in append.changes:
            self._advance(change, append.time)
        return Stored(append.time)

    def _version(self, stream: str) -> int:
        head = self.heads.get(stream)
        return head.version if head else 0

    def _advance(self, change: StreamChange, time: int) -> None:
        head = self.heads.pop(change.stream, StreamHead(change.kind, 0, time))
        if change.ends:
            self.ended.add(change.stream)
        else:
            touched = time if change.touches else head.touched
            self.heads[change.stream] = StreamHead(head.kind, change.version + len(change.events), touched)


class Store(ABC):
    """The log, opened.  What reads raises StoreFullError or StoreFailedError where it cannot."""

    def __init__(self, now: Callable[[], int] | None = None) -> None:
        self.now = now or WallClock().now  # in milliseconds
        self.stored: Counter[str] = Counter()  # events, by kind
        self.batches = Histogram(1, 2, 5, 10, 20, 50, 100, 200, 500)  # events of a commit
        self.commits = Histogram(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)  # seconds
        self._latest = 0  # time of an event

    async def append(self, changes: Sequence[StreamChange], not_after: int | None = None) -> AppendOutcome:
        """Store all changes for good, or none, and after `not_after` (in milliseconds since 1970, UTC) none.

        All events get one time, which is not before that of any other that has touched its stream.
        """
        self._latest = max(self._latest, self.now())
        if not_after is not None and self._latest > not_after:
            return TooLate()
        return await self._append(Append.of(self._latest, changes))

    @abstractmethod
    async def _append(self, append: Append) -> AppendOutcome: ...

    @abstractmethod
    async def read(self, stream: str, since: int = 0) -> list[StoredEvent]:
        """The events of a stream from a sequence on, in order; none of an unknown one."""

    @abstractmethod
    async def private(self, stream: str) -> Mapping[str, str]:
        """What is kept beside the events of a stream, by label."""

    @abstractmethod
    async def load_derived(self, stream: str, name: str, maker: str) -> str | None:
        """What was worked out of a stream by this maker, where it is still kept."""

    @abstractmethod
    async def save_derived(self, stream: str, name: str, maker: str, data: str) -> None:
        """Keep what was worked out of a stream in place of what was before; nothing of an unknown one."""

    @abstractmethod
    async def next_stale(self, since: int, after: str = "") -> StaleStream | None:
        """The first game, by name and after this one, that was not touched since a time."""

    @abstractmethod
    async def count_touched(self, since: int) -> int:
        """How many games were touched at a time or later."""

    @abstractmethod
    async def test_write(self) -> None:
        """Write something for good, and leave nothing of it."""

    def is_nearly_full(self) -> bool:
        """Is so little space left that nothing new should begin?"""
        return False

    @abstractmethod
    async def close(self) -> None:
        """Finish what has been asked for."""


def to_events(rows: Iterable[tuple[int, int, str]], private: Mapping[str, str]) -> list[StoredEvent]:
    """Rows of a stream, of sequence, time and data, as events."""
    return [StoredEvent(sequence, time, with_private(decode_event(data), private)) for sequence, time, data in rows]

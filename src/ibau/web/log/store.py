"""The log, as the rest of the server knows it: streams of events, and what is kept beside each.

    streams   a game: how many events it has, and when it was last touched
    events    what happened, in order: the truth, from which everything else follows
    private   names and keys, which can be deleted while no event changes (privacy.py)
    derived   what was worked out from events, such as a review; all of it can be thrown away
    notes     what is known for a while (notes.py)

What is appended is stored whole or not at all, be it over several streams, and the caller who appends says which
version of each stream it knows: of two who know the same one, the second has lost.  SQLiteStore keeps it in a file
(sqlite.py), PostgresStore in a database that several servers share (postgres.py), IndexedStore in a browser
(pocket/store.py).
"""

import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from types import MappingProxyType
from typing import NamedTuple

from ibau.web.log.events import Event, StoredEvent, decode_event, encode_event
from ibau.web.log.hints import GONE, Hint, Hints
from ibau.web.log.privacy import PrivateValues, with_private, without_private
from ibau.web.metrics import Histogram
from ibau.web.notes import Note

GAME = "game"
MOST_NOTES = 10_000  # of one process

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
    absent: "Absent | None" = None  # who must not have been seen, or nothing is stored


class Absent(NamedTuple):
    """A seat at which no player has been seen since a time."""

    seat: int
    since: int  # in milliseconds since 1970, UTC


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


class OutcomeUnknownError(StoreFailedError):
    """It is not known whether something was stored: the caller has to read again."""


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
            raise OutcomeUnknownError(reason)
        case Conflict() | TooLate():
            raise StoreConflictError(type(outcome).__name__)


# --- The log ---------------------------------------------------------------------------------------------------------


class Append(NamedTuple):
    """Changes that are stored together."""

    changes: tuple[StreamChange, ...]
    rows: tuple[EventRow, ...]  # whose time is still to be set
    private: Mapping[tuple[str, str], str | None]  # by stream and label
    not_after: int | None

    @classmethod
    def of(cls, changes: Sequence[StreamChange], not_after: int | None) -> "Append":
        """Changes with their events as rows, and apart from these what is private in them."""
        rows: list[EventRow] = []
        private: dict[tuple[str, str], str | None] = {}
        for change in changes:
            beside: PrivateValues = {**change.private}
            for sequence, event in enumerate(change.events, change.version):
                bare, its = without_private(event)
                rows.append(EventRow(change.stream, sequence, 0, *encode_event(bare)))
                beside |= its
            private |= {(change.stream, label): value for label, value in beside.items()}
        return cls(tuple(changes), tuple(rows), private, not_after)


Attendance = Mapping[tuple[str, int], int]  # by stream and seat, until when a player was seen there


class Batch:
    """What appends that are stored together come to; each comes in whole, or not at all."""

    def __init__(
        self, heads: Mapping[str, StreamHead], now: int, attendance: Attendance = MappingProxyType({})
    ) -> None:
        self.known = set(heads)  # the streams that there were before, and still are
        self.heads = dict(heads)  # of all streams that they are about, as these will be
        self.rows: list[EventRow] = []
        self.private: dict[tuple[str, str], str | None] = {}
        self.ended: set[str] = set()
        self._now = now
        self._attendance = attendance

    def add(self, append: Append) -> Stored | Conflict | TooLate:
        """Take changes in, unless a stream is not as they expect or it is too late."""
        touched = (self.heads[change.stream].touched for change in append.changes if change.stream in self.heads)
        time = max(self._now, *touched, 0)
        if append.not_after is not None and time > append.not_after:
            return TooLate()
        if not all(map(self._is_as_expected, append.changes)):
            return Conflict()
        self.rows += [row._replace(time=time) for row in append.rows]
        self.private |= append.private
        for change in append.changes:
            self._advance(change, time)
        return Stored(time)

    def _is_as_expected(self, change: StreamChange) -> bool:
        head, absent = self.heads.get(change.stream), change.absent
        if absent and self._attendance.get((change.stream, absent.seat), 0) > absent.since:
            return False
        return change.version == (head.version if head else 0)

    def _advance(self, change: StreamChange, time: int) -> None:
        head = self.heads.pop(change.stream, StreamHead(change.kind, 0, time))
        if change.ends:
            self.ended.add(change.stream)
            self.known.discard(change.stream)
            self.rows = [row for row in self.rows if row.stream != change.stream]
            self.private = {key: value for key, value in self.private.items() if key[0] != change.stream}
        else:
            touched = time if change.touches else head.touched
            self.heads[change.stream] = StreamHead(head.kind, change.version + len(change.events), touched)


class Store(ABC):
    """The log, opened.  What reads raises StoreFullError or StoreFailedError where it cannot."""

    is_shared = False  # do other processes write it, too?
    place = ""  # what it is called in messages

    def __init__(self, now: Callable[[], int] | None = None) -> None:
        self.now = now or WallClock().now  # in milliseconds
        self.stored: Counter[str] = Counter()  # events, by kind
        self.batches = Histogram(1, 2, 5, 10, 20, 50, 100, 200, 500)  # events of a commit
        self.commits = Histogram(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)  # seconds
        self.hints = Hints()
        self._notes: dict[str, Note] = {}

    async def append(self, changes: Sequence[StreamChange], not_after: int | None = None) -> AppendOutcome:
        """Store all changes for good, or none, and after `not_after` (in milliseconds since 1970, UTC) none.

        All events get one time, which is not before that of any other that has touched one of their streams.
        """
        return await self._append(Append.of(changes, not_after))

    @abstractmethod
    async def _append(self, append: Append) -> AppendOutcome: ...

    def _send_hints(self, append: Append) -> None:
        """Give a hint of what has been stored."""
        for change in append.changes:
            version = GONE if change.ends else change.version + len(change.events)
            self.hints.send(Hint(change.stream, version))

    @abstractmethod
    async def versions(self, streams: Collection[str]) -> Mapping[str, int]:
        """How many events the streams of these names have, for those that there are."""

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

    async def update_note(self, key: str, decide: Callable[[Note | None], Note | None]) -> None:
        """Put what is decided in the place of a note, None for none; nothing comes between.  Raises what it raises."""
        known = self._notes.get(key)
        note = decide(known if known and known.until > self.now() else None)
        self._notes.pop(key, None)
        if note:
            self._notes[key] = note
        while len(self._notes) > MOST_NOTES:
            del self._notes[next(iter(self._notes))]

    async def save_attendance(self, here: Attendance) -> None:  # noqa: B027 - there are no others
        """Let other processes know until when players are seen here, and that this process is alive."""

    async def attendance(self, streams: Collection[str]) -> Attendance:  # noqa: ARG002 - there are no others
        """Until when players were seen by any process, and will have been unless it ends."""
        return {}

    @asynccontextmanager
    async def try_lock(self, work: str) -> AsyncGenerator[bool]:  # noqa: ARG002 - there are no others
        """Does no other process do some work as long as the block lasts?"""
        yield True

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

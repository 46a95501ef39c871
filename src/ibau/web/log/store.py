"""The interface of the log: an event store with one stream per game.

    streams   games: number of events, and time of the last change
    events    events in order: the source of truth, from which all other state follows
    private   names and keys, which can be deleted without changing events (privacy.py)
    derived   results computed from events, such as a review: a cache
    notes     short-lived values (notes.py)

An append is atomic, even over several streams, and uses optimistic concurrency: the caller passes the version of each
stream that it knows, and of two appends to the same version the second is a conflict.  SQLiteStore keeps the log in a
file (sqlite.py), PostgresStore in a database that several servers share (postgres.py), IndexedStore in a browser
(pocket/indexed_store.py).
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
from ibau.web.log.notifications import GONE, Notification, Notifications
from ibau.web.log.privacy import PrivateValues, with_private, without_private
from ibau.web.metrics import Histogram
from ibau.web.notes import Note

GAME = "game"
MOST_NOTES = 10_000  # of one process

Clock = Callable[[], float]  # in seconds


class WallClock:
    """Wall clock in milliseconds since 1970, UTC, which never runs ahead of the monotonic clock.

    Setting the system's clock forward has no effect while the server runs; setting it back has.
    """

    def __init__(self, wall: Clock = time.time, steady: Clock = time.monotonic) -> None:
        self._wall = wall
        self._steady = steady
        self._begun = wall() - steady()

    def now(self) -> int:
        return int(1000 * min(self._wall(), self._begun + self._steady()))


def today_utc() -> str:
    """Return the date in UTC, as "2026-11-21"."""
    return datetime.now(UTC).date().isoformat()


# --- Changes ---------------------------------------------------------------------------------------------------------


class StreamChange(NamedTuple):
    """A change to one stream: events to append, private values to set, or its end."""

    stream: str
    version: int  # how many events it has; 0 where it begins
    events: tuple[Event, ...] = ()
    private: Mapping[str, str | None] = MappingProxyType({})  # values by label; None deletes one
    touches: bool = True  # does it restart the retention period of the stream?
    ends: bool = False  # the stream is deleted with all its data
    kind: str = GAME  # of a stream that begins
    absent: "Absent | None" = None  # a condition: a conflict where that player was seen


class Absent(NamedTuple):
    """A seat at which no player has been seen since a time."""

    seat: int
    since: int  # in milliseconds since 1970, UTC


class EventRow(NamedTuple):
    """A row of the table `events`."""

    stream: str
    sequence: int
    time: int  # in milliseconds since 1970, UTC
    kind: str
    data: str  # JSON


class StreamHead(NamedTuple):
    """A row of the table `streams`."""

    kind: str
    version: int  # how many events it has
    touched: int  # in milliseconds since 1970, UTC


class StaleStream(NamedTuple):
    """A stream that was not changed for long."""

    stream: str
    version: int


# --- Outcomes --------------------------------------------------------------------------------------------------------


class Stored(NamedTuple):
    """All changes are committed."""

    time: int  # of its events, in milliseconds since 1970, UTC


class Conflict(NamedTuple):
    """Nothing is stored: a stream has another version than the caller expected."""


class TooLate(NamedTuple):
    """Nothing is stored: the deadline `not_after` has passed."""


class StorageFull(NamedTuple):
    """Nothing is stored: the disk is full, or the database is unavailable."""

    reason: str


class OutcomeUnknown(NamedTuple):
    """The changes may or may not be stored: read the stream again to find out."""

    reason: str


AppendOutcome = Stored | Conflict | TooLate | StorageFull | OutcomeUnknown


class StoreFullError(Exception):
    """The store cannot be written or read at the moment; retry later."""


class StoreFailedError(Exception):
    """The store has failed for good, or the outcome of an append is unknown."""


class OutcomeUnknownError(StoreFailedError):
    """The outcome of an append is unknown: the caller must read the stream again."""


class StoreConflictError(Exception):
    """An append conflicts with another one: the caller must read the stream again."""


def require_stored(outcome: AppendOutcome) -> Stored:
    """Return a Stored outcome.  Raises StoreFullError, StoreFailedError or StoreConflictError for any other."""
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
    """Changes that are stored in one transaction."""

    changes: tuple[StreamChange, ...]
    rows: tuple[EventRow, ...]  # with time 0 until they are committed
    private: Mapping[tuple[str, str], str | None]  # by stream and label
    not_after: int | None

    @classmethod
    def of(cls, changes: Sequence[StreamChange], not_after: int | None) -> "Append":
        """Encode the events of changes as rows, apart from their private values."""
        rows: list[EventRow] = []
        private: dict[tuple[str, str], str | None] = {}
        for change in changes:
            values: PrivateValues = {**change.private}
            for sequence, event in enumerate(change.events, change.version):
                bare, hidden = without_private(event)
                rows.append(EventRow(change.stream, sequence, 0, *encode_event(bare)))
                values |= hidden
            private |= {(change.stream, label): value for label, value in values.items()}
        return cls(tuple(changes), tuple(rows), private, not_after)


Attendance = Mapping[tuple[str, int], int]  # by stream and seat, until when a player was seen there
WATCHER = 2  # the seat of those who watch


class Batch:
    """Appends combined for one transaction; each is added as a whole, or not at all."""

    def __init__(
        self, heads: Mapping[str, StreamHead], now: int, attendance: Attendance = MappingProxyType({})
    ) -> None:
        self.known = set(heads)  # streams that exist already and are not ended
        self.heads = dict(heads)  # of all changed streams, after the changes
        self.rows: list[EventRow] = []
        self.private: dict[tuple[str, str], str | None] = {}
        self.ended: set[str] = set()
        self._now = now
        self._attendance = attendance

    def add(self, append: Append) -> Stored | Conflict | TooLate:
        """Add an append, unless the version of a stream conflicts or its deadline has passed."""
        touched = (self.heads[change.stream].touched for change in append.changes if change.stream in self.heads)
        time = max([self._now, *touched])
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
        if absent and self._attendance.get((change.stream, absent.seat), absent.since) > absent.since:
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
    """The log, opened.  Methods that read raise StoreFullError or StoreFailedError where they cannot."""

    is_shared = False  # do other processes write it as well?
    place = ""  # its name in messages

    def __init__(self, now: Callable[[], int] | None = None) -> None:
        self.now = now or WallClock().now  # in milliseconds
        self.stored: Counter[str] = Counter()  # events, by kind
        self.batches = Histogram(1, 2, 5, 10, 20, 50, 100, 200, 500)  # events of a commit
        self.commits = Histogram(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)  # seconds
        self.notifications = Notifications()
        self._notes: dict[str, Note] = {}

    async def append(self, changes: Sequence[StreamChange], not_after: int | None = None) -> AppendOutcome:
        """Commit all changes, or none; none after `not_after` (in milliseconds since 1970, UTC).

        All events get the same time, which is not before the last change of any of their streams.
        """
        return await self._append(Append.of(changes, not_after))

    @abstractmethod
    async def _append(self, append: Append) -> AppendOutcome: ...

    def _send_notifications(self, append: Append) -> None:
        """Send a notification for each stream of a committed append."""
        for change in append.changes:
            version = GONE if change.ends else change.version + len(change.events)
            self.notifications.send(Notification(change.stream, version))

    @abstractmethod
    async def versions(self, streams: Collection[str]) -> Mapping[str, int]:
        """Return the versions of streams by name; unknown names are left out."""

    @abstractmethod
    async def read(self, stream: str, since: int = 0) -> list[StoredEvent]:
        """Return the events of a stream from sequence `since` on, in order; [] for an unknown stream."""

    @abstractmethod
    async def private(self, stream: str) -> Mapping[str, str]:
        """Return the private values of a stream, by label."""

    @abstractmethod
    async def load_derived(self, stream: str, name: str, maker: str) -> str | None:
        """Return the derived data `name` of a stream where it was computed by `maker`, else None."""

    @abstractmethod
    async def save_derived(self, stream: str, name: str, maker: str, data: str) -> None:
        """Save or replace the derived data `name` of a stream; ignored for an unknown stream."""

    @abstractmethod
    async def next_stale(self, since: int, after: str = "") -> StaleStream | None:
        """Return the first game by name, later than `after`, that was not changed since a time."""

    @abstractmethod
    async def count_touched(self, since: int) -> int:
        """Count the games that were changed at a time or later."""

    async def update_note(self, key: str, decide: Callable[[Note | None], Note | None]) -> None:
        """Replace a note atomically by the result of `decide`, where None deletes it.  Raises what `decide` raises."""
        known = self._notes.get(key)
        note = decide(known if known and known.until > self.now() else None)
        self._notes.pop(key, None)
        if note:
            self._notes[key] = note
        while len(self._notes) > MOST_NOTES:
            del self._notes[next(iter(self._notes))]

    async def save_attendance(self, here: Attendance) -> None:  # noqa: B027 - there are no others
        """Publish until when players are present at this process, and renew its lease."""

    async def attendance(self, streams: Collection[str]) -> Attendance:  # noqa: ARG002 - there are no others
        """Return until when players are present at any process, as long as its lease lasts."""
        return {}

    @asynccontextmanager
    async def try_lock(self, work: str) -> AsyncGenerator[bool]:  # noqa: ARG002 - there are no others
        """Try to hold a lock on a kind of work between processes for the block; was it taken?"""
        yield True

    @abstractmethod
    async def test_write(self) -> None:
        """Commit a test write, and leave no data behind."""

    def is_nearly_full(self) -> bool:
        """Is so little space left that no new game should begin?"""
        return False

    @abstractmethod
    async def close(self) -> None:
        """Finish all pending work and close the log."""


def to_events(rows: Iterable[tuple[int, int, str]], private: Mapping[str, str]) -> list[StoredEvent]:
    """Decode rows (sequence, time, data) of a stream as events."""
    return [StoredEvent(sequence, time, with_private(decode_event(data), private)) for sequence, time, data in rows]

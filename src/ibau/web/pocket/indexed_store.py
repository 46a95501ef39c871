"""The event log in a database of the browser: an append is stored once its transaction is complete.

Only one page writes at a time (client/src/pocket/tables.ts ensures it), so the heads of all streams are cached.
"""

import asyncio
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol

from ibau.web.log.events import StoredEvent
from ibau.web.log.store import (
    GAME,
    Append,
    AppendOutcome,
    Batch,
    OutcomeUnknown,
    StaleStream,
    StorageFull,
    Store,
    Stored,
    StoreFailedError,
    StreamHead,
    require_stored,
    to_events,
)

QUOTA_ERROR = "QuotaExceededError"  # the name of the error in browsers
TEST_ROW = ":rehearsed"  # the stream of a row that is written and deleted

RowKey = Sequence[str | int]
TableRow = tuple[str, RowKey, Any]  # table, key, value; None deletes all rows whose keys begin so


class PageTables(Protocol):
    """The page's database: `streams`, `events`, `private` and `derived`; keys begin with a stream."""

    async def read(self, table: str, beginning: str) -> str:
        """The rows whose keys begin so, in order: JSON of [[key, value], ...]."""
        ...

    async def write(self, rows: str) -> str:
        """Store all rows of a JSON list or none; returns "" once they are stored, else the error."""
        ...


class IndexedStore(Store):
    """The event log of a page."""

    def __init__(self, tables: PageTables, heads: dict[str, StreamHead], now: Callable[[], int] | None = None) -> None:
        super().__init__(now)
        self._tables = tables
        self._heads = heads
        self._writing = asyncio.Lock()

    @classmethod
    async def open(cls, tables: PageTables, now: Callable[[], int] | None = None) -> "IndexedStore":
        """The log as it is stored."""
        rows = json.loads(await tables.read("streams", "[]"))
        return cls(tables, {key[0]: StreamHead(*value) for key, value in rows}, now)

    async def _append(self, append: Append) -> AppendOutcome:
        async with self._writing:
            streams = [change.stream for change in append.changes if change.stream in self._heads]
            batch = Batch({stream: self._heads[stream] for stream in streams}, self.now())
            outcome = batch.add(append)
            if not isinstance(outcome, Stored):
                return outcome
            if error := await self._write(batch_rows(batch)):
                return error
            self._heads |= batch.heads
            for stream in batch.ended:
                self._heads.pop(stream, None)
            self.stored.update(row.kind for row in batch.rows)
        self._send_notifications(append)
        return outcome

    async def _write(self, rows: list[TableRow]) -> StorageFull | OutcomeUnknown | None:
        error = await self._tables.write(json.dumps(rows))
        return (StorageFull if error == QUOTA_ERROR else OutcomeUnknown)(error) if error else None

    async def _read(self, table: str, *beginning: str | int) -> list[tuple[RowKey, Any]]:
        """Raises StoreFailedError."""
        try:
            return [(key, value) for key, value in json.loads(await self._tables.read(table, json.dumps(beginning)))]
        except Exception as error:
            raise StoreFailedError(str(error)) from error

    async def read(self, stream: str, since: int = 0) -> list[StoredEvent]:
        async with self._writing:
            rows = await self._read("events", stream)
            private = await self.private(stream)
        return to_events(((int(key[1]), *value) for key, value in rows if int(key[1]) >= since), private)

    async def versions(self, streams: Collection[str]) -> Mapping[str, int]:
        return {stream: self._heads[stream].version for stream in streams if stream in self._heads}

    async def private(self, stream: str) -> Mapping[str, str]:
        return {str(key[1]): value for key, value in await self._read("private", stream)}

    async def load_derived(self, stream: str, name: str, maker: str) -> str | None:
        for _, (kept_maker, data) in await self._read("derived", stream, name):
            return str(data) if kept_maker == maker else None
        return None

    async def save_derived(self, stream: str, name: str, maker: str, data: str) -> None:
        async with self._writing:
            if stream in self._heads:
                _check(await self._write([("derived", [stream, name], [maker, data])]))

    async def next_stale(self, since: int, after: str = "") -> StaleStream | None:
        games = ((stream, head) for stream, head in self._heads.items() if head.kind == GAME and stream > after)
        return min((StaleStream(stream, head.version) for stream, head in games if head.touched < since), default=None)

    async def count_touched(self, since: int) -> int:
        return sum(head.kind == GAME and head.touched >= since for head in self._heads.values())

    async def test_write(self) -> None:
        async with self._writing:
            key: RowKey = [TEST_ROW, ""]
            _check(await self._write([("private", key, ""), ("private", key, None)]))

    async def close(self) -> None:
        """Wait until pending writes are stored."""
        async with self._writing:
            pass


def _check(error: StorageFull | OutcomeUnknown | None) -> None:
    """Raise StoreFullError or StoreFailedError where something was not stored."""
    if error:
        require_stored(error)


def batch_rows(batch: Batch) -> list[TableRow]:
    """The table rows that a batch changes."""
    tables = ("streams", "events", "private", "derived")
    rows: list[TableRow] = [(table, [stream], None) for stream in batch.ended for table in tables]
    rows.extend(("streams", [stream], list(head)) for stream, head in batch.heads.items())
    rows.extend(("events", [row.stream, row.sequence], [row.time, row.data]) for row in batch.rows)
    rows.extend(("private", key, value) for key, value in batch.private.items())
    return rows

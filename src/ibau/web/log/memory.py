"""A log that nothing is left of: for tests, and wherever nothing is to be kept."""

from collections.abc import Callable, Mapping

from ibau.web.log.events import StoredEvent
from ibau.web.log.store import (
    GAME,
    Append,
    Batch,
    Head,
    Outcome,
    Row,
    Store,
    Stored,
    Untouched,
    seen,
)


class MemoryStore(Store):
    """The four tables as dictionaries."""

    def __init__(self, now: Callable[[], int] | None = None) -> None:
        super().__init__(now)
        self._streams: dict[str, Head] = {}
        self._events: dict[str, list[Row]] = {}
        self._private: dict[str, dict[str, str]] = {}
        self._derived: dict[tuple[str, str], tuple[str, str]] = {}  # maker and data, by stream and name

    async def _append(self, append: Append) -> Outcome:
        known = (change.stream for change in append.changes if change.stream in self._streams)
        batch = Batch({stream: self._streams[stream] for stream in known})
        outcome = batch.add(append)
        if isinstance(outcome, Stored):
            self._keep(batch)
            self.stored.update(row.kind for row in batch.rows)
        return outcome

    def _keep(self, batch: Batch) -> None:
        self._streams |= batch.heads
        for row in batch.rows:
            self._events.setdefault(row.stream, []).append(row)
        for (stream, label), value in batch.private.items():
            kept = self._private.setdefault(stream, {})
            if value is None:
                kept.pop(label, None)
            else:
                kept[label] = value
        for stream in batch.ended:
            self._streams.pop(stream, None)
            self._events.pop(stream, None)
            self._private.pop(stream, None)
            self._derived = {key: value for key, value in self._derived.items() if key[0] != stream}

    async def read(self, stream: str, since: int = 0) -> list[StoredEvent]:
        rows = self._events.get(stream, [])[since:]
        return seen(((row.sequence, row.time, row.data) for row in rows), await self.private(stream))

    async def private(self, stream: str) -> Mapping[str, str]:
        return dict(self._private.get(stream, {}))

    async def derived(self, stream: str, name: str, maker: str) -> str | None:
        kept_maker, data = self._derived.get((stream, name), ("", None))
        return data if kept_maker == maker else None

    async def derive(self, stream: str, name: str, maker: str, data: str) -> None:
        if stream in self._streams:
            self._derived[stream, name] = maker, data

    async def untouched(self, since: int, after: str = "") -> Untouched | None:
        games = ((stream, head) for stream, head in self._streams.items() if head.kind == GAME and stream > after)
        return min((Untouched(stream, head.version) for stream, head in games if head.touched < since), default=None)

    async def count(self, since: int) -> int:
        return sum(head.kind == GAME and head.touched >= since for head in self._streams.values())

    async def rehearse(self) -> None:
        """Nothing can be in the way."""

    async def close(self) -> None:
        """There is nothing to finish."""

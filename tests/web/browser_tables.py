"""The tables of a page (client/src/pocket/tables.ts) without a browser, as far as one can tell from Python."""

import json
from collections.abc import Callable
from typing import Any

from ibau.web.pocket.indexed_store import IndexedStore

Key = tuple[str | int, ...]


class MemoryTables:
    """Rows by table and key; what is stored here outlives the store that wrote it."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[Key, Any]] = {"streams": {}, "events": {}, "private": {}, "derived": {}}
        self.trouble = ""  # what is the matter with the next that is to be stored

    async def read(self, table: str, beginning: str) -> str:
        rows, start = self.rows[table], tuple(json.loads(beginning))
        return json.dumps([[key, rows[key]] for key in sorted(rows) if key[: len(start)] == start])

    async def write(self, rows: str) -> str:
        if self.trouble:
            trouble, self.trouble = self.trouble, ""
            return trouble
        for table, key, value in json.loads(rows):
            kept = self.rows[table]
            if value is None:
                for known in [known for known in kept if known[: len(key)] == tuple(key)]:
                    del kept[known]
            else:
                kept[tuple(key)] = value
        return ""


class PageStore(IndexedStore):
    """The log of a page of which nothing is left."""

    def __init__(self, now: Callable[[], int] | None = None) -> None:
        super().__init__(MemoryTables(), {}, now)

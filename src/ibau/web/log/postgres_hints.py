"""Hints by PostgreSQL's LISTEN and NOTIFY: one connection hears those of other processes, another one sends.

They are sent after the commit, never in the transaction that appends: PostgreSQL commits those that notify one by one.
"""

import asyncio
import queue
import threading
from typing import Any

from ibau.web.log.hints import Hint, Hints
from ibau.web.log.postgres_database import connect

CHANNEL = "ibau"
SETTINGS = {"synchronous_commit": "off"}  # nothing is lost that must not be
LISTEN_SECONDS = 0.5  # until it looks whether it is to end
RETRY_PAUSE = 0.5
MAX_BATCH = 500


class PostgresHints(Hints):
    """Those of all processes at a database."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address
        self._loop = asyncio.get_running_loop()
        self._unsent: queue.SimpleQueue[Hint | None] = queue.SimpleQueue()
        self._sender = 0  # the number of the connection that sends
        self._is_closing = threading.Event()
        self._threads = [
            threading.Thread(target=run, daemon=True) for run in (self._keep_listening, self._keep_sending)
        ]
        for thread in self._threads:
            thread.start()

    def send(self, hint: Hint) -> None:
        if hint.word:
            self._hear(hint)
        self._unsent.put(hint)

    async def close(self) -> None:
        self._is_closing.set()
        self._unsent.put(None)
        for thread in self._threads:
            await asyncio.to_thread(thread.join)

    # In threads ------------------------------------------------------------------------------------------------------

    def _keep_listening(self) -> None:
        import psycopg

        while not self._is_closing.is_set():
            try:
                with connect(self._address, SETTINGS, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._post(self._compare)
                    self._listen(connection)
            except psycopg.Error:
                self._is_closing.wait(RETRY_PAUSE)

    def _listen(self, connection: Any) -> None:
        while not self._is_closing.is_set():
            for notification in connection.notifies(timeout=LISTEN_SECONDS):
                if notification.pid != self._sender:
                    stream, version, *words = notification.payload.split(" ", 2)
                    self._post(self._hear, Hint(stream, int(version), *words))

    def _compare(self) -> None:
        for _, compare in self._hearers:
            compare()

    def _post(self, function: Any, *given: Any) -> None:
        if not self._is_closing.is_set():
            self._loop.call_soon_threadsafe(function, *given)

    def _keep_sending(self) -> None:
        import psycopg

        while not self._is_closing.is_set():
            try:
                with connect(self._address, SETTINGS, autocommit=True) as connection:
                    self._sender = connection.info.backend_pid
                    while hints := self._next_hints():
                        said = [" ".join(map(str, hint)).rstrip() for hint in hints]
                        connection.execute("SELECT pg_notify(%s, said) FROM unnest(%s::text[]) said", (CHANNEL, said))
            except psycopg.Error:  # those are lost
                self._is_closing.wait(RETRY_PAUSE)

    def _next_hints(self) -> list[Hint]:
        """The next hints, at least one; none at the end."""
        first = self._unsent.get()
        hints = [first] if first else []
        while first and len(hints) < MAX_BATCH and not self._unsent.empty():
            if not (following := self._unsent.get()):
                self._unsent.put(None)
                break
            hints.append(following)
        return hints

"""Notifications through PostgreSQL's LISTEN and NOTIFY, with one connection to receive and another to send.

They are sent after the commit, never in the appending transaction: PostgreSQL serializes the commits that notify.
"""

import asyncio
import queue
import threading
from typing import Any

from ibau.web.log.notifications import Notification, Notifications
from ibau.web.log.postgres_database import connect

CHANNEL = "ibau"
SETTINGS = {"synchronous_commit": "off"}  # notifications need no durability
LISTEN_SECONDS = 0.5  # between two checks whether the store is closing
RETRY_PAUSE = 0.5
MAX_BATCH = 500


class PostgresNotifications(Notifications):
    """Notifications between all processes at a database."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address
        self._loop = asyncio.get_running_loop()
        self._unsent: queue.SimpleQueue[Notification | None] = queue.SimpleQueue()
        self._sender: int | None = None  # process id of the sending connection
        self._is_closing = threading.Event()
        self._threads = [
            threading.Thread(target=run, daemon=True) for run in (self._keep_listening, self._keep_sending)
        ]
        for thread in self._threads:
            thread.start()

    def send(self, notification: Notification) -> None:
        if notification.message:
            self._publish(notification)
        self._unsent.put(notification)

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
                    self._post(self._publish, Notification(stream, int(version), *words))

    def _compare(self) -> None:
        for _, compare in self._subscribers:
            compare()

    def _post(self, function: Any, *arguments: Any) -> None:
        if not self._is_closing.is_set():
            self._loop.call_soon_threadsafe(function, *arguments)

    def _keep_sending(self) -> None:
        import psycopg

        while not self._is_closing.is_set():
            try:
                with connect(self._address, SETTINGS, autocommit=True) as connection:
                    self._sender = connection.info.backend_pid
                    while notifications := self._next_notifications():
                        sent = [" ".join(map(str, notification)).rstrip() for notification in notifications]
                        connection.execute("SELECT pg_notify(%s, sent) FROM unnest(%s::text[]) sent", (CHANNEL, sent))
            except psycopg.Error:  # the batch is lost
                self._is_closing.wait(RETRY_PAUSE)

    def _next_notifications(self) -> list[Notification]:
        """Wait for the next notifications, at least one; an empty list when closing."""
        first = self._unsent.get()
        notifications = [first] if first else []
        while first and len(notifications) < MAX_BATCH and not self._unsent.empty():
            if not (following := self._unsent.get()):
                self._unsent.put(None)
                break
            notifications.append(following)
        return notifications

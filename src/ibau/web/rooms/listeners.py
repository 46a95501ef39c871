"""Listeners: the sockets of players and watchers of a game, with their rights, rate limits and queues of messages."""

import asyncio
import time
import zlib
from collections.abc import Collection, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct
from starlette.websockets import WebSocket

from ibau.core.line import Line
from ibau.core.phrase import Phrase
from ibau.language import translator_for
from ibau.web.limits.client_ids import UNCOUNTED, ClientId
from ibau.web.limits.rate_limits import TokenBucket
from ibau.web.protocol import BUSY, SLOW
from ibau.web.protocol.from_server import RefusedMessage
from ibau.web.refusals import SERVER_FULL

QUESTION_BURST = 100.0  # messages that change nothing: questions, pings and what is refused
QUESTION_RATE = 10.0
WELCOME_INTERVAL = 0.2
MAX_UNREAD = 64  # messages; a listener that reads more slowly is disconnected and may reconnect
MAX_UNREAD_BYTES = 1 << 20  # of several messages: a single one has no limit


class KnownPlies(NamedTuple):
    """The plies that a reconnecting page knows: their number, and the CRC-32 of their actions as a check."""

    plies: int = 0
    check: str = ""  # in hexadecimal

    @classmethod
    def parse(cls, word: str) -> "KnownPlies":
        """Parse "PLIES.CHECK", as a page sends it; anything invalid counts as no plies."""
        plies, _, check = word.partition(".")
        return cls(int(plies), check) if plies.isascii() and plies.isdecimal() and len(plies) < 7 else cls()

    @classmethod
    def of_actions(cls, actions: Sequence[str]) -> "KnownPlies":
        """Return the number and the check of these actions."""
        return cls(len(actions), f"{zlib.crc32(' '.join(actions).encode()):08x}")

    def count_in(self, line: Line) -> int:
        """Return how many plies of a line are known: 0 unless the check matches."""
        return self.plies if KnownPlies.of_actions(line.actions[: self.plies]) == self else 0


class Listener:
    """One socket: its client, its language, the seats it may play, and its unsent messages."""

    def __init__(self, lang: str, client_id: ClientId = UNCOUNTED) -> None:
        self.lang = lang
        self.client_id = client_id
        self.known = KnownPlies()  # sent on connection
        self._line: Line | None = None  # for which `_since` holds
        self.translate = translator_for(lang)
        self.seats: tuple[int, ...] = ()  # that it plays
        self.room_listeners: Collection[Listener] = ()  # all listeners of the same game
        self.sent = 0  # bytes
        self.may_invite = False  # may it renew and withdraw invitations?
        self.dismissed: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._unsent: asyncio.Queue[bytes] = asyncio.Queue(MAX_UNREAD)
        self._unread = 0  # bytes in the queue
        self._welcomed = -WELCOME_INTERVAL
        self._questions = TokenBucket(QUESTION_BURST, QUESTION_RATE)

    def known_plies(self, line: Line) -> int:
        """Return how many plies of a line the page knew on connection."""
        if self._line is not line:
            self._line, self._since = line, self.known.count_in(line)
        return self._since

    def send(self, message: Struct) -> None:
        """Queue a message; dismiss a listener whose queue is full."""
        self.send_encoded(msgspec.json.encode(message))

    def send_encoded(self, message: bytes) -> None:
        """Queue a message that was encoded once for several listeners."""
        if self._unsent.full() or (self._unread and self._unread + len(message) > MAX_UNREAD_BYTES):
            self.dismiss(SLOW)
        else:
            self._unread += len(message)
            self._unsent.put_nowait(message)

    def may_welcome(self) -> bool:
        """Is a welcome allowed by the rate limit?  For a long game it is a lot of work."""
        now = time.monotonic()
        if now - self._welcomed < WELCOME_INTERVAL:
            return False
        self._welcomed = now
        return True

    def is_over_limit(self) -> bool:
        """Has it exceeded the rate limit of questions and refused requests?"""
        return self._questions.left() < 1

    def answer(self, message: Struct) -> None:
        """Answer a question, which counts towards the rate limit."""
        self._questions.spend()
        self.send(message)

    def refuse(self, reason: Phrase) -> None:
        """Answer that a request was refused."""
        self.answer(RefusedMessage(reason.to_text(self.translate)))

    def dismiss(self, code: int) -> None:
        """Close the socket with a WebSocket close code."""
        if not self.dismissed.done():
            self.dismissed.set_result(code)

    @property
    def is_evictable(self) -> bool:
        """Is it a watcher, or alone in its game?"""
        return not self.seats or len(self.room_listeners) < 2

    def evict(self) -> None:
        """Disconnect to free a place for another listener; it may reconnect later."""
        self.refuse(SERVER_FULL)
        self.dismiss(BUSY)

    async def send_queued(self, socket: WebSocket) -> None:
        """Send queued messages until cancelled."""
        while True:
            await self._transmit(socket, await self._unsent.get())

    async def flush(self, socket: WebSocket) -> None:
        """Send the remaining messages."""
        while not self._unsent.empty():
            await self._transmit(socket, self._unsent.get_nowait())

    async def _transmit(self, socket: WebSocket, message: bytes) -> None:
        self.sent += len(message)
        await socket.send({"type": "websocket.send", "text": message.decode()})
        self._unread -= len(message)

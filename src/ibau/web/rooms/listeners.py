"""Those who watch or play a game through a socket: what they may do, and what they are still to be told."""

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
from ibau.web.limits.callers import UNCOUNTED, Names
from ibau.web.limits.counting import Allowance
from ibau.web.protocol import BUSY, SLOW
from ibau.web.protocol.from_server import RefusedMessage
from ibau.web.refusals import FULL

QUESTIONS_AT_ONCE = 100.0  # messages that change nothing: questions, pings and what is refused
QUESTIONS_A_SECOND = 10.0
SECONDS_BETWEEN_WELCOMES = 0.2
MOST_UNREAD = 64  # messages; a listener that reads more slowly is let go and may come again
MOST_UNREAD_BYTES = 1 << 20  # of several messages: one is told however long it is


class Known(NamedTuple):
    """What a page that comes back knows of a story: how many plies, and the CRC-32 of their actions as a check."""

    plies: int = 0
    check: str = ""  # in hexadecimal

    @classmethod
    def read(cls, word: str) -> "Known":
        """What a page says it knows, in one word: the number of plies, and the check of their actions."""
        plies, _, check = word.partition(".")
        return cls(int(plies), check) if plies.isascii() and plies.isdecimal() and len(plies) < 7 else cls()

    @classmethod
    def of(cls, actions: Sequence[str]) -> "Known":
        """What a page knows that has been told of these actions."""
        return cls(len(actions), f"{zlib.crc32(' '.join(actions).encode()):08x}")

    def of_line(self, line: Line) -> int:
        """How many plies of a line are known: none unless all are as the page knows them."""
        return self.plies if Known.of(line.actions[: self.plies]) == self else 0


class Listener:
    """One socket: whose it is, its language, the seats it may play, and its unsent messages."""

    def __init__(self, lang: str, callers: Names = UNCOUNTED) -> None:
        self.lang = lang
        self.callers = callers
        self.known = Known()  # what it comes with
        self._line: Line | None = None  # of which was looked last how much is known
        self._since = 0
        self.translate = translator_for(lang)
        self.seats: tuple[int, ...] = ()  # that it plays
        self.company: Collection[Listener] = ()  # all who are at the same game
        self.sent = 0  # bytes
        self.invites = False  # may it renew and withdraw invitations?
        self.dismissed: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._unsent: asyncio.Queue[bytes] = asyncio.Queue(MOST_UNREAD)
        self._unread = 0  # bytes of them
        self._welcomed = -SECONDS_BETWEEN_WELCOMES
        self._questions = Allowance(QUESTIONS_AT_ONCE, QUESTIONS_A_SECOND)

    def since(self, line: Line) -> int:
        """How many plies of a line it has come with."""
        if self._line is not line:
            self._line, self._since = line, self.known.of_line(line)
        return self._since

    def tell(self, message: Struct) -> None:
        """Send a message soon; dismiss a listener who does not read."""
        self.tell_encoded(msgspec.json.encode(message))

    def tell_encoded(self, message: bytes) -> None:
        """Send a message that was encoded once for several listeners."""
        if self._unsent.full() or (self._unread and self._unread + len(message) > MOST_UNREAD_BYTES):
            self.dismiss(SLOW)
        else:
            self._unread += len(message)
            self._unsent.put_nowait(message)

    def may_be_welcomed(self) -> bool:
        """Has it been long enough since the last time?  A welcome to a long game is a lot of work."""
        now = time.monotonic()
        if now - self._welcomed < SECONDS_BETWEEN_WELCOMES:
            return False
        self._welcomed = now
        return True

    def is_tiresome(self) -> bool:
        """Has it asked too many questions, or asked too often for what is not allowed?"""
        return self._questions.left() < 1

    def answer(self, message: Struct) -> None:
        """Answer a question."""
        self._questions.spend()
        self.tell(message)

    def refuse(self, reason: Phrase) -> None:
        """Say that a request was not carried out."""
        self.answer(RefusedMessage(reason.to_text(self.translate)))

    def dismiss(self, code: int) -> None:
        """Have the socket closed with a WebSocket close code."""
        if not self.dismissed.done():
            self.dismissed.set_result(code)

    @property
    def may_give_way(self) -> bool:
        """Does it watch, or wait alone?"""
        return not self.seats or len(self.company) < 2

    def give_way(self) -> None:
        """Leave a place to another; it may come back when there are free ones."""
        self.refuse(FULL)
        self.dismiss(BUSY)

    async def pump(self, socket: WebSocket) -> None:
        """Send what is to be sent, until cancelled."""
        while True:
            await self._send(socket, await self._unsent.get())

    async def flush(self, socket: WebSocket) -> None:
        """Send what is left."""
        while not self._unsent.empty():
            await self._send(socket, self._unsent.get_nowait())

    async def _send(self, socket: WebSocket, message: bytes) -> None:
        self.sent += len(message)
        await socket.send({"type": "websocket.send", "text": message.decode()})
        self._unread -= len(message)

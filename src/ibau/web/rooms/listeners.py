"""Those who watch or play a game through a socket: what they may do, and what they are still to be told."""

import asyncio
import time

import msgspec
from msgspec import Struct
from starlette.websockets import WebSocket

from ibau.core.phrase import Phrase
from ibau.language import translator
from ibau.web.limits import Allowance
from ibau.web.protocol import SLOW, RefusedMessage

QUESTIONS_AT_ONCE = 100.0  # messages that change nothing: questions and what is refused
QUESTIONS_A_SECOND = 10.0
SECONDS_BETWEEN_WELCOMES = 0.2
MOST_UNREAD = 64  # messages; whoever reads more slowly is let go and may come again


class Listener:
    """One socket: its language, the seats it may play, and its unsent messages."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.translate = translator(lang)
        self.seats: tuple[int, ...] = ()  # that it plays
        self.invites = False  # may it renew and withdraw invitations?
        self.dismissed: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._unsent: asyncio.Queue[bytes] = asyncio.Queue(MOST_UNREAD)
        self._welcomed = -SECONDS_BETWEEN_WELCOMES
        self._questions = Allowance(QUESTIONS_AT_ONCE, QUESTIONS_A_SECOND)

    def tell(self, message: Struct) -> None:
        """Send a message soon; dismiss a listener who does not read."""
        self.tell_encoded(msgspec.json.encode(message))

    def tell_encoded(self, message: bytes) -> None:
        """Send a message that was encoded once for several listeners."""
        try:
            self._unsent.put_nowait(message)
        except asyncio.QueueFull:
            self.dismiss(SLOW)

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
        self.answer(RefusedMessage(reason.said(self.translate)))

    def dismiss(self, code: int) -> None:
        """Have the socket closed with a WebSocket close code."""
        if not self.dismissed.done():
            self.dismissed.set_result(code)

    async def pump(self, socket: WebSocket) -> None:
        """Send what is to be sent, until cancelled."""
        while True:
            await self._send(socket, await self._unsent.get())

    async def flush(self, socket: WebSocket) -> None:
        """Send what is left."""
        while not self._unsent.empty():
            await self._send(socket, self._unsent.get_nowait())

    async def _send(self, socket: WebSocket, message: bytes) -> None:
        await socket.send({"type": "websocket.send", "text": message.decode()})

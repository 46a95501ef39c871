"""What a room is to those who work in it."""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from ibau.core.phrase import Translate
from ibau.web.hosted.game import HostedGame
from ibau.web.protocol.from_client import RoomRequest
from ibau.web.rooms.listeners import Listener


class Host(Protocol):
    """A game, those who listen, and ways to tell them something and to ask for something."""

    name: str
    hosted: HostedGame
    listeners: set[Listener]

    def tell_all(self, message: Callable[[Translate], Struct]) -> None: ...
    async def request(self, asker: None, request: RoomRequest) -> None: ...
    def close(self, code: int) -> None: ...

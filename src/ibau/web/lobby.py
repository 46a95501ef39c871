"""All games of a server: begun, opened when somebody comes, and put away when nobody is there."""

import asyncio
import re

from ibau.core.errors import IbauError
from ibau.core.game import Game
from ibau.core.phrase import N_, Phrase
from ibau.core.record import RULES_VERSION
from ibau.games import game
from ibau.players import offered_level
from ibau.web.api import GameKey, NewComputer, NewGame, NewSeat
from ibau.web.engines import Engines
from ibau.web.events import Created, encode
from ibau.web.hosted import HostedGame, seat_of
from ibau.web.keys import hash_of, new_key, new_name
from ibau.web.listeners import Listener
from ibau.web.protocol import GOING_AWAY
from ibau.web.requests import Refusal
from ibau.web.rooms import Room, today
from ibau.web.store import Store

MOST_ROOMS = 1000
NAME = re.compile("[A-Za-z0-9_-]{1,40}")

NO_SUCH_GAME = Phrase(N_("There is no such game here."))


class UnknownGameError(IbauError):
    """No game has this name."""


class Lobby:
    """The games that are open, by name."""

    def __init__(self, store: Store, engines: Engines, pace: float, idle: float) -> None:
        self.rooms: dict[str, Room] = {}
        self._store = store
        self._engines = engines
        self._pace = pace
        self._idle = idle
        self._opening = asyncio.Lock()

    async def begin(self, new: NewGame) -> GameKey:
        """Store a new game.  Raises RulesetError or another IbauError, StoreFull or StoreDead."""
        played = game(new.ruleset)
        first, second = (seat_of(_level(seat, played)) for seat in (new.first, new.second))
        made = GameKey(new_name(), new_key())
        created = Created(str(played.ruleset), first, second, hash_of(made.key), RULES_VERSION, today())
        await self._store.append(made.id, 0, *encode(created))
        return made

    async def follow(self, after: GameKey) -> GameKey:
        """The game that follows another one, opened with the same key; it is made unless it has been before.

        Raises UnknownGameError, StoredGameError, StoreFull, StoreDead, and Refusal with a wrong key, before the end of
        that game, and when too many games are open.
        """
        async with self._opening:
            room = await self._room(after.id)
        try:
            return GameKey(await room.follow(after.key), after.key)
        finally:
            self._rest(room)

    async def stored(self, name: str) -> HostedGame:
        """A game as it is stored.  Raises UnknownGameError, StoredGameError, StoreFull or StoreDead."""
        return HostedGame.stored(await self._events(name))

    async def _events(self, name: str) -> list[str]:
        stored = await self._store.read(name) if NAME.fullmatch(name) else []
        if not stored:
            raise UnknownGameError(f"There is no game {name!r}.")
        return stored

    async def enter(self, name: str, listener: Listener, key: str) -> Room:
        """The room of a game, opened if need be, with the listener in it.

        Raises UnknownGameError, StoredGameError, StoreFull, StoreDead, and Refusal when too many games are open.
        """
        async with self._opening:
            room = await self._room(name)
            room.enter(listener, key)
        return room

    async def _room(self, name: str) -> Room:
        room = self.rooms.get(name)
        return await self._open(name) if room is None or room.task.done() else room

    async def _open(self, name: str) -> Room:
        if len(self.rooms) >= MOST_ROOMS:
            self._make_room()
        events = await self._events(name)
        room = Room(name, HostedGame.stored(events), len(events), self._store, self._engines, self._pace)
        self.rooms[name] = room
        room.task.add_done_callback(lambda _: self._forget(room))
        return room

    def _make_room(self) -> None:
        """Put away a game that nobody looks at.  Raises Refusal when there is none."""
        for room in self.rooms.values():
            if not room.listeners:
                self._put_away(room)
                return
        raise Refusal(
            Phrase(N_("Too many games are being played here at the moment; please come back later.")), status=503
        )

    def leave(self, room: Room, listener: Listener) -> None:
        """A listener has gone; a game without listeners is put away after a while."""
        room.leave(listener)
        self._rest(room)

    def _rest(self, room: Room) -> None:
        if not room.listeners:
            if room.idle:
                room.idle.cancel()
            room.idle = asyncio.get_running_loop().call_later(self._idle, self._put_away, room)

    def _put_away(self, room: Room) -> None:
        if not room.listeners:
            room.close(GOING_AWAY)
            self._forget(room)

    def _forget(self, room: Room) -> None:
        if self.rooms.get(room.name) is room:
            del self.rooms[room.name]

    async def close(self) -> None:
        """End all games; their listeners are told that the server goes away."""
        tasks = [room.task for room in self.rooms.values()]
        for room in self.rooms.values():
            room.close(GOING_AWAY)
        await asyncio.gather(*tasks, return_exceptions=True)


def _level(seat: NewSeat, played: Game) -> str | None:
    """The level that is to play a seat, None for a person.  Raises PlayerError unless the game offers it."""
    return offered_level(played.system, seat.level).id if isinstance(seat, NewComputer) else None

"""All games of a server: begun, opened when somebody comes, and put away when nobody is there."""

import asyncio
import random
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple, TypeVar

from ibau.core.phrase import N_, Phrase
from ibau.web.api.games import (
    GameKey,
    MadeGame,
    NewGame,
    NextGame,
    SeatCode,
)
from ibau.web.hosted.beginning import beginning
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.keys import new_name
from ibau.web.limits import CROWDED, MOST_BOARDS, Limits
from ibau.web.limits.callers import UNCOUNTED, Names
from ibau.web.limits.counting import giving_way
from ibau.web.log.events import Event
from ibau.web.log.store import Change, Store, StoreFull, checked
from ibau.web.protocol import BUSY, GOING_AWAY, NO_GAME
from ibau.web.refusals import FULL, Refusal
from ibau.web.rooms.codes import Codes
from ibau.web.rooms.listeners import Listener
from ibau.web.rooms.removal import remove, sweep
from ibau.web.rooms.replays import Replays
from ibau.web.rooms.room import WRONG_KEY, Room
from ibau.web.rooms.shared import Locks, Shared
from ibau.web.thinking.engines import Engines

T = TypeVar("T")

MOST_ROOMS = MOST_BOARDS // 2
MOST_SWEPT = 20  # games at a time, between which there is a pause for those who play

SECONDS_TO_BE_NOTICED = 5.0  # by a load balancer, which asks every few seconds whether people may be sent here
SECONDS_OF_A_PORTION = 0.2  # of the games that are put away before the server ends

NO_SUCH_GAME = Phrase(N_("There is no such game here."))


class Swept(NamedTuple):
    """What came of looking at a few games that nobody has touched."""

    removed: list[str]
    last: str | None  # the last that was looked at; None when there are no more


class Lobby:
    """The games that are open, by name."""

    def __init__(
        self, store: Store, engines: Engines, limits: Limits, pace: float, idle: float, *, checks: bool = True
    ) -> None:
        self.rooms: dict[str, Room] = {}
        self.limits = limits
        self.codes = Codes()
        self.is_ending = False  # should people be sent elsewhere?
        self.is_draining = False  # are new sockets turned away?
        self._store = store
        self.shared = Shared(store, engines, pace, checks)
        self._idle = idle
        self._opening = Locks()
        self._replays = Replays(store, self.shared.slices)

    async def begin(self, new: NewGame) -> MadeGame:
        """Store a new game.  Raises RulesetError or another IbauError, Refusal, StoreFull or StoreDead."""
        self._check_space()
        made, events = beginning(new, checks=self.shared.checks)
        checked(await self._store.append([Change(made.id, 0, tuple(events))]))
        return made

    async def bring(self, events: Sequence[Event]) -> str:
        """Store a game that was played elsewhere; its name.  Raises StoreFull or StoreDead."""
        self._check_space()
        name = new_name()
        checked(await self._store.append([Change(name, 0, tuple(events))]))
        return name

    def _check_space(self) -> None:
        """Raise StoreFull where what is left of the disk is for the games that go on."""
        if self._store.is_nearly_full():
            raise StoreFull("the disk is nearly full")

    async def follow(self, asked: NextGame) -> MadeGame:
        """The game that follows another one, opened with the same key; it is made unless it has been before.

        Raises UnknownGameError, StoredGameError, StoreFull, StoreDead, and Refusal with a wrong key, before the end of
        that game, and when too many games are open.
        """
        async with self._visited(asked.after.id) as room:
            return MadeGame(await room.follow(asked), asked.after.key)

    async def change(self, name: str, decide: Callable[[HostedGame], Sequence[Event]]) -> None:
        """Let happen to a game what `decide` makes of it, if anything.

        Raises UnknownGameError, StoredGameError, StoreFull, StoreDead, and the Refusal that it raises.
        """
        async with self._visited(name) as room:
            await room.change(decide)

    async def code(self, name: str, key: str, callers: Names) -> SeatCode:
        """A code that leads to where this key leads.  Raises as `change` does."""
        if not (await self.seen(name)).seats.admits(key):
            raise Refusal(WRONG_KEY, status=403)
        return SeatCode(self.codes.make(GameKey(name, key), callers))

    async def delete_entry(self, name: str, key: str) -> None:
        """Forget the holder of a key of a game; with the last one, the game.  Raises Refusal with a wrong key."""
        async with self._visited(name) as room:
            if not room.hosted.seats.is_last(key):
                await room.change(lambda hosted: [_leaving(hosted, key)])
        if room.hosted.seats.is_last(key) or room.hosted.seats.is_deserted:  # also where the others left meanwhile
            await self._remove(room)

    async def _remove(self, room: Room) -> None:
        """Remove a game, and send those away who are at it; the one before it is read from the log again."""
        before = room.hosted.created.after
        async with self._opening.of(room.name, before):
            for name, code in ((room.name, NO_GAME), (before, GOING_AWAY)):
                if known := self.rooms.get(name):
                    known.close(code)
                    self._forget(known)
            await remove(self._store, room.name)
            self._replays.forget(room.name)

    async def seen(self, name: str) -> HostedGame:
        """A game as it is now; it is not opened.  Raises UnknownGameError, StoredGameError, StoreFull or StoreDead."""
        room = self.rooms.get(name)
        return await self.stored(name) if room is None or room.task.done() else room.hosted

    @asynccontextmanager
    async def _visited(self, name: str) -> AsyncGenerator[Room]:
        """The room of a game, opened if need be, for somebody who does not stay."""
        async with self._opening.of(name):
            room = await self._room(name)
        try:
            yield room
        finally:
            self._rest(room)

    async def stored(self, name: str) -> HostedGame:
        """A game as it is stored.  Raises UnknownGameError, StoredGameError, StoreFull or StoreDead."""
        async with self._opening.of(name):
            return await self._replays.game(name)

    async def enter(self, name: str, listener: Listener, key: str) -> Room:
        """The room of a game, opened if need be, with the listener in it.

        Raises UnknownGameError, StoredGameError, StoreFull, StoreDead, and Refusal when too many games are open, or too
        many people are at this one.
        """
        async with self._opening.of(name):
            room = await self._ready(name, listener)
            plays = bool(room.hosted.seats.of(key))
            others = [other for other in room.listeners if bool(other.seats) == plays]
            if len(others) >= self.limits.listeners.most:
                last = giving_way(others, listener.callers)
                self.limits.listeners.check(len(others) - (last is not None))
                if last:
                    last.refuse(CROWDED)
                    last.dismiss(BUSY)
                    room.leave(last)
            room.enter(listener, key)
        return room

    async def _ready(self, name: str, listener: Listener) -> Room:
        """The room of a game in which a listener can be told at once what it is to hear first."""
        while True:
            room = await self._room(name, listener.callers)
            await room.prepare(listener)
            if self.rooms.get(name) is room:  # it was not put away meanwhile
                return room

    async def _room(self, name: str, callers: Names = UNCOUNTED) -> Room:
        room = self.rooms.get(name)
        return await self._open(name, callers) if room is None or room.task.done() else room

    async def _open(self, name: str, callers: Names) -> Room:
        begun = time.perf_counter()
        hosted = await self._replays.game(name)
        self.shared.measures.openings.add(time.perf_counter() - begun)
        if len(self.rooms) >= MOST_ROOMS:
            self._make_room(callers)
        room = self.rooms[name] = Room(name, hosted, self.shared)
        room.task.add_done_callback(lambda _: self._forget(room))
        return room

    def _make_room(self, newcomer: Names) -> None:
        """Put away a game that nobody looks at, or one that gives way to a newcomer.  Raises Refusal without any."""
        empty = (room for room in self.rooms.values() if not room.listeners)
        room = next(empty, None) or giving_way(self.rooms.values(), newcomer)
        if room is None:
            raise Refusal(FULL, status=503)
        room.give_way()
        self._forget(room)

    async def sweep(self, untouched_since: int, after: str, *, unmoved: bool = False) -> Swept:
        """Remove a few games that nobody has touched since a time; open ones stay.  Raises StoreFull or StoreDead.

        If they are to be `unmoved`, only those in which nobody has ever moved.
        """
        removed: list[str] = []
        for _ in range(MOST_SWEPT):
            old = await self._store.untouched(untouched_since, after)
            if old is None:
                return Swept(removed, None)
            after = old.stream
            async with self._opening.of(old.stream):
                if await sweep(self._store, old, self.rooms, unmoved=unmoved):
                    removed.append(old.stream)
        return Swept(removed, after)

    def leave(self, room: Room, listener: Listener) -> None:
        """A listener has gone; a game without listeners is put away after a while."""
        room.leave(listener)
        self.shared.measures.sent += listener.sent
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

    async def drain(self, seconds: float, hurries: Callable[[], bool]) -> None:
        """Have people sent elsewhere, wait until that is noticed, then let nobody in and put the open games away.

        The wait is a quarter of the time, or SECONDS_TO_BE_NOTICED.  Each game goes at a moment of its own, so that
        those who play do not all come to another server at once.  It is over at once when somebody `hurries`.
        """
        clock = asyncio.get_running_loop().time
        begun, noticed = clock(), min(SECONDS_TO_BE_NOTICED, seconds / 4)

        async def come(moment: float) -> None:
            while clock() < begun + moment and not hurries():  # noqa: ASYNC110 - a signal sets no event
                await asyncio.sleep(SECONDS_OF_A_PORTION)

        self.is_ending = True
        await come(noticed)
        self.is_draining = True
        names = random.sample(list(self.rooms), len(self.rooms))
        for number, name in enumerate(names):
            await come(noticed + (seconds - noticed) * (number + random.random()) / len(names))  # noqa: S311 - no secret
            if hurries():
                return
            if room := self.rooms.get(name):
                room.close(GOING_AWAY)

    async def close(self) -> None:
        """End all games; their listeners are told that the server goes away."""
        tasks = [room.task for room in self.rooms.values()]
        for room in self.rooms.values():
            room.close(GOING_AWAY)
        await asyncio.gather(*tasks, return_exceptions=True)


def _leaving(hosted: HostedGame, key: str) -> Event:
    """What lets the holder of a key be forgotten; the key opens nothing any more.  Raises Refusal."""
    if not hosted.seats.admits(key):
        raise Refusal(WRONG_KEY, status=403)
    return hosted.seats.leaving(key)

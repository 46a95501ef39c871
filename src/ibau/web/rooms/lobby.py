"""All games of a server: begun, opened when somebody comes, and put away when nobody is there."""

import asyncio
import logging
import random
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from math import inf
from typing import NamedTuple, TypeVar

from ibau.core.phrase import N_, Phrase
from ibau.web.api.games import GameKey, MadeGame, NewGame, NextGame, SeatCode
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.game_keys import new_game_name
from ibau.web.hosted.new_game import create_game
from ibau.web.limits import CROWDED, MAX_BOARDS, Limits
from ibau.web.limits.client_ids import UNCOUNTED, ClientId
from ibau.web.limits.rate_limits import choose_evicted
from ibau.web.log.events import Event
from ibau.web.log.hints import GONE, Hint
from ibau.web.log.store import Store, StoreFailedError, StoreFullError, StreamChange, require_stored
from ibau.web.protocol import BUSY, GOING_AWAY, NO_GAME
from ibau.web.refusals import SERVER_FULL, SERVER_RESTARTING, Refusal
from ibau.web.rooms.context import NamedLocks, RoomContext
from ibau.web.rooms.listeners import Listener
from ibau.web.rooms.removal import remove_game, remove_if_stale
from ibau.web.rooms.replays import Replays
from ibau.web.rooms.room import WRONG_KEY, Room
from ibau.web.rooms.seat_codes import SeatCodes
from ibau.web.thinking.engines import Engines

T = TypeVar("T")

logger = logging.getLogger(__name__)

ATTEND_SECONDS = 1.0  # between two times that other processes are told who is here
COMPARE_SECONDS = 3.0  # between two comparisons of versions, for hints that were lost
MAX_ROOMS = MAX_BOARDS // 2
SWEEP_SIZE = 20  # games at a time, between which there is a pause for those who play

DRAIN_STEP = 0.2  # of the games that are put away before the server ends

NO_SUCH_GAME = Phrase(N_("There is no such game here."))


class SweepResult(NamedTuple):
    """What came of looking at a few games that nobody has touched."""

    removed: list[str]
    last: str | None  # the last that was looked at; None when there are no more


class Lobby:
    """The games that are open, by name."""

    def __init__(
        self, store: Store, engines: Engines, limits: Limits, move_delay: float, idle: float, *, verifiable: bool = True
    ) -> None:
        self.rooms: dict[str, Room] = {}
        self.limits = limits
        self.codes = SeatCodes(store)
        self.is_draining = False  # does nobody come in any more?
        self._store = store
        self.context = RoomContext(store, engines, move_delay, verifiable)
        self._idle = idle
        self._locks = NamedLocks()
        self._replays = Replays(store, self.context.slicer)
        self._is_behind = asyncio.Event()  # may hints have been lost?
        store.hints.listen(self._receive_hint, self._is_behind.set)

    def _receive_hint(self, hint: Hint) -> None:
        if room := self.rooms.get(hint.stream):
            self.context.metrics.hints["heard"] += room.receive_hint(hint) and self._store.is_shared

    async def synchronize(self) -> None:
        """Find out again and again what hints have not told, and tell other processes who is here, until cancelled."""
        looked = -inf
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_behind.wait(), ATTEND_SECONDS)
            is_due = self._is_behind.is_set() or time.monotonic() - looked > COMPARE_SECONDS
            try:
                if is_due or self.context.attending:
                    await self._save_attendance()
                if is_due:
                    self._is_behind.clear()
                    looked = time.monotonic()
                    await self.compare_versions()
            except (StoreFullError, StoreFailedError):
                logger.exception("the database cannot be asked what is new")

    async def _save_attendance(self) -> None:
        attending = dict(self.context.attending)
        self.context.attending.clear()
        try:
            await self._store.save_attendance(attending)
        except StoreFullError:
            self.context.attending.update(attending | self.context.attending)
            raise

    async def compare_versions(self) -> None:
        """Have rooms read on whose games have gone on, and know which players are elsewhere.

        Raises StoreFullError and StoreFailedError.
        """
        versions = await self._store.versions(names := list(self.rooms))
        attendance = await self._store.attendance(names)
        for name in names:
            if room := self.rooms.get(name):
                self.context.metrics.hints["missed"] += room.receive_hint(Hint(name, versions.get(name, GONE)))
                room.presence.set_elsewhere({seat: until for (at, seat), until in attendance.items() if at == name})

    async def create_game(self, new: NewGame) -> MadeGame:
        """Store a new game.  Raises RulesetError or another IbauError, Refusal, StoreFullError or StoreFailedError."""
        self._check_space()
        made, events = create_game(new, verifiable=self.context.verifiable)
        require_stored(await self._store.append([StreamChange(made.id, 0, tuple(events))]))
        return made

    async def import_game(self, events: Sequence[Event]) -> str:
        """Store a game that was played elsewhere; its name.  Raises StoreFullError or StoreFailedError."""
        self._check_space()
        name = new_game_name()
        require_stored(await self._store.append([StreamChange(name, 0, tuple(events))]))
        return name

    def _check_space(self) -> None:
        """Raise StoreFullError where what is left of the disk is for the games that go on."""
        if self._store.is_nearly_full():
            raise StoreFullError("the disk is nearly full")

    async def next_game(self, asked: NextGame) -> MadeGame:
        """The game that follows another one, opened with the same key; it is made unless it has been before.

        Raises UnknownGameError, StoredGameError, StoreFullError, StoreFailedError, and Refusal with a wrong key, before
        the end of that game, and when too many games are open.
        """
        async with self._visit(asked.after.id) as room:
            return MadeGame(await room.next_game(asked), asked.after.key)

    async def update(self, name: str, decide: Callable[[HostedGame], Sequence[Event]]) -> None:
        """Let happen to a game what `decide` makes of it, if anything.

        Raises UnknownGameError, StoredGameError, StoreFullError, StoreFailedError, and the Refusal that it raises.
        """
        async with self._visit(name) as room:
            await room.update(decide)

    async def make_code(self, name: str, key: str, client_id: ClientId) -> SeatCode:
        """A code that leads to where this key leads.  Raises as `update` does."""
        if not (await self.current_game(name)).seats.admits(key):
            raise Refusal(WRONG_KEY, status=403)
        return SeatCode(await self.codes.make(GameKey(name, key), client_id))

    async def delete_entry(self, name: str, key: str) -> None:
        """Forget the holder of a key of a game; with the last one, the game.  Raises Refusal with a wrong key."""
        async with self._visit(name) as room:
            if not room.hosted.seats.is_last(key):
                await room.update(lambda hosted: [_leave_event(hosted, key)])
        if room.hosted.seats.is_last(key) or room.hosted.seats.is_deserted:  # also where the others left meanwhile
            await self._remove(room)

    async def _remove(self, room: Room) -> None:
        """Remove a game, and send those away who are at it."""
        async with self._locks.hold(room.name):
            await remove_game(self._store, room.name)
            self._replays.forget(room.name)
            room.close(NO_GAME)
            self._drop(room)

    async def current_game(self, name: str) -> HostedGame:
        """A game as it is now; it is not opened.  Raises as `stored_game` does."""
        room = self.rooms.get(name)
        is_known = room and not room.is_closed and not self._store.is_shared
        return room.hosted if room and is_known else await self.stored_game(name)

    @asynccontextmanager
    async def _visit(self, name: str) -> AsyncGenerator[Room]:
        """The room of a game, opened if need be, for somebody who does not stay."""
        async with self._locks.hold(name):
            room = await self._room(name)
        try:
            yield room
        finally:
            self._close_later(room)

    async def stored_game(self, name: str) -> HostedGame:
        """A game as it is stored.  Raises UnknownGameError, StoredGameError, StoreFullError or StoreFailedError."""
        async with self._locks.hold(name):
            return await self._replays.game(name)

    async def enter(self, name: str, listener: Listener, key: str) -> Room:
        """The room of a game, opened if need be, with the listener in it.

        Raises UnknownGameError, StoredGameError, StoreFullError, StoreFailedError, and Refusal when too many games are
        open, too many people are at this one, or the server is about to end.
        """
        if self.is_draining:
            raise Refusal(SERVER_RESTARTING, status=503)
        async with self._locks.hold(name):
            room = await self._prepared_room(name, listener)
            plays = bool(room.hosted.seats.played_with(key))
            others = [other for other in room.listeners if bool(other.seats) == plays]
            if len(others) >= self.limits.listeners.most:
                last = choose_evicted(others, listener.client_id)
                self.limits.listeners.check(len(others) - (last is not None))
                if last:
                    last.refuse(CROWDED)
                    last.dismiss(BUSY)
                    room.leave(last)
            room.enter(listener, key)
        return room

    async def _prepared_room(self, name: str, listener: Listener) -> Room:
        """The room of a game in which a listener can be told at once what it is to hear first."""
        while True:
            room = await self._room(name, listener.client_id)
            await room.prepare(listener)
            if self.rooms.get(name) is room:  # it was not put away meanwhile
                return room

    async def _room(self, name: str, client_id: ClientId = UNCOUNTED) -> Room:
        room = self.rooms.get(name)
        if room is None or room.is_closed:
            return await self._open_room(name, client_id)
        if self._store.is_shared:
            await room.catch_up()
        return room

    async def _open_room(self, name: str, client_id: ClientId) -> Room:
        begun = time.perf_counter()
        hosted = await self._replays.game(name)
        self.context.metrics.openings.add(time.perf_counter() - begun)
        if len(self.rooms) >= MAX_ROOMS:
            self._evict_room(client_id)
        room = self.rooms[name] = Room(name, hosted, self.context)
        room.task.add_done_callback(lambda _: self._drop(room))
        return room

    def _evict_room(self, newcomer: ClientId) -> None:
        """Put away a game that nobody looks at, or one that gives way to a newcomer.  Raises Refusal without any."""
        empty = (room for room in self.rooms.values() if not room.listeners)
        room = next(empty, None) or choose_evicted(self.rooms.values(), newcomer)
        if room is None:
            raise Refusal(SERVER_FULL, status=503)
        room.evict()
        self._drop(room)

    async def sweep(self, untouched_since: int, after: str, *, unmoved: bool = False) -> SweepResult:
        """Remove a few games not touched since a time; open ones stay.  Raises StoreFullError or StoreFailedError.

        If they are to be `unmoved`, only those in which nobody has ever moved.
        """
        removed: list[str] = []
        for _ in range(SWEEP_SIZE):
            old = await self._store.next_stale(untouched_since, after)
            if old is None:
                return SweepResult(removed, None)
            after = old.stream
            attendance = await self._store.attendance([old.stream])
            if any(until > self._store.now() for until in attendance.values()):
                continue
            async with self._locks.hold(old.stream):
                if await remove_if_stale(self._store, old, self.rooms, unmoved=unmoved):
                    removed.append(old.stream)
        return SweepResult(removed, after)

    def leave(self, room: Room, listener: Listener) -> None:
        """A listener has gone; a game without listeners is put away after a while."""
        room.leave(listener)
        self.context.metrics.sent += listener.sent
        self._close_later(room)

    def _close_later(self, room: Room) -> None:
        if not room.listeners:
            if room.idle_timer:
                room.idle_timer.cancel()
            room.idle_timer = asyncio.get_running_loop().call_later(self._idle, self._close_if_empty, room)

    def _close_if_empty(self, room: Room) -> None:
        if not room.listeners:
            room.close(GOING_AWAY)
            self._drop(room)

    def _drop(self, room: Room) -> None:
        if self.rooms.get(room.name) is room:
            del self.rooms[room.name]

    async def drain(self, seconds: float, is_urgent: Callable[[], bool]) -> None:
        """Let nobody in any more, and put the open games away, each at a moment of its own within this many seconds.

        So those who play do not all come to another server at once.  It is over at once when it `is_urgent`.
        """
        self.is_draining = True
        clock = asyncio.get_running_loop().time
        until = sorted(((clock() + seconds * random.random(), name) for name in self.rooms), reverse=True)  # noqa: S311
        while until and not is_urgent():
            while until and until[-1][0] <= clock():
                if room := self.rooms.get(until.pop()[1]):
                    room.close(GOING_AWAY)
            await asyncio.sleep(min(DRAIN_STEP, seconds))

    async def close(self) -> None:
        """End all games; their listeners are told that the server goes away."""
        tasks = [room.task for room in self.rooms.values()]
        for room in self.rooms.values():
            room.close(GOING_AWAY)
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(StoreFullError, StoreFailedError):
            await self._save_attendance()


def _leave_event(hosted: HostedGame, key: str) -> Event:
    """What lets the holder of a key be forgotten; the key opens nothing any more.  Raises Refusal."""
    if not hosted.seats.admits(key):
        raise Refusal(WRONG_KEY, status=403)
    return hosted.seats.leave_event(key)

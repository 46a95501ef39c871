"""The lobby: create games, open their rooms on demand, and close rooms that are idle."""

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
from ibau.web.log.notifications import GONE, Notification
from ibau.web.log.store import Store, StoreFailedError, StoreFullError, StreamChange, require_stored
from ibau.web.protocol import BUSY, GOING_AWAY, NO_GAME
from ibau.web.refusals import SERVER_FULL, Refusal
from ibau.web.rooms.context import NamedLocks, RoomContext
from ibau.web.rooms.listeners import Listener
from ibau.web.rooms.removal import remove_game, remove_if_stale
from ibau.web.rooms.replays import Replays
from ibau.web.rooms.room import WRONG_KEY, Room
from ibau.web.rooms.seat_codes import SeatCodes
from ibau.web.thinking.engines import Engines

T = TypeVar("T")

logger = logging.getLogger(__name__)

ATTEND_SECONDS = 1.0  # between two publications of attendance to other processes
COMPARE_SECONDS = 3.0  # between two comparisons of versions, for notifications that were lost
MAX_ROOMS = MAX_BOARDS // 2
SWEEP_SIZE = 20  # games at a time, between which there is a pause for those who play

NOTICE_SECONDS = 5.0  # for a load balancer to notice, which polls readiness every few seconds
DRAIN_STEP = 0.2  # seconds between two checks while rooms are closed before a shutdown

NO_SUCH_GAME = Phrase(N_("There is no such game here."))


class SweepResult(NamedTuple):
    """The result of checking a few stale games."""

    removed: list[str]
    last: str | None  # the last one checked; None when there are no more


class Lobby:
    """The open rooms, by name of the game."""

    def __init__(
        self, store: Store, engines: Engines, limits: Limits, move_delay: float, idle: float, *, verifiable: bool = True
    ) -> None:
        self.rooms: dict[str, Room] = {}
        self.limits = limits
        self.codes = SeatCodes(store)
        self.is_ending = False  # should a load balancer send no more clients here?
        self.is_draining = False  # are new sockets rejected?
        self._store = store
        self.context = RoomContext(store, engines, move_delay, verifiable)
        self._idle = idle
        self._locks = NamedLocks()
        self._replays = Replays(store, self.context.slicer)
        self._is_behind = asyncio.Event()  # may notifications have been lost?
        store.notifications.listen(self._receive_notification, self._is_behind.set)

    def _receive_notification(self, notification: Notification) -> None:
        if room := self.rooms.get(notification.stream):
            self.context.metrics.notifications["received"] += room.notify(notification) and self._store.is_shared

    async def synchronize(self) -> None:
        """Compare versions in case notifications were lost, and publish attendance, periodically until cancelled."""
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
            except (StoreFullError, StoreFailedError) as error:
                logger.warning("cannot compare versions with the database: %s", error)

    async def _save_attendance(self) -> None:
        attending = dict(self.context.attending)
        self.context.attending.clear()
        try:
            await self._store.save_attendance(attending)
        except StoreFullError:
            self.context.attending.update(attending | self.context.attending)
            raise

    async def compare_versions(self) -> None:
        """Let rooms whose games have new versions catch up, and update the attendance at other processes.

        Raises StoreFullError and StoreFailedError.
        """
        versions = await self._store.versions(names := list(self.rooms))
        attendance = await self._store.attendance(names)
        for name in names:
            if room := self.rooms.get(name):
                latest = Notification(name, versions.get(name, GONE))
                self.context.metrics.notifications["missed"] += room.notify(latest)
                room.presence.set_elsewhere({seat: until for (at, seat), until in attendance.items() if at == name})

    async def create_game(self, new: NewGame) -> MadeGame:
        """Store a new game.  Raises RulesetError or another IbauError, Refusal, StoreFullError or StoreFailedError."""
        self._check_space()
        made, events = create_game(new, verifiable=self.context.verifiable)
        require_stored(await self._store.append([StreamChange(made.id, 0, tuple(events))]))
        return made

    async def import_game(self, events: Sequence[Event]) -> str:
        """Store a game that was played elsewhere, and return its name.  Raises StoreFullError or StoreFailedError."""
        self._check_space()
        name = new_game_name()
        require_stored(await self._store.append([StreamChange(name, 0, tuple(events))]))
        return name

    def _check_space(self) -> None:
        """Raise StoreFullError where the disk is nearly full; the rest is reserved for existing games."""
        if self._store.is_nearly_full():
            raise StoreFullError("the disk is nearly full")

    async def next_game(self, asked: NextGame) -> MadeGame:
        """Return the next game of a match, with the same key; it is created unless it exists.

        Raises UnknownGameError, StoredGameError, StoreFullError, StoreFailedError, and Refusal with a wrong key, before
        the end of that game, and when too many games are open.
        """
        async with self._visit(asked.after.id) as room:
            return MadeGame(await room.next_game(asked), asked.after.key)

    async def update(self, name: str, decide: Callable[[HostedGame], Sequence[Event]]) -> None:
        """Append the events that `decide` returns for a game, if any.

        Raises UnknownGameError, StoredGameError, StoreFullError, StoreFailedError, and what `decide` raises.
        """
        async with self._visit(name) as room:
            await room.update(decide)

    async def make_code(self, name: str, key: str, client_id: ClientId) -> SeatCode:
        """Create a seat code for the holder of a key.  Raises as `update` does."""
        if not (await self.current_game(name)).seats.admits(key):
            raise Refusal(WRONG_KEY, status=403)
        return SeatCode(await self.codes.make(GameKey(name, key), client_id))

    async def delete_entry(self, name: str, key: str) -> None:
        """Delete the data of a key's holder, or the game with the last holder.  Raises Refusal with a wrong key."""
        async with self._visit(name) as room:
            if not room.hosted.seats.is_last(key):
                await room.update(lambda hosted: [_leave_event(hosted, key)])
        if room.hosted.seats.is_last(key) or room.hosted.seats.is_deserted:  # even if the others left meanwhile
            await self._remove(room)

    async def _remove(self, room: Room) -> None:
        """Remove a game, and dismiss its listeners."""
        async with self._locks.hold(room.name):
            await remove_game(self._store, room.name)
            self._replays.forget(room.name)
            room.close(NO_GAME)
            self._drop(room)

    async def current_game(self, name: str) -> HostedGame:
        """Return the current state of a game without opening a room.  Raises as `stored_game` does."""
        room = self.rooms.get(name)
        is_known = room and not room.is_closed and not self._store.is_shared
        return room.hosted if room and is_known else await self.stored_game(name)

    @asynccontextmanager
    async def _visit(self, name: str) -> AsyncGenerator[Room]:
        """Open the room of a game for the block, without a listener."""
        async with self._locks.hold(name):
            room = await self._room(name)
        try:
            yield room
        finally:
            self._close_later(room)

    async def stored_game(self, name: str) -> HostedGame:
        """Return a game as stored.  Raises UnknownGameError, StoredGameError, StoreFullError or StoreFailedError."""
        async with self._locks.hold(name):
            return await self._replays.game(name)

    async def enter(self, name: str, listener: Listener, key: str) -> Room:
        """Enter the room of a game with a listener; the room is opened if necessary.

        Raises UnknownGameError, StoredGameError, StoreFullError, StoreFailedError, and Refusal when too many games are
        open, or this one has too many listeners.
        """
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
        """Open the room of a game, and prepare the welcome for a listener."""
        while True:
            room = await self._room(name, listener.client_id)
            await room.prepare(listener)
            if self.rooms.get(name) is room:  # it was not closed meanwhile
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
        """Close an empty room, or one that may be evicted for a newcomer.  Raises Refusal if there is none."""
        empty = (room for room in self.rooms.values() if not room.listeners)
        room = next(empty, None) or choose_evicted(self.rooms.values(), newcomer)
        if room is None:
            raise Refusal(SERVER_FULL, status=503)
        room.evict()
        self._drop(room)

    async def sweep(self, untouched_since: int, after: str, *, unmoved: bool = False) -> SweepResult:
        """Remove a few games not changed since a time and not open.  Raises StoreFullError or StoreFailedError.

        With `unmoved`, only games without a move are removed.
        """
        removed: list[str] = []
        for _ in range(SWEEP_SIZE):
            old = await self._store.next_stale(untouched_since, after)
            if old is None:
                return SweepResult(removed, None)
            after = old.stream
            async with self._locks.hold(old.stream):
                if await remove_if_stale(self._store, old, self.rooms, unmoved=unmoved):
                    removed.append(old.stream)
        return SweepResult(removed, after)

    def leave(self, room: Room, listener: Listener) -> None:
        """Remove a listener that has disconnected; an empty room is closed after a while."""
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
        """Report not ready, wait until load balancers notice, then reject new sockets and close all rooms.

        The wait is a quarter of the time, at most NOTICE_SECONDS.  The rooms close at random times, so that their
        clients do not all reconnect to another server at once.  Returns immediately once `is_urgent` is true.
        """
        clock = asyncio.get_running_loop().time
        began, noticed = clock(), min(NOTICE_SECONDS, seconds / 4)

        async def wait_until(moment: float) -> None:
            while clock() < began + moment and not is_urgent():  # noqa: ASYNC110 - a signal sets no event
                await asyncio.sleep(DRAIN_STEP)

        self.is_ending = True
        await wait_until(noticed)
        self.is_draining = True
        names = random.sample(list(self.rooms), len(self.rooms))
        for number, name in enumerate(names):
            share = (number + random.random()) / len(names)  # noqa: S311 - no secret
            await wait_until(noticed + share * (seconds - noticed))
            if is_urgent():
                return
            if room := self.rooms.get(name):
                room.close(GOING_AWAY)

    async def close(self) -> None:
        """Close all rooms, with the close code for a server that goes away."""
        tasks = [room.task for room in self.rooms.values()]
        for room in self.rooms.values():
            room.close(GOING_AWAY)
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(StoreFullError, StoreFailedError):
            await self._save_attendance()


def _leave_event(hosted: HostedGame, key: str) -> Event:
    """Create the event by which the holder of a key leaves.  Raises Refusal with a wrong key."""
    if not hosted.seats.admits(key):
        raise Refusal(WRONG_KEY, status=403)
    return hosted.seats.leave_event(key)

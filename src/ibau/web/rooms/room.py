"""The room of an open game, with its listeners and the task that processes requests in order."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from math import inf
from typing import Any, Generic, NamedTuple, TypeVar, cast

import msgspec
from msgspec import Struct

from ibau.core.outcome import other
from ibau.core.phrase import N_, Phrase, Translate
from ibau.core.quoting import quote
from ibau.web.api.games import NextGame
from ibau.web.hosted.consent import own_seat
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.game_keys import new_game_name
from ibau.web.hosted.match import next_game_events
from ibau.web.hosted.requests import AnyPlyRequest, check_bounds, event_for, explanation, is_done
from ibau.web.limits.client_ids import UNCOUNTED, ClientId
from ibau.web.limits.rate_limits import TokenBucket
from ibau.web.log.events import (
    Event,
    NextBegun,
    PartOpened,
    PartSealed,
    Played,
    PlayerLeft,
    PlayerNamed,
    SeatTaken,
    StoredEvent,
)
from ibau.web.log.notifications import GONE, Notification
from ibau.web.log.store import (
    Absent,
    OutcomeUnknownError,
    StoreConflictError,
    StoreFailedError,
    StoreFullError,
    StreamChange,
    require_stored,
    today_utc,
)
from ibau.web.protocol import BUSY, ERROR, GOING_AWAY, NO_GAME, SEATS, Greeting
from ibau.web.protocol.from_client import (
    ClaimRequest,
    GreetRequest,
    NameRequest,
    PlayerRequest,
    RoomRequest,
    WhyRequest,
)
from ibau.web.protocol.from_server import DoneMessage, FailedMessage, RefusedMessage, WhyMessage
from ibau.web.refusals import GAME_MOVED_ON, SERVER_FULL, WATCHING, Refusal
from ibau.web.rooms.computer_player import ComputerPlayer
from ibau.web.rooms.context import RoomContext
from ibau.web.rooms.listeners import Listener
from ibau.web.rooms.messages import (
    GREETINGS,
    Message,
    ViewCache,
    back_message,
    event_message,
    greeted_message,
    welcome_message,
)
from ibau.web.rooms.presence import Presence
from ibau.web.rooms.replays import SAVE_INTERVAL, UnknownGameError, save_action_numbers

MAX_QUEUED = 100  # requests of all listeners together; further ones wait in their sockets
MAX_TRIES = 20  # of one request, after conflicts with other processes
TAKE_OVER_SECONDS = 15.0  # until this process acts for a computer player that another process has not run
FULL_RETRY_PAUSE = 3.0  # seconds before the computer tries to store an action again
CHAT_BURST, CHAT_RATE = 3.0, 0.2  # greetings of one seat, and changes of its name

WRONG_KEY = Phrase(N_("This is not the key to this game; you can only watch it."))
NOT_STORED = Phrase(N_("Nothing can be stored just now; please try again in a while."))
PLAYER_LEFT = Phrase(N_("A player has deleted their entry, so this match does not go on."))
IMPORTED = Phrase(N_("This game was played elsewhere, so no further game follows it here."))
NOT_OVER = Phrase(N_("The next game can begin when this one is over."))
CHAT_LIMITED = Phrase(N_("That is enough for the moment; please wait a little."))

T = TypeVar("T")


class QueuedRequest(NamedTuple):
    """A request of a listener, or of the computer (None), and its time of arrival."""

    asker: Listener | None
    request: RoomRequest
    time: float  # of `time.perf_counter`


logger = logging.getLogger(__name__)


class QueueTask(Generic[T]):
    """A function that a room calls between two requests, and the future of its result."""

    def __init__(self, function: Callable[[], Awaitable[T]]) -> None:
        self._function = function
        self._done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

    async def run(self, retries: Callable[[Callable[[], Awaitable[T]]], Awaitable[T]]) -> None:
        """Call the function through `retries`, which repeats it after conflicts, and resolve the future."""
        try:
            answer = await retries(self._function)
        except (Refusal, StoreFullError, UnknownGameError) as error:
            if not self._done.done():
                self._done.set_exception(error)
        else:
            if not self._done.done():
                self._done.set_result(answer)

    async def result(self, task: asyncio.Task[None]) -> T:
        """Wait for the result from `task`.  Raises what the function raised, and StoreFullError if the task ended."""
        try:
            await asyncio.wait((self._done, task), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._done.cancel()  # no effect on a result
        if self._done.cancelled():
            raise StoreFullError("the room was closed meanwhile")
        return self._done.result()


class Room:
    """One open game.  Its task processes requests one by one, and applies only events that are stored."""

    def __init__(self, name: str, hosted: HostedGame, context: RoomContext) -> None:
        self.name = name
        self.hosted = hosted
        self.listeners: set[Listener] = set()
        self._context = context
        self._caches: dict[str, ViewCache] = {}  # by language
        self._requests: asyncio.Queue[QueueTask[Any] | QueuedRequest | None] = asyncio.Queue(MAX_QUEUED)
        self._notified_version = 0.0  # the latest version in a notification
        self._computer = ComputerPlayer(self, context.engines, context.move_delay)
        self.presence = Presence(self, context)
        self._chat_limits = [TokenBucket(CHAT_BURST, CHAT_RATE) for _ in SEATS]
        self.idle_timer: asyncio.TimerHandle | None = None  # closes the room
        self.task = asyncio.create_task(self._run(), name=f"game {name}")

    @property
    def client_id(self) -> ClientId:
        """The client of one of the listeners."""
        return next((listener.client_id for listener in self.listeners), UNCOUNTED)

    @property
    def is_closed(self) -> bool:
        """Has the task ended, or is it being cancelled?"""
        return self.task.done() or self.task.cancelling() > 0

    @property
    def is_evictable(self) -> bool:
        """Has the room at most one listener?"""
        return len(self.listeners) < 2

    def evict(self) -> None:
        """Close the room to free a place for another game; its listeners may reconnect later."""
        self.broadcast(lambda translate: RefusedMessage(SERVER_FULL.to_text(translate)))
        self.close(BUSY)

    # Listeners -----------------------------------------------------------------------------------------------------

    async def prepare(self, listener: Listener) -> None:
        """Encode the plies of a listener's welcome in time slices, since a long game takes a while."""
        line = self.hosted.line
        await self._context.slicer.run(self._cache(listener).plies(line, listener.known_plies(line)))

    def _cache(self, listener: Listener) -> ViewCache:
        if listener.lang not in self._caches:
            self._caches[listener.lang] = ViewCache(listener.translate)
        return self._caches[listener.lang]

    def enter(self, listener: Listener, key: str) -> None:
        """Add a listener, and send it what it does not know yet; with a key it plays the seats of this key."""
        listener.seats = self.hosted.seats.played_with(key)
        listener.may_invite = self.hosted.seats.is_creator(key)
        self.listeners.add(listener)
        listener.room_listeners = self.listeners
        self.presence.update()
        self._welcome(listener, listener.known_plies(self.hosted.line))
        if key and not self.hosted.seats.admits(key):
            listener.refuse(WRONG_KEY)
        if self._computer.thinking:
            listener.send(self._computer.thinking)
        self._computer.start_if_idle()

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        self.presence.update()

    async def request(self, asker: Listener | None, request: RoomRequest) -> None:
        """Queue a request of a listener, or of the computer (None)."""
        await self._requests.put(QueuedRequest(asker, request, time.perf_counter()))

    async def next_game(self, asked: NextGame) -> str:
        """Return the name of the next game of the match, which is created by the first request.

        Raises Refusal with a wrong key and before the end of the game, and StoreFullError when it cannot be stored.
        """
        if not self.hosted.seats.admits(asked.after.key):
            raise Refusal(WRONG_KEY, status=403)
        return await self._enqueue(lambda: self._begin_next(asked))

    async def update(self, decide: Callable[[HostedGame], Sequence[Event]]) -> None:
        """Append atomically the events that `decide` returns for the game, if any.

        Raises what `decide` raises, and StoreFullError when they cannot be stored.
        """

        async def do() -> None:
            if events := decide(self.hosted):
                await self._append(*events)

        await self._enqueue(do)

    def notify(self, notification: Notification) -> bool:
        """Broadcast the greeting of a notification, and catch up where its version is new; is it?"""
        if notification.message:
            seat, greeting = notification.message.split()
            if greeting in GREETINGS:  # not one of a newer release
                self.broadcast(lambda translate: greeted_message(int(seat), cast(Greeting, greeting), translate))
        version = inf if notification.version == GONE else notification.version
        if version <= max(self._notified_version, self.hosted.history.events):
            return False
        self._notified_version = version
        with suppress(asyncio.QueueFull):  # then the task is awake
            self._requests.put_nowait(None)
        return True

    async def catch_up(self) -> None:
        """Apply events of other processes.  Raises UnknownGameError, StoredGameError and StoreFullError."""
        await self._enqueue(self._catch_up)

    def _dismiss(self, left: PlayerLeft) -> None:
        """Dismiss the listeners of a player who has left; they may reconnect as watchers."""
        for listener in self.listeners:
            if set(listener.seats) & set(left.seats) or (listener.may_invite and not self.hosted.seats.has_creator):
                listener.seats, listener.may_invite = (), False
                listener.dismiss(GOING_AWAY)
        self.presence.update()

    async def _enqueue(self, function: Callable[[], Awaitable[T]]) -> T:
        """Call a function between two requests.  Raises what it raises, and StoreFullError when the queue is full."""
        task = QueueTask(function)
        try:
            self._requests.put_nowait(task)
        except asyncio.QueueFull as error:
            raise StoreFullError("too many requests wait") from error
        return await task.result(self.task)

    def close(self, code: int) -> None:
        """Cancel the task and dismiss all listeners; a pending append is still stored."""
        self.task.cancel()
        self._computer.stop()
        for listener in self.listeners:
            listener.dismiss(code)

    def _welcome(self, listener: Listener, since: int = 0) -> None:
        """Send a listener the whole game, or what is new after the first `since` plies."""
        if not listener.may_welcome():
            return
        cache, presence = self._cache(listener), self.presence.view()
        self._context.metrics.welcomes["back" if since else "welcome"] += 1
        if since:
            listener.send(back_message(self.hosted, listener, cache, presence, since))
        else:
            listener.send(welcome_message(self.hosted, listener, cache, presence))

    def broadcast(self, message: Callable[[Translate], Struct]) -> None:
        """Send a message to all listeners, encoded once per language."""
        self._send_each(lambda cache, _: message(cache.translate))

    def _send_each(self, message: Message) -> None:
        encoded: dict[tuple[str, bool], bytes] = {}
        for listener in self.listeners:
            kind = listener.lang, self.hosted.decides(listener.seats)
            if kind not in encoded:
                encoded[kind] = msgspec.json.encode(message(self._cache(listener), kind[1]))
            listener.send_encoded(encoded[kind])

    # Requests ------------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        try:
            while True:
                item = await self._requests.get()
                if self._notified_version > self.hosted.history.events:
                    with suppress(StoreFullError, UnknownGameError):
                        await self._catch_up()
                match item:
                    case QueueTask() as task:
                        await task.run(self._retry_conflicts)
                    case QueuedRequest(asker, request, at):
                        before = self.hosted
                        await self._handle(asker, request)
                        if self.hosted is not before:
                            self._context.metrics.steps.add(time.perf_counter() - at)
                    case None:  # a notification, handled above
                        pass
        except StoreFailedError:
            self.close(ERROR)  # the server ends as well
        except Exception:
            logger.exception("game %s stopped; it will be read from the log again", self.name)
            self.close(ERROR)

    async def _handle(self, asker: Listener | None, request: RoomRequest) -> None:
        """Carry out a request, and report a refusal or an error to its sender."""
        try:
            await self._retry_conflicts(lambda: self._carry_out(asker, request))
        except Refusal as refusal:
            await self._refuse(asker, request, refusal)
        except StoreFullError as error:
            await self._report_full(asker, error)
        except UnknownGameError:
            pass  # all listeners have been dismissed

    async def _retry_conflicts(self, do: Callable[[], Awaitable[T]]) -> T:
        """Call a function, with retries after conflicts.  Raises what it raises.

        After a conflict the room catches up; after an unknown outcome it reloads the game; and a refusal counts only
        if the room was up to date.
        """
        for _ in range(MAX_TRIES):
            try:
                return await do()
            except StoreConflictError:
                self._context.metrics.lost_races += 1
                await self._catch_up()
            except OutcomeUnknownError:
                self._context.metrics.unknown_outcomes += 1
                await self._reload()
            except Refusal:
                if not (self._context.store.is_shared and await self._catch_up()):
                    raise
        raise StoreFullError("too many conflicts with other processes")

    async def _carry_out(self, asker: Listener | None, request: RoomRequest) -> None:
        """Carry out a request; an outdated one of the computer is dropped.  Raises Refusal and as `_append` does."""
        if asker is None and not self._is_due(request):
            return
        seats = asker.seats if asker else self.hosted.seats.computers
        if asker and is_done(request, self.hosted, seats):
            asker.answer(DoneMessage(request.id if isinstance(request, PlayerRequest) else ""))
            return
        if not self._is_current(request):
            raise Refusal(GAME_MOVED_ON)
        match request:
            case WhyRequest():
                self._explain(asker, request.place)
            case GreetRequest():
                self._greet(seats, request.greeting)
            case NameRequest():
                event = event_for(request, self.hosted, seats)
                self._limit_chat(own_seat(self.hosted, seats))
                await self._append(event)
            case ClaimRequest():
                await self.presence.refresh()
                event = event_for(request, self.hosted, seats, self.presence.away)
                await self._append(event, absent=self.presence.absent(other(own_seat(self.hosted, seats))))
            case _:
                await self._append(event_for(request, self.hosted, seats))

    def _is_current(self, request: RoomRequest) -> bool:
        return isinstance(request, AnyPlyRequest) or request.ply_count == self.hosted.ply_count

    def _is_due(self, request: RoomRequest) -> bool:
        """Is this the computer's next request?"""
        return isinstance(request, PlayerRequest) and request.id == self.hosted.computer_request_id(self.name)

    async def _refuse(self, asker: Listener | None, request: RoomRequest, refusal: Refusal) -> None:
        """Report a refusal to a listener; that of a computer's request is a bug, which ends the task."""
        if asker is None:
            raise refusal
        asker.refuse(refusal.reason)
        if not self._is_current(request):
            await self._context.slicer.run(self._cache(asker).plies(self.hosted.line))
            self._welcome(asker)

    def _explain(self, asker: Listener | None, place: str) -> None:
        if asker:
            text = explanation(self.hosted, asker.seats, place).to_text(asker.translate)
            asker.answer(WhyMessage(place, text))

    def _greet(self, seats: Collection[int], greeting: Greeting) -> None:
        """Send a greeting to all processes.  Raises Refusal."""
        if not seats:
            raise Refusal(WATCHING)
        seat = own_seat(self.hosted, seats)
        self._limit_chat(seat)
        self._context.store.notifications.send(Notification(self.name, 0, f"{seat} {greeting}"))

    def _limit_chat(self, seat: int) -> None:
        """Apply the rate limit of greetings and new names to a seat.  Raises Refusal."""
        if self._chat_limits[seat].left() < 1:
            raise Refusal(CHAT_LIMITED)
        self._chat_limits[seat].spend()

    # Events --------------------------------------------------------------------------------------------------------

    async def _append(
        self, event: Event, *more: Event, changes: Sequence[StreamChange] = (), absent: Absent | None = None
    ) -> None:
        """Append events to this game, with `changes` to other streams, then apply and broadcast them.

        Raises Refusal where the game is too long, StoreFullError, and StoreConflictError or
        OutcomeUnknownError where this room is not up to date.
        """
        before = self.hosted
        _check_events(before, (event, *more), self._context.store.now())
        change = StreamChange(self.name, before.history.events, (event, *more), absent=absent)
        stored = require_stored(await self._context.store.append([*changes, change]))
        self._apply(stored.time, event, *more)
        if isinstance(event, Played) and self.hosted.history.plies % SAVE_INTERVAL == 0:
            await save_action_numbers(self._context.store, self.name, self.hosted)

    def _apply(self, time: int, event: Event, *more: Event, patience: float = 0.0) -> None:
        """Apply stored events and broadcast them; the computer acts after `patience` seconds."""
        for stored in (event, *more):
            self.hosted = self.hosted.after(stored, time)
        if isinstance(event, PlayerLeft):
            self._dismiss(event)
        if message := event_message(event, self.hosted):
            self._send_each(message)
        if isinstance(event, SeatTaken):
            self.presence.update()
        if not isinstance(event, PlayerNamed):  # which does not interrupt thinking
            self._computer.restart(patience=patience)

    async def _catch_up(self) -> bool:
        """Apply new events of other processes; were there any?  Raises UnknownGameError and StoreFullError."""
        self._notified_version, known = 0.0, self.hosted.history.events
        stored = await self._context.store.read(self.name, known - 1)
        if not stored:  # not even the last known event: the game was removed
            return await self._reload()
        await self._apply_stored(stored[1:])
        return len(stored) > 1

    async def _reload(self) -> bool:
        """Reload the whole game and broadcast what is new.  Raises UnknownGameError and StoreFullError."""
        stored, known = await self._context.store.read(self.name), self.hosted.history.events
        if not stored:
            self.close(NO_GAME)
            raise UnknownGameError(f"There is no game {quote(self.name)}.")
        hosted = await self._context.slicer.run(HostedGame.replay(stored[:known]))
        if hosted and hosted != self.hosted:  # listeners saw events that were lost
            self.hosted = hosted
            for listener in self.listeners:
                self._welcome(listener)
        await self._apply_stored(stored[known:])
        return len(stored) > known

    async def _apply_stored(self, stored: Sequence[StoredEvent]) -> None:
        """Apply events of other processes; their computer player acts first, and this one only after a delay."""
        rows = deque(stored)
        while rows:
            _, time, event = rows.popleft()
            more = [rows.popleft().event] if rows and _belong_together(event, rows[0].event) else []
            self._apply(time, event, *more, patience=TAKE_OVER_SECONDS)
            await asyncio.sleep(0)  # lets messages be sent

    async def _begin_next(self, asked: NextGame) -> str:
        """Return the name of the next game; it is created if there is none, atomically with the event in this one.

        Raises Refusal and StoreFullError.
        """
        if self.hosted.next:
            return self.hosted.next
        if not self.hosted.is_over:
            raise Refusal(NOT_OVER)
        if self.hosted.is_imported:
            raise Refusal(IMPORTED)
        if self.hosted.seats.left_keys:
            raise Refusal(PLAYER_LEFT)
        name = new_game_name()
        events = next_game_events(self.hosted, asked, today_utc(), name, verifiable=self._context.verifiable)
        await self._append(NextBegun(name), changes=[StreamChange(name, 0, tuple(events))])
        return name

    async def _report_full(self, asker: Listener | None, error: StoreFullError) -> None:
        """Report the error to the sender; the computer retries later."""
        logger.error("game %s: nothing can be stored: %s", self.name, error)
        if asker:
            asker.send(FailedMessage(NOT_STORED.to_text(asker.translate)))
        else:
            self.broadcast(lambda translate: FailedMessage(NOT_STORED.to_text(translate)))
            self._computer.restart(pause=FULL_RETRY_PAUSE)


def _check_events(hosted: HostedGame, events: Sequence[Event], now: int) -> None:
    """Raise Refusal, StoredGameError or IllegalActionError unless these events are valid in this order."""
    event, *more = events
    check_bounds(hosted, event)
    hosted.check(event)
    if more:
        _check_events(hosted.after(event, now), more, now)


def _belong_together(event: Event, later: Event) -> bool:
    """Were a seat and what its browser adds to the throws stored at once?  Listeners see neither without the other."""
    return isinstance(event, SeatTaken) and isinstance(later, PartOpened | PartSealed) and event.seat == later.seat

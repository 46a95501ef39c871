"""A game being played, those who listen, and the one task that lets things happen in order."""

import asyncio
import logging
import time
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
from ibau.web.log.events import Event, NextBegun, Played, PlayerLeft, PlayerNamed, SeatTaken, StoredEvent
from ibau.web.log.hints import GONE, Hint
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
MAX_TRIES = 20  # of one request, where other processes are quicker
TAKE_OVER_SECONDS = 15.0  # until a computer acts that another process has let wait
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
    """A request of a listener, or of the computer (None), and when it came."""

    asker: Listener | None
    request: RoomRequest
    time: float  # by the clock that measures how soon it is granted


logger = logging.getLogger(__name__)


class QueueTask(Generic[T]):
    """What is asked of a room elsewhere than at a socket, done between two requests, and the answer for who waits."""

    def __init__(self, function: Callable[[], Awaitable[T]]) -> None:
        self._function = function
        self._done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

    async def run(self, retries: Callable[[Callable[[], Awaitable[T]]], Awaitable[T]]) -> None:
        """Do it as the room `retries` what is out of date, and tell those who wait what came of it."""
        try:
            answer = await retries(self._function)
        except (Refusal, StoreFullError, UnknownGameError) as error:
            if not self._done.done():
                self._done.set_exception(error)
        else:
            if not self._done.done():
                self._done.set_result(answer)

    async def result(self, task: asyncio.Task[None]) -> T:
        """The result, once `task` has done it.  Raises what that raised, and StoreFullError where the task ended."""
        try:
            await asyncio.wait((self._done, task), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._done.cancel()  # where it has no answer
        if self._done.cancelled():
            raise StoreFullError("the game was put away meanwhile")
        return self._done.result()


class Room:
    """One game.  Its task takes requests one by one: nothing happens that is not stored, and all of it in order."""

    def __init__(self, name: str, hosted: HostedGame, context: RoomContext) -> None:
        self.name = name
        self.hosted = hosted
        self.listeners: set[Listener] = set()
        self._context = context
        self._caches: dict[str, ViewCache] = {}  # by language
        self._requests: asyncio.Queue[QueueTask[Any] | QueuedRequest | None] = asyncio.Queue(MAX_QUEUED)
        self._heard = 0.0  # the latest version of which there was a hint
        self._computer = ComputerPlayer(self, context.engines, context.move_delay)
        self.presence = Presence(self, context)
        self._chat_limits = [TokenBucket(CHAT_BURST, CHAT_RATE) for _ in SEATS]
        self.idle_timer: asyncio.TimerHandle | None = None  # will put the game away
        self.task = asyncio.create_task(self._run(), name=f"game {name}")

    @property
    def client_id(self) -> ClientId:
        """Who is at the game, one of them."""
        return next((listener.client_id for listener in self.listeners), UNCOUNTED)

    @property
    def is_closed(self) -> bool:
        """Does nothing happen here any more?"""
        return self.task.done() or self.task.cancelling() > 0

    @property
    def is_evictable(self) -> bool:
        """Is at most one person there, who waits or plays alone?"""
        return len(self.listeners) < 2

    def evict(self) -> None:
        """Make room for another game; whoever is here may come back when there is room."""
        self.broadcast(lambda translate: RefusedMessage(SERVER_FULL.to_text(translate)))
        self.close(BUSY)

    # Listeners -----------------------------------------------------------------------------------------------------

    async def prepare(self, listener: Listener) -> None:
        """Have ready what a listener is to be told first: a long story takes a while."""
        line = self.hosted.line
        await self._context.slicer.run(self._cache(listener).plies(line, listener.known_plies(line)))

    def _cache(self, listener: Listener) -> ViewCache:
        if listener.lang not in self._caches:
            self._caches[listener.lang] = ViewCache(listener.translate)
        return self._caches[listener.lang]

    def enter(self, listener: Listener, key: str) -> None:
        """Tell a new listener what it does not know, and from now on every change; with a key it plays its seats."""
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
        """Have a request of a listener, or of the computer (None), granted or refused in its turn."""
        await self._requests.put(QueuedRequest(asker, request, time.perf_counter()))

    async def next_game(self, asked: NextGame) -> str:
        """The name of the next game of the match; it is made once, however often and by how many it is asked for.

        Raises Refusal with a wrong key and before the end of the game, and StoreFullError when it cannot be stored.
        """
        if not self.hosted.seats.admits(asked.after.key):
            raise Refusal(WRONG_KEY, status=403)
        return await self._enqueue(lambda: self._begin_next(asked))

    async def update(self, decide: Callable[[HostedGame], Sequence[Event]]) -> None:
        """Let happen what `decide` makes of the game when its turn comes, if anything: all of it or nothing.

        Raises what it raises, and StoreFullError when it cannot be stored just now.
        """

        async def do() -> None:
            if events := decide(self.hosted):
                await self._append(*events)

        await self._enqueue(do)

    def receive_hint(self, hint: Hint) -> bool:
        """Pass on what is said, and read on soon where something has happened elsewhere; was that news?"""
        if hint.word:
            seat, greeting = hint.word.split()
            if greeting in GREETINGS:  # and not one of a later version
                self.broadcast(lambda translate: greeted_message(int(seat), cast(Greeting, greeting), translate))
        version = inf if hint.version == GONE else hint.version
        if version <= max(self._heard, self.hosted.history.events):
            return False
        self._heard = version
        with suppress(asyncio.QueueFull):  # then it is awake
            self._requests.put_nowait(None)
        return True

    async def catch_up(self) -> None:
        """Read what other processes have stored.  Raises UnknownGameError, StoredGameError and StoreFullError."""
        await self._enqueue(self._catch_up)

    def _dismiss(self, left: PlayerLeft) -> None:
        """Have those who have left come again, as watchers."""
        for listener in self.listeners:
            if set(listener.seats) & set(left.seats) or (listener.may_invite and not self.hosted.seats.has_creator):
                listener.seats, listener.may_invite = (), False
                listener.dismiss(GOING_AWAY)
        self.presence.update()

    async def _enqueue(self, function: Callable[[], Awaitable[T]]) -> T:
        """Do something between two requests.  Raises what it raises, and StoreFullError when its turn does not come."""
        task = QueueTask(function)
        try:
            self._requests.put_nowait(task)
        except asyncio.QueueFull as error:
            raise StoreFullError("too many requests wait") from error
        return await task.result(self.task)

    def close(self, code: int) -> None:
        """Let nothing more happen, and dismiss all listeners.  What is being stored will be."""
        self.task.cancel()
        self._computer.stop()
        self.presence.stop()
        for listener in self.listeners:
            listener.dismiss(code)

    def _welcome(self, listener: Listener, since: int = 0) -> None:
        """Tell a listener everything, or what has come since this many plies."""
        if not listener.may_welcome():
            return
        cache, presence = self._cache(listener), self.presence.view()
        self._context.metrics.welcomes["back" if since else "welcome"] += 1
        if since:
            listener.send(back_message(self.hosted, listener, cache, presence, since))
        else:
            listener.send(welcome_message(self.hosted, listener, cache, presence))

    def broadcast(self, message: Callable[[Translate], Struct]) -> None:
        """Send everyone a message, made once for each language."""
        self._send_each(lambda cache, _: message(cache.translate))

    def _send_each(self, message: Message) -> None:
        told: dict[tuple[str, bool], bytes] = {}
        for listener in self.listeners:
            kind = listener.lang, self.hosted.decides(listener.seats)
            if kind not in told:
                told[kind] = msgspec.json.encode(message(self._cache(listener), kind[1]))
            listener.send_encoded(told[kind])

    # Requests ------------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        try:
            while True:
                next_one = await self._requests.get()
                if self._heard > self.hosted.history.events:
                    with suppress(StoreFullError, UnknownGameError):
                        await self._catch_up()
                match next_one:
                    case QueueTask() as errand:
                        await errand.run(self._retry_conflicts)
                    case QueuedRequest(asker, request, at):
                        before = self.hosted
                        await self._handle(asker, request)
                        if self.hosted is not before:
                            self._context.metrics.steps.add(time.perf_counter() - at)
                    case None:  # a hint, which was followed above
                        pass
        except StoreFailedError:
            self.close(ERROR)  # and so does the server
        except Exception:
            logger.exception("game %s stopped; it will be read from the log again", self.name)
            self.close(ERROR)

    async def _handle(self, asker: Listener | None, request: RoomRequest) -> None:
        """Grant a request or refuse it."""
        try:
            await self._retry_conflicts(lambda: self._carry_out(asker, request))
        except Refusal as refusal:
            await self._refuse(asker, request, refusal)
        except StoreFullError as error:
            await self._report_full(asker, error)
        except UnknownGameError:
            pass  # all who were here have been sent away

    async def _retry_conflicts(self, do: Callable[[], Awaitable[T]]) -> T:
        """Do something that this room decides, again where what it knew was out of date.  Raises what that raises.

        Where another process was quicker, the room reads what that has stored; where it is not known what was stored,
        it reads the whole game again; and nothing is refused by what is out of date.
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
        raise StoreFullError("other processes are always quicker")

    async def _carry_out(self, asker: Listener | None, request: RoomRequest) -> None:
        """Grant a request; the computer's is let go where it comes too late.  Raises Refusal and as `_append` does."""
        if asker is None and not self._is_due(request):
            return
        seats = asker.seats if asker else self.hosted.seats.computers
        if asker and is_done(request, self.hosted, seats):
            asker.answer(DoneMessage(request.id if isinstance(request, PlayerRequest) else ""))
            return
        self._check_ply(request)
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

    def _check_ply(self, request: RoomRequest) -> None:
        if not self._is_current(request):
            raise Refusal(GAME_MOVED_ON)

    def _is_current(self, request: RoomRequest) -> bool:
        return isinstance(request, AnyPlyRequest) or request.ply_count == self.hosted.ply_count

    def _is_due(self, request: RoomRequest) -> bool:
        """Is this what the computer is to do now, and not yet done?"""
        return isinstance(request, PlayerRequest) and request.id == self.hosted.computer_request_id(self.name)

    async def _refuse(self, asker: Listener | None, request: RoomRequest, refusal: Refusal) -> None:
        """Say so to a listener; a computer whose wish cannot be granted is broken, which ends the task."""
        if asker is None:
            raise refusal
        asker.refuse(refusal.reason)
        if not self._is_current(request):
            await self._context.slicer.run(self._cache(asker).plies(self.hosted.line))
            self._welcome(asker)

    def _explain(self, asker: Listener | None, place: str) -> None:
        if asker:
            said = explanation(self.hosted, asker.seats, place).to_text(asker.translate)
            asker.answer(WhyMessage(place, said))

    def _greet(self, seats: Collection[int], greeting: Greeting) -> None:
        """Pass a greeting on.  Raises Refusal."""
        if not seats:
            raise Refusal(WATCHING)
        seat = own_seat(self.hosted, seats)
        self._limit_chat(seat)
        self._context.store.hints.send(Hint(self.name, 0, f"{seat} {greeting}"))

    def _limit_chat(self, seat: int) -> None:
        """Let a seat greet, or take another name.  Raises Refusal when it has done so often enough."""
        if self._chat_limits[seat].left() < 1:
            raise Refusal(CHAT_LIMITED)
        self._chat_limits[seat].spend()

    # What happens --------------------------------------------------------------------------------------------------

    async def _append(
        self, event: Event, *more: Event, changes: Sequence[StreamChange] = (), absent: Absent | None = None
    ) -> None:
        """Store an event with those that come with it, and what else changes, then tell everyone.

        Raises Refusal where the game is too long for it, StoreFullError, and StoreConflictError or
        OutcomeUnknownError where this room does not know what is stored.
        """
        before = self.hosted
        _check_events(before, (event, *more), self._context.store.now())
        change = StreamChange(self.name, before.history.events, (event, *more), absent=absent)
        stored = require_stored(await self._context.store.append([*changes, change]))
        self._apply(stored.time, event, *more)
        if isinstance(event, Played) and self.hosted.history.plies % SAVE_INTERVAL == 0:
            await save_action_numbers(self._context.store, self.name, self.hosted)

    def _apply(self, time: int, event: Event, *more: Event, patience: float = 0.0) -> None:
        """Have the game go on by what is stored, and tell everyone; the computer acts with `patience`."""
        for each in (event, *more):
            self.hosted = self.hosted.after(each, time)
        if isinstance(event, PlayerLeft):
            self._dismiss(event)
        if message := event_message(event, self.hosted):
            self._send_each(message)
        if isinstance(event, SeatTaken):
            self.presence.update()
        if not isinstance(event, PlayerNamed):  # which disturbs nobody who thinks
            self._computer.restart(patience=patience)

    async def _catch_up(self) -> bool:
        """Go on by what other processes have stored; is there any?  Raises UnknownGameError and StoreFullError."""
        self._heard, known = 0.0, self.hosted.history.events
        stored = await self._context.store.read(self.name, known - 1)
        if not stored:  # of a game that is no more, not even the last known event is there
            return await self._reload()
        await self._apply_stored(stored[1:])
        return len(stored) > 1

    async def _reload(self) -> bool:
        """Forget the game, read all of it, and tell everyone the news.  Raises UnknownGameError and StoreFullError."""
        stored, known = await self._context.store.read(self.name), self.hosted.history.events
        if not stored:
            self.close(NO_GAME)
            raise UnknownGameError(f"There is no game {quote(self.name)}.")
        hosted = await self._context.slicer.run(HostedGame.replay(stored[:known]))
        if hosted and hosted != self.hosted:  # it was told what is no more
            self.hosted = hosted
            for listener in self.listeners:
                self._welcome(listener)
        await self._apply_stored(stored[known:])
        return len(stored) > known

    async def _apply_stored(self, stored: Sequence[StoredEvent]) -> None:
        """Go on by events of other processes; these let their computer act, and this one only where they do not."""
        for each in stored:
            self._apply(each.time, each.event, patience=TAKE_OVER_SECONDS)
            await asyncio.sleep(0)  # those who listen are told

    async def _begin_next(self, asked: NextGame) -> str:
        """The name of the next game, which is made if there is none yet: both games get their event, or neither.

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
        """Say so to the caller; the computer tries again later."""
        logger.error("game %s: nothing can be stored: %s", self.name, error)
        if asker:
            asker.send(FailedMessage(NOT_STORED.to_text(asker.translate)))
        else:
            self.broadcast(lambda translate: FailedMessage(NOT_STORED.to_text(translate)))
            self._computer.restart(pause=FULL_RETRY_PAUSE)


def _check_events(hosted: HostedGame, events: Sequence[Event], now: int) -> None:
    """Raise Refusal, StoredGameError or IllegalActionError unless these events can come next, one after the other."""
    event, *more = events
    check_bounds(hosted, event)
    hosted.check(event)
    if more:
        _check_events(hosted.after(event, now), more, now)

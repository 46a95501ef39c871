"""A game being played, those who listen, and the one task that lets things happen in order."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from ibau.core.phrase import N_, Phrase, Translate
from ibau.web.api.games import NextGame
from ibau.web.hosted.consent import own_seat
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.keys import new_name
from ibau.web.hosted.match import sequel
from ibau.web.hosted.requests import AT_ANY_TIME, check_bounds, event_of, explanation, is_fulfilled
from ibau.web.limits.callers import UNCOUNTED, Names
from ibau.web.limits.counting import Allowance
from ibau.web.log.events import Event, Followed, Left, Named, Played, Taken
from ibau.web.log.store import Change, StoreDead, StoreFull, checked, today
from ibau.web.protocol import BUSY, ERROR, GOING_AWAY, SEATS, Greeting
from ibau.web.protocol.from_client import (
    GreetRequest,
    NameRequest,
    RoomRequest,
    WhyRequest,
    Wish,
)
from ibau.web.protocol.from_server import DoneMessage, FailedMessage, RefusedMessage, WhyMessage
from ibau.web.refusals import FULL, MOVED_ON, WATCHING, Refusal
from ibau.web.rooms.computer import Computer
from ibau.web.rooms.listeners import Listener
from ibau.web.rooms.messages import Message, Telling, back_message, event_message, greeted_message, welcome_message
from ibau.web.rooms.presence import Presence
from ibau.web.rooms.replays import ACTIONS_BETWEEN, keep_numbers
from ibau.web.rooms.shared import Shared

MOST_WAITING = 100  # requests of all listeners together; further ones wait in their sockets
PAUSE_WHEN_FULL = 3.0  # seconds before the computer tries to store an action again
TALK_AT_ONCE, TALK_A_SECOND = 3.0, 0.2  # greetings of one seat, and changes of its name

WRONG_KEY = Phrase(N_("This is not the key to this game; you can only watch it."))
NOT_STORED = Phrase(N_("Nothing can be stored just now; please try again in a while."))
PLAYER_GONE = Phrase(N_("A player has deleted their entry, so this match does not go on."))
ELSEWHERE = Phrase(N_("This game was played elsewhere, so no further game follows it here."))
NOT_OVER = Phrase(N_("The next game can begin when this one is over."))
ENOUGH = Phrase(N_("That is enough for the moment; please wait a little."))

T = TypeVar("T")


class Asked(NamedTuple):
    """A request of a listener, or of the computer (None), and when it came."""

    asker: Listener | None
    request: RoomRequest
    at: float  # by the clock that measures how soon it is granted


logger = logging.getLogger(__name__)


class Errand(Generic[T]):
    """What is asked of a room elsewhere than at a socket, done between two requests, and the answer for who waits."""

    def __init__(self, do: Callable[[], Awaitable[T]]) -> None:
        self._do = do
        self._done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

    async def run(self) -> None:
        """Do it, and tell those who wait what came of it."""
        try:
            answer = await self._do()
        except (Refusal, StoreFull) as error:
            if not self._done.done():
                self._done.set_exception(error)
        else:
            if not self._done.done():
                self._done.set_result(answer)

    async def answer(self, task: asyncio.Task[None]) -> T:
        """What came of it, once this task has done it.  Raises what that raised, and StoreFull where the task ended."""
        try:
            await asyncio.wait((self._done, task), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._done.cancel()  # where it has no answer
        if self._done.cancelled():
            raise StoreFull("the game was put away meanwhile")
        return self._done.result()


class Room:
    """One game.  Its task takes requests one by one: nothing happens that is not stored, and all of it in order."""

    def __init__(self, name: str, hosted: HostedGame, shared: Shared) -> None:
        self.name = name
        self.hosted = hosted
        self.listeners: set[Listener] = set()
        self._shared = shared
        self._tellings: dict[str, Telling] = {}  # by language
        self._requests: asyncio.Queue[Errand[Any] | Asked] = asyncio.Queue(MOST_WAITING)
        self._computer = Computer(self, shared.engines, shared.pace)
        self._presence = Presence(self, shared.store.now)
        self._talk = [Allowance(TALK_AT_ONCE, TALK_A_SECOND) for _ in SEATS]
        self.idle: asyncio.TimerHandle | None = None  # will put the game away
        self.task = asyncio.create_task(self._run(), name=f"game {name}")

    @property
    def callers(self) -> Names:
        """Who is at the game, one of them."""
        return next((listener.callers for listener in self.listeners), UNCOUNTED)

    @property
    def may_give_way(self) -> bool:
        """Is at most one person there, who waits or plays alone?"""
        return len(self.listeners) < 2

    def give_way(self) -> None:
        """Make room for another game; whoever is here may come back when there is room."""
        self.tell_all(lambda translate: RefusedMessage(FULL.to_text(translate)))
        self.close(BUSY)

    # Listeners -----------------------------------------------------------------------------------------------------

    async def prepare(self, listener: Listener) -> None:
        """Have ready what a listener is to be told first: a long story takes a while."""
        line = self.hosted.line
        await self._shared.slices.last(self._telling(listener).plies(line, listener.since(line)))

    def _telling(self, listener: Listener) -> Telling:
        if listener.lang not in self._tellings:
            self._tellings[listener.lang] = Telling(listener.translate)
        return self._tellings[listener.lang]

    def enter(self, listener: Listener, key: str) -> None:
        """Tell a new listener what it does not know, and from now on every change; with a key it plays its seats."""
        listener.seats = self.hosted.seats.of(key)
        listener.invites = self.hosted.seats.is_makers(key)
        self.listeners.add(listener)
        listener.company = self.listeners
        self._presence.note()
        self._welcome(listener, listener.since(self.hosted.line))
        if key and not self.hosted.seats.admits(key):
            listener.refuse(WRONG_KEY)
        if self._computer.thinking:
            listener.tell(self._computer.thinking)
        self._computer.wake()

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        self._presence.note()

    async def request(self, asker: Listener | None, request: RoomRequest) -> None:
        """Have a request of a listener, or of the computer (None), granted or refused in its turn."""
        await self._requests.put(Asked(asker, request, time.perf_counter()))

    async def follow(self, asked: NextGame) -> str:
        """The name of the next game of the match; it is made once, however often and by how many it is asked for.

        Raises Refusal with a wrong key and before the end of the game, and StoreFull when it cannot be made just now.
        """
        if not self.hosted.seats.admits(asked.after.key):
            raise Refusal(WRONG_KEY, status=403)
        return await self._in_turn(lambda: self._follow(asked))

    async def change(self, decide: Callable[[HostedGame], Sequence[Event]]) -> None:
        """Let happen what `decide` makes of the game when its turn comes, if anything: all of it or nothing.

        Raises what it raises, and StoreFull when it cannot be stored just now.
        """

        async def do() -> None:
            if events := decide(self.hosted):
                await self._happen(*events)

        await self._in_turn(do)

    def _dismiss(self, left: Left) -> None:
        """Have those who have left come again, as watchers."""
        for listener in self.listeners:
            if set(listener.seats) & set(left.seats) or (listener.invites and not self.hosted.seats.has_maker):
                listener.seats, listener.invites = (), False
                listener.dismiss(GOING_AWAY)
        self._presence.note()

    async def _in_turn(self, do: Callable[[], Awaitable[T]]) -> T:
        """Do something between two requests.  Raises what it raises, and StoreFull when its turn does not come."""
        errand = Errand(do)
        try:
            self._requests.put_nowait(errand)
        except asyncio.QueueFull as error:
            raise StoreFull("too many requests wait") from error
        return await errand.answer(self.task)

    def close(self, code: int) -> None:
        """Let nothing more happen, and dismiss all listeners.  What is being stored will be."""
        self.task.cancel()
        self._computer.stop()
        self._presence.stop()
        for listener in self.listeners:
            listener.dismiss(code)

    def _welcome(self, listener: Listener, since: int = 0) -> None:
        """Tell a listener everything, or what has come since this many plies."""
        if not listener.may_be_welcomed():
            return
        telling, presence = self._telling(listener), self._presence.view()
        self._shared.measures.welcomes["back" if since else "welcome"] += 1
        if since:
            listener.tell(back_message(self.hosted, listener, telling, presence, since))
        else:
            listener.tell(welcome_message(self.hosted, listener, telling, presence))

    def tell_all(self, message: Callable[[Translate], Struct]) -> None:
        """Send everyone a message, made once for each language."""
        self._tell_each(lambda telling, _: message(telling.translate))

    def _tell_each(self, message: Message) -> None:
        told: dict[tuple[str, bool], bytes] = {}
        for listener in self.listeners:
            kind = listener.lang, self.hosted.decides(listener.seats)
            if kind not in told:
                told[kind] = msgspec.json.encode(message(self._telling(listener), kind[1]))
            listener.tell_encoded(told[kind])

    # Requests ------------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        try:
            while True:
                match await self._requests.get():
                    case Errand() as errand:
                        await errand.run()
                    case Asked(asker, request, at):
                        before = self.hosted
                        await self._consider(asker, request)
                        if self.hosted is not before:
                            self._shared.measures.steps.add(time.perf_counter() - at)
        except StoreDead:
            self.close(ERROR)  # and so does the server
        except Exception:
            logger.exception("game %s stopped; it will be read from the log again", self.name)
            self.close(ERROR)

    async def _consider(self, asker: Listener | None, request: RoomRequest) -> None:
        """Grant a request or refuse it; the computer's is let go where it comes too late."""
        if asker is None and not self._is_due(request):
            return
        seats = asker.seats if asker else self.hosted.seats.computers
        try:
            if asker and is_fulfilled(request, self.hosted, seats):
                asker.answer(DoneMessage(request.id if isinstance(request, Wish) else ""))
                return
            self._check_at(request)
            match request:
                case WhyRequest():
                    self._explain(asker, request.place)
                case GreetRequest():
                    self._greet(seats, request.greeting)
                case NameRequest():
                    event = event_of(request, self.hosted, seats)
                    self._talk_of(own_seat(self.hosted, seats))
                    await self._happen(event)
                case _:
                    await self._happen(event_of(request, self.hosted, seats, self._presence.away))
        except Refusal as refusal:
            await self._refuse(asker, request, refusal)
        except StoreFull as error:
            await self._not_stored(asker, error)

    def _check_at(self, request: RoomRequest) -> None:
        if not self._is_in_step(request):
            raise Refusal(MOVED_ON)

    def _is_in_step(self, request: RoomRequest) -> bool:
        return isinstance(request, AT_ANY_TIME) or request.at == self.hosted.at

    def _is_due(self, request: RoomRequest) -> bool:
        """Is this what the computer is to do now, and not yet done?"""
        return isinstance(request, Wish) and request.id == self.hosted.computer_wish(self.name)

    async def _refuse(self, asker: Listener | None, request: RoomRequest, refusal: Refusal) -> None:
        """Say so to a listener; a computer whose wish cannot be granted is broken, which ends the task."""
        if asker is None:
            raise refusal
        asker.refuse(refusal.reason)
        if not self._is_in_step(request):
            await self._shared.slices.last(self._telling(asker).plies(self.hosted.line))
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
        self._talk_of(seat)
        self.tell_all(lambda translate: greeted_message(seat, greeting, translate))

    def _talk_of(self, seat: int) -> None:
        """Let a seat greet, or take another name.  Raises Refusal when it has done so often enough."""
        if self._talk[seat].left() < 1:
            raise Refusal(ENOUGH)
        self._talk[seat].spend()

    # What happens --------------------------------------------------------------------------------------------------

    async def _happen(self, event: Event, *more: Event, beside: Sequence[Change] = ()) -> None:
        """Store an event with those that come with it, and what else changes, then tell everyone.

        Raises Refusal where the game is too long for it, StoreFull, and StoreDead or StoreLost where this room can no
        longer know what is stored.
        """
        before = self.hosted
        _check(before, (event, *more), self._shared.store.now())
        change = Change(self.name, before.past.events, (event, *more))
        stored = checked(await self._shared.store.append([*beside, change]))
        for each in (event, *more):
            self.hosted = self.hosted.after(each, stored.time)
        if isinstance(event, Left):
            self._dismiss(event)
        if message := event_message(event, self.hosted):
            self._tell_each(message)
        if isinstance(event, Taken):
            self._presence.note()
        if not isinstance(event, Named):  # which disturbs nobody who thinks
            self._computer.go_on()
        if isinstance(event, Played) and self.hosted.past.plies % ACTIONS_BETWEEN == 0:
            await keep_numbers(self._shared.store, self.name, self.hosted)

    async def _follow(self, asked: NextGame) -> str:
        """The name of the next game, which is made if there is none yet: both games get their event, or neither.

        Raises Refusal and StoreFull.
        """
        if self.hosted.next:
            return self.hosted.next
        if not self.hosted.is_over:
            raise Refusal(NOT_OVER)
        if self.hosted.was_elsewhere:
            raise Refusal(ELSEWHERE)
        if self.hosted.seats.gone:
            raise Refusal(PLAYER_GONE)
        name = new_name()
        events = sequel(self.hosted, asked, today(), name, checks=self._shared.checks)
        await self._happen(Followed(name), beside=[Change(name, 0, tuple(events))])
        return name

    async def _not_stored(self, asker: Listener | None, error: StoreFull) -> None:
        """Say so to the caller; the computer tries again later."""
        logger.error("game %s: nothing can be stored: %s", self.name, error)
        if asker:
            asker.tell(FailedMessage(NOT_STORED.to_text(asker.translate)))
        else:
            self.tell_all(lambda translate: FailedMessage(NOT_STORED.to_text(translate)))
            self._computer.go_on(pause=PAUSE_WHEN_FULL)


def _check(hosted: HostedGame, events: Sequence[Event], now: int) -> None:
    """Raise Refusal, StoredGameError or IllegalAction unless these events can come next, one after the other."""
    event, *more = events
    check_bounds(hosted, event)
    hosted.check(event)
    if more:
        _check(hosted.after(event, now), more, now)

"""A game being played, those who listen, and the one task that lets things happen in order."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from ibau.core.phrase import N_, Phrase, Translate
from ibau.web.hosted.consent import own_seat
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.keys import new_name, new_seed
from ibau.web.hosted.match import sequel
from ibau.web.hosted.news import news
from ibau.web.hosted.requests import AT_ANY_TIME, event_of, explanation, is_fulfilled
from ibau.web.hosted.throwing import has_contributed
from ibau.web.log.clock import today
from ibau.web.log.events import Committed, Event, Followed, Left, Named, Played, Revealed, Taken, Takenback
from ibau.web.log.store import Change, Store, StoreDead, StoreFull, checked
from ibau.web.protocol import (
    ERROR,
    GOING_AWAY,
    CommitRequest,
    DoneMessage,
    FailedMessage,
    FromClient,
    Greeting,
    GreetRequest,
    NameRequest,
    RevealRequest,
    WhyMessage,
    WhyRequest,
    Wish,
)
from ibau.web.refusals import MOVED_ON, WATCHING, Refusal
from ibau.web.rooms.computer import Computer
from ibau.web.rooms.greetings import Talk, greeted_message
from ibau.web.rooms.listeners import Listener
from ibau.web.rooms.messages import (
    changed_message,
    followed_message,
    played_message,
    takenback_message,
    welcome_message,
)
from ibau.web.rooms.presence import Presence
from ibau.web.thinking.engines import Engines

MOST_WAITING = 100  # requests of all listeners together; further ones wait in their sockets
PAUSE_WHEN_FULL = 3.0  # seconds before the computer tries to store an action again

WRONG_KEY = Phrase(N_("This is not the key of the game; you can watch it."))
NOT_STORED = Phrase(N_("Nothing can be stored just now; please try again in a while."))
PLAYER_GONE = Phrase(N_("A player has deleted their entry, so this match does not go on."))
ELSEWHERE = Phrase(N_("This game was played elsewhere, so no other follows it here."))
NOT_OVER = Phrase(N_("The next game can begin when this one is over."))


class Errand(NamedTuple):
    """Something to do in its turn that was asked for elsewhere than at a socket, and who waits for its answer."""

    do: Callable[[], Awaitable[Any]]
    done: asyncio.Future[Any]


T = TypeVar("T")

logger = logging.getLogger(__name__)


class Room:
    """One game.  Its task takes requests one by one: nothing happens that is not stored, and all of it in order."""

    def __init__(
        self, name: str, hosted: HostedGame, version: int, store: Store, engines: Engines, pace: float
    ) -> None:
        self.name = name
        self.hosted = hosted
        self.listeners: set[Listener] = set()
        self._version = version  # how many events are stored
        self._store = store
        self._requests: asyncio.Queue[Errand | tuple[Listener | None, FromClient]] = asyncio.Queue(MOST_WAITING)
        self._computer = Computer(self, engines, pace)
        self._presence = Presence(self, store.now)
        self._talk = Talk()
        self.idle: asyncio.TimerHandle | None = None  # will put the game away
        self.task = asyncio.create_task(self._run(), name=f"game {name}")

    # Listeners -----------------------------------------------------------------------------------------------------

    def enter(self, listener: Listener, key: str) -> None:
        """Tell a new listener everything, and from now on every change; with the key it plays, with none it watches."""
        listener.seats = self.hosted.seats.of(key)
        listener.invites = self.hosted.seats.is_makers(key)
        self.listeners.add(listener)
        self._presence.note()
        self._welcome(listener)
        if key and not self.hosted.seats.admits(key):
            listener.refuse(WRONG_KEY)
        if self._computer.thinking:
            listener.tell(self._computer.thinking)
        self._computer.wake()

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        self._presence.note()

    async def request(self, asker: Listener | None, request: FromClient) -> None:
        """Have a request of a listener, or of the computer (None), granted or refused in its turn."""
        await self._requests.put((asker, request))

    async def follow(self, key: str) -> str:
        """The name of the next game of the match; it is made once, however often and by how many it is asked for.

        Raises Refusal with a wrong key and before the end of the game, and StoreFull when it cannot be made just now.
        """
        if not self.hosted.seats.admits(key):
            raise Refusal(WRONG_KEY, status=403)
        return await self._in_turn(self._follow)

    async def change(self, decide: Callable[[HostedGame], Event | None]) -> None:
        """Let happen what `decide` makes of the game when its turn comes, if anything.

        Raises what it raises, and StoreFull when it cannot be stored just now.
        """

        async def do() -> None:
            if event := decide(self.hosted):
                await self._happen(event)

        await self._in_turn(do)

    async def delete_entry(self, key: str) -> None:
        """Let whoever has a key be forgotten; the key opens nothing any more.  Raises Refusal and StoreFull."""

        async def do() -> None:
            if not self.hosted.seats.admits(key):
                raise Refusal(WRONG_KEY, status=403)
            left = self.hosted.seats.leaving(key)
            await self._happen(left)

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
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        try:
            self._requests.put_nowait(Errand(do, done))
            await asyncio.wait((done, self.task), return_when=asyncio.FIRST_COMPLETED)
        except asyncio.QueueFull as error:
            raise StoreFull("too many requests wait") from error
        finally:
            done.cancel()  # where it has no answer
        if done.cancelled():
            raise StoreFull("the game was put away meanwhile")
        return done.result()

    def close(self, code: int) -> None:
        """Let nothing more happen, and dismiss all listeners.  What is being stored will be."""
        self.task.cancel()
        self._computer.stop()
        self._presence.stop()
        for listener in self.listeners:
            listener.dismiss(code)

    def _welcome(self, listener: Listener) -> None:
        if listener.may_be_welcomed():
            listener.tell(welcome_message(self.hosted, listener, self._presence.view()))

    def tell_all(self, message: Callable[[Translate], Struct]) -> None:
        """Send everyone a message, made once for each language."""
        said: dict[str, bytes] = {}
        for listener in self.listeners:
            if listener.lang not in said:
                said[listener.lang] = msgspec.json.encode(message(listener.translate))
            listener.tell_encoded(said[listener.lang])

    # Requests ------------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        try:
            while True:
                match await self._requests.get():
                    case Errand(do, done):
                        await self._run_errand(do, done)
                    case (asker, request):
                        await self._consider(asker, request)
        except StoreDead:
            self.close(ERROR)  # and so does the server
        except Exception:
            logger.exception("game %s stopped; it will be read from the log again", self.name)
            self.close(ERROR)

    async def _consider(self, asker: Listener | None, request: FromClient) -> None:
        """Grant a request or refuse it; the computer's is let go where it comes too late."""
        if asker is None and not self._is_due(request):
            return
        seats = asker.seats if asker else self.hosted.seats.computers
        try:
            if asker and (done := self._done(request, seats)):
                asker.answer(done)
                return
            self._check_at(request)
            match request:
                case WhyRequest():
                    self._explain(asker, request.place)
                case GreetRequest():
                    self._greet(seats, request.greeting)
                case NameRequest() | CommitRequest():
                    event = event_of(request, self.hosted, seats)
                    self._talk.spend(own_seat(self.hosted, seats))
                    await self._happen(event)
                case _:
                    await self._happen(event_of(request, self.hosted, seats, self._presence.away()))
        except Refusal as refusal:
            self._refuse(asker, request, refusal)
        except StoreFull as error:
            await self._not_stored(asker, error)

    def _done(self, request: FromClient, seats: Collection[int]) -> DoneMessage | None:
        """The answer to what need not be done again."""
        match request:
            case RevealRequest(part=number) | CommitRequest(commitment=number) if has_contributed(
                self.hosted, seats, number
            ):
                return DoneMessage("")
            case _ if isinstance(request, Wish) and is_fulfilled(request, self.hosted, seats):
                return DoneMessage(request.id)
            case _:
                return None

    async def _run_errand(self, do: Callable[[], Awaitable[Any]], done: asyncio.Future[Any]) -> None:
        """Do something, and tell whoever waits for it what came of it."""
        try:
            answer = await do()
        except (Refusal, StoreFull) as error:
            if not done.done():
                done.set_exception(error)
        else:
            if not done.done():
                done.set_result(answer)

    def _check_at(self, request: FromClient) -> None:
        if not self._is_in_step(request):
            raise Refusal(MOVED_ON)

    def _is_in_step(self, request: FromClient) -> bool:
        return isinstance(request, AT_ANY_TIME) or request.at == self.hosted.at

    def _is_due(self, request: FromClient) -> bool:
        """Is this what the computer is to do now, and not yet done?"""
        return isinstance(request, Wish) and request.id == self.hosted.computer_wish(self.name)

    def _refuse(self, asker: Listener | None, request: FromClient, refusal: Refusal) -> None:
        """Say so to a listener; a computer whose wish cannot be granted is broken, which ends the task."""
        if asker is None:
            raise refusal
        asker.refuse(refusal.reason)
        if not self._is_in_step(request):
            self._welcome(asker)

    def _explain(self, asker: Listener | None, place: str) -> None:
        if asker:
            said = explanation(self.hosted, asker.seats, place).said(asker.translate)
            asker.answer(WhyMessage(place, said))

    def _greet(self, seats: Collection[int], greeting: Greeting) -> None:
        """Pass a greeting on.  Raises Refusal."""
        if not seats:
            raise Refusal(WATCHING)
        seat = own_seat(self.hosted, seats)
        self._talk.spend(seat)
        self.tell_all(lambda translate: greeted_message(seat, greeting, translate))

    # What happens --------------------------------------------------------------------------------------------------

    async def _happen(self, event: Event, *beside: Change) -> None:
        """Store an event, and what else changes with it, then tell everyone.

        Raises StoreFull, and StoreDead or StoreLost where this room can no longer know what is stored.
        """
        self.hosted.check(event)
        stored = checked(await self._store.append([*beside, Change(self.name, self._version, (event,))]))
        self._version += 1
        self.hosted = self.hosted.after(event, stored.time)
        if isinstance(event, Left):
            self._dismiss(event)
        self._tell_of(event)
        if isinstance(event, Taken):
            self._presence.note()
        if not isinstance(event, Named):  # which disturbs nobody who thinks
            self._computer.go_on()

    def _tell_of(self, event: Event) -> None:
        """Tell everyone what has just happened."""
        now = self.hosted
        match event:
            case Played():
                self.tell_all(lambda translate: played_message(now, translate))
            case Takenback():
                self.tell_all(lambda translate: takenback_message(now, translate))
            case Followed():
                self.tell_all(lambda translate: followed_message(now, translate))
            case _ if (text := news(event, now)) or isinstance(event, Committed | Revealed):
                self.tell_all(lambda translate: changed_message(now, text, translate))
            case _:
                pass

    async def _follow(self) -> str:
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
        created = sequel(self.hosted, self.name, today(), name, new_seed())
        await self._happen(Followed(name), Change(name, 0, (created,)))
        return name

    async def _not_stored(self, asker: Listener | None, error: StoreFull) -> None:
        """Say so to whoever asked; the computer tries again later."""
        logger.error("game %s: nothing can be stored: %s", self.name, error)
        if asker:
            asker.tell(FailedMessage(NOT_STORED.said(asker.translate)))
        else:
            self.tell_all(lambda translate: FailedMessage(NOT_STORED.said(translate)))
            self._computer.go_on(pause=PAUSE_WHEN_FULL)

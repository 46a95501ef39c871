"""A game being played: its story, those who listen, and the one task that lets things happen in order."""

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime

import msgspec
from msgspec import Struct

from ibau.core.game import State
from ibau.core.outcome import CHANCE, NOBODY
from ibau.core.phrase import N_, Phrase
from ibau.web import protocol
from ibau.web.engines import EngineFailed, Engines
from ibau.web.keys import new_name, opens
from ibau.web.listeners import Listener
from ibau.web.protocol import ERROR, Play, Throw, Why, Wish, seat_name
from ibau.web.store import Entry, Store, StoreDead, StoreFull
from ibau.web.story import Event, Followed, Played, Story, encode, is_lot
from ibau.web.views import followed_view, played_view, takenback_view, welcome_view
from ibau.web.wishes import Refusal, event_of, explanation

MOST_WAITING = 100  # wishes of all listeners together; further ones wait in their sockets
PAUSE_WHEN_FULL = 3.0  # seconds before the computer tries to store an action again
FIRST_PAUSE = 1.0  # seconds before a player that failed is asked again; each time twice as long
LONGEST_PAUSE = 30.0

WRONG_KEY = Phrase(N_("This is not the key of the game; you can watch it."))
NOT_STORED = Phrase(N_("Nothing can be stored just now; please try again in a while."))
NOT_OVER = Phrase(N_("The next game can begin when this one is over."))
PLAYER_FAILED = Phrase(N_("The computer player has failed; it will try again."))

Sequel = asyncio.Future[str]  # somebody asks for the name of the next game

logger = logging.getLogger(__name__)


class Room:
    """One game.  Its task takes wishes one by one: nothing happens that is not stored, and all of it in order."""

    def __init__(self, name: str, story: Story, sequence: int, store: Store, engines: Engines, pace: float) -> None:
        self.name = name
        self.story = story
        self.listeners: set[Listener] = set()
        self._sequence = sequence  # of the next event
        self._store = store
        self._engines = engines
        self._pace = pace
        self._wishes: asyncio.Queue[tuple[Listener | None, Wish] | Sequel] = asyncio.Queue(MOST_WAITING)
        self._thinking: protocol.Thinking | None = None
        self._computer: asyncio.Task[None] | None = None
        self.idle: asyncio.TimerHandle | None = None  # will put the game away
        self.task = asyncio.create_task(self._run(), name=f"game {name}")

    # Listeners -----------------------------------------------------------------------------------------------------

    def enter(self, listener: Listener, key: str) -> None:
        """Tell a new listener everything, and from now on every change; with the key it plays, with none it watches."""
        if key and opens(key, self.story.created.key_hash):
            listener.seats = self.story.persons
        self._welcome(listener)
        self.listeners.add(listener)
        if key and not listener.seats:
            listener.refuse(WRONG_KEY)
        if self._thinking:
            listener.tell(self._thinking)
        if self._computer is None:
            self._go_on()

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)

    async def wish(self, listener: Listener, wish: Wish) -> None:
        """Have a wish granted or refused in its turn."""
        await self._wishes.put((listener, wish))

    async def follow(self, key: str) -> str:
        """The name of the next game of the match; it is made once, however often and by how many it is asked for.

        Raises Refusal with a wrong key and before the end of the game, and StoreFull when it cannot be made just now.
        """
        if not opens(key, self.story.created.key_hash):
            raise Refusal(WRONG_KEY, status=403)
        asked: Sequel = asyncio.get_running_loop().create_future()
        try:
            self._wishes.put_nowait(asked)
            await asyncio.wait((asked, self.task), return_when=asyncio.FIRST_COMPLETED)
        except asyncio.QueueFull as error:
            raise StoreFull("too many wishes wait") from error
        finally:
            asked.cancel()  # where it has no answer
        if asked.cancelled():
            raise StoreFull("the game was put away meanwhile")
        return asked.result()

    def close(self, code: int) -> None:
        """Let nothing more happen, and dismiss all listeners.  What is being stored will be."""
        self.task.cancel()
        if self._computer:
            self._computer.cancel()
        for listener in self.listeners:
            listener.dismiss(code)

    def _welcome(self, listener: Listener) -> None:
        if listener.may_be_welcomed():
            listener.tell(welcome_view(self.story, listener.seats, listener.translate))

    def _tell_all(self, message: Callable[[Callable[[str], str]], Struct]) -> None:
        """Send everyone a message, made once for each language."""
        said: dict[str, bytes] = {}
        for listener in self.listeners:
            if listener.lang not in said:
                said[listener.lang] = msgspec.json.encode(message(listener.translate))
            listener.tell_encoded(said[listener.lang])

    # Wishes --------------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        try:
            while True:
                match await self._wishes.get():
                    case (asker, wish):
                        await self._consider(asker, wish)
                    case asked:
                        await self._answer(asked)
        except StoreDead:
            self.close(ERROR)  # and so does the server
        except Exception:
            logger.exception("game %s stopped; it will be read from the log again", self.name)
            self.close(ERROR)

    async def _consider(self, asker: Listener | None, wish: Wish) -> None:
        """Grant a wish of a listener, or of the computer (None), or refuse it."""
        try:
            self._check_at(wish)
            if isinstance(wish, Why):
                self._explain(asker, wish.place)
            else:
                await self._happen(event_of(wish, self.story, asker.seats if asker else self.story.computers))
        except Refusal as refusal:
            self._refuse(asker, wish, refusal)
        except StoreFull as error:
            await self._not_stored(asker, error)

    def _check_at(self, wish: Wish) -> None:
        if wish.at != self.story.at:
            raise Refusal(Phrase(N_("The game has gone on meanwhile.")))

    def _refuse(self, asker: Listener | None, wish: Wish, refusal: Refusal) -> None:
        """Say so to a listener; a computer is either late, which is no matter, or broken, which ends the task."""
        in_step = wish.at == self.story.at
        if asker:
            asker.refuse(refusal.reason)
            if not in_step:
                self._welcome(asker)
        elif in_step:
            raise refusal

    def _explain(self, asker: Listener | None, place: str) -> None:
        if asker:
            said = explanation(self.story, place).said(asker.translate)
            asker.answer(protocol.Because(place, said))

    # What happens --------------------------------------------------------------------------------------------------

    async def _happen(self, event: Event) -> None:
        """Store an event, then tell everyone.  Raises StoreFull.

        The event is tried out first, so that nothing is stored that could not be told again.
        """
        story = self.story.after(event)
        await self._store.append(self.name, self._sequence, *encode(event))
        self._sequence += 1
        self.story = story
        view = played_view if isinstance(event, Played) else takenback_view
        self._tell_all(lambda said: view(story, said))
        self._go_on()

    async def _answer(self, asked: Sequel) -> None:
        """Tell who asked the name of the next game, which is made where there is none yet."""
        try:
            if self.story.next is None:
                await self._follow()
        except (Refusal, StoreFull) as error:
            if not asked.done():
                asked.set_exception(error)
        else:
            if not asked.done():
                asked.set_result(str(self.story.next))

    async def _follow(self) -> None:
        """Begin the next game: both games get their event, or neither.  Raises Refusal and StoreFull."""
        if self.story.state.turn != NOBODY:
            raise Refusal(NOT_OVER)
        name = new_name()
        created, followed = self.story.sequel(self.name, today()), Followed(name)
        story = self.story.after(followed)
        await self._store.append_together(
            Entry(name, 0, *encode(created)), Entry(self.name, self._sequence, *encode(followed))
        )
        self._sequence += 1
        self.story = story
        self._tell_all(lambda said: followed_view(story, said))

    async def _not_stored(self, asker: Listener | None, error: StoreFull) -> None:
        """Say so to who asked; a computer tries again later."""
        logger.error("game %s: nothing can be stored: %s", self.name, error)
        if asker:
            asker.tell(protocol.Failed(NOT_STORED.said(asker.translate)))
        else:
            self._tell_all(lambda said: protocol.Failed(NOT_STORED.said(said)))
            self._go_on(pause=PAUSE_WHEN_FULL)

    # The computer --------------------------------------------------------------------------------------------------

    def _go_on(self, pause: float = 0.0) -> None:
        """Let the computer do what is its to do now, if anybody listens."""
        if self._computer:
            self._computer.cancel()
        self._thinking = self._computer = None
        if self.listeners and self._is_automatic(self.story.state):
            self._computer = asyncio.create_task(self._act(pause or self._pace))
            self._computer.add_done_callback(self._acted)

    def _acted(self, computer: "asyncio.Task[None]") -> None:
        if not computer.cancelled() and (error := computer.exception()):
            logger.error("game %s: the computer's task stopped", self.name, exc_info=error)
            self.close(ERROR)

    def _is_automatic(self, state: State) -> bool:
        persons = self.story.persons
        if state.turn == NOBODY:
            return False
        return not persons if is_lot(state) else state.actor not in persons

    async def _act(self, pause: float) -> None:
        """Throw, or think and play, not faster than people can follow."""
        at, state = self.story.at, self.story.state
        started = asyncio.get_running_loop().time()
        wish = Throw(at) if state.turn == CHANCE else Play(at, await self._thought(state))
        elapsed = asyncio.get_running_loop().time() - started
        await asyncio.sleep(max(0.0, pause - elapsed))
        await self._wishes.put((None, wish))

    async def _thought(self, state: State) -> str:
        """What the computer chooses; when it fails it is asked again, after longer and longer pauses."""
        level = self.story.seats[state.turn].level
        if level is None:
            raise TypeError("a person's move is not the computer's to choose")
        pause = FIRST_PAUSE
        while True:
            self._tell_thinking(state.turn, 0)
            try:
                return await self._engines.choose(state, level, lambda count: self._tell_thinking(state.turn, count))
            except EngineFailed as error:
                logger.error("game %s: a player failed: %s", self.name, error)  # noqa: TRY400 - no fault of this code
                self._tell_all(lambda said: protocol.Failed(PLAYER_FAILED.said(said)))
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _tell_thinking(self, seat: int, compiling: int) -> None:
        self._thinking = thinking = protocol.Thinking(seat_name(seat), compiling)
        self._tell_all(lambda _: thinking)


def today() -> str:
    """The date, UTC."""
    return datetime.now(UTC).date().isoformat()

"""A game of the server as the fold of its events.

Whether an event may come next is told in one place, `_may_come`.  Then it goes once to each concern, which keeps what
it has to know of it: who sits where (`Seats`), what they are called (`PlayerNames`), how throws come about
(`GameThrows`), what has been offered (`Offers`) and what has ever happened (`GameHistory`).  A concern with deadlines,
such as a clock, is handed the time of each event as well: what is due when follows from these times, no matter who
reads the events.
"""

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ibau.core.errors import IbauError
from ibau.core.game import Game, State
from ibau.core.line import Line
from ibau.core.outcome import CHANCE, SEATS
from ibau.core.phrase import N_, Phrase
from ibau.core.record import BY_COMPUTER, Record
from ibau.records.record_files import read_record
from ibau.web.hosted.history import GameHistory, Offers, line_after, opening_lines
from ibau.web.hosted.player_names import PlayerNames
from ibau.web.hosted.seats import Seats
from ibau.web.hosted.throws import GameThrows
from ibau.web.log.events import (
    Created,
    Declined,
    Event,
    GameEnded,
    HintGiven,
    Invited,
    NextBegun,
    NextRemoved,
    Offered,
    PartOpened,
    PartSealed,
    Played,
    PlayerLeft,
    PlayerNamed,
    SealWithdrawn,
    SeatTaken,
    StoredEvent,
    TakenBack,
    Uninvited,
    UnreadableEvent,
)

REPLAY_CHUNK = 20  # that are replayed in one go

OTHER_RULES = Phrase(
    N_("This game was played with another version of the program, and this one cannot open it; try the newest.")
)


class StoredGameError(IbauError):
    """Stored events that make no game under the rules of this version."""


@dataclass(frozen=True, slots=True)
class HostedGame:
    """A line of play and who plays it.  A value: what happens next gives another one."""

    created: Created
    line: Line
    seats: Seats
    names: PlayerNames
    throws: GameThrows
    offers: Offers
    history: GameHistory
    next: str | None = None  # the game that follows in the match

    # What happens --------------------------------------------------------------------------------------------------

    @classmethod
    def new(cls, created: Created, time: int) -> "HostedGame":
        """A new game, or one that was played elsewhere.  Raises IbauError.

        Times are those of events: milliseconds since 1970, UTC.
        """
        *_, hosted = cls._first_states(created, time)
        return hosted

    @classmethod
    def _first_states(cls, created: Created, time: int) -> Iterator["HostedGame"]:
        lines = opening_lines(created)
        line = next(lines)
        system = line.state.game.system
        seats = Seats.initial(created, system, time)
        names = PlayerNames.initial(created, system.seats, seats.levels)
        begun = cls(created, line, seats, names, GameThrows.initial(created), Offers(), GameHistory())
        yield begun
        yield from (replace(begun, line=line) for line in lines)

    @classmethod
    def from_events(cls, events: Iterable[StoredEvent]) -> "HostedGame":
        """The game of stored events.  Raises StoredGameError."""
        *_, hosted = cls.replay(events)
        return hosted

    @classmethod
    def replay(
        cls, events: Iterable[StoredEvent], known: "HostedGame | None" = None, numbers: Sequence[int] = ()
    ) -> Iterator["HostedGame"]:
        """The game of stored events, or how a known one went on, bit by bit: the last one is the whole game.

        `numbers` are those of the first actions ever played, where these have been found legal before.
        Raises StoredGameError.
        """
        hosted, left = known, deque(events)
        try:
            while left:
                if hosted and (plies := _take_plies(left, len(numbers) - hosted.history.plies)):
                    hosted = hosted.after_known(plies, numbers[hosted.history.plies :])
                    yield hosted
                    continue
                _, time, event = left.popleft()
                if hosted:
                    hosted = hosted.after(event, time)
                    yield hosted
                elif isinstance(event, Created):
                    for hosted in cls._first_states(event, time):
                        yield hosted
                else:
                    raise StoredGameError("The game has no beginning.")  # noqa: TRY301 - told like all others
        except Exception as error:  # a damaged game may be anything, and must not hurt the others
            said = error if isinstance(error, IbauError) else repr(error)
            raise StoredGameError(
                f"The stored game cannot be played under the rules of this version: {said}"
            ) from error

    def after(self, event: Event, time: int) -> "HostedGame":
        """The game once this event was stored.  Raises as `check` does."""
        self.check(event)
        line = line_after(self.line, event)
        return HostedGame(
            self.created,
            line,
            self.seats.after(event, time),
            self.names.after(event),
            self.throws.after(event, line),
            self.offers.after(event),
            self.history.after(event, line),
            _next_game(self.next, event),
        )

    def after_known(self, plies: Sequence[Played], numbers: Sequence[int]) -> "HostedGame":
        """The game once some plies were stored that are known to be legal, by the numbers of their actions.

        The same as by `after`, but faster: what does not concern plies is left out.  Raises IllegalActionError if a
        number is that of another action.
        """
        line, throws, history = self.line, self.throws, self.history
        for event, number in zip(plies, numbers, strict=False):
            line = line.after_unchecked(number, event.action)
            throws, history = throws.after(event, line), history.after(event, line)
        return replace(self, line=line, throws=throws, offers=self.offers.after(plies[-1]), history=history)

    def check(self, event: Event) -> None:
        """Raise StoredGameError where this event cannot come next, and IllegalActionError for what cannot be played."""
        if isinstance(event, UnreadableEvent):
            raise StoredGameError(event.reason)
        if not self._may_come(event):
            raise StoredGameError(f"{type(event).__name__} cannot come after {self.ply_count} actions.")
        if isinstance(event, Played):
            self.state.action(event.action)

    def _may_come(self, event: Event) -> bool:  # noqa: C901, PLR0912 - one law for each kind
        """May this event come next?  Whether an action is legal, the rules say."""
        match event:
            case Played():
                return not self.seats.free and not (self.missing_parts and self.state.turn == CHANCE)
            case PartOpened() if self.seats.free:
                return False
            case PartSealed() | PartOpened() | SealWithdrawn():
                return not self.is_over and self.throws.may_come(event)
            case TakenBack(at):
                return at < self.ply_count and not self.is_final and all(ply.is_move for ply in self.line.plies[at:])
            case GameEnded(how, by):
                has_begun = not self.seats.free and not (self.missing_parts and how == "abandoned")
                return has_begun and not self.is_over and by in self.seats.persons
            case Offered(by=by):
                return by in self.seats.persons and not self.next
            case Declined():
                return self.offers.open is not None
            case NextBegun():
                return self.is_over and not self.next
            case NextRemoved():
                return self.next is not None
            case HintGiven(seat):
                return seat in self.seats.persons and not self.is_over
            case SeatTaken(seat, _, invitation_hash):
                return self.seats.is_open(seat, invitation_hash)
            case Invited(seat) | Uninvited(seat):
                return seat in self.seats.free
            case PlayerNamed(seat):
                return seat in self.seats.persons
            case PlayerLeft():
                return True
            case Created() | UnreadableEvent():
                return False

    # What there is -------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self.state.game

    @property
    def state(self) -> State:
        return self.line.state

    @property
    def ply_count(self) -> int:
        """The number of actions played."""
        return self.line.ply_count

    @property
    def is_over(self) -> bool:
        return self.line.result is not None

    @property
    def is_imported(self) -> bool:
        """Was it played elsewhere, and brought in to be looked back on?"""
        return bool(self.created.record)

    def side(self, seat: int) -> Phrase:
        """What the pieces of a seat are called."""
        return Phrase(self.game.system.seats[seat])

    @property
    def waiting_text(self) -> Phrase | None:
        """Who has to come before anything is played."""
        match self.seats.free:
            case ():
                return None
            case (seat,):
                return Phrase(
                    N_("Waiting for {side}: the invitation has not been accepted yet."), {"side": self.side(seat)}
                )
            case _:
                return Phrase(N_("Waiting for both players: the invitations have not been accepted yet."))

    def decides(self, seats: Collection[int]) -> bool:
        """Is one of these seats to choose an action?"""
        return not (self.is_over or self.seats.free) and self.state.turn in seats

    @property
    def is_computer_turn(self) -> bool:
        """Is it the computer's to throw or play?  A lot is, where no person could draw it."""
        state, persons = self.state, self.seats.persons
        if self.is_over or self.history.is_too_long or self.seats.free:
            return False
        if state.turn == CHANCE and (self.throws.own_sticks or self.throws.are_stopped or self.missing_parts):
            return False
        return not persons if state.is_lot else state.actor not in persons

    def computer_request_id(self, name: str) -> str:
        """The id under which the computer does what is its to do now; "" where nothing is.  `name` is the game's.

        It is another one after every ply, so that of two answers only the first is played.
        """
        return f"computer:{name}:{self.history.plies}" if self.is_computer_turn else ""

    # Taking back ---------------------------------------------------------------------------------------------------

    @property
    def takeback_ply(self) -> int | None:
        """How many actions the player who plays all persons' seats may leave by taking back, or None."""
        return None if self.seats.needs_consent else self.takeback_of(self.seats.persons)

    def takeback_of(self, seats: Collection[int]) -> int | None:
        """How many actions would be left if these seats took back, or None where nothing can be."""
        return None if self.is_final else self.line.takeback(seats)

    @property
    def is_final(self) -> bool:
        """Is nothing taken back any more?"""
        return bool(self.next) or self.is_imported

    # Throws and the record -----------------------------------------------------------------------------------------

    @property
    def missing_parts(self) -> tuple[int, ...]:
        """The seats whose browsers are to add their part before anything is thrown."""
        return () if self.is_over or self.seats.free else self.throws.missing_parts

    @property
    def unopened_text(self) -> Phrase | None:
        """Who has to open the game before anything is thrown."""
        if not self.missing_parts:
            return None
        text = N_("{side} has not opened the game yet; it begins when they do.")
        return Phrase(text, {"side": self.side(self.missing_parts[0])}).with_names(self.names.by_side)

    def record(self) -> Record:
        """The game as a record; what was taken back is not in it, and one that was brought in is as it came."""
        if self.created.record:
            return read_record(self.created.record)
        players = zip(self.seats.levels, self.names.given, strict=True)
        first, second = (f"{BY_COMPUTER}{level}" if level else name or "person" for level, name in players)
        tags = {"Date": self.created.date, "First": first, "Second": second}
        if self.next or self.created.number > 1:
            tags["Match"] = str(self.created.number)
        if self.seats.assisted:
            tags["Assisted"] = " ".join(SEATS[seat] for seat in self.seats.assisted)
        return self.line.record(tags | self.throws.record_tags())


def _take_plies(left: deque[StoredEvent], most: int) -> list[Played]:
    """The plies that come next, this many of them at most and not too many at a time; they are taken away."""
    plies: list[Played] = []
    while left and len(plies) < min(most, REPLAY_CHUNK) and isinstance(event := left[0].event, Played):
        plies.append(event)
        left.popleft()
    return plies


def _next_game(known: str | None, event: Event) -> str | None:
    """The game that follows in the match."""
    match event:
        case NextBegun(by):
            return by
        case NextRemoved():
            return None
        case _:
            return known

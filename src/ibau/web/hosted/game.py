"""Hosted games: the state that follows from the events of a game.

`_may_come` decides whether an event may come next.  Each concern then keeps what it needs of the event: `Seats`,
`PlayerNames`, `GameThrows`, `Offers` and `GameHistory`.  A concern with deadlines, such as a clock, gets the time of
each event too, so that a deadline follows from the stored events, whenever they are read.
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

REPLAY_CHUNK = 20  # plies replayed in one go

OTHER_RULES = Phrase(
    N_("This game was played with another version of the program, and this one cannot open it; try the newest.")
)


class StoredGameError(IbauError):
    """The stored events are no game under the rules of this version."""


@dataclass(frozen=True, slots=True)
class HostedGame:
    """A line of play and its players.  Immutable: each event gives a new value."""

    created: Created
    line: Line
    seats: Seats
    names: PlayerNames
    throws: GameThrows
    offers: Offers
    history: GameHistory
    next: str | None = None  # the game that follows in the match

    # Events --------------------------------------------------------------------------------------------------------

    @classmethod
    def new(cls, created: Created, time: int) -> "HostedGame":
        """A new or imported game; `time` is its event's, in milliseconds since 1970, UTC.  Raises IbauError."""
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
        """Replay stored events, from the start or after `known`; yields states of the game, the last one complete.

        `numbers` are those of the first actions ever played, if these are known to be legal.  Raises StoredGameError.
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
                    raise StoredGameError("The game has no beginning.")  # noqa: TRY301 - reported like all others
        except Exception as error:  # damaged data may raise anything, and must not affect other games
            reason = error if isinstance(error, IbauError) else repr(error)
            raise StoredGameError(
                f"The stored game cannot be played under the rules of this version: {reason}"
            ) from error

    def after(self, event: Event, time: int) -> "HostedGame":
        """The game after an event.  Raises as `check` does."""
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
        """The game after plies that are known to be legal, by the numbers of their actions.

        Like calling `after` for each, but it skips what no ply changes.  Raises IllegalActionError for a wrong number.
        """
        line, throws, history = self.line, self.throws, self.history
        for event, number in zip(plies, numbers, strict=False):
            line = line.after_unchecked(number, event.action)
            throws, history = throws.after(event, line), history.after(event, line)
        return replace(self, line=line, throws=throws, offers=self.offers.after(plies[-1]), history=history)

    def check(self, event: Event) -> None:
        """Raise StoredGameError for an event that cannot come next, and IllegalActionError for an illegal action."""
        if isinstance(event, UnreadableEvent):
            raise StoredGameError(event.reason)
        if not self._may_come(event):
            raise StoredGameError(f"{type(event).__name__} cannot come after {self.ply_count} actions.")
        if isinstance(event, Played):
            self.state.action(event.action)

    def _may_come(self, event: Event) -> bool:  # noqa: C901, PLR0912 - one rule per kind
        """May this event come next?  The legality of an action is not checked."""
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

    # Properties ----------------------------------------------------------------------------------------------------

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
        """Was it played elsewhere, and imported for review?"""
        return bool(self.created.record)

    def side(self, seat: int) -> Phrase:
        """The name of a seat's side."""
        return Phrase(self.game.system.seats[seat])

    @property
    def waiting_text(self) -> Phrase | None:
        """Whom the game waits for before it begins, or None."""
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
        """Does the computer throw or play next?  It draws a lot only if no person can."""
        state, persons = self.state, self.seats.persons
        if self.is_over or self.history.is_too_long or self.seats.free:
            return False
        if state.turn == CHANCE and (self.throws.own_sticks or self.throws.are_stopped or self.missing_parts):
            return False
        return not persons if state.is_lot else state.actor not in persons

    def computer_request_id(self, name: str) -> str:
        """The id of the computer's next request, "" if it is not its turn; `name` is the game's.

        It changes with every ply, so that only the first of two answers is played.
        """
        return f"computer:{name}:{self.history.plies}" if self.is_computer_turn else ""

    # Taking back ---------------------------------------------------------------------------------------------------

    @property
    def takeback_ply(self) -> int | None:
        """The number of actions left by a takeback that needs no consent, or None."""
        return None if self.seats.needs_consent else self.takeback_of(self.seats.persons)

    def takeback_of(self, seats: Collection[int]) -> int | None:
        """The number of actions left by a takeback of these seats, or None if there is nothing to take back."""
        return None if self.is_final else self.line.takeback(seats)

    @property
    def is_final(self) -> bool:
        """Are takebacks no longer possible?"""
        return bool(self.next) or self.is_imported

    # Throws and the record -----------------------------------------------------------------------------------------

    @property
    def missing_parts(self) -> tuple[int, ...]:
        """The seats whose browsers have to add their part before the first throw."""
        return () if self.is_over or self.seats.free else self.throws.missing_parts

    @property
    def unopened_text(self) -> Phrase | None:
        """Whom the first throw waits for, or None."""
        if not self.missing_parts:
            return None
        text = N_("{side} has not opened the game yet; it begins when they do.")
        return Phrase(text, {"side": self.side(self.missing_parts[0])}).with_names(self.names.by_side)

    def record(self) -> Record:
        """The game as a record, without what was taken back; an imported game as it was imported."""
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
    """Remove the next plies of `left`, at most `most` and one chunk, and return them."""
    plies: list[Played] = []
    while left and len(plies) < min(most, REPLAY_CHUNK) and isinstance(event := left[0].event, Played):
        plies.append(event)
        left.popleft()
    return plies


def _next_game(known: str | None, event: Event) -> str | None:
    """The next game of the match after an event."""
    match event:
        case NextBegun(by):
            return by
        case NextRemoved():
            return None
        case _:
            return known

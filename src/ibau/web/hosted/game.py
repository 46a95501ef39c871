"""A game of the server as the fold of its events.

Whether an event may come next is told in one place, `_may_come`.  Then it goes once to each concern, which keeps what
it has to know of it: who sits where (`Seats`), what they are called (`Names`), what the throws follow from (`Chance`),
what has been offered (`Offers`), and the few facts at the end of this file.  A concern with deadlines, such as a clock,
is handed the time of each event as well: what is due when follows from these times, whoever reads the events.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from ibau.core.errors import IbauError
from ibau.core.game import Game, State
from ibau.core.line import Line
from ibau.core.outcome import CHANCE, SEATS, other
from ibau.core.phrase import N_, Phrase
from ibau.core.record import Record
from ibau.games import game
from ibau.records.files import read_record
from ibau.throws.fairness import Origin
from ibau.web.hosted.chance import Chance
from ibau.web.hosted.names import Names
from ibau.web.hosted.offers import Offers
from ibau.web.hosted.seats import Seats
from ibau.web.log.events import (
    Assisted,
    Committed,
    Created,
    Declined,
    Event,
    Followed,
    Invited,
    Left,
    Named,
    Offered,
    Played,
    Revealed,
    Settled,
    StoredEvent,
    Taken,
    Takenback,
    Unfollowed,
    Unreadable,
    Wished,
    Withdrawn,
)

MOST_IDS = 100  # that are remembered; who asks again asks for one of the last

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
    names: Names
    chance: Chance
    offers: Offers
    plies: int = 0  # ever played, those taken back included
    next: str | None = None  # the game that follows in the match
    fulfilled: tuple[str, ...] = ()  # the ids of the last wishes
    assisted: tuple[int, ...] = ()  # the seats that have asked for hints

    # What happens --------------------------------------------------------------------------------------------------

    @classmethod
    def begun(cls, created: Created, time: int) -> "HostedGame":
        """A new game, or one that was played elsewhere.  Raises IbauError.

        Times are those of events: milliseconds since 1970, UTC.
        """
        line = line_of(created)
        system = line.state.game.system
        seats, names = Seats.begun(created, system, time), Names.begun(created, system.seats)
        return cls(created, line, seats, names, Chance.begun(created), Offers())

    @classmethod
    def stored(cls, events: Iterable[StoredEvent]) -> "HostedGame":
        """The game of stored events.  Raises StoredGameError."""
        try:
            (_, began, created), *later = events
            if not isinstance(created, Created):
                raise StoredGameError("The game has no beginning.")
            hosted = cls.begun(created, began)
            for _, time, event in later:
                hosted = hosted.after(event, time)
        except IbauError as error:
            raise StoredGameError(
                f"The stored game cannot be played under the rules of this version: {error}"
            ) from error
        return hosted

    def after(self, event: Event, time: int) -> "HostedGame":
        """The game once this event was stored.  Raises as `check` does."""
        self.check(event)
        line = line_after(self.line, event)
        return HostedGame(
            self.created,
            line,
            self.seats.after(event, time),
            self.names.after(event),
            self.chance.after(event, line),
            self.offers.after(event),
            self.plies + isinstance(event, Played),
            next_after(self.next, event),
            fulfilled_after(self.fulfilled, event),
            assisted_after(self.assisted, event),
        )

    def check(self, event: Event) -> None:
        """Raise StoredGameError where this event cannot come next, and IllegalAction for what cannot be played."""
        if isinstance(event, Unreadable):
            raise StoredGameError(event.reason)
        if not self._may_come(event):
            raise StoredGameError(f"{type(event).__name__} cannot come after {self.at} actions.")
        if isinstance(event, Played):
            self.state.action(event.action)

    def _may_come(self, event: Event) -> bool:  # noqa: C901, PLR0912 - one law for each kind
        """May this event come next?  Whether an action is legal, the rules say."""
        match event:
            case Played():
                return not self.seats.awaited
            case Takenback(at):
                return at < self.at and not self.is_closed
            case Settled(by=by):
                return not self.seats.awaited and not self.is_over and by in self.seats.persons
            case Offered(by=by):
                return by in self.seats.persons and not self.next
            case Declined():
                return self.offers.open is not None
            case Followed():
                return self.is_over and not self.next
            case Unfollowed():
                return self.next is not None
            case Assisted(seat):
                return seat in self.seats.persons and not self.is_over
            case Committed():
                return self.chance.takes_commitments
            case Revealed(seat, part):
                return self.chance.takes(seat, part)
            case Taken(seat, _, invitation_hash):
                return self.seats.is_open(seat, invitation_hash)
            case Invited(seat) | Withdrawn(seat):
                return seat in self.seats.awaited
            case Named(seat):
                return seat in self.seats.persons
            case Left():
                return True
            case Created() | Unreadable():
                return False

    # What there is -------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self.state.game

    @property
    def state(self) -> State:
        return self.line.state

    @property
    def at(self) -> int:
        """The number of actions played."""
        return self.line.at

    @property
    def is_over(self) -> bool:
        return self.line.result is not None

    @property
    def was_elsewhere(self) -> bool:
        """Was it played elsewhere, and brought in to be looked back on?"""
        return bool(self.created.record)

    def side(self, seat: int) -> Phrase:
        """What the pieces of a seat are called."""
        return Phrase(self.game.system.seats[seat])

    @property
    def waiting(self) -> Phrase | None:
        """Who has to come before anything is played."""
        match self.seats.awaited:
            case ():
                return None
            case (seat,):
                return Phrase(
                    N_("Waiting for {side}: the invitation has not been accepted yet."), {"side": self.side(seat)}
                )
            case _:
                return Phrase(N_("Waiting for both players: the invitations have not been accepted yet."))

    @property
    def is_computers(self) -> bool:
        """Is it the computer's to throw or play?  A lot is, where no person could draw it."""
        state, persons = self.state, self.seats.persons
        if self.is_over or self.seats.awaited or (state.turn == CHANCE and not self.chance.server_throws):
            return False
        return not persons if state.is_lot else state.actor not in persons

    def computer_wish(self, name: str) -> str:
        """The id under which the computer does what is its to do now; "" where nothing is.  `name` is the game's.

        It is another one after every ply, so that of two answers only the first is played.
        """
        return f"computer:{name}:{self.plies}" if self.is_computers else ""

    # Taking back ---------------------------------------------------------------------------------------------------

    @property
    def takeback(self) -> int | None:
        """How many actions whoever plays all persons' seats may leave by taking back, or None."""
        return None if self.seats.takes_consent else self.takeback_of(self.seats.persons)

    def takeback_of(self, seats: Collection[int]) -> int | None:
        """How many actions would be left if these seats took back, or None where nothing can be."""
        return None if self.is_closed else self.line.takeback(seats)

    @property
    def is_closed(self) -> bool:
        """Is nothing taken back any more?  So it is once the seed of the throws is revealed."""
        return bool(self.next) or self.was_elsewhere or (self.is_over and bool(self.created.seed))

    # Throws and the record -----------------------------------------------------------------------------------------

    @property
    def origin(self) -> Origin | None:
        """What the throws follow from, as everybody may know it: all of it once the game is over."""
        return self.chance.secret_origin if self.is_over else self.chance.origin

    @property
    def seed_hash(self) -> str:
        """The commitment to the seed; "" where throws cannot be checked."""
        return self.origin.seed_hash if self.origin else ""

    @property
    def uncontributed(self) -> Phrase | None:
        """Whose browser has still to add its part before anything is thrown."""
        if not self.chance.missing:
            return None
        text = N_("Waiting for {side}: before the first throw each browser adds a number that nobody knows.")
        return Phrase(text, {"side": self.side(self.chance.missing[0])}).naming(self.names.said)

    def record(self) -> Record:
        """The game as a record; what was taken back is not in it, and one that was brought in is as it came."""
        if self.created.record:
            return read_record(self.created.record)
        players = zip(self.seats.levels, self.names.given, strict=True)
        first, second = (f"computer {level}" if level else name or "person" for level, name in players)
        tags = {"Date": self.created.date, "First": first, "Second": second}
        if self.next or self.created.number > 1:
            tags["Match"] = str(self.created.number)
        if self.assisted:
            tags["Assisted"] = " ".join(SEATS[seat] for seat in self.assisted)
        return self.line.record(tags | self.chance.tags(self.origin))


# --- What a game knows beside its concerns, and how it follows from each event ---------------------------------------


def line_of(created: Created) -> Line:
    """The line with which a game begins: all of it where it was played elsewhere.  Raises IbauError."""
    if created.record:
        return Line.replay(read_record(created.record))
    played = game(created.ruleset)
    return Line(played.state(created.start) if created.start else played.initial())


def line_after(line: Line, event: Event) -> Line:
    """What has been played.  Raises IllegalAction."""
    match event:
        case Played(action):
            return line.play(action)
        case Takenback(at):
            return line.back_to(at)
        case Settled("resigned", by):
            return line.resign(by)
        case Settled("abandoned", by):
            return line.abandon(other(by))
        case Settled("agreed"):
            return line.agree()
        case _:
            return line


def next_after(known: str | None, event: Event) -> str | None:
    """The game that follows in the match."""
    match event:
        case Followed(by):
            return by
        case Unfollowed():
            return None
        case _:
            return known


def fulfilled_after(ids: tuple[str, ...], event: Event) -> tuple[str, ...]:
    """The ids of the last wishes that were granted."""
    return (*ids, event.id)[-MOST_IDS:] if isinstance(event, Wished) and event.id else ids


def assisted_after(seats: tuple[int, ...], event: Event) -> tuple[int, ...]:
    """The seats that have asked for hints."""
    return tuple(sorted({*seats, event.seat})) if isinstance(event, Assisted) else seats

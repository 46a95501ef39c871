"""A game of the server as the fold of its events: what was created, played and taken back, in order."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import msgspec

from ibau.core.errors import IbauError
from ibau.core.game import Game, State
from ibau.core.line import Line
from ibau.core.match import Match, points_of
from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.core.record import RULES_VERSION, Record
from ibau.games import game
from ibau.players import stored_level
from ibau.web.events import ComputerSeat, Created, Event, Followed, PersonSeat, Played, Takenback, decode

OTHER_RULES = Phrase(N_("This game follows the rules of another version of the program and cannot be opened."))


class StoredGameError(IbauError):
    """Stored events that make no game under the rules of this version."""


@dataclass(frozen=True, slots=True)
class HostedGame:
    """A line of play and who sits where.  A value: what happens next gives another one."""

    created: Created
    levels: tuple[str | None, str | None]  # of the computer at each seat; None where a person sits
    line: Line
    next: str | None = None  # the game that follows in the match

    @classmethod
    def begun(cls, created: Created) -> "HostedGame":
        """A new game.  Raises RulesetError or PlayerError."""
        played = game(created.ruleset)
        return cls(created, (_level(created.first, played), _level(created.second, played)), Line(played.initial()))

    @classmethod
    def stored(cls, events: Sequence[str]) -> "HostedGame":
        """The game of stored events.  Raises StoredGameError."""
        try:
            created, *later = map(decode, events)
            if not isinstance(created, Created):
                raise StoredGameError("The game has no beginning.")
            hosted = cls.begun(created)
            for event in later:
                hosted = hosted.after(event)
        except (IbauError, msgspec.DecodeError) as error:
            raise StoredGameError(
                f"The stored game cannot be played under the rules of this version: {error}"
            ) from error
        return hosted

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
    def persons(self) -> tuple[int, ...]:
        """The seats of persons."""
        return tuple(seat for seat in (FIRST, SECOND) if self.levels[seat] is None)

    @property
    def computers(self) -> tuple[int, ...]:
        """The seats of the computer."""
        return tuple(seat for seat in (FIRST, SECOND) if self.levels[seat] is not None)

    @property
    def takeback(self) -> int | None:
        """How many actions a person may leave by taking back, or None."""
        return None if self.next else self.line.takeback(self.persons)

    @property
    def points(self) -> tuple[Fraction, Fraction]:
        """The score of the match by seat of this game, which counts once it is over."""
        first, second = (Fraction(halves, 2) for halves in self.created.halves)
        if not self.state.outcome:
            return first, second
        more, most = points_of(self._as_match.played[-1])
        return first + more, second + most

    @property
    def _as_match(self) -> Match:
        """This game as one game of a match between its seats.  Raises ValueError while it is not over."""
        return Match(self.game, ("first", "second")).after(self.line)

    def record(self) -> Record:
        """The game as a record; what was taken back is not in it."""
        first, second = (f"computer {level}" if level else "person" for level in self.levels)
        tags = {"Date": self.created.date, "First": first, "Second": second}
        if self.next or self.created.number > 1:
            tags["Match"] = str(self.created.number)
        return self.line.record(tags)

    # What happens --------------------------------------------------------------------------------------------------

    def after(self, event: Event) -> "HostedGame":
        """The game in which this event comes next.  Raises IllegalAction, and StoredGameError where it cannot come."""
        match event:
            case Played(action):
                return replace(self, line=self.line.play(action))
            case Takenback(at) if at < self.at and not self.next:
                return replace(self, line=self.line.back_to(at))
            case Followed(by) if self.state.outcome and not self.next:
                return replace(self, next=by)
            case _:
                raise StoredGameError(f"{event!r} cannot come after {self.at} actions.")

    def sequel(self, after: str, date: str) -> Created:
        """How the next game of the match begins; `after` is the name of this one.  Raises ValueError before its end."""
        sitting = self._as_match.next_sitting
        first, second = sitting.seats
        halves = [int(2 * points) for points in self.points]
        return Created(
            str(sitting.game.ruleset),
            seat_of(self.levels[first]),
            seat_of(self.levels[second]),
            self.created.key_hash,
            RULES_VERSION,
            date,
            after,
            self.created.number + 1,
            (halves[first], halves[second]),
        )


def seat_of(level: str | None) -> PersonSeat | ComputerSeat:
    """A seat as it is stored: the computer's at a level, or else a person's."""
    return PersonSeat() if level is None else ComputerSeat(level)


def _level(stored: PersonSeat | ComputerSeat, played: Game) -> str | None:
    """The level at a stored seat as the game offers it today, None for a person.  Raises PlayerError."""
    return stored_level(played.system, stored.level).id if isinstance(stored, ComputerSeat) else None

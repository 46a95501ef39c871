"""A game as the fold of its events: what was created, played and taken back, in order."""

from copy import copy
from fractions import Fraction
from typing import NamedTuple

import msgspec
from msgspec import Struct

from ibau.core.errors import IbauError
from ibau.core.face import Travel
from ibau.core.game import Game, State
from ibau.core.match import Match, points_of
from ibau.core.outcome import CHANCE, FIRST, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.core.record import RULES_VERSION, Record
from ibau.core.takeback import takeback
from ibau.core.turns import Turn
from ibau.games import game
from ibau.players import stored_level
from ibau.web.protocol import Computer, Person, Seat

LAST_THROW = 4  # the place of "no marked side" among the throws (rulings.md section 0)


class Created(Struct, tag_field="kind", tag="created", frozen=True):
    """A game began; of its key only the hash is kept."""

    ruleset: str
    first: Seat
    second: Seat
    key_hash: str
    rules_version: str
    date: str  # "2026-11-21", UTC
    after: str = ""  # the game before it in a match
    number: int = 1  # which game of the match this is
    halves: tuple[int, int] = (0, 0)  # half points of the match so far, by seat of this game


class Played(Struct, tag_field="kind", tag="played", frozen=True):
    """An action was played: a move, a throw or a lot."""

    action: str


class Takenback(Struct, tag_field="kind", tag="takenback", frozen=True):
    """Actions were taken back; `at` are left.  The log keeps what was played."""

    at: int


class Followed(Struct, tag_field="kind", tag="followed", frozen=True):
    """The next game of the match was begun; nothing happens in this one any more."""

    by: str


Event = Created | Played | Takenback | Followed

_decoder = msgspec.json.Decoder(Event)


def encode(event: Event) -> tuple[str, str]:
    """Kind and data of an event, as they are stored."""
    data = msgspec.json.encode(event).decode()
    return str(type(event).__struct_config__.tag), data


def decode(data: str) -> Event:
    """The event of stored data.  Raises msgspec.DecodeError."""
    event: Event = _decoder.decode(data)
    return event


OTHER_RULES = Phrase(N_("This game follows the rules of another version of the program and cannot be opened."))


class StoryError(IbauError):
    """Stored events that make no game under the rules of this version."""


class Ply(NamedTuple):
    """One action as it was played, before it is said in a language."""

    at: int
    seat: int  # FIRST or SECOND, CHANCE for a lot
    action: str
    spoken: Phrase
    turn: int
    heads: int | None
    value: int | None
    travels: tuple[Travel, ...]


class Story:
    """A game being played: the states so far and the plies between them."""

    def __init__(self, created: Created) -> None:
        self.created = created
        self.game = game(created.ruleset)
        self.seats: tuple[Seat, Seat] = (_seat(created.first, self.game), _seat(created.second, self.game))
        self.states = [self.game.initial()]
        self.plies: list[Ply] = []
        self.turns: list[Turn] = []
        self.next: str | None = None  # the game that follows in the match

    @classmethod
    def told(cls, stored: list[str]) -> "Story":
        """The story of a game's stored events.  Raises StoryError."""
        try:
            created, *later = map(decode, stored)
            if not isinstance(created, Created):
                raise StoryError("The game has no beginning.")
            story = cls(created)
            for event in later:
                story.apply(event)
        except (IbauError, msgspec.DecodeError) as error:
            raise StoryError(f"The stored game cannot be played under the rules of this version: {error}") from error
        return story

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of persons."""
        return tuple(seat for seat in (FIRST, SECOND) if isinstance(self.seats[seat], Person))

    @property
    def computers(self) -> tuple[int, ...]:
        """The seats of the computer."""
        return tuple(seat for seat in (FIRST, SECOND) if seat not in self.persons)

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def at(self) -> int:
        """The number of actions played."""
        return len(self.plies)

    @property
    def takeback(self) -> int | None:
        """How many actions a person may leave by taking back, or None."""
        return None if self.next else takeback(self.states, self.persons)

    @property
    def _as_match(self) -> Match:
        """This game as one game of a match between its seats.  Raises ValueError while it is not over."""
        return Match(self.game, ("first", "second")).after(self.states)

    @property
    def points(self) -> tuple[Fraction, Fraction]:
        """The score of the match by seat of this game, which counts once it is over."""
        first, second = (Fraction(halves, 2) for halves in self.created.halves)
        if not self.state.outcome:
            return first, second
        more, most = points_of(self._as_match.played[-1])
        return first + more, second + most

    def sequel(self, after: str, date: str) -> Created:
        """How the next game of the match begins; `after` is the name of this one.  Raises ValueError before its end."""
        sitting = self._as_match.next_sitting
        first, second = sitting.seats
        halves = [int(2 * points) for points in self.points]
        return Created(
            str(sitting.game.ruleset),
            self.seats[first],
            self.seats[second],
            self.created.key_hash,
            RULES_VERSION,
            date,
            after,
            self.created.number + 1,
            (halves[first], halves[second]),
        )

    def record(self) -> Record:
        """The game as a record; what was taken back is not in it."""
        tags = {
            "Date": self.created.date,
            "First": seat_text(self.seats[FIRST]),
            "Second": seat_text(self.seats[SECOND]),
        }
        if self.next or self.created.number > 1:
            tags["Match"] = str(self.created.number)
        return Record.of(self.states[0], [ply.action for ply in self.plies], tags)

    def after(self, event: Event) -> "Story":
        """The story in which this event happens next.  Raises IllegalAction."""
        following = copy(self)
        following.states, following.plies, following.turns = self.states[:], self.plies[:], self.turns[:]
        following.apply(event)
        return following

    def apply(self, event: Event) -> None:
        """Let an event happen.  Raises IllegalAction."""
        match event:
            case Played(action):
                self._play(action)
            case Takenback(at) if at < self.at and not self.next:
                del self.states[at + 1 :], self.plies[at:], self.turns[at:]
            case Followed(by) if self.state.outcome and not self.next:
                self.next = by
            case _:
                raise StoryError(f"{event!r} cannot come after {self.at} actions.")

    def _play(self, action: str) -> None:
        before = self.state
        number = before.action(action)
        after = before.after(number)
        turn = (self.turns[-1] if self.turns else Turn()).of_action_in(before)
        self.plies.append(ply(before, number, self.at, turn.number))
        self.turns.append(turn)
        self.states.append(after)


def ply(before: State, number: int, at: int, turn: int) -> Ply:
    """What happens when an action is played."""
    system, rules, position = before.game.system, before.game.rules, before.position
    heads, value = thrown(before, number)
    spoken = system.words.spoken(rules, position, number)
    travels = system.face.travels(rules, position, number)
    return Ply(at, before.actor, before.text_of(number), spoken, turn, heads, value, travels)


def _seat(stored: Seat, played: Game) -> Seat:
    """A seat whose level is one that the game offers today.  Raises PlayerError."""
    return Computer(stored_level(played.system, stored.level).id) if stored.level else stored


def seat_text(seat: Seat) -> str:
    """Who played a seat, for a record: "person", "computer level2"."""
    return f"computer {seat.level}" if seat.level else "person"


def is_lot(state: State) -> bool:
    """Is a lot due, which is nobody's?"""
    return state.turn == CHANCE and state.actor == CHANCE


def thrown(state: State, number: int) -> tuple[int | None, int | None]:
    """How many marked sides a throw shows and what it counts; nothing for moves and lots."""
    if state.turn != CHANCE or is_lot(state):
        return None, None
    return (0 if number == LAST_THROW else number + 1), int(state.text_of(number).removeprefix("t"))

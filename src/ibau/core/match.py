"""A match: a series of games between the same two, with a running score (rulings.md section 0, "Series").

    match = Match(ibau.game("senet-race"), ("guest", "host"))
    sitting = match.next_game                  # the game to play, and who sits where
    line = Line(sitting.game.initial())        # … played to its end …
    match = match.after(line)
    match.points                               # (Fraction(4, 1), Fraction(0, 1))

Whichever player starts the first game, by choice or by lot, the other starts the next, and so on in turn.  Where the
rules fix which seat starts, the two change seats; where a lot or `first_player` decides, they keep their seats, and
from the second game on `first_player` says who starts.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from ibau.core.coercion import as_new_game, wrong_game_error
from ibau.core.errors import IbauError
from ibau.core.game import Game
from ibau.core.limits import check_items
from ibau.core.line import Line
from ibau.core.outcome import FIRST, SEATS, SECOND, other
from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import quote
from ibau.core.result import Result

SWAPPED = Phrase(N_("You have swapped sides."))
POINTS = {1: Fraction(1), 0: Fraction(1, 2), -1: Fraction(0)}  # where the rules give none: one for a win


class MatchGame(NamedTuple):
    """A game of a match, and which of the two players (0 or 1) sits first and second."""

    game: Game
    seats: tuple[int, int]


class FinishedGame(NamedTuple):
    """A finished game of a match: how they sat, which seat started, and how it ended."""

    match_game: MatchGame
    starter: int
    result: Result


@dataclass(frozen=True, slots=True)
class Match:
    """A series so far: a value; `after` gives another one."""

    game: Game  # the rules of the first game
    names: tuple[str, str]
    seats: tuple[int, int] = (0, 1)  # who sits first and second in the first game
    played: tuple[FinishedGame, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "game", as_new_game(self.game))  # by name it is as welcome
        names = tuple(check_items(self.names, str, "The names of a match are two texts", IbauError))
        if len(names) != len(self.seats):
            raise ValueError(f"A match is between two players: give two names, not {quote(self.names)}.")

    @property
    def next_game(self) -> MatchGame:
        """The next game: the player who did not start last time starts."""
        if not self.played:
            return MatchGame(self.game, self.seats)
        last = self.played[-1]
        if not seats_change(self.game):
            starts = self.game.ruleset.with_value("first_player", SEATS[other(last.starter)])
            return MatchGame(Game(self.game.system, starts), last.match_game.seats)
        first, second = last.match_game.seats
        return MatchGame(self.game, (second, first))

    def after(self, line: Line) -> "Match":
        """The match with its next game, played to its end.  Raises RulesetError for another game, else ValueError."""
        result, sitting = line.result, self.next_game
        if result is None:
            raise ValueError("The game is not over; only a finished game counts in a match.")
        if line.start.game != sitting.game:
            raise wrong_game_error("The next game of this match is one of", sitting.game, line.start.game)
        starter = SECOND if line.starter is None else line.starter  # ended before lots were drawn: first starts next
        return replace(self, played=(*self.played, FinishedGame(sitting, starter, result)))

    @property
    def points(self) -> tuple[Fraction, Fraction]:
        """The running score of both players."""
        each = [points_of(played) for played in self.played]
        return sum((mine for mine, _ in each), Fraction()), sum((theirs for _, theirs in each), Fraction())


def points_of(played: FinishedGame) -> tuple[Fraction, Fraction]:
    """What each player got in a game: the points of its rules, else one for a win and a half for a draw."""
    seats, result = played.match_game.seats, played.result
    if result.score is None:
        points = POINTS[result.returns[FIRST]], POINTS[result.returns[SECOND]]
    else:
        points = Fraction(result.score[FIRST]), Fraction(result.score[SECOND])
    return points[seats.index(0)], points[seats.index(1)]


def seats_change(game: Game) -> bool:
    """Do the two change seats from game to game?  Else they keep them, and `first_player` changes."""
    return "first_player" not in game.ruleset.values


def starting_seat(game: Game) -> int | None:
    """The seat that starts in a game of a match in which the two keep their seats."""
    return None if seats_change(game) else SEATS.index(game.ruleset.values["first_player"])


def change_text(game: Game) -> Phrase:
    """What is different in a game of a match from the game before it."""
    starts = starting_seat(game)
    if starts is None:
        return SWAPPED
    side = Phrase(game.system.seats[starts])
    return Phrase(N_("This time {side} starts."), {"side": side}, N_("This time you start."))


def points_text(points: Fraction) -> str:
    """Points as they are read; they come in halves: "4", "½", "1½"."""
    whole, half = divmod(points, 1)
    return f"{whole or ''}½" if half else str(whole)

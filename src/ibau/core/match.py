"""Match, a series of games between two players with a running score (rulings.md section 0, "Series").

    match = Match(ibau.game("senet-race"), ("guest", "host"))
    line = Line(match.next_game.game.initial())  # … played to its end …
    match = match.after(line)
    match.points                               # (Fraction(4, 1), Fraction(0, 1))

The players start in turn; who starts the first game is chosen or drawn by lot.  If the rules fix which seat starts, the
players change seats; if a lot or the option `first_player` decides, they keep their seats, and from the second game on
`first_player` is set.
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
POINTS = {1: Fraction(1), 0: Fraction(1, 2), -1: Fraction(0)}  # of a win, draw and loss, if the rules give no points


class MatchGame(NamedTuple):
    """The rules of a game of a match, and the player (0 or 1) on the first and the second seat."""

    game: Game
    seats: tuple[int, int]


class FinishedGame(NamedTuple):
    """A finished game of a match: its rules and seats, the seat that started, and the result."""

    match_game: MatchGame
    starter: int
    result: Result


@dataclass(frozen=True, slots=True)
class Match:
    """A series of games so far; immutable: `after` returns another Match."""

    game: Game  # the rules of the first game; a ruleset text is converted
    names: tuple[str, str]  # of the two players
    seats: tuple[int, int] = (0, 1)  # the player on the first and second seat in the first game
    played: tuple[FinishedGame, ...] = ()  # the finished games, in order

    def __post_init__(self) -> None:
        object.__setattr__(self, "game", as_new_game(self.game))
        names = tuple(check_items(self.names, str, "The names of a match are two texts", IbauError))
        if len(names) != len(self.seats):
            raise ValueError(f"A match is between two players: give two names, not {quote(self.names)}.")

    @property
    def next_game(self) -> MatchGame:
        """The next game, started by the player who did not start the last one."""
        if not self.played:
            return MatchGame(self.game, self.seats)
        last = self.played[-1]
        if not seats_change(self.game):
            starts = self.game.ruleset.with_value("first_player", SEATS[other(last.starter)])
            return MatchGame(Game(self.game.system, starts), last.match_game.seats)
        first, second = last.match_game.seats
        return MatchGame(self.game, (second, first))

    def after(self, line: Line) -> "Match":
        """The match with its next game.  Raises ValueError if it is not finished, RulesetError if its rules differ."""
        result, game = line.result, self.next_game
        if result is None:
            raise ValueError("The game is not over; only a finished game counts in a match.")
        if line.start.game != game.game:
            raise wrong_game_error("The next game of this match is one of", game.game, line.start.game)
        starter = SECOND if line.starter is None else line.starter  # if it ended before the lot, FIRST starts next
        return replace(self, played=(*self.played, FinishedGame(game, starter, result)))

    @property
    def points(self) -> tuple[Fraction, Fraction]:
        """The running score of both players, in the order of `names`."""
        each = [points_of(played) for played in self.played]
        return sum((mine for mine, _ in each), Fraction()), sum((theirs for _, theirs in each), Fraction())


def points_of(played: FinishedGame) -> tuple[Fraction, Fraction]:
    """The points of each player in a game, by its rules; without such, 1 for a win and 1/2 for a draw."""
    seats, result = played.match_game.seats, played.result
    if result.score is None:
        points = POINTS[result.returns[FIRST]], POINTS[result.returns[SECOND]]
    else:
        points = Fraction(result.score[FIRST]), Fraction(result.score[SECOND])
    return points[seats.index(0)], points[seats.index(1)]


def seats_change(game: Game) -> bool:
    """Do the players change seats from game to game?  Else they keep them, and `first_player` changes."""
    return "first_player" not in game.ruleset.values


def starting_seat(game: Game) -> int | None:
    """The seat that starts a game of a match in which the players keep their seats, else None."""
    return None if seats_change(game) else SEATS.index(game.ruleset.values["first_player"])


def change_text(game: Game) -> Phrase:
    """The message at the start of a game of a match: what differs from the game before."""
    starts = starting_seat(game)
    if starts is None:
        return SWAPPED
    side = Phrase(game.system.seats[starts])
    return Phrase(N_("This time {side} starts."), {"side": side}, N_("This time you start."))


def points_text(points: Fraction) -> str:
    """The text of whole and half points: "4", "½", "1½"."""
    whole, half = divmod(points, 1)
    return f"{whole or ''}½" if half else str(whole)

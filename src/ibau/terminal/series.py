"""A match at a terminal: the games, players and texts.

Player 0 is the person who typed `ibau play`, player 1 the opponent: the computer or another person.
"""

from collections.abc import Mapping
from typing import NamedTuple

from ibau.core.game import Game
from ibau.core.line import Line
from ibau.core.match import Match, MatchGame, change_text, points_text
from ibau.core.outcome import FIRST, SECOND, other
from ibau.core.phrase import N_, Phrase
from ibau.core.record import BY_COMPUTER
from ibau.players import LEVELS, Budget, Player, player
from ibau.players.characters import CHARACTERS
from ibau.search.deepening import SearchMemory
from ibau.terminal.click_params import PERSON


class ThinkingSettings(NamedTuple):
    """How the computer thinks about each move."""

    threads: int = 1
    budget: Budget | None = None  # None for its level's


DEFAULT_THINKING = ThinkingSettings()


class Series:
    """A series of games; it may go on after the planned ones.

    `mine`: the seat of player 0 in the first game.  `games`: how many are planned.
    `begun`: a line with which the first game continues.
    """

    def __init__(
        self,
        game: Game,
        opponent: str,
        mine: int,
        seed: int,
        games: int,
        *,
        thinking: ThinkingSettings = DEFAULT_THINKING,
        begun: Line | None = None,
    ) -> None:
        self.match = Match(game, (PERSON, opponent), (0, 1) if mine == FIRST else (1, 0))
        self._opponent = opponent
        self._seed = seed
        self._games = games
        self.thinking = thinking
        self._begun = begun

    @property
    def number(self) -> int:
        """The number of the next game, from 1 on."""
        return len(self.match.played) + 1

    @property
    def has_next(self) -> bool:
        """Is another game planned after the current one?"""
        return self.number < self._games

    @property
    def _level_at(self) -> Mapping[int, str]:
        """The computer's seat and level; empty if two persons play."""
        return {} if self._opponent == PERSON else {self.match.next_game.seats.index(1): self._opponent}

    @property
    def bottom_seat(self) -> int:
        """The seat at the bottom of the screen: that of the only person, else FIRST."""
        return next((other(seat) for seat in self._level_at), FIRST)

    @property
    def game_seed(self) -> int:
        """The seed of the next game's throws and lots."""
        return self._seed + self.number - 1

    def start(self) -> Line:
        """The next game, before its first move unless it has `begun`."""
        return self._begun if self._begun and self.number == 1 else Line(self.match.next_game.game.initial())

    def computers(self) -> Mapping[int, Player]:
        """The computer by its seat in the next game; empty if two persons play.

        With a time limit it gets a memory if it gains from pondering.
        """
        seed, threads = self.game_seed, self.thinking.threads
        computers = {seat: player(level, seed, threads=threads) for seat, level in self._level_at.items()}
        for computer in computers.values():
            if self.thinking.budget and computer.ponders(self.match.next_game.game):
                computer.memory = SearchMemory()
        return computers

    def tags(self) -> Mapping[str, str]:
        """The tags of the next game's record; in a match with its number."""
        levels = self._level_at
        names = {
            name: f"{BY_COMPUTER}{levels[seat]}" if seat in levels else PERSON
            for seat, name in ((FIRST, "First"), (SECOND, "Second"))
        }
        number = {"Match": str(self.number)} if self.number > 1 or self.has_next else {}
        seed = {} if self._begun and self.number == 1 else {"Seed": str(self.game_seed)}
        return {**names, **seed, **number}

    def seat_labels(self) -> Mapping[int, Phrase]:
        """The names of the players by their seat in the next game."""
        levels = self._level_at
        person = Phrase(N_("you")) if levels else Phrase(N_("a person"))
        return {seat: computer_text(levels[seat]) if seat in levels else person for seat in (FIRST, SECOND)}

    # Texts -------------------------------------------------------------------------------------------------------

    def before_game(self) -> tuple[Phrase, ...]:
        """The texts before a game: the score, and what differs from the last game; none before the first."""
        if not self.match.played:
            return ()
        sitting = self.match.next_game
        return self._score_text(self.match, sitting), change_text(sitting.game)

    def after_game(self, line: Line) -> tuple[Phrase, ...]:
        """The texts after a game: its points if the rules give any, and the score of a match."""
        match = self.match.after(line)
        sitting, _, result = match.played[-1]
        if result.score is None:
            return (self._score_text(match, sitting),)
        first, second = result.score
        sides = _sides(sitting)
        points = {"one": sides[FIRST], "points": first, "other": sides[SECOND], "others": second}
        of_game = Phrase(N_("Points of this game: {one} {points}, {other} {others}."), points)
        is_single = len(match.played) == 1 and not self.has_next
        return (of_game,) if is_single else (of_game, self._score_text(match, sitting))

    def _score_text(self, match: Match, sitting: MatchGame) -> Phrase:
        """The score of a match; two persons are named by their next seats."""
        mine, theirs = (points_text(points) for points in match.points)
        if self._opponent == PERSON:
            sides = _sides(sitting)
            me, them = (sides[sitting.seats.index(player)] for player in (0, 1))
        else:
            me, them = Phrase(N_("you")), Phrase(N_("computer"))
        values = {"n": len(match.played), "one": me, "points": mine, "other": them, "others": theirs}
        return Phrase(N_("Match after game {n}: {one} {points}, {other} {others}."), values)

    def count(self, line: Line) -> None:
        """Count a finished game."""
        self.match = self.match.after(line)


def _sides(sitting: MatchGame) -> tuple[Phrase, Phrase]:
    first, second = sitting.game.system.seats
    return Phrase(first), Phrase(second)


def computer_text(player: str) -> Phrase:
    """The computer's name: its character and level, or the class of a custom player."""
    level = next((level for level in LEVELS if level.id == player), None)
    if level is None:
        return Phrase(N_("computer, {level}"), {"level": player})
    values = {"name": CHARACTERS[level.id].name, "level": Phrase(level.name)}
    return Phrase(N_("{name}, computer, {level}"), values)

"""A match at a terminal: game after game between the same two, and what is said of it.

Player 0 is the person who typed `ibau play`, player 1 the opponent: a computer of some level, or another person.
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
    budget: Budget | None = None  # None for that of its level


DEFAULT_THINKING = ThinkingSettings()


class Series:
    """`mine` is the seat of player 0 in the first game; `games` are meant to be played; there may be more.

    `begun` is a line with which the first game goes on.
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
        """Which game of the match is to be played, 1 for the first."""
        return len(self.match.played) + 1

    @property
    def goes_on(self) -> bool:
        """Is another game meant to follow this one?"""
        return self.number < self._games

    @property
    def _level_at(self) -> Mapping[int, str]:
        """The seat of the computer and its level; nothing where two persons play."""
        return {} if self._opponent == PERSON else {self.match.next_game.seats.index(1): self._opponent}

    @property
    def near(self) -> int:
        """The seat from whose side the next game is looked at: that of the only person, else the first."""
        return next((other(seat) for seat in self._level_at), FIRST)

    @property
    def game_seed(self) -> int:
        """What decides the throws and lots of the next game."""
        return self._seed + self.number - 1

    def start(self) -> Line:
        """The next game, with nothing played unless it has begun already."""
        return self._begun if self._begun and self.number == 1 else Line(self.match.next_game.game.initial())

    def computers(self) -> Mapping[int, Player]:
        """The computer by its seat in the next game; the other seats are persons'.

        One that was given a time, and profits from thinking about a person's moves too, has the memory for that.
        """
        seed, threads = self.game_seed, self.thinking.threads
        computers = {seat: player(level, seed, threads=threads) for seat, level in self._level_at.items()}
        for computer in computers.values():
            if self.thinking.budget and computer.ponders(self.match.next_game.game):
                computer.memory = SearchMemory()
        return computers

    def tags(self) -> Mapping[str, str]:
        """What the record of the next game says of it; in a match also which game of it this is."""
        levels = self._level_at
        names = {
            name: f"{BY_COMPUTER}{levels[seat]}" if seat in levels else PERSON
            for seat, name in ((FIRST, "First"), (SECOND, "Second"))
        }
        number = {"Match": str(self.number)} if self.number > 1 or self.goes_on else {}
        seed = {} if self._begun and self.number == 1 else {"Seed": str(self.game_seed)}
        return {**names, **seed, **number}

    def seat_labels(self) -> Mapping[int, Phrase]:
        """Who plays each seat in the next game, in words."""
        levels = self._level_at
        person = Phrase(N_("you")) if levels else Phrase(N_("a person"))
        return {seat: computer_text(levels[seat]) if seat in levels else person for seat in (FIRST, SECOND)}

    # What is said ------------------------------------------------------------------------------------------------

    def before_game(self) -> tuple[Phrase, ...]:
        """Said before a game: the score, and what is different from the game before.  Nothing before the first one."""
        if not self.match.played:
            return ()
        sitting = self.match.next_game
        return self._score_text(self.match, sitting), change_text(sitting.game)

    def after_game(self, line: Line) -> tuple[Phrase, ...]:
        """Said at the end of a game: its points where the rules give any, and the score of the match with it.

        Of a single game both would say the same.
        """
        match = self.match.after(line)
        sitting, _, result = match.played[-1]
        if result.score is None:
            return (self._score_text(match, sitting),)
        first, second = result.score
        sides = _sides(sitting)
        points = {"one": sides[FIRST], "points": first, "other": sides[SECOND], "others": second}
        of_game = Phrase(N_("Points of this game: {one} {points}, {other} {others}."), points)
        is_single = len(match.played) == 1 and not self.goes_on
        return (of_game,) if is_single else (of_game, self._score_text(match, sitting))

    def _score_text(self, match: Match, sitting: MatchGame) -> Phrase:
        """Two persons are called by where they sit now."""
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
    """What the computer is called: its character and the level, or the name of a player that is no level."""
    level = next((level for level in LEVELS if level.id == player), None)
    if level is None:
        return Phrase(N_("computer, {level}"), {"level": player})
    values = {"name": CHARACTERS[level.id].name, "level": Phrase(level.name)}
    return Phrase(N_("{name}, computer, {level}"), values)

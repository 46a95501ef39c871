"""Where rows come from: games by number, any of them at any time, in whatever process."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ibau.core.game import State
from ibau.lab.studies.games import counted_games
from ibau.lab.studies.rows import Rows

NO_TABLES = Path(os.devnull)  # a folder that holds none


class Source(Protocol):
    """Games, or pairs of them, that follow from their numbers; goes to other processes, so it must be picklable."""

    @property
    def name(self) -> str:
        """What no other source of a study is called."""
        ...

    @property
    def games_a_row(self) -> int:
        """1, or 2 where a row tells of a pair."""
        ...

    def rows(self, first: int, games: int) -> Rows:
        """The rows of so many from a number on."""
        ...


@dataclass(frozen=True, slots=True)
class LoopGames:
    """Games of random or greedy players."""

    start: State
    players: str
    seed: int

    @property
    def name(self) -> str:
        return f"{self.start.game.ruleset} {self.start} {self.players}"

    @property
    def games_a_row(self) -> int:
        return 1

    def rows(self, first: int, games: int) -> Rows:
        return counted_games(self.start, self.players, self.seed, first, games)

"""Games as rows: a column for each thing that is counted or judged, an entry a game, in the order of their numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibau.core.outcome import DRAW, ended, winner_of
from ibau.core.uses import Use

Rows = dict[str, NDArray[Any]]
Seen = Mapping[str, NDArray[Any]]

USE = "use."
TENTHS = 10  # of a game, at each of which somebody may lead


def use_column(use: Use) -> str:
    """The column that counts how often it was met in each game."""
    return f"{USE}{use.id}"


def size(rows: Seen) -> int:
    """How many games there are."""
    return len(rows["outcome"])


def joined(parts: Sequence[Seen]) -> Rows:
    """Rows one after another."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def head(rows: Seen, games: int) -> Rows:
    """The rows of the first games."""
    return {name: column[:games] for name, column in rows.items()}


def score_of_starter(rows: Seen) -> NDArray[np.float64]:
    """1 where whoever began has won, 0 where the other one has, one half for draws and games given up."""
    winner = np.where(rows["outcome"] == 0, DRAW, winner_of_all(rows))
    return np.where(winner == DRAW, 0.5, winner == rows["starter"]).astype(np.float64)


def winner_of_all(rows: Seen) -> NDArray[np.int64]:
    """FIRST, SECOND or DRAW; DRAW where a game was given up."""
    outcome = rows["outcome"].astype(np.int64)
    return np.where(outcome == 0, DRAW, outcome & winner_of(-1))


def ends_of_all(rows: Seen) -> NDArray[np.int64]:
    """The number of the end: a Halt or the game's own; 0 where a game was given up."""
    return rows["outcome"].astype(np.int64) // ended(0, 1)

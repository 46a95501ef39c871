"""Pairs of games: the two contestants change seats; throws, lots and the opening are the same in both.

Everything that chance decides in a pair follows from the tournament's seed and the pair's number: the n-th throw of a
game is the n-th of the pair's sequence, whoever throws it.
"""

import time
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from ibau.core.game import Game
from ibau.players.arena.contestants import Contestant

MakeGame = Callable[[str], Game]

PLAYERS_STREAM, OPENING_STREAM, THROWS_STREAM = range(3)
TURNS_AT_RANDOM = 4  # of a usual opening: two for each side
LONGEST_GAME = 10_000  # actions; a longer one counts as a draw
UNFINISHED = "unfinished"  # its kind
CLOCKS = {"wall": time.perf_counter, "cpu": time.process_time}


class Pairing(NamedTuple):
    """Who meets whom, and at what.

    `opening`: plies that are played at random at the beginning; None for what is usual in the game.
    `clock`: what limits of time are measured by, "wall" or "cpu" (the processor time of the process).
    """

    ruleset: str
    contestants: tuple[Contestant, Contestant]
    seed: int = 0
    opening: int | None = None
    clock: str = "wall"


class Spent(msgspec.Struct):
    """What a contestant has spent in a game."""

    moves: int = 0
    nodes: int = 0
    seconds: float = 0.0
    cpu: float = 0.0  # seconds of the processor
    over: float = 0.0  # seconds beyond the limit of a move, at the most

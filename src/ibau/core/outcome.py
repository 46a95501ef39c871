"""Seats, and how games end: an outcome is one int, 0 while the game goes on, else winner and end packed together."""

from enum import IntEnum
from typing import NamedTuple

from ibau.machine.rule import rule

FIRST, SECOND, CHANCE, NOBODY = range(4)
SEATS = ("first", "second", "chance", "nobody")

DRAW = 2  # the third "winner" beside FIRST and SECOND

ONGOING = 0  # in place of an end


class Halt(IntEnum):
    """How any game may end that would go on for ever.  A game's own ends are numbered from 10 on, in its `End`."""

    REPETITION = 1
    NO_PROGRESS = 2
    CAP = 3


WINNERS = ("first", "second", "draw")  # of an outcome, in words
GIVEN_UP = "unfinished"  # a game that grew too long for the player who played it


class Ending(NamedTuple):
    """How a game ended, in words."""

    winner: str  # "first", "second", "draw", or "unfinished" where it was given up, as `kind` is then
    kind: str  # the end: "repetition", "major"
    returns: tuple[int, int]  # 1, 0 or -1 for each seat


@rule
def other(player: int) -> int:
    """The other seat."""
    return 1 - player


@rule
def ended(winner: int, end: int) -> int:
    """An outcome: `winner` is FIRST, SECOND or DRAW, `end` one of Halt or of the game's own."""
    return 4 * end + winner


@rule
def winner_of(outcome: int) -> int:
    """FIRST, SECOND or DRAW."""
    return outcome & 3


@rule
def end_of(outcome: int) -> int:
    """One of Halt or of the game's own ends."""
    return outcome >> 2


@rule
def value_for_first(outcome: int) -> int:
    """1, 0 or -1, as the first seat has won, drawn or lost; 0 also while the game goes on."""
    winner = winner_of(outcome)
    if not outcome or winner == DRAW:
        return 0
    return 1 - 2 * winner

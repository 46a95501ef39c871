"""Seats and outcomes: an outcome is an int, 0 while the game goes on, else the winner and the kind of end, packed."""

from enum import IntEnum
from typing import NamedTuple

from ibau.machine.rule import rule

FIRST, SECOND, CHANCE, NOBODY = range(4)
SEATS = ("first", "second", "chance", "nobody")

DRAW = 2  # a "winner" like FIRST and SECOND

ONGOING = 0  # in place of a kind of end


class Halt(IntEnum):
    """The kinds of ends of games that would go on for ever.  A game's own, in its `End`, are numbered from 10 on."""

    REPETITION = 1
    NO_PROGRESS = 2
    CAP = 3


WINNERS = ("first", "second", "draw")  # names of winners
GIVEN_UP = "unfinished"  # a game that a program stopped because it grew too long


class Ending(NamedTuple):
    """How a game ended, by names."""

    winner: str  # "first", "second", "draw", or "unfinished"
    kind: str  # of end: "repetition", "major", or "unfinished"
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
    """The winner of an outcome: FIRST, SECOND or DRAW."""
    return outcome & 3


@rule
def end_of(outcome: int) -> int:
    """The kind of end of an outcome: one of Halt or of the game's own `End`."""
    return outcome >> 2


@rule
def value_for_first(outcome: int) -> int:
    """1, 0 or -1 if the first seat has won, drawn or lost; 0 while the game goes on."""
    winner = winner_of(outcome)
    if not outcome or winner == DRAW:
        return 0
    return 1 - 2 * winner

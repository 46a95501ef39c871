"""How both Seti games end (rulings.md section 1.3).

The two games have positions and rules of their own; what decides their ends has the same names in both.
"""

from enum import IntEnum
from typing import Protocol

from ibau.core.outcome import DRAW, ONGOING, Halt, ended, other
from ibau.games.seti.options import Stalemate
from ibau.machine.rule import rule


class End(IntEnum):
    """How a game of Seti ends of itself."""

    GOAL = 10
    NO_FIGURES = 11
    STALEMATE = 12


class EndRules(Protocol):
    """The options that concern the end."""

    @property
    def no_progress_plies(self) -> int: ...
    @property
    def stalemate(self) -> Stalemate: ...


class Standing(Protocol):
    """What of a position concerns the end."""

    @property
    def own(self) -> int: ...
    @property
    def player(self) -> int: ...
    @property
    def pending(self) -> int: ...
    @property
    def quiet(self) -> int: ...
    @property
    def end(self) -> int: ...


@rule
def end_of(rules: EndRules, position: Standing, occurrences: int, blocked: bool) -> int:
    """Whether the game is over, who won and how, in the order of C7; `blocked`: without a legal ply and no pass."""
    if position.end:
        return ended(position.player, End.GOAL)
    if not position.own:
        return ended(other(position.player), End.NO_FIGURES)
    if blocked:
        return stalemate(rules, position)
    if position.pending:
        return ONGOING  # the answer is always played first (C6, C10)
    if occurrences >= 3:
        return ended(DRAW, Halt.REPETITION)
    if rules.no_progress_plies and position.quiet >= rules.no_progress_plies:
        return ended(DRAW, Halt.NO_PROGRESS)
    return ONGOING


@rule
def stalemate(rules: EndRules, position: Standing) -> int:
    """Without a legal ply: an arrival has won (C11), else `stalemate` says (SETI-14)."""
    if position.pending:
        return ended(other(position.player), End.GOAL)
    return ended(other(position.player) if rules.stalemate == Stalemate.LOSS else DRAW, End.STALEMATE)

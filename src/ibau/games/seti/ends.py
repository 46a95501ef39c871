"""The ends of both Seti games (rulings.md section 1.3).

The games have different positions and rules, but the fields that determine their ends have the same names.
"""

from enum import IntEnum
from typing import Protocol

from ibau.core.outcome import DRAW, ONGOING, Halt, ended, other
from ibau.games.seti.options import Stalemate
from ibau.machine.rule import rule


class End(IntEnum):
    """Kinds of ends of Seti."""

    GOAL = 10
    NO_FIGURES = 11
    STALEMATE = 12


class EndRules(Protocol):
    """The options that ends depend on."""

    @property
    def no_progress_plies(self) -> int: ...
    @property
    def stalemate(self) -> Stalemate: ...


class Standing(Protocol):
    """The fields of a position that ends depend on."""

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
    """The outcome, checking the kinds of ends in the order of C7; `blocked`: there is no legal move, not even PASS."""
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
    """The outcome without a legal move: an arrival has won (C11), else by the option `stalemate` (SETI-14)."""
    if position.pending:
        return ended(other(position.player), End.GOAL)
    return ended(other(position.player) if rules.stalemate == Stalemate.LOSS else DRAW, End.STALEMATE)

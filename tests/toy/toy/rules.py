"""The rules of the heap.  Actions: n takes n + 1 counters."""

from enum import IntEnum
from typing import Annotated, NamedTuple

from ibau.core.bits import Group, thermometer
from ibau.core.chance import LOT, NO_CHANCE, Weights
from ibau.core.options import choice, switch, whole_number
from ibau.core.outcome import CHANCE, FIRST, ONGOING, SECOND, ended, other
from ibau.machine.rule import rule

from .rulesets import FirstPlayer

MOST = 3
ACTIONS = MOST
MOST_GROUPS = 1


class End(IntEnum):
    """How the heap ends."""

    TAKEN = 10


class Rules(NamedTuple):
    """The options in force."""

    counters: Annotated[int, whole_number("How many counters there are.", "", default="9", sample_values=("7",))]
    first_player: Annotated[FirstPlayer, choice("Who takes first.", "")]
    last_loses: Annotated[bool, switch("The player who takes the last counter loses.", "", default=False)]


class Position(NamedTuple):
    """A heap."""

    counters: int
    player: int  # CHANCE before lots are drawn


class Move(NamedTuple):
    """What an action does."""

    player: int
    taken: int  # how many counters; when lots are drawn, 0
    again: int


@rule
def start(rules: Rules) -> Position:
    if rules.first_player == FirstPlayer.LOT:
        return Position(rules.counters, CHANCE)
    return Position(rules.counters, SECOND if rules.first_player == FirstPlayer.SECOND else FIRST)


@rule
def turn(rules: Rules, position: Position) -> int:
    return position.player


@rule
def actor(rules: Rules, position: Position) -> int:
    return position.player


@rule
def moves(rules: Rules, position: Position) -> int:
    return min(position.counters, MOST)


@rule
def count(moves: int) -> int:
    return moves


@rule
def nth(moves: int, n: int) -> int:
    return n


@rule
def groups(moves: int) -> int:
    return 1


@rule
def group(moves: int, n: int) -> Group:
    return Group(0, 1, thermometer(moves))


@rule
def chances(rules: Rules, position: Position) -> Weights:
    return LOT if position.player == CHANCE else NO_CHANCE


@rule
def decode(rules: Rules, position: Position, action: int) -> Move:
    if position.player == CHANCE:
        return Move(action, taken=0, again=1)
    return Move(position.player, taken=action + 1, again=0)


@rule
def play(rules: Rules, position: Position, action: int) -> Position:
    if position.player == CHANCE:
        return Position(position.counters, action)
    return Position(position.counters - action - 1, other(position.player))


@rule
def key(rules: Rules, position: Position) -> Position:
    return position


@rule
def occurs(rules: Rules, position: Position) -> bool:
    return False


@rule
def irreversible(rules: Rules, position: Position) -> bool:
    return True


@rule
def outcome(rules: Rules, position: Position, occurrences: int) -> int:
    if position.counters:
        return ONGOING
    return ended(position.player if rules.last_loses else other(position.player), End.TAKEN)


@rule
def score(rules: Rules, position: Position, seat: int) -> int:
    return 0

"""Throws that add up: the positions in which a turn's throwing may end, and the chance of each."""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from ibau.core.chance import SIXTEENTHS
from ibau.core.contract import Rulebook
from ibau.core.outcome import CHANCE

RARE = 1e-6  # hands rarer than this are left out: seven in 100,000 in all


class Thrown(NamedTuple):
    """A position during or after the throwing, and how it was reached: a node of a tree."""

    position: Any
    parent: int  # the index of the position one throw before; its own for the first
    throw: int  # the action that led from there to here
    chance: float
    is_over: bool  # is the throwing over?


class ThrowSums(NamedTuple):
    """All positions that throws may lead to, each once and after the one before it."""

    nodes: tuple[Thrown, ...]
    rest: float  # the total chance of what is left out


def throw_sums(rulebook: Rulebook, rules: Any, position: Any, rarest: float) -> ThrowSums:
    """All positions that throws from a position may lead to, but for those rarer than `rarest`.

    Positions reached by different throws, or by the same ones in another order, are merged.
    """
    nodes = [Thrown(position, 0, 0, 1.0, is_over=False)]
    left_out: list[float] = []
    first = 0
    while first < len(nodes):  # positions after equally many throws
        reached: dict[Any, Thrown] = {}
        for index in range(first, len(nodes)):
            for after in after_one_throw(rulebook, rules, nodes[index], index):
                same = reached.get(after.position)
                reached[after.position] = same._replace(chance=same.chance + after.chance) if same else after
        first = len(nodes)
        nodes += [after for after in reached.values() if after.chance >= rarest]
        left_out += [after.chance for after in reached.values() if after.chance < rarest]
    return ThrowSums(tuple(nodes), math.fsum(left_out))


def after_one_throw(rulebook: Rulebook, rules: Any, thrown: Thrown, index: int) -> list[Thrown]:
    """The successors of `thrown`, the node of this index; none if its throwing is over."""
    if thrown.is_over:
        return []
    weights = list(enumerate(rulebook.chances(rules, thrown.position)))
    results = [(n, rulebook.play(rules, thrown.position, n), weight) for n, weight in weights if weight]
    return [
        Thrown(after, index, n, thrown.chance * weight / SIXTEENTHS, rulebook.turn(rules, after) != CHANCE)
        for n, after, weight in results
    ]


def hands(rulebook: Rulebook, rules: Any, position: Any, kind: Callable[[Any, Any], int]) -> tuple[list[Thrown], float]:
    """One position per kind of hand that throws from a position may lead to, with the chance of its kind.

    Returns also the total chance of what is left out.
    """
    found: dict[int, Thrown] = {}
    nodes, rest = throw_sums(rulebook, rules, position, RARE)
    for thrown in nodes:
        if thrown.is_over:
            alike = kind(rules, thrown.position)
            before = found[alike].chance if alike in found else 0.0
            found[alike] = thrown._replace(chance=before + thrown.chance)
    return list(found.values()), rest

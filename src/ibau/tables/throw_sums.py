"""Throws that add up: the positions in which a turn's throwing may end, and the chance of each."""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from ibau.core.chance import SIXTEENTHS
from ibau.core.contract import Rulebook
from ibau.core.outcome import CHANCE

RARE = 1e-6  # hands rarer than this are left out: seven in 100,000 in all


class Thrown(NamedTuple):
    """A position during or after the throwing, and how it was reached."""

    position: Any
    before: int  # the index of the position one throw before; its own for the first
    throw: int  # the action that led from there to here
    chance: float
    over: bool  # is the throwing over?


class ThrowSums(NamedTuple):
    """All positions that throws may lead to, each once and after the one before it."""

    every: tuple[Thrown, ...]
    rest: float  # the total chance of what is left out


def throw_sums(rulebook: Rulebook, rules: Any, position: Any, rarest: float) -> ThrowSums:
    """All positions that throws from a position may lead to, but for those rarer than `rarest`.

    Positions reached by different throws, or by the same ones in another order, are merged.
    """
    every = [Thrown(position, 0, 0, 1.0, over=False)]
    left_out: list[float] = []
    first = 0
    while first < len(every):  # positions after equally many throws
        reached: dict[Any, Thrown] = {}
        for number in range(first, len(every)):
            for after in one_more(rulebook, rules, every[number], number):
                known = reached.get(after.position)
                reached[after.position] = known._replace(chance=known.chance + after.chance) if known else after
        first = len(every)
        every += [after for after in reached.values() if after.chance >= rarest]
        left_out += [after.chance for after in reached.values() if after.chance < rarest]
    return ThrowSums(tuple(every), math.fsum(left_out))


def one_more(rulebook: Rulebook, rules: Any, thrown: Thrown, number: int) -> list[Thrown]:
    """The positions after one more throw; none if the throwing is over."""
    if thrown.over:
        return []
    weights = list(enumerate(rulebook.chances(rules, thrown.position)))
    every = [(n, rulebook.play(rules, thrown.position, n), weight) for n, weight in weights if weight]
    return [
        Thrown(after, number, n, thrown.chance * weight / SIXTEENTHS, rulebook.turn(rules, after) != CHANCE)
        for n, after, weight in every
    ]


def hands(rulebook: Rulebook, rules: Any, position: Any, kind: Callable[[Any, Any], int]) -> tuple[list[Thrown], float]:
    """One position per kind of hand that throws from a position may lead to, with the chance of its kind.

    Returns also the total chance of what is left out.
    """
    found: dict[int, Thrown] = {}
    every, rest = throw_sums(rulebook, rules, position, RARE)
    for thrown in every:
        if thrown.over:
            alike = kind(rules, thrown.position)
            before = found[alike].chance if alike in found else 0.0
            found[alike] = thrown._replace(chance=before + thrown.chance)
    return list(found.values()), rest

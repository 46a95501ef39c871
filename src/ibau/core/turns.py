"""Turns: what one player does until the other decides or throws; the lot is nobody's and counts as turn 0."""

from collections.abc import Iterable, Iterator, Sequence

from ibau.core.game import State
from ibau.core.outcome import CHANCE


def turn_numbers(before: Iterable[State]) -> Iterator[int]:
    """The number of the turn of each action, given the states before the actions, in order."""
    number, current = 0, CHANCE
    for state in before:
        actor = state.actor
        if actor not in (CHANCE, current):
            number += 1
        current = actor
        yield 0 if actor == CHANCE else number


def turn_start(states: Sequence[State], n: int) -> int:
    """The first action of the turn that action n belongs to, given the states before and after the actions."""
    actor = states[n].actor
    while n and states[n - 1].actor == actor:
        n -= 1
    return n

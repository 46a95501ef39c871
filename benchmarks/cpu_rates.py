"""Measurement of rates by CPU time on one core; the sides take turns within one run."""

import os
import statistics
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

Work = Mapping[str, int]  # how much was done, by unit
Side = Callable[[int], Work]  # does the work of a round, numbered from 0


class Rates(NamedTuple):
    """Units of work per CPU second, round by round."""

    rounds: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.rounds)

    def ratio(self, other: "Rates") -> "Rates":
        """This divided by the other's rate of the same round."""
        return Rates(tuple(a / b for a, b in zip(self.rounds, other.rounds, strict=True)))


def use_one_core() -> None:
    """Keep this process on one core, if the system supports that."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def rates(sides: Mapping[str, Side], rounds: int) -> dict[str, dict[str, Rates]]:
    """Measure the rates of each side, by unit, in alternation, after one untimed round that compiles."""
    for side in sides.values():
        side(0)
    measured = [{name: _timed(side, n) for name, side in sides.items()} for n in range(rounds)]
    return {
        name: {unit: Rates(tuple(each[name][unit] for each in measured)) for unit in measured[0][name]}
        for name in sides
    }


def _timed(side: Side, number: int) -> dict[str, float]:
    started = time.process_time()
    work = side(number)
    seconds = time.process_time() - started
    return {unit: amount / seconds for unit, amount in work.items()}

"""Do 95 % intervals of the lab hold what is true?  Many small studies of games whose figures are known exactly.

    python -m benchmarks.coverage [STUDIES]

The games are endings of the race at random play: one pawn a side, under two readings of how pawns leave the board.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping

import numpy as np
import polars as pl

import ibau
from benchmarks.random_play import random_play
from ibau.core.game import State
from ibau.lab.studies.figures import DECISION, MINUTE, THROW, Figure, figures_of
from ibau.lab.studies.games import counted_games, use_column

POSITION = "20L4D4 first - - 0"
BASE, READING = "senet-race", "senet-race+bear_off=beyond_30"
STUDIES, GAMES = 400, 1000
USE = "hit"


def main() -> None:
    """Print how often each interval holds what is true."""
    studies = int(sys.argv[1]) if len(sys.argv) > 1 else STUDIES
    held: Counter[str] = Counter()
    for seed in range(studies):
        held.update(name for name, holds in one_study(seed) if holds)
    print(f"{'measure':48} intervals of {studies} that hold the exact figure")
    for name in sorted(held):
        print(f"{name:48} {100 * held[name] / studies:.1f} %")


def one_study(seed: int) -> Iterator[tuple[str, bool]]:
    """Which intervals of a study hold what is true: of both rulesets and of their differences."""
    base, reading = (sampled(state_of(ruleset), seed) for ruleset in (BASE, READING))
    for name in EXACT[BASE]:
        yield f"{name} {BASE}", holds(base[name], EXACT[BASE][name])
        yield f"{name} {READING}", holds(reading[name], EXACT[READING][name])
        yield f"{name} difference", holds(reading[name] - base[name], EXACT[READING][name] - EXACT[BASE][name])


def sampled(start: State, seed: int) -> Mapping[str, Figure]:
    """The figures of a study."""
    rows = counted_games(start, ("random", "random"), seed, 0, GAMES)
    return figures_of(pl.DataFrame(rows), start.game)


def holds(found: Figure, exact: float) -> bool:
    """Does an interval hold a number?"""
    return abs(found.value - exact) <= found.reach


def state_of(ruleset: str) -> State:
    """Where the games begin."""
    return ibau.game(ruleset).state(POSITION)


def exact_figures(ruleset: str) -> dict[str, float]:
    """What is true of random play, in which each decision has a throw of its own."""
    state = state_of(ruleset)
    use = next(use for use in state.game.system.uses if use.id == USE)
    known = random_play(state, use)
    decisions = float(known.decisions @ np.arange(len(known.decisions)))
    minutes = (DECISION + THROW) * decisions / MINUTE
    return {"starter": known.starter, use_column(use): known.used, "minutes": minutes}


EXACT = {ruleset: exact_figures(ruleset) for ruleset in (BASE, READING)}

if __name__ == "__main__":
    main()

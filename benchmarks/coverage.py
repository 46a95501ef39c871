"""Do 95 % intervals of the lab hold what is true?  Many small studies of games whose figures are known exactly.

    python -m benchmarks.coverage [STUDIES]

The games are endings of the race at random play: one pawn a side, under two readings of how pawns leave the board.
"""

import sys
from collections import Counter
from collections.abc import Iterator

import numpy as np

import ibau
from benchmarks.random_play import RandomPlay, random_play
from ibau.core.game import State
from ibau.lab.studies.figures import About, Figures
from ibau.lab.studies.intervals import Difference, Figure, difference
from ibau.lab.studies.measures import figures_of
from ibau.lab.studies.pace import USUAL_PACE
from ibau.lab.studies.rows import head, size
from ibau.lab.studies.sampling import games_needed
from ibau.lab.studies.sources import LoopGames

POSITION = "20L4D4 first - - 0"
BASE, READING = "senet-race", "senet-race+bear_off=beyond_30"
STUDIES = 1000
PILOT, PRECISION, MOST = 100, 0.04, 2000  # a study stops when the starter's score is known so well
USE = "hit"
MEASURES = ("balance.starter", "length.decisions", f"use.{USE}")


def main() -> None:
    """Print how often each interval holds what is true."""
    studies = int(sys.argv[1]) if len(sys.argv) > 1 else STUDIES
    held: Counter[str] = Counter()
    for seed in range(studies):
        held.update(name for name, holds in one_study(seed) if holds)
        if not seed:
            print(f"{'measure':48} intervals of {studies} that hold the exact figure")
    for name in sorted(held):
        print(f"{name:48} {100 * held[name] / studies:.1f} %")


def one_study(seed: int) -> Iterator[tuple[str, bool]]:
    """Which intervals of a study hold what is true: of both rulesets and of their differences."""
    here, there = (sampled(state_of(ruleset), seed) for ruleset in (BASE, READING))
    games = min(size(rows) for rows in (here, there))
    about = About(ibau.game(BASE).system, USUAL_PACE)
    exact, changed = EXACT[BASE], EXACT[READING]
    one, other = (figures_of(head(rows, games), about, MEASURES) for rows in (here, there))
    for ruleset, rows in ((BASE, here), (READING, there)):
        figures: Figures = figures_of(rows, about, MEASURES)
        yield from ((f"{name} {ruleset}", holds(figures[name], EXACT[ruleset][name])) for name in exact)
    for name in exact:
        found = difference(other[name], one[name])
        yield f"{name} difference", holds(found, changed[name] - exact[name])


def sampled(start: State, seed: int) -> dict[str, np.ndarray]:
    """The rows of a study, which goes on until it is precise enough."""
    source, games = LoopGames(start, "random", seed), PILOT
    about = About(start.game.system, USUAL_PACE)
    while True:
        rows = source.rows(0, games)
        width = figures_of(rows, about, MEASURES[:1])["balance.starter"].half_width
        wanted = min(MOST, games_needed(games, width, PRECISION))
        if wanted <= games:
            return rows
        games = wanted


def holds(found: Figure | Difference, exact: float) -> bool:
    """Does an interval hold a number?"""
    return found.lower - 1e-9 <= exact <= found.upper + 1e-9


def state_of(ruleset: str) -> State:
    """Where the games begin."""
    return ibau.game(ruleset).state(POSITION)


def exact_figures(ruleset: str) -> dict[str, float]:
    """What is true of random play."""
    state = state_of(ruleset)
    use = next(use for use in state.game.system.uses if use.id == USE)
    known: RandomPlay = random_play(state, use)
    below = np.cumsum(known.decisions)
    quantiles = {"lower_quartile": 0.25, "median": 0.5, "upper_quartile": 0.75, "p99": 0.99}
    lengths = {f"length.decisions.{word}": float(np.searchsorted(below, q)) for word, q in quantiles.items()}
    return {"balance.starter": known.starter, f"use.{USE}": known.used, **lengths}


EXACT = {ruleset: exact_figures(ruleset) for ruleset in (BASE, READING)}

if __name__ == "__main__":
    main()

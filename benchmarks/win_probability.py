"""Calibrate the values of reviews: python -m benchmarks.win_probability [RULESET ...] [--games N] [--write].

Level 5 plays against itself from random openings, and some positions of each game are evaluated as in a review.  The
steepness that makes the results of the games likeliest converts values to chances; its interval is by resampling whole
games.  If that is wide, the value nearest to 1 within it is used, so that values are corrected no more than necessary.
With --write the result is saved in the game's calibration.json; docs/measured/reviews.md has a table of all.
"""

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np

from ibau.core.chance import Dice, seed_state
from ibau.core.completion_rates import check_ends
from ibau.core.errors import IbauError
from ibau.core.game import Game, State
from ibau.core.outcome import value_for_first
from ibau.games import game, systems
from ibau.lab.live_game import LONGEST_GAME, LiveGame
from ibau.learn.advice import search_settings
from ibau.learn.game_review import DEFAULT_BUDGET, best_value
from ibau.players import player
from ibau.search.calibration import calibrate, calibration_file, steepness_of
from ibau.search.child_search import search_children
from ibau.search.network import SHIPPED, fingerprint, network_of

LEVEL = "level5"
GAMES = 100
POSITIONS = 5  # of each game
RESAMPLED = 200
BINS = (0.2, 0.4, 0.6, 0.8)  # the bounds between bins of chances
NEWTON_STEPS = 30
WIDE_RATIO = 3  # an interval is wide whose upper bound is this many times its lower one

CalibrationData = dict[str, Any]
ValueAndResult = tuple[float, float]  # of a position and its game, for the first seat: both -1 to 1
Numbers = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class ReviewCalibration:
    """The uncalibrated values of positions and the results of their games."""

    ruleset: str
    games: list[list[ValueAndResult]]

    @property
    def steepness(self) -> float:
        """The steepness that makes the results likeliest; with a wide interval, the value in it nearest to 1."""
        low, high = self.interval
        return round(fit_steepness(self.games) if high < WIDE_RATIO * low else min(max(low, 1.0), high), 3)

    @cached_property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the steepness."""
        dice = random.Random(1)  # noqa: S311 - nothing is secret here
        drawn = [fit_steepness(dice.choices(self.games, k=len(self.games))) for _ in range(RESAMPLED)]
        low, high = np.quantile(drawn, (0.025, 0.975))
        return float(low), float(high)

    def data(self) -> CalibrationData:
        """The content of calibration.json: search/calibration.py uses the steepness, the page all of it."""
        steepness = self.steepness
        chances = [((1 + calibrate(value, steepness)) / 2, (1 + result) / 2) for value, result in chain(*self.games)]
        return {
            "ruleset": self.ruleset,
            "steepness": steepness,
            "interval": [round(bound, 3) for bound in self.interval],
            "level": LEVEL,
            "games": len(self.games),
            "network": fingerprint(network_of(game(self.ruleset))),
            "bins": [
                bin_of([pair for pair in chances if np.digitize(pair[0], BINS) == n]) for n in range(1 + len(BINS))
            ],
        }


def bin_of(seen: Sequence[ValueAndResult]) -> tuple[int, int, int]:
    """The average chance and score of a bin, in percent, and the number of positions."""
    chance, scored = np.mean(seen, axis=0) if seen else (0, 0)
    return round(100 * chance), round(100 * scored), len(seen)


def fit_steepness(games: Sequence[Sequence[ValueAndResult]]) -> float:
    """The maximum likelihood steepness, by Newton's method; a draw is half a win.

    Values of -1 and 1 do not depend on it, and are left out.
    """
    seen = np.array([pair for pair in chain(*games) if abs(pair[0]) < 1])
    odds, scores = 2 * np.arctanh(seen[:, 0]), (1 + seen[:, 1]) / 2
    steepness = 1.0
    for _ in range(NEWTON_STEPS):
        expected: Numbers = 1 / (1 + np.exp(-steepness * odds))
        slope = odds @ (scores - expected)
        bend = (odds**2) @ (expected * (1 - expected))
        steepness = min(max(steepness + slope / bend, steepness / 2), 2 * steepness)
    return float(steepness)


# --- The games -------------------------------------------------------------------------------------------------------


def play_games(tested: Game, games: int) -> Iterator[list[ValueAndResult]]:
    """Yield the values and results of each game."""
    effort = search_settings(DEFAULT_BUDGET, seed=1)
    steepness = steepness_of(tested, SHIPPED)  # the one in use, which these games measure again
    for number in range(games):
        decisions, result = play_one(tested, number)
        sample = random.Random(number).sample(decisions, min(POSITIONS, len(decisions)))  # noqa: S311 - as above
        values = (best_value(state, search_children(state, effort)) for state in sample)
        yield [(calibrate(value, 1 / steepness), result) for value in values]


def play_one(tested: Game, number: int) -> tuple[list[State], float]:
    """Play a game of the level against itself; return its decisions and its result for the first seat."""
    sides = [player(LEVEL, seed_state(number, seat)) for seat in range(2)]
    live = LiveGame(tested.initial(), Dice(seed_state(number, 2)).roll)
    live.play_opening(seed_state(number, 3), None)
    decisions: list[State] = []
    for state in live.decisions(LONGEST_GAME):
        if len(state.legal) > 1:
            decisions.append(state)
        live.play(sides[state.turn].choose(state).action)
    return decisions, float(value_for_first(live.state.outcome))


def measure(ruleset: str, games: int) -> ReviewCalibration:
    """Play the games of a ruleset.  Raises EndlessError if too few end."""
    tested = game(ruleset)
    check_ends(tested)
    return ReviewCalibration(ruleset, list(play_games(tested, games)))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.win_probability",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    presets = [system.default_preset.id for system in systems().values()]
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help=f"some of: {', '.join(presets)} (default: all)")
    parser.add_argument("--games", type=int, default=GAMES, help=f"of each ruleset (default: {GAMES})")
    parser.add_argument("--write", action="store_true", help="save calibration.json")
    options = parser.parse_args()
    try:
        for ruleset in options.rulesets or presets:
            kept = json.dumps(measure(ruleset, options.games).data())
            print(kept, flush=True)
            if options.write:
                calibration_file(game(ruleset).system).write_text(f"{kept}\n", "utf-8")
    except IbauError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()

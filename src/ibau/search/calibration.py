"""Calibration of evaluations: how often equal players win from positions with a given value.

An evaluation orders positions; whether +0.5 means three wins in four is another question.  The answer is measured and
kept in `calibration.json` in a game's folder: `steepness`, fitted to played games by
`python -m benchmarks.win_probability`; and `sure_from`, how much worse a value must be before the action is surely
worse, from solved endings by `python -m benchmarks.review_accuracy`.

Certain values (a loss, a draw or a win) stay as they are.
"""

import json
import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ibau.core.contract import System
from ibau.core.game import Game
from ibau.search.network import SHIPPED, network_of, shipped_file

FILE = "calibration.json"  # in the folder of a game
HALF_A_GAME = 1.0  # the difference in value between a win and a draw


def calibrate(value: float, steepness: float) -> float:
    """The expected result, -1 to 1, for an evaluation from -1 to 1: its log odds times `steepness`."""
    return value if abs(value) == 1 else math.tanh(steepness * math.atanh(value))


def steepness_of(game: Game, evaluator: str) -> float:
    """The measured steepness of an evaluator's values in a game; 1, which changes nothing, if unknown."""
    return _known(game, evaluator).get("steepness", 1.0)


def sure_from(game: Game, evaluator: str) -> float:
    """How much an action must lose by an evaluator's values to be surely worse than another one."""
    return _known(game, evaluator).get("sure_from", HALF_A_GAME)


def calibration_file(system: System) -> Path:
    """The path of a system's calibration file, which need not exist."""
    return system.folder / FILE


def _known(game: Game, evaluator: str) -> Mapping[str, float]:
    """The calibration of an evaluator: empty unless it is the one shipped for the game's default rules."""
    is_usual = evaluator == SHIPPED and shipped_file(game.system).exists() == bool(len(network_of(game).bias))
    return _measured(calibration_file(game.system)) if is_usual else {}


@cache
def _measured(file: Path) -> Mapping[str, float]:
    return json.loads(file.read_text("utf-8")) if file.exists() else {}

"""What a judgement is worth in points: how often players of equal strength win from where it thinks so well of them.

A judgement that comes with a game orders positions; whether +0.5 means three wins in four is another question.  The
answer is data, `chances.json` in the folder of a game.  Played games say how steeply values rise to a win, for which
see `python -m benchmarks.chances`; what is certain, a loss, a draw or a win, stays what it is.  Endings whose exact
values are known say how far two values lie apart before the lower one is surely worse: `python -m benchmarks.verdicts`.
"""

import json
import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ibau.core.contract import System
from ibau.core.game import Game
from ibau.search.network import SHIPPED, network_of, shipped_file

FILE = "chances.json"  # in the folder of a game
HALF_A_GAME = 1.0  # of values: what is lost between a win and a draw, and the least without throws


def calibrate(value: float, steepness: float) -> float:
    """A value from -1 to 1 whose log odds are stretched: the expected result of played games."""
    return value if abs(value) == 1 else math.tanh(steepness * math.atanh(value))


def steepness_of(game: Game, evaluator: str) -> float:
    """How steeply the values of a judge rise; 1, which changes nothing, where nobody has measured it."""
    return _known(game, evaluator).get("steepness", 1.0)


def sure_from(game: Game, evaluator: str) -> float:
    """What an action loses at least, by the values of a judge, that surely is worse than another one."""
    return _known(game, evaluator).get("sure_from", HALF_A_GAME)


def chances_file(system: System) -> Path:
    """Where the measured chances of a system would lie."""
    return system.folder / FILE


def _known(game: Game, evaluator: str) -> Mapping[str, float]:
    """What is known of a judge: nothing, unless it is the one that comes with the game under its usual rules."""
    is_usual = evaluator == SHIPPED and shipped_file(game.system).exists() == bool(len(network_of(game).bias))
    return _measured(chances_file(game.system)) if is_usual else {}


@cache
def _measured(file: Path) -> Mapping[str, float]:
    return json.loads(file.read_text("utf-8")) if file.exists() else {}

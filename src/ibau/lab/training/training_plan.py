"""The plan of a training: its settings, which determine the network."""

from typing import Any, NamedTuple

from ibau.core.completion_rates import check_ends
from ibau.core.game import Game
from ibau.lab.training.training_files import TrainingError
from ibau.search.network import MOST_HIDDEN

NOISE_PARTS = 1 << 16  # the unit of shares in compiled code
LONGEST_GAME = 20_000  # decisions of a game that is learnt from; a longer one is abandoned


class TrainingPlan(NamedTuple):
    """The settings of a training.  Every generation continues from the weights of the one before."""

    ruleset: str
    seed: int = 0
    hidden: int = 64  # hidden units of the network
    generations: int = 6
    games: int = 0  # per generation, learnt from while they are played; 0 to learn from searched positions
    positions: int = 120_000  # per generation, if it learns from searched positions
    nodes: int = 400  # per search, in self-play and in matches at equal nodes
    opening: int = 12  # the most random actions at the beginning of a game of self-play
    noise: float = 0.1  # the share of random actions
    uneven: float = 0.0  # the share of games learnt from in which one side is weak
    gain: float = 1.0  # by which the quantized network is amplified, for games of much luck
    trust: float = 0.7  # the share of later positions in a position's target; all in generation 0
    window: int = 2  # generations whose positions a fit uses
    epochs: int = 4  # of a fit
    rate: float = 0.005  # the learning rate of games, in generation 0
    fade: float = 0.8  # the factor of the learning rate from one generation to the next
    decay: float = 0.9  # the factor of eligibility traces from one decision to the next
    pairs: int = 30  # of games against the features, after each generation
    final_pairs: int = 150  # of games at equal nodes, and at equal time, at the end
    final_seconds: float = 0.01  # per move, at equal time


class TrainingTask(NamedTuple):
    """What all pieces of a training share."""

    game: Game
    plan: TrainingPlan


WITH_THROWS: dict[str, Any] = {  # luck hides the value of an action: learn from many games
    "hidden": 32,
    "positions": 0,
    "games": 100_000,
    "noise": 0.0,
    "uneven": 0.5,
    "gain": 8.0,
    "pairs": 200,
    "final_pairs": 300,
    "final_seconds": 0.005,
}


def plan_for(game: Game, **changes: Any) -> TrainingPlan:
    """The default plan for a game, changed by its System's `training`, and then by `changes`."""
    plan = TrainingPlan(str(game.ruleset))
    if game.system.has_throws:
        plan = plan._replace(**WITH_THROWS)
    return plan._replace(**{**game.system.training, **changes})


def check_plan(game: Game, plan: TrainingPlan) -> None:
    """Raise TrainingError if a game has no network inputs, or cannot be learnt with this plan.

    Raises EndlessError for rules under which too few games end.
    """
    check_ends(game)
    if not game.system.evaluation.input_bits:
        raise TrainingError(f"{game.system.id} has no inputs for a network.")
    if game.system.has_throws and not plan.games:
        raise TrainingError(f"{game.system.id} has throws: it is learnt from games, at least one.")
    check_hidden(plan.hidden, 1 + len(game.system.symmetries))


def check_hidden(hidden: int, times: int) -> None:
    """Raise TrainingError unless hidden units can be divided equally among the `times` symmetries of the board."""
    below = hidden // times * times
    if hidden % times or not 0 < hidden <= MOST_HIDDEN:
        near = [n for n in (below, below + times) if 0 < n <= MOST_HIDDEN] or [times, MOST_HIDDEN // times * times]
        raise TrainingError(
            f"A network of {hidden} hidden units cannot be trained: their number is a multiple of {times}, the "
            f"symmetries of the board, and at most {MOST_HIDDEN}, such as {' or '.join(map(str, near))}."
        )

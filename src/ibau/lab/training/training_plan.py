"""What a training does, in numbers: the same plan gives the same network."""

from typing import Any, NamedTuple

from ibau.core.completion_rates import check_ends
from ibau.core.game import Game
from ibau.lab.training.training_files import TrainingError
from ibau.search.network import MOST_HIDDEN

NOISE_PARTS = 1 << 16  # compiled code counts shares of actions and games in this many parts
LONGEST_GAME = 20_000  # decisions of a game one ply ahead; a longer one is given up


class TrainingPlan(NamedTuple):
    """The settings of a training.  Every generation goes on from the one before."""

    ruleset: str
    seed: int = 0
    hidden: int = 64  # hidden numbers of the network
    generations: int = 6
    games: int = 0  # of each generation, learnt from while they are played; with 0 it learns from searched positions
    positions: int = 120_000  # of each generation, where it learns from them
    nodes: int = 400  # the limit of a thought in matches at equal nodes, and of one that searches a position
    opening: int = 12  # a searched game begins with up to this many actions at random
    noise: float = 0.1  # how often an action is played at random
    uneven: float = 0.0  # the share of games, of those learnt from while they are played, in which one side is weak
    gain: float = 1.0  # how much steeper the whole numbers are than what was learnt, for games of much luck
    trust: float = 0.7  # how much of a position's target comes from what happened after it; all in generation 0
    window: int = 2  # a fit learns from the positions of this many generations
    epochs: int = 4  # how often a fit sees each position
    rate: float = 0.005  # how far a decision of a game moves the numbers, in generation 0
    fade: float = 0.8  # what is left of that from one generation to the next
    decay: float = 0.9  # what is left of a position's share in surprises from one decision to the next
    pairs: int = 30  # of games, after each generation, against the features
    final_pairs: int = 150  # of games, at the end, at equal nodes and at equal time
    final_seconds: float = 0.01  # a move, at equal time


class TrainingTask(NamedTuple):
    """What all pieces of a training have in common."""

    game: Game
    plan: TrainingPlan


WITH_THROWS: dict[str, Any] = {  # luck hides what an action is worth: many games, and every throw is learnt from
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
    """The usual plan for a game, with what its System says differs, and then with these changes."""
    plan = TrainingPlan(str(game.ruleset))
    if game.system.has_throws:
        plan = plan._replace(**WITH_THROWS)
    return plan._replace(**{**game.system.training, **changes})


def check_plan(game: Game, plan: TrainingPlan) -> None:
    """Raises TrainingError where a game has nothing to learn from, or cannot be learnt in this way.

    Raises EndlessError for rules under which too few games end.
    """
    check_ends(game)
    if not game.system.evaluation.input_bits:
        raise TrainingError(f"{game.system.id} says nothing of what a network would see.")
    if game.system.has_throws and not plan.games:
        raise TrainingError(f"{game.system.id} has throws: it learns from games, so there must be at least one.")
    check_hidden(plan.hidden, 1 + len(game.system.symmetries))


def check_hidden(hidden: int, times: int) -> None:
    """Raises TrainingError unless each symmetry of the board gets the same number of hidden numbers."""
    below = hidden // times * times
    if hidden % times or not 0 < hidden <= MOST_HIDDEN:
        near = [n for n in (below, below + times) if 0 < n <= MOST_HIDDEN] or [times, MOST_HIDDEN // times * times]
        raise TrainingError(
            f"A network of {hidden} hidden numbers cannot be trained: there are as many for each of the {times} "
            f"symmetries of the board, and at most {MOST_HIDDEN}. {' and '.join(map(str, near))} would do."
        )

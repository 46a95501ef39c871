"""What a training does, in numbers: the same plan gives the same network."""

from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

from ibau.core.completion import check_ends
from ibau.core.game import Game
from ibau.lab.training.files import TrainingError
from ibau.search.network import MOST_HIDDEN
from ibau.tables.tablebase import Tablebase, every_layer

OF_NOISE = 1 << 16  # compiled code counts shares of actions and games in this many parts
LONGEST_GAME = 20_000  # decisions of a game one ply ahead; a longer one is given up


class Plan(NamedTuple):
    """The settings of a training.  Every generation goes on from the one before."""

    ruleset: str
    seed: int = 0
    hidden: int = 64  # hidden numbers of the network
    generations: int = 6
    positions: int = 120_000  # of each generation; where it learns from games, they only tell how well it did
    games: int = 0  # of each generation, learnt from while they are played; with 0 it learns from its positions
    nodes: int = 400  # the limit of a thought in matches at equal nodes, and in self-play that is not shallow
    shallow: bool = False  # does self-play look one ply ahead only?  With throws it always does
    apart: int = 5  # one position in this many of a shallow game is learnt from: neighbours are much alike
    opening: int = 12  # a game that is not shallow begins with up to this many actions at random
    noise: float = 0.1  # how often an action is played at random
    uneven: float = 0.0  # the share of games, of those learnt from while they are played, in which one side is weak
    gain: float = 1.0  # how much steeper the whole numbers are than what was learnt, for games of much luck
    trust: float = 0.7  # how much of a position's target comes from what happened after it; all in generation 0
    window: int = 2  # a fit learns from the positions of this many generations
    epochs: int = 4  # how often a fit sees each position
    rate: float = 0.005  # how far a decision of a game, or a batch of a fit, moves the numbers, in generation 0
    fade: float = 0.8  # what is left of that from one generation to the next
    decay: float = 0.9  # what is left of a position's share in surprises from one decision to the next
    exact: int = 0  # its games teach exact values where tables with at most this many men know them; 0 for no tables
    by_hand: int = 0  # of such games, in how many generations the features choose
    pairs: int = 30  # of games, after each generation, against the features
    final_pairs: int = 150  # of games, at the end, at equal nodes and at equal time
    final_seconds: float = 0.01  # a move, at equal time


class TrainingTask(NamedTuple):
    """What all pieces of a training have in common."""

    game: Game
    plan: Plan

    def opened(self) -> AbstractContextManager["TrainingTask"]:
        """What each process works with; there is nothing to close.

        Raises TrainingError where it cannot work: another machine may lack tables.
        """
        check_plan(self.game, self.plan)
        return nullcontext(self)


WITH_THROWS: dict[str, Any] = {  # luck hides what an action is worth: many games, and every throw is learnt from
    "shallow": True,
    "hidden": 32,
    "positions": 20_000,
    "games": 100_000,
    "noise": 0.0,
    "uneven": 0.5,
    "gain": 8.0,
    "trust": 0.97,
    "apart": 40,
    "pairs": 200,
    "final_pairs": 300,
    "final_seconds": 0.005,
}


EXACTLY: dict[str, Any] = {  # values so close to each other that no gain is needed to tell them apart
    "shallow": True,
    "hidden": 64,
    "generations": 9,
    "positions": 1_000_000,
    "games": 0,
    "noise": 0.1,
    "apart": 5,
    "gain": 1.0,
    "trust": 0.98,
    "by_hand": 4,
    "epochs": 3,
    "rate": 0.01,
    "fade": 0.9,
    "pairs": 1,
    "final_pairs": 200,
    "final_seconds": 0.005,
}


def plan_for(game: Game, *, exact: int = 0, **changes: Any) -> Plan:
    """The usual plan for a game, with what its System says differs, and then with these changes."""
    plan = Plan(str(game.ruleset))
    if game.system.has_throws:
        plan = plan._replace(**WITH_THROWS)
    plan = plan._replace(**game.system.training)
    if exact:
        plan = plan._replace(exact=exact, **EXACTLY)
    return plan._replace(**changes)


def check_plan(game: Game, plan: Plan) -> None:
    """Raises TrainingError where a game has nothing to learn from, or cannot be learnt in this way.

    Raises EndlessError for rules under which too few games end.
    """
    check_ends(game)
    if not game.system.evaluation.input_bits:
        raise TrainingError(f"{game.system.id} says nothing of what a network would see.")
    if game.system.has_throws and not plan.shallow:
        raise TrainingError(
            f"{game.system.id} has throws: self-play looks one ply ahead there, so shallow must be true."
        )
    check_hidden(plan.hidden, 1 + len(game.system.symmetries))
    if plan.exact:
        check_tables(game, plan.exact)


def check_tables(game: Game, men: int) -> None:
    """Raises TrainingError unless available tables know all positions with this many men."""
    tables = game.system.tables
    if tables is None or not game.system.has_throws or tables.iteration.sums:
        raise TrainingError(
            f"{game.system.id} cannot be learnt from exact values: that takes a game that `ibau solve` solves throw by "
            "throw."
        )
    if men > tables.most_men:
        raise TrainingError(f"{game.system.id} has {tables.most_men} men a side, not {men}.")
    known = Tablebase.at_hand(game).layers
    if any(tables.number(layer) not in known for layer in every_layer(tables, men)):
        raise TrainingError(
            f"Some tables with {men} men are missing: `ibau solve {game.ruleset} --pieces {men}` makes them."
        )


def check_hidden(hidden: int, times: int) -> None:
    """Raises TrainingError unless each symmetry of the board gets the same number of hidden numbers."""
    below = hidden // times * times
    if hidden % times or not 0 < hidden <= MOST_HIDDEN:
        near = [n for n in (below, below + times) if 0 < n <= MOST_HIDDEN] or [times, MOST_HIDDEN // times * times]
        raise TrainingError(
            f"A network of {hidden} hidden numbers cannot be trained: there are as many for each of the {times} "
            f"symmetries of the board, and at most {MOST_HIDDEN}. {' and '.join(map(str, near))} would do."
        )

"""Games whose luck is taken out, so that few of them teach what a position is worth.

Before each throw, the value of a position is the average over all throws, each with the best action after it:
what is expected of it (`worth.py`).  A game then says of a position not how it ended, but how much the expectations
along the way differ from what was said of the same positions (`story.py`).  Where a table knows a position, tables
are asked instead of the network, and the game teaches exact values from there on.

The first generations may be played by the features: then the network learns what positions are worth under them before
it plays by what it has learnt.  Once it does, it learns from positions that were passed by too, by what is expected of
them: a choice depends on how they compare.
"""

from typing import NamedTuple

import numpy as np

from ibau.core.chance import seeded
from ibau.core.game import Game
from ibau.lab.training.plan import OF_NOISE, TrainingTask
from ibau.lab.training.positions import Positions, joined
from ibau.lab.training.slopes import NetworkWeights
from ibau.lab.training.story import Manner, Story, make_story, new_story
from ibau.lab.training.temporal import new_learner
from ibau.lab.training.worth import Chooser
from ibau.machine.arrays import numpy_zeros
from ibau.tables.mapped import mapped
from ibau.tables.tablebase import Tablebase, every_layer


class ExpectedPiece(NamedTuple):
    """A piece of self-play, for another process to play."""

    weights: NetworkWeights  # spread
    by_hand: bool
    seed: tuple[int, ...]
    least: int  # positions


def play_expected(task: TrainingTask, piece: ExpectedPiece) -> Positions:
    """The positions of whole games, at least this many."""
    game, plan = task
    system, rules, tablebase = game.system, game.rules, tables_for(game, plan.exact)
    tell, start = make_story(system.rulebook, system.evaluation, system.tables), system.rulebook.start(rules)
    noise = round(plan.noise * OF_NOISE)
    chooser = Chooser(new_learner(piece.weights), mapped(tablebase, numpy_zeros), int(piece.by_hand))
    manner = Manner(1.0 if piece.by_hand else plan.trust, noise, plan.apart)
    story, others = (new_story(len(system.evaluation.input_bits)) for _ in range(2))
    random = seeded(int(np.random.default_rng(piece.seed).integers(1 << 62)))
    parts: list[Positions] = []
    while sum(len(part.values) for part in parts) < piece.least:
        used, beside, random = tell(rules, start, chooser, manner, story, others, random)
        parts += [kept_of(story, used), kept_of(others, beside)]
    return joined(parts)


def kept_of(story: Story, used: int) -> Positions:
    """What is learnt from, each for whose turn it is."""
    kept = np.flatnonzero(story.kept[:used])
    return Positions(story.words[kept], (story.sides[kept] * story.values[kept]).astype(np.float32))


def tables_for(game: Game, men: int) -> Tablebase:
    """The available tables with at most this many men, so that a training does not depend on which others there are."""
    tablebase = Tablebase.at_hand(game)
    tables = tablebase.tables
    known = {tables.number(layer) for layer in every_layer(tables, men)}
    tablebase.layers = {number: table for number, table in tablebase.layers.items() if number in known}
    return tablebase

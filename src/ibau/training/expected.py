"""Games whose luck is taken out, so that few of them teach what a position is worth.

Before each throw it is reckoned what all throws together, each with the best action after it, make of a position:
what is expected of it.  A game then says of a position not how it ended, but how much the expectations along the way
differ from what the network said of the same positions,

    target(t) = expected(t) + trust * (target(t + 1) - said(t + 1)),

in which good and bad throws cancel out: what is left to chance is only where the network errs.  (Backgammon programs
take the luck out of their rollouts like that; with a trust below 1 it is Sutton's lambda return of 1988.)  Where
tables at hand know a position, they are asked instead of the network, and the game teaches exact values from there on.

An action played at random ends what later positions say of those before it.  The first
generations may be played by the features: then the network learns what positions are worth under them before it plays
by what it has learnt.  Once it does, it learns from positions that were passed by too, by what is expected of them: a
choice depends on how they compare.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.chance import SIXTEENTHS, advance, below, draw, possible, seeded, word
from ibau.core.contract import WIN, Evaluation, Rulebook
from ibau.core.game import Game
from ibau.core.outcome import CHANCE, FIRST, value_for_first
from ibau.core.rule import loop, once, rule
from ibau.core.tables.files import STEPS
from ibau.core.tables.layers import Tables
from ibau.core.tables.mapped import UNTABLED, Mapped, make_chance, mapped
from ibau.core.tables.tablebase import Tablebase, every_layer
from ibau.training.plan import LONGEST_GAME, OF_NOISE, Task
from ibau.training.positions import Positions, joined
from ibau.training.slopes import NetworkWeights
from ibau.training.temporal import Learner, make_look, new_learner, squashed

UNSEEN = -2.0  # less than any value


class Chooser(NamedTuple):
    """What chooses in a game, and how."""

    learner: Learner
    at_hand: Mapped
    by_hand: int  # 1 where the features choose, but for tabled positions


class Manner(NamedTuple):
    """How games are played and told."""

    trust: float
    noise: int  # how many of 65536 decisions are random
    apart: int  # one decision in so many is learnt from


class Story(NamedTuple):
    """The positions of a game, throws and decisions alike; values are FIRST's, from -1 to 1."""

    words: NDArray[np.int64]  # [LONGEST_GAME, ints] what a network sees
    sides: NDArray[np.int64]  # [LONGEST_GAME] 1 where it is FIRST's turn, else -1
    kept: NDArray[np.bool_]  # [LONGEST_GAME] is it learnt from?
    said: NDArray[np.float64]  # [LONGEST_GAME] what the position before counted this one as
    values: NDArray[np.float64]  # [LONGEST_GAME] what is expected of it; in the end its target
    share: NDArray[np.float64]  # [LONGEST_GAME] of what comes after it: 1, the trust, or 0 after a random action


def new_story(ints: int) -> Story:
    """A game of no position yet."""
    words, sides = np.zeros((LONGEST_GAME, ints), np.int64), np.zeros(LONGEST_GAME, np.int64)
    said, values, share = (np.zeros(LONGEST_GAME) for _ in range(3))
    return Story(words, sides, np.zeros(LONGEST_GAME, np.bool_), said, values, share)


class Expected(NamedTuple):
    """A piece of self-play, for another process to play."""

    weights: NetworkWeights  # spread
    by_hand: bool
    seed: tuple[int, ...]
    least: int  # positions


def play_expected(task: Task, piece: Expected) -> Positions:
    """The positions of whole games, at least so many."""
    game, plan = task
    system, rules, tablebase = game.system, game.rules, tables_for(game, plan.exact)
    tell, start = make_story(system.rulebook, system.evaluation, system.tables), system.rulebook.start(rules)
    noise = round(plan.noise * OF_NOISE)
    chooser = Chooser(new_learner(piece.weights), mapped(tablebase), int(piece.by_hand))
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
    """The tables at hand with at most so many men, so that a training does not depend on which others there are."""
    tablebase = Tablebase.at_hand(game)
    tables = tablebase.tables
    known = {tables.number(layer) for layer in every_layer(tables, men)}
    tablebase.layers = {number: table for number, table in tablebase.layers.items() if number in known}
    return tablebase


@once
def make_worth(rulebook: Rulebook, evaluation: Evaluation, tables: Tables | None) -> Callable[..., tuple[float, bool]]:
    """What is said of a position."""
    outcome, chance, look = rulebook.outcome, make_chance(rulebook, tables), make_look(rulebook, evaluation)

    @rule
    def worth(rules: Any, position: Any, chooser: Chooser) -> tuple[float, bool]:
        """Its value for FIRST, and whether that is exact: by its end, else by a table, else by the network."""
        end = outcome(rules, position, 0)
        if end:
            return float(value_for_first(end)), True
        known = chance(rules, position, chooser.at_hand)
        if known != UNTABLED:
            return (2 * known - STEPS) / STEPS, True
        return float(squashed(look(rules, position, chooser.learner))), False

    return worth


@once
def make_best(rulebook: Rulebook, evaluation: Evaluation, tables: Tables | None) -> Callable[..., tuple[int, float]]:
    """What is played."""
    turn, moves, count, nth, play = rulebook.turn, rulebook.moves, rulebook.count, rulebook.nth, rulebook.play
    judge, worth = evaluation.judge, make_worth(rulebook, evaluation, tables)

    @rule
    def best(rules: Any, position: Any, chooser: Chooser) -> tuple[int, float]:
        """The best action of a decision, and what is said of the position after it."""
        side = 1.0 if turn(rules, position) == FIRST else -1.0
        legal = moves(rules, position)
        chosen, most, value = nth(legal, 0), UNSEEN, 0.0
        for n in range(count(legal)):
            after = play(rules, position, nth(legal, n))
            said, exact = worth(rules, after, chooser)
            seen = judge(rules, after) / WIN if chooser.by_hand and not exact else said
            if side * seen > most:
                chosen, most, value = nth(legal, n), side * seen, said
        return chosen, value

    return best


@once
def make_expect(rulebook: Rulebook, evaluation: Evaluation, tables: Tables | None) -> Callable[..., float]:
    """What is expected of a position before a throw or lot."""
    turn, chances, play = rulebook.turn, rulebook.chances, rulebook.play
    worth, best = make_worth(rulebook, evaluation, tables), make_best(rulebook, evaluation, tables)

    @rule
    def valued(rules: Any, position: Any, chooser: Chooser) -> float:
        """A position after a throw, by the best action there."""
        said, exact = worth(rules, position, chooser)
        if exact or turn(rules, position) == CHANCE:
            return said
        return best(rules, position, chooser)[1]

    @rule
    def expect(rules: Any, position: Any, chooser: Chooser) -> float:
        """The mean over all throws; what is exact is expected."""
        said, exact = worth(rules, position, chooser)
        if exact:
            return said
        weights, total = chances(rules, position), 0.0
        for n in range(possible(weights)):
            total += weights[n] * valued(rules, play(rules, position, n), chooser)
        return total / SIXTEENTHS

    return expect


@rule
def look_back(story: Story, used: int, end: float) -> None:
    """What each position turned out to be worth; `end` is what is said of the position after the last."""
    later, said = end, end
    for n in range(used - 1, -1, -1):
        later = story.values[n] + story.share[n] * (later - said)
        said = story.said[n]
        story.values[n] = later


@once
def make_note(rulebook: Rulebook, evaluation: Evaluation) -> Callable[..., None]:
    """How a position is told."""
    actor, inputs = rulebook.actor, evaluation.inputs

    @rule
    def note(rules: Any, position: Any, story: Story, used: int, kept: bool) -> None:
        """Whose turn it is, what a network sees, and whether that is learnt from."""
        story.sides[used], story.kept[used] = 1 if actor(rules, position) == FIRST else -1, kept
        for column, bits in enumerate(inputs(rules, position)):
            story.words[used, column] = bits

    return note


@once
def make_compare(rulebook: Rulebook, evaluation: Evaluation, tables: Tables | None) -> Callable[..., int]:
    """What a decision passes by."""
    moves, count, nth, play, outcome = rulebook.moves, rulebook.count, rulebook.nth, rulebook.play, rulebook.outcome
    note, expect = make_note(rulebook, evaluation), make_expect(rulebook, evaluation, tables)

    @rule
    def compare(rules: Any, position: Any, played: int, chooser: Chooser, others: Story, used: int) -> int:
        """Note the positions after all other actions, with what is expected of them; how many there are by now."""
        legal = moves(rules, position)
        for n in range(count(legal)):
            after = play(rules, position, nth(legal, n))
            if nth(legal, n) != played and not outcome(rules, after, 0) and used < others.sides.size:
                note(rules, after, others, used, True)
                others.values[used] = expect(rules, after, chooser)
                used += 1
        return used

    return compare


@once
def make_decide(rulebook: Rulebook, evaluation: Evaluation, tables: Tables | None) -> Callable[..., tuple[int, int]]:
    """A decision of a game."""
    moves, count, nth = rulebook.moves, rulebook.count, rulebook.nth
    best = make_best(rulebook, evaluation, tables)

    @rule
    def decide(
        rules: Any, position: Any, chooser: Chooser, manner: Manner, story: Story, used: int, random: int
    ) -> tuple[int, int]:
        """The best action, now and then one at random; (action, generator state)."""
        action, value = best(rules, position, chooser)
        story.said[used], story.share[used], story.values[used] = value, manner.trust, value
        random = advance(random)
        if below(random, OF_NOISE) >= manner.noise:
            return action, random
        random = advance(random)
        legal = moves(rules, position)
        lot = nth(legal, below(random, count(legal)))
        if lot != action:
            story.share[used] = 0.0
        return lot, random

    return decide


@once
def make_story(
    rulebook: Rulebook, evaluation: Evaluation, tables: Tables | None
) -> Callable[..., tuple[int, int, int]]:
    """A game of a network against itself; see `tell`."""
    turn, chances, play, outcome = rulebook.turn, rulebook.chances, rulebook.play, rulebook.outcome
    worth, expect = make_worth(rulebook, evaluation, tables), make_expect(rulebook, evaluation, tables)
    note, decide = make_note(rulebook, evaluation), make_decide(rulebook, evaluation, tables)
    compare = make_compare(rulebook, evaluation, tables)

    @loop
    def tell(
        rules: Any, position: Any, chooser: Chooser, manner: Manner, story: Story, others: Story, random: int
    ) -> tuple[int, int, int]:
        """Play it to the end, or to where it is given up; (its positions, those beside them, generator state)."""
        used, beside, kept = 0, 0, False
        said, _ = worth(rules, position, chooser)
        while used < story.sides.size and not outcome(rules, position, 0):
            random = advance(random)
            if turn(rules, position) == CHANCE:
                note(rules, position, story, used, kept)
                story.said[used], story.share[used] = said, 1.0
                story.values[used] = expect(rules, position, chooser)
                position = play(rules, position, draw(chances(rules, position), word(random) >> 28))
                kept = False
            else:
                kept = below(random, manner.apart) == 0
                note(rules, position, story, used, kept)
                action, random = decide(rules, position, chooser, manner, story, used, random)
                if kept and not chooser.by_hand:
                    beside = compare(rules, position, action, chooser, others, beside)
                position = play(rules, position, action)
            said, _ = worth(rules, position, chooser)
            used += 1
        look_back(story, used, said)
        return used, beside, random

    return tell

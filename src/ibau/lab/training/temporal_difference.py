"""Learning while playing, by temporal differences (Sutton 1988; Tesauro's backgammon, 1995).

A player plays against itself, looking one ply ahead by its own weights.  After each decision it values the position it
has come to, and moves its earlier values towards that one, and in the end towards how the game ended: the positions
before a surprise share it, the earlier ones less.  Where luck hides what an action is worth, this learns from every
throw what whole games would tell only on average.  In some games one side plays weakly, so that it also learns to make
the most of a lead, or a little out of nothing, in positions that equal players seldom reach.

No decision leads to a position right after a throw, but a search asks about those too.  So before it decides it also
learns to value that position as it will value the one after the best action.

Numbers are fractions of 32 bits, all in the same order of operations, so that compiled equals plain.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.chance import advance, below, draw, word
from ibau.core.contract import Evaluation, Rulebook
from ibau.core.outcome import CHANCE, FIRST, NOBODY, SECOND, value_for_first
from ibau.lab.training.gradients import (
    ONE,
    ZERO,
    NetworkWeights,
    Workspace,
    add_gradient,
    forward,
    new_workspace,
    zeros_like,
)
from ibau.lab.training.training_plan import LONGEST_GAME, NOISE_PARTS
from ibau.machine.rule import loop, once, rule

UNSQUASHED_WIN = np.float32(1e9)  # more than any answer of a network
NOT_EVALUATED = np.float32(-2e9)  # in place of an answer


class Learner(NamedTuple):
    """The weights, how much of a surprise each of them shares in, and working space."""

    weights: NetworkWeights
    traces: NetworkWeights
    workspace: Workspace  # of the position looked at last
    used: NDArray[np.int64]  # [1] how many inputs are set in it


class LearningSettings(NamedTuple):
    """How a learner learns."""

    rate: np.float32  # how far it moves
    decay: np.float32  # what is left of a share after each decision
    noise: int  # how many of 65536 decisions are random
    uneven: int  # in how many of 65536 games one side is weak, playing at random in a quarter of its decisions or more


def new_learner(weights: NetworkWeights) -> Learner:
    """A learner that begins with these weights, which stay as they are."""
    kept = NetworkWeights(*(array.astype(np.float32) for array in weights))
    return Learner(kept, zeros_like(kept), new_workspace(kept), np.zeros(1, np.int64))


@rule
def clear_traces(learner: Learner) -> None:
    """A new game: nothing shares in a surprise."""
    traces = learner.traces
    traces.first[:] = ZERO
    traces.bias[:] = ZERO
    traces.second[:] = ZERO
    traces.offset[:] = ZERO


@rule
def update_weights(learner: Learner, settings: LearningSettings, error: Any) -> float:
    """Move every number by its share of a surprise, then the shares fade; the surprise squared."""
    weights, traces, decay, step = learner.weights, learner.traces, settings.decay, settings.rate * error
    inputs, hidden = weights.first.shape
    for row in range(inputs):
        for n in range(hidden):
            weights.first[row, n] += step * traces.first[row, n]
            traces.first[row, n] *= decay
    for n in range(hidden):
        weights.bias[n] += step * traces.bias[n]
        traces.bias[n] *= decay
        weights.second[n] += step * traces.second[n]
        traces.second[n] *= decay
    weights.offset[0] += step * traces.offset[0]
    traces.offset[0] *= decay
    exact = np.float64(error)
    return float(exact * exact)


@rule
def squash(z: Any) -> Any:
    """An answer as a value from -1 to 1."""
    return z / (ONE + abs(z))


@rule
def squash_derivative(z: Any) -> Any:
    """How the value rises with the answer."""
    size = ONE + abs(z)
    return ONE / (size * size)


@once
def make_evaluate(rulebook: Rulebook, evaluation: Evaluation) -> Callable[..., Any]:
    """What a learner says of a position."""
    inputs, widths, actor = evaluation.inputs, evaluation.input_bits, rulebook.actor

    @rule
    def evaluate(rules: Any, position: Any, learner: Learner) -> Any:
        """Its answer for FIRST."""
        used, row = 0, 0
        for column, bits in enumerate(inputs(rules, position)):
            while bits:
                low = bits & -bits
                learner.workspace.inputs[used] = row + low.bit_length() - 1
                used += 1
                bits ^= low  # noqa: PLW2901 - what is left of the set
            row += widths[column]
        learner.used[0] = used
        z = forward(learner.weights, used, learner.workspace)
        return z if actor(rules, position) == FIRST else -z

    return evaluate


@once
def make_choose(rulebook: Rulebook, evaluation: Evaluation) -> Callable[..., tuple[int, Any, int]]:
    """What a learner plays."""
    moves, count, nth, turn = rulebook.moves, rulebook.count, rulebook.nth, rulebook.turn
    play, outcome, evaluate = rulebook.play, rulebook.outcome, make_evaluate(rulebook, evaluation)

    @rule
    def choose(rules: Any, position: Any, learner: Learner, noise: int, random: int) -> tuple[int, Any, int]:
        """The action that looks best one ply ahead, and what it says; now and then one at random, NOT_EVALUATED.

        (action, answer for FIRST, generator state)
        """
        side = ONE if turn(rules, position) == FIRST else -ONE
        legal = moves(rules, position)
        width = count(legal)
        random = advance(random)
        begin = below(random, width)
        best, most = nth(legal, begin), NOT_EVALUATED
        random = advance(random)
        if below(random, NOISE_PARTS) < noise:
            return best, NOT_EVALUATED, random
        for n in range(width):
            action = nth(legal, (begin + n) % width)
            after = play(rules, position, action)
            end = outcome(rules, after, 0)
            z = side * (UNSQUASHED_WIN * np.float32(value_for_first(end)) if end else evaluate(rules, after, learner))
            if z > most:
                best, most = action, z
        return best, side * most, random

    return choose


@once
def make_learn_after_throw(rulebook: Rulebook, evaluation: Evaluation) -> Callable[..., None]:
    """How a learner comes to know before a decision what it will say after it."""
    actor, evaluate = rulebook.actor, make_evaluate(rulebook, evaluation)

    @rule
    def learn_after_throw(rules: Any, position: Any, learner: Learner, rate: Any, best: Any) -> None:
        """Move what it says of a position towards its answer for FIRST after the best action."""
        z = evaluate(rules, position, learner)
        side = ONE if actor(rules, position) == FIRST else -ONE
        factor = rate * (squash(best) - squash(z)) * side * squash_derivative(z)
        add_gradient(learner.weights, learner.weights, learner.used[0], learner.workspace, factor)

    return learn_after_throw


@once
def make_play_chance(rulebook: Rulebook) -> Callable[..., tuple[Any, int]]:
    """What happens without anybody choosing."""
    turn, chances, play, outcome = rulebook.turn, rulebook.chances, rulebook.play, rulebook.outcome

    @rule
    def play_chance(rules: Any, position: Any, random: int) -> tuple[Any, int]:
        """Throws and lots, up to the next turn of a player or the end; (position, generator state)."""
        while turn(rules, position) == CHANCE and not outcome(rules, position, 0):
            random = advance(random)
            position = play(rules, position, draw(chances(rules, position), word(random) >> 28))
        return position, random

    return play_chance


@rule
def weak_side(settings: LearningSettings, random: int) -> tuple[int, int, int]:
    """(who plays weakly, NOBODY in an even game; how many of 65536 of their decisions are random; generator state)"""
    random = advance(random)
    if below(random, NOISE_PARTS) >= settings.uneven:
        return NOBODY, 0, random
    random = advance(random)
    quarters = 1 + below(random, 4)
    random = advance(random)
    return (FIRST if below(random, 2) else SECOND), quarters * NOISE_PARTS // 4, random


@once
def make_training_game(rulebook: Rulebook, evaluation: Evaluation) -> Callable[..., tuple[int, float, int]]:
    """A game of a learner against itself; see `training_game`."""
    actor, turn, play, outcome = rulebook.actor, rulebook.turn, rulebook.play, rulebook.outcome
    evaluate, choose = make_evaluate(rulebook, evaluation), make_choose(rulebook, evaluation)
    learn_after_throw, play_chance = make_learn_after_throw(rulebook, evaluation), make_play_chance(rulebook)

    @loop
    def training_game(
        rules: Any, start: Any, learner: Learner, settings: LearningSettings, random: int
    ) -> tuple[int, float, int]:
        """Play it and learn from each decision; (decisions, sum of the squared differences, generator state).

        A plain tuple, since Ctrl-C while Numba makes a named one would be the end of the process.
        """
        clear_traces(learner)
        weak, weakness, random = weak_side(settings, random)
        previous, decided, error = ZERO, 0, 0.0
        position, random = play_chance(rules, start, random)
        while decided < LONGEST_GAME and not outcome(rules, position, 0):
            noise = weakness if turn(rules, position) == weak else settings.noise
            action, best, random = choose(rules, position, learner, noise, random)
            if best != NOT_EVALUATED:
                learn_after_throw(rules, position, learner, settings.rate, best)
            position = play(rules, position, action)
            if outcome(rules, position, 0):
                break
            z = evaluate(rules, position, learner)
            if decided:
                error += update_weights(learner, settings, squash(z) - previous)
            previous = squash(z)
            side = ONE if actor(rules, position) == FIRST else -ONE
            add_gradient(
                learner.weights, learner.traces, learner.used[0], learner.workspace, side * squash_derivative(z)
            )
            decided += 1
            position, random = play_chance(rules, position, random)
        end = outcome(rules, position, 0)
        if end and decided:
            error += update_weights(learner, settings, np.float32(value_for_first(end)) - previous)
        return decided, error, random

    return training_game

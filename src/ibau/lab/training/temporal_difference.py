"""Learning by temporal differences in self-play (Sutton 1988; Tesauro's backgammon, 1995).

A player plays against itself, looking one ply ahead by its own weights.  After each decision it evaluates the position,
and moves the values of earlier positions towards the new value, and at the end towards the result; the error is shared
among earlier positions by eligibility traces.  Where luck hides the value of an action, this learns from every throw
what whole games would show only on average.  In some games one side plays weakly, so that positions are learnt that
equal players seldom reach.

No decision leads to a position right after a throw, but searches evaluate those too.  So before each decision the value
of its position is moved towards that after the best action.

Numbers have 32 bits, and operations a fixed order, so that compiled and plain code give the same results.
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

UNSQUASHED_WIN = np.float32(1e9)  # more than any output of a network
NOT_EVALUATED = np.float32(-2e9)  # in place of an output


class Learner(NamedTuple):
    """The weights, their eligibility traces, and buffers."""

    weights: NetworkWeights
    traces: NetworkWeights
    workspace: Workspace  # of the position evaluated last
    used: NDArray[np.int64]  # [1] the number of its inputs that are set


class LearningSettings(NamedTuple):
    """The settings of a learner; shares are in parts of 65536."""

    rate: np.float32  # the learning rate
    decay: np.float32  # the factor of traces after each decision
    noise: int  # the share of decisions that are random
    uneven: int  # the share of games in which one side plays a quarter or more of its decisions at random


def new_learner(weights: NetworkWeights) -> Learner:
    """A learner with a copy of these weights."""
    kept = NetworkWeights(*(array.astype(np.float32) for array in weights))
    return Learner(kept, zeros_like(kept), new_workspace(kept), np.zeros(1, np.int64))


@rule
def clear_traces(learner: Learner) -> None:
    """Reset the traces for a new game."""
    traces = learner.traces
    traces.first[:] = ZERO
    traces.bias[:] = ZERO
    traces.second[:] = ZERO
    traces.offset[:] = ZERO


@rule
def update_weights(learner: Learner, settings: LearningSettings, error: Any) -> float:
    """Update all weights by an error and their traces, decay the traces, and return the squared error."""
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
    """Convert an output to a value from -1 to 1."""
    return z / (ONE + abs(z))


@rule
def squash_derivative(z: Any) -> Any:
    """The derivative of `squash`."""
    size = ONE + abs(z)
    return ONE / (size * size)


@once
def make_evaluate(rulebook: Rulebook, evaluation: Evaluation) -> Callable[..., Any]:
    """A rule that evaluates a position by a learner's weights."""
    inputs, widths, actor = evaluation.inputs, evaluation.input_bits, rulebook.actor

    @rule
    def evaluate(rules: Any, position: Any, learner: Learner) -> Any:
        """The output for FIRST."""
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
    """A rule that chooses a learner's action."""
    moves, count, nth, turn = rulebook.moves, rulebook.count, rulebook.nth, rulebook.turn
    play, outcome, evaluate = rulebook.play, rulebook.outcome, make_evaluate(rulebook, evaluation)

    @rule
    def choose(rules: Any, position: Any, learner: Learner, noise: int, random: int) -> tuple[int, Any, int]:
        """The best action one ply ahead, or with `noise` a random one: (action, output for FIRST, generator state).

        The output of a random action is NOT_EVALUATED.
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
    """A rule that learns the value of a position before a decision."""
    actor, evaluate = rulebook.actor, make_evaluate(rulebook, evaluation)

    @rule
    def learn_after_throw(rules: Any, position: Any, learner: Learner, rate: Any, best: Any) -> None:
        """Move the value of a position towards `best`, the output for FIRST after the best action."""
        z = evaluate(rules, position, learner)
        side = ONE if actor(rules, position) == FIRST else -ONE
        factor = rate * (squash(best) - squash(z)) * side * squash_derivative(z)
        add_gradient(learner.weights, learner.weights, learner.used[0], learner.workspace, factor)

    return learn_after_throw


@once
def make_play_chance(rulebook: Rulebook) -> Callable[..., tuple[Any, int]]:
    """A rule that plays throws and lots."""
    turn, chances, play, outcome = rulebook.turn, rulebook.chances, rulebook.play, rulebook.outcome

    @rule
    def play_chance(rules: Any, position: Any, random: int) -> tuple[Any, int]:
        """Play up to the next decision or the end: (position, generator state)."""
        while turn(rules, position) == CHANCE and not outcome(rules, position, 0):
            random = advance(random)
            position = play(rules, position, draw(chances(rules, position), word(random) >> 28))
        return position, random

    return play_chance


@rule
def weak_side(settings: LearningSettings, random: int) -> tuple[int, int, int]:
    """Draw the weak side: (seat, or neither; its noise in parts of 65536; generator state)."""
    random = advance(random)
    if below(random, NOISE_PARTS) >= settings.uneven:
        return NOBODY, 0, random
    random = advance(random)
    quarters = 1 + below(random, 4)
    random = advance(random)
    return (FIRST if below(random, 2) else SECOND), quarters * NOISE_PARTS // 4, random


@once
def make_training_game(rulebook: Rulebook, evaluation: Evaluation) -> Callable[..., tuple[int, float, int]]:
    """A loop that plays one game of a learner against itself."""
    actor, turn, play, outcome = rulebook.actor, rulebook.turn, rulebook.play, rulebook.outcome
    evaluate, choose = make_evaluate(rulebook, evaluation), make_choose(rulebook, evaluation)
    learn_after_throw, play_chance = make_learn_after_throw(rulebook, evaluation), make_play_chance(rulebook)

    @loop
    def training_game(
        rules: Any, start: Any, learner: Learner, settings: LearningSettings, random: int
    ) -> tuple[int, float, int]:
        """Play and learn from each decision: (decisions, sum of squared errors, generator state).

        A plain tuple: Ctrl-C while Numba makes a named tuple would kill the process.
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

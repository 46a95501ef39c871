"""Games played looking one ply ahead, in a compiled loop: thousands in the time in which a search plays one.

It learns from every position that an action leads to, for that is what a network is asked about; its value is
that of the best action that follows.  Repetitions are not counted: noise leads the players out of a circle, and
the rules end long games.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.chance import advance, below, draw, seeded, word
from ibau.core.contract import WIN, Evaluation, Rulebook
from ibau.core.game import Game
from ibau.core.outcome import CHANCE, FIRST, value_for_first
from ibau.lab.training.fitting import plain_value
from ibau.lab.training.plan import LONGEST_GAME, OF_NOISE, Plan
from ibau.lab.training.positions import Positions, joined
from ibau.lab.training.selfplay import trust_in
from ibau.machine.arrays import numpy_zeros
from ibau.machine.rule import loop, once, rule
from ibau.search.network import Network, copied, make_estimate

UNVALUED = -2 * WIN  # in place of a value


class Log(NamedTuple):
    """The positions of a game."""

    words: NDArray[np.int64]  # [LONGEST_GAME, ints] what a network sees
    sides: NDArray[np.int64]  # [LONGEST_GAME] 1 where it is FIRST's turn, else -1
    values: NDArray[np.int64]  # [LONGEST_GAME] for FIRST, in thousandths; UNVALUED where nobody decided after it
    used: NDArray[np.int64]  # [1] positions


def new_log(ints: int) -> Log:
    """A log of nothing yet."""
    words = np.zeros((LONGEST_GAME, ints), np.int64)
    sides, values = (np.zeros(LONGEST_GAME, np.int64) for _ in range(2))
    return Log(words, sides, values, np.zeros(1, np.int64))


def play_shallow(game: Game, plan: Plan, network: Network, seed: tuple[int, ...], least: int) -> Positions:
    """The positions of whole games, at least this many."""
    rulebook, evaluation = game.system.rulebook, game.system.evaluation
    play = make_shallow(rulebook, evaluation)
    log = new_log(len(evaluation.input_bits))
    random = seeded(int(np.random.default_rng(seed).integers(1 << 62)))
    network = copied(network, numpy_zeros)
    noise, trust = round(plan.noise * OF_NOISE), trust_in(plan, network)
    parts: list[Positions] = []
    found = 0
    while found < least:
        end, random = play(game.rules, rulebook.start(game.rules), network, log, noise, random)
        parts.append(sparse(log, plan, value_for_first(end), trust))
        found += len(parts[-1].values)
    return joined(parts)


def sparse(log: Log, plan: Plan, end: float, trust: float) -> Positions:
    """Some positions of a game with their targets; see selfplay.py."""
    used = int(log.used[0])
    later = end
    targets: list[float] = []
    for value, side in zip(log.values[:used].tolist()[::-1], log.sides[:used].tolist()[::-1], strict=True):
        if value != UNVALUED:
            later = (1 - trust) * plain_value(value / WIN, plan.gain) + trust * later
        targets.append(side * later)
    return Positions(log.words[: used : plan.apart].copy(), np.array(targets[::-1], np.float32)[:: plan.apart])


@once
def make_choice(rulebook: Rulebook, evaluation: Evaluation) -> Callable[..., tuple[int, int]]:
    """What is played one ply ahead."""
    moves, count, nth = rulebook.moves, rulebook.count, rulebook.nth
    turn, play, outcome, estimate = rulebook.turn, rulebook.play, rulebook.outcome, make_estimate(rulebook, evaluation)

    @rule
    def choice(rules: Any, position: Any, network: Network, random: int) -> tuple[int, int]:
        """The action that looks best, one of those at random, and its value for FIRST."""
        side = 1 if turn(rules, position) == FIRST else -1
        legal = moves(rules, position)
        width = count(legal)
        begin = below(random, width)
        best, most = 0, -2 * WIN
        for n in range(width):
            action = nth(legal, (begin + n) % width)
            after = play(rules, position, action)
            end = outcome(rules, after, 0)
            value = side * (WIN * value_for_first(end) if end else estimate(rules, after, network))
            if value > most:
                best, most = action, value
        return best, side * most

    return choice


@once
def make_note(rulebook: Rulebook, evaluation: Evaluation) -> Callable[..., None]:
    """How a position is noted."""
    actor, inputs = rulebook.actor, evaluation.inputs

    @rule
    def note(rules: Any, position: Any, log: Log) -> None:
        """Note a position whose value is not yet known."""
        n = log.used[0]
        for column, bits in enumerate(inputs(rules, position)):
            log.words[n, column] = bits
        log.sides[n] = 1 if actor(rules, position) == FIRST else -1
        log.values[n] = UNVALUED
        log.used[0] = n + 1

    return note


@once
def make_shallow(rulebook: Rulebook, evaluation: Evaluation) -> Callable[..., tuple[int, int]]:
    """A game of a player against itself."""
    moves, count, nth = rulebook.moves, rulebook.count, rulebook.nth
    turn, chances, play, outcome = rulebook.turn, rulebook.chances, rulebook.play, rulebook.outcome
    choose, note = make_choice(rulebook, evaluation), make_note(rulebook, evaluation)

    @loop
    def shallow(rules: Any, position: Any, network: Network, log: Log, noise: int, random: int) -> tuple[int, int]:
        """Play to the end and note the positions; (outcome or 0 where it was given up, generator state)."""
        log.used[0] = 0
        end = outcome(rules, position, 0)
        while not end and log.used[0] < log.sides.size:
            random = advance(random)
            if turn(rules, position) == CHANCE:
                position = play(rules, position, draw(chances(rules, position), word(random) >> 28))
                end = outcome(rules, position, 0)
                continue
            action, value = choose(rules, position, network, random)
            if log.used[0] and log.values[log.used[0] - 1] == UNVALUED:
                log.values[log.used[0] - 1] = value
            random = advance(random)
            if below(random, OF_NOISE) < noise:
                legal = moves(rules, position)
                random = advance(random)
                action = nth(legal, below(random, count(legal)))
            position = play(rules, position, action)
            end = outcome(rules, position, 0)
            if not end:
                note(rules, position, log)
        return end, random

    return shallow

"""Random play worked out exactly, for games small enough: every position it can reach, and how likely each end is."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ibau.core.chance import SIXTEENTHS
from ibau.core.contract import Use
from ibau.core.game import State
from ibau.core.outcome import CHANCE, DRAW, winner_of

LEFT_OUT = 1e-12  # of all games: those that are longer than all that are counted


class RandomPlay(NamedTuple):
    """What is true of random games from a state on."""

    starter: float  # the score of the player who is first to act
    decisions: NDArray[np.float64]  # the share of games with this many decisions
    used: float  # the share of games in which a rule mattered
    ends: Mapping[int, float]  # shares of the outcomes


def random_play(state: State, use: Use) -> RandomPlay:
    """By the powers of the matrix of all steps; for games without repetition rule, whose key holds everything.

    A step is an action; with a throw before each decision there are half as many decisions as steps, rounded up.
    """
    numbers, steps, outcomes = _reached(state, use)
    matrix = _matrix(steps, len(numbers))
    share = np.zeros(len(numbers))
    share[0] = 1.0
    over = np.array([outcome != 0 for outcome, _ in outcomes])
    ended, finished = np.zeros(len(numbers)), list[float]()
    while share.sum() > LEFT_OUT:
        share = share @ matrix
        finished.append(float(share[over].sum()))
        ended += np.where(over, share, 0)
        share = np.where(over, 0, share)
    starter, first = state.actor, 0 if state.turn == CHANCE else 1
    decisions = np.zeros(len(finished) + 2)
    for step, games in enumerate(finished, 1):
        decisions[(step + first) // 2] += games
    ends: dict[int, float] = {}
    for (outcome, _), games in zip(outcomes, ended.tolist(), strict=True):
        if outcome:
            ends[outcome] = ends.get(outcome, 0.0) + games
    score = sum(games * _score(outcome, starter) for outcome, games in ends.items())
    used = sum(games for (_, met), games in zip(outcomes, ended.tolist(), strict=True) if met)
    return RandomPlay(score, decisions, used, ends)


def _score(outcome: int, seat: int) -> float:
    winner = winner_of(outcome)
    return 0.5 if winner == DRAW else float(winner == seat)


def _reached(state: State, use: Use) -> tuple[dict[Any, int], list[tuple[int, int, float]], list[tuple[int, bool]]]:
    """All positions, each with and without the rule having mattered; the steps between them; their outcomes."""
    rulebook, rules = state.game.system.rulebook, state.game.rules
    begin = rulebook.key(rules, state.position), False
    deed = rulebook.deed
    numbers: dict[Any, int] = {begin: 0}
    steps: list[tuple[int, int, float]] = []
    outcomes: list[tuple[int, bool]] = []
    waiting: list[tuple[Any, bool]] = [begin]
    for at, (position, met) in enumerate(waiting):
        outcome = rulebook.outcome(rules, position, 0)
        outcomes.append((outcome, met))
        if outcome:
            continue
        chance = rulebook.turn(rules, position) == CHANCE
        for action, share in _actions(rulebook, rules, position, chance=chance):
            after = rulebook.play(rules, position, action)
            matters = met or (not chance and bool(use.met(rules, position, deed(rules, position, action), after)))
            key = (rulebook.key(rules, after), matters)
            if key not in numbers:
                numbers[key] = len(numbers)
                waiting.append(key)
            steps.append((at, numbers[key], share))
    return numbers, steps, outcomes


def _actions(rulebook: Any, rules: Any, position: Any, *, chance: bool) -> list[tuple[int, float]]:
    if chance:
        weights = rulebook.chances(rules, position)
        return [(n, weight / SIXTEENTHS) for n, weight in enumerate(weights) if weight]
    moves = rulebook.moves(rules, position)
    count = rulebook.count(moves)
    return [(rulebook.nth(moves, n), 1 / count) for n in range(count)]


def _matrix(steps: list[tuple[int, int, float]], size: int) -> Any:
    rows, columns, shares = zip(*steps, strict=True)
    return csr_array((shares, (rows, columns)), shape=(size, size))

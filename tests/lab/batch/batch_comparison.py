"""A batch compared with the same games played one by one, step by step, in plain Python."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from ibau.core.chance import Dice, draw
from ibau.core.game import Game, State
from ibau.core.outcome import CHANCE
from ibau.lab.batch import Batch
from ibau.lab.observation import observe

Policy = Callable[[list[int]], int]


def at_random(seed: int) -> Policy:
    """A uniformly random legal action."""
    generator = random.Random(seed)
    return generator.choice


def first_or_last(seed: int) -> Policy:
    """Mostly the first or the last legal action: positions come back soon."""
    generator = random.Random(seed)
    return lambda legal: legal[generator.choice((0, 0, 0, -1, -1, generator.randrange(len(legal))))]


class SingleGame:
    """One game, played as game i of a batch is: throws from the same dice, a new game after each end."""

    def __init__(self, game: Game, seed: int, i: int, longest: int | None) -> None:
        self.game, self.dice, self.longest = game, Dice(seed, i), longest
        self.state, self.length = self.thrown(game.initial()), 0
        self.last_length = 0
        self.ended: State | None = None  # with the last step
        self.kinds: set[str] = set()  # how games have ended

    def thrown(self, state: State) -> State:
        """The state once a player decides."""
        while state.turn == CHANCE:
            state = state.after(draw(state.weights, self.dice.roll()))
        return state

    def step(self, action: int) -> None:
        state = self.thrown(self.state.after(action))
        self.length += 1
        cut = self.longest is not None and self.length >= self.longest
        self.ended = state if state.outcome or cut else None
        self.last_length = self.length
        if self.ended:
            self.kinds.add(state.result.kind if state.result else "cut off")
            state, self.length = self.thrown(self.game.initial()), 0
        self.state = state


def compare_with_single_games(game: Game, policies: list[Policy], steps: int, seed: int, **options: Any) -> set[str]:
    """Play a batch and single games with the same actions, compare them after each, and return the kinds of ends."""
    n = len(policies)
    batch = Batch(game, n, seed=seed, **options)
    singles = [SingleGame(game, seed, i, batch.longest) for i in range(n)]
    for _ in range(steps):
        for i, single in enumerate(singles):
            assert_equal_game(batch, i, single)
        actions = [policy(sorted(single.state.legal)) for policy, single in zip(policies, singles, strict=True)]
        batch.step(np.array(actions))
        for single, action in zip(singles, actions, strict=True):
            single.step(action)
    return set[str]().union(*(single.kinds for single in singles))


def assert_equal_game(batch: Batch, i: int, single: SingleGame) -> None:
    """Game i of a batch is that game."""
    state, evaluation = single.state, single.game.system.evaluation
    assert tuple(int(numbers[i]) for numbers in batch.positions) == state.position
    assert batch.turns[i] == state.turn
    assert batch.lengths[i] == single.length
    legal = sorted(state.legal)
    assert sorted(batch.legal[i, : batch.counts[i]].tolist()) == legal
    assert (batch.legal[i, batch.counts[i] :] == -1).all()
    assert np.flatnonzero(np.unpackbits(batch.bits[i], bitorder="little")).tolist() == legal
    assert np.flatnonzero(batch.mask[i]).tolist() == legal
    assert batch.inputs[i].tolist() == list(evaluation.inputs(single.game.rules, state.position))
    assert (batch.observations[i] == observe(state)).all()
    assert (batch.observations[i] == observe(state, int(batch.actors[i]))).all()
    assert_equal_history(batch.state(i), state)
    ended = single.ended
    assert bool(batch.terminated[i]) == bool(ended and ended.outcome)
    assert bool(batch.truncated[i]) == bool(ended and not ended.outcome)
    assert batch.outcomes[i] == (ended.outcome if ended else 0)
    assert batch.rewards[i].tolist() == list(ended.result.returns if ended and ended.result else (0, 0))
    if ended:
        assert tuple(int(numbers[i]) for numbers in batch.final_positions) == ended.position
        assert batch.final_lengths[i] == single.last_length
        assert batch.final_inputs[i].tolist() == list(evaluation.inputs(single.game.rules, ended.position))
        assert (batch.final_observations[i] == observe(ended, int(batch.final_actors[i]))).all()


def assert_equal_history(found: State, state: State) -> None:
    """The occurrences in a batch are those of the single game, no more than is declared, and with the same outcome."""
    assert (found.position, found.outcome) == (state.position, state.outcome)
    memory = state.game.system.repeatable_positions(state.game.rules)
    assert memory is None or sum(found.occurrences.values()) <= memory
    for key, times in found.occurrences.items():
        assert times == state.occurrences[key]

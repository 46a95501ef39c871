"""Exact distributions, and random numbers that count alike in plain Python and compiled."""

from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from ibau.core.chance import (
    LOT,
    MULTIPLIER,
    NO_CHANCE,
    SIXTEENTHS,
    THROW,
    Weights,
    advance,
    below,
    draw,
    possible,
    probabilities,
    seed_state,
    word,
)
from ibau.machine.rule import loop

SEEDS = st.integers(-(1 << 80), 1 << 80)


def test_four_sticks_give_these_weights() -> None:
    """All sixteen falls of four sticks by how many marked sides show: 1, 2, 3, 4, and none is the fifth value."""
    falls = Counter(sum(fall) for fall in product((0, 1), repeat=4))
    assert tuple(THROW) == (falls[1], falls[2], falls[3], falls[4], falls[0])
    assert sum(LOT) == sum(THROW) == SIXTEENTHS


@pytest.mark.parametrize("weights", [LOT, THROW, Weights(1, 2, 3, 4, 6), Weights(16, 0, 0, 0, 0)])
def test_a_draw_of_all_sixteen_numbers_gives_the_weights(weights: Weights) -> None:
    drawn = Counter(draw(weights, sixteenth) for sixteenth in range(SIXTEENTHS))
    assert tuple(drawn[action] for action in range(5)) == weights
    assert possible(weights) == len(drawn)
    assert probabilities(weights) == tuple(Fraction(weight, SIXTEENTHS) for weight in weights if weight)


def test_where_nothing_is_drawn_nothing_is_possible() -> None:
    assert possible(NO_CHANCE) == 0
    assert probabilities(NO_CHANCE) == ()


@loop
def run(state: int, steps: NDArray[np.int64]) -> int:
    for n in range(steps.size):
        state = advance(state)
        steps[n] = state
    return state


@given(SEEDS, st.integers(0, 1 << 40))
def test_states_stay_within_a_word_and_count_alike_compiled(seed: int, stream: int) -> None:
    state = seed_state(seed, stream)
    compiled = np.zeros(200, np.int64)
    run(state, compiled)
    for number in compiled.tolist():
        assert 0 < state < MULTIPLIER << 32 < 1 << 63
        assert MULTIPLIER * ((1 << 32) - 1) + (state >> 32) < 1 << 63, "no step can overflow"
        state = advance(state)
        assert state == number
        assert 0 <= word(state) < 1 << 32
        assert 0 <= below(state, 25) < 25


@given(SEEDS)
def test_seeds_and_streams_are_sequences_of_their_own(seed: int) -> None:
    assert seed_state(seed) == seed_state(seed)
    assert len({seed_state(seed), seed_state(seed, 1), seed_state(seed + 1), seed_state(seed + 1, 1)}) == 4


def test_the_period_is_long() -> None:
    """The multiplier and modulus of the generator are those claimed: a safe prime, so no short cycle."""

    def is_prime(n: int) -> bool:
        odd, twos = n - 1, 0
        while odd % 2 == 0:
            odd, twos = odd // 2, twos + 1
        return all(
            pow(base, odd, n) == 1 or any(pow(base, odd << k, n) == n - 1 for k in range(twos))
            for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
        )

    modulus = (MULTIPLIER << 32) - 1
    assert is_prime(modulus)
    assert is_prime((modulus - 1) // 2)


def test_throws_fall_as_often_as_they_should() -> None:
    """A chi-square test of 160,000 throws with four degrees of freedom; beyond 18.5 once in a thousand seeds."""
    steps = np.zeros(160_000, np.int64)
    run(seed_state(7), steps)
    fell = Counter(draw(THROW, word(state) >> 28) for state in steps.tolist())
    expected = [10_000 * weight for weight in THROW]
    assert sum((fell[action] - wanted) ** 2 / wanted for action, wanted in enumerate(expected)) < 18.5


@pytest.mark.parametrize("n", [2, 3, 5, 25, 127])
def test_random_choices_are_even(n: int) -> None:
    """A chi-square test again; its square root is about normal (Fisher), so 4 is far beyond chance."""
    steps = np.zeros(20_000 * n // 10, np.int64)
    run(seed_state(n), steps)
    chosen = Counter(below(state, n) for state in steps.tolist())
    wanted = steps.size / n
    square = sum((chosen[number] - wanted) ** 2 / wanted for number in range(n))
    assert abs((2 * square) ** 0.5 - (2 * n - 3) ** 0.5) < 4

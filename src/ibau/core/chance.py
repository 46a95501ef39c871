"""Sticks, coins and lots as exact distributions, and the random number generator.

Every chance of these games is a multiple of one sixteenth: a lot is 8 : 8, four two-sided sticks are 4 : 6 : 4 : 1 : 1
(rulings.md section 0).  A chance action is an index into these weights.
"""

from fractions import Fraction
from functools import cache
from secrets import randbits
from typing import NamedTuple

from ibau.core.limits import check_int
from ibau.machine.rule import rule

SIXTEENTHS = 16
MASK_32 = (1 << 32) - 1
MULTIPLIER = 2147483085


class Weights(NamedTuple):
    """Sixteenths of up to five chance actions; unused ones are 0."""

    first: int
    second: int
    third: int
    fourth: int
    fifth: int


NO_CHANCE = Weights(0, 0, 0, 0, 0)
LOT = Weights(8, 8, 0, 0, 0)
THROW = Weights(4, 6, 4, 1, 1)


def probabilities(weights: Weights) -> tuple[Fraction, ...]:
    """The exact probability of each chance action that can happen, in order."""
    return tuple(Fraction(weight, SIXTEENTHS) for weight in weights if weight)


@cache
def actions(weights: Weights) -> tuple[int, ...]:
    """The chance actions that can happen, as indices into the weights."""
    return tuple(n for n, weight in enumerate(weights) if weight)


@rule
def possible(weights: Weights) -> int:
    """How many chance actions can happen; they come first among the weights."""
    return (
        int(weights.first > 0)
        + int(weights.second > 0)
        + int(weights.third > 0)
        + int(weights.fourth > 0)
        + int(weights.fifth > 0)
    )


@rule
def draw(weights: Weights, sixteenth: int) -> int:
    """The chance action that a number in 0..15 selects."""
    one = weights.first
    two = one + weights.second
    three = two + weights.third
    four = three + weights.fourth
    return int(sixteenth >= one) + int(sixteenth >= two) + int(sixteenth >= three) + int(sixteenth >= four)


def marked_sides(throw: int) -> int:
    """How many of the four sticks or coins show their marked side; in the last throw none does (section 0)."""
    return (throw + 1) % len(THROW)


# Random numbers: multiply with carry (Marsaglia), two halves of one signed word; the output is their exclusive or, as
# in Thomas's MWC64X.  No step overflows, so plain Python and compiled code agree; Numba leaves overflow undefined.
# MULTIPLIER is the largest below 2^31 for which MULTIPLIER * 2^32 - 1 is a safe prime: the period is about 2^62.


def seed_state(seed: int, stream: int = 0) -> int:
    """A generator state from a seed (by SplitMix64); each `stream` is another sequence.  Raises NumberError."""
    mixed = (check_int("A seed", seed) + (stream + 1) * 0x9E3779B97F4A7C15) & ((1 << 64) - 1)
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & ((1 << 64) - 1)
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & ((1 << 64) - 1)
    mixed ^= mixed >> 31
    return (mixed >> 32) % (MULTIPLIER - 1) << 32 | mixed & MASK_32 | 1  # neither all zeros nor all ones


def fresh_seed() -> int:
    """An unpredictable seed below 2^62, from the operating system."""
    return randbits(62)


@rule
def advance(state: int) -> int:
    """The next generator state."""
    return MULTIPLIER * (state & MASK_32) + (state >> 32)


@rule
def word(state: int) -> int:
    """32 random bits of a generator state."""
    return (state ^ state >> 32) & MASK_32


@rule
def below(state: int, n: int) -> int:
    """A random number in 0..n-1."""
    return word(state) * n >> 32


class Dice:
    """Throws and lots determined by a seed."""

    def __init__(self, seed: int, stream: int = 0) -> None:
        self._random = seed_state(seed, stream)

    def roll(self) -> int:
        """The next number, uniform in 0..15: an argument for `State.chance_action`."""
        self._random = advance(self._random)
        return word(self._random) >> 28

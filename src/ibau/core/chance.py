"""Sticks, coins and lots as exact distributions, and the one source of random numbers.

Every chance of these games is a multiple of one sixteenth: a lot is 8 : 8, four two-sided sticks are 4 : 6 : 4 : 1 : 1
(rules.md section 0).  A chance action is an index into these weights.
"""

from fractions import Fraction
from typing import NamedTuple

from ibau.core.rule import rule

SIXTEENTHS = 16
MASK_32 = (1 << 32) - 1
MASK_63 = (1 << 63) - 1
MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407


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


@rule
def possible(weights: Weights) -> int:
    """How many chance actions there are; they come first among the weights."""
    return (
        int(weights.first > 0)
        + int(weights.second > 0)
        + int(weights.third > 0)
        + int(weights.fourth > 0)
        + int(weights.fifth > 0)
    )


@rule
def draw(weights: Weights, sixteenth: int) -> int:
    """Which chance action a number in 0..15 stands for."""
    one = weights.first
    two = one + weights.second
    three = two + weights.third
    four = three + weights.fourth
    return int(sixteenth >= one) + int(sixteenth >= two) + int(sixteenth >= three) + int(sixteenth >= four)


# Random numbers: PCG (O'Neill 2014, XSH-RR), its state cut to 63 bits so that one signed word holds it and plain Python
# and compiled code count alike.


def seeded(seed: int, stream: int = 0) -> int:
    """A generator state from a seed; each `stream` is a sequence of its own (SplitMix64)."""
    mixed = (seed + (stream + 1) * 0x9E3779B97F4A7C15) & ((1 << 64) - 1)
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & ((1 << 64) - 1)
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & ((1 << 64) - 1)
    return (mixed ^ (mixed >> 31)) & MASK_63


@rule
def advance(state: int) -> int:
    """The next generator state."""
    return (state * MULTIPLIER + INCREMENT) & MASK_63


@rule
def word(state: int) -> int:
    """32 random bits of a generator state."""
    mixed = ((state >> 18 ^ state) >> 27) & MASK_32
    turn = state >> 58
    return (mixed >> turn | mixed << (32 - turn)) & MASK_32


@rule
def below(state: int, n: int) -> int:
    """A random number in 0..n-1."""
    return word(state) * n >> 32

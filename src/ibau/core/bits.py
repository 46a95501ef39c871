"""Sets of small numbers, such as squares, as the bits of one int."""

from collections.abc import Iterator
from typing import NamedTuple

from ibau.machine.rule import rule


class Group(NamedTuple):
    """Actions at equal distances: `first + step * n` for each n in the set `members`."""

    first: int
    step: int
    members: int


@rule
def nth_bit(bits: int, n: int) -> int:
    """The n-th smallest member of a set, as a single bit; n counts from 0."""
    for _ in range(n):
        bits &= bits - 1
    return bits & -bits


@rule
def index(bit: int) -> int:
    """The number of a single bit."""
    return bit.bit_length() - 1


@rule
def lowest(bits: int) -> int:
    """The smallest number in a set."""
    return index(bits & -bits)


@rule
def thermometer(n: int) -> int:
    """A count in thermometer code: the set of the n lowest numbers."""
    return (1 << n) - 1


@rule
def one_hot(n: int, choices: int) -> int:
    """The number `n` as a single bit; one beyond the last choice counts as the last."""
    return 1 << min(n, choices - 1)


@rule
def value_bucket(value: int, parts: int) -> int:
    """Which of `parts` equal parts of -999..999 an evaluation lies in, as a single bit."""
    return 1 << (value + 999) * parts // 1999


def members(bits: int) -> Iterator[int]:
    """The numbers in a set, ascending."""
    while bits:  # written out: calls of the rules above would take most of the time
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low

"""Small helpers on sets of squares held in one int."""

from collections.abc import Iterator
from typing import NamedTuple

from ibau.machine.rule import rule


class Group(NamedTuple):
    """Actions at even distances: `first + step * n` for each member n of a set."""

    first: int
    step: int
    members: int


@rule
def nth_bit(bits: int, n: int) -> int:
    """The n-th smallest member of a set, as a set of one."""
    for _ in range(n):
        bits &= bits - 1
    return bits & -bits


@rule
def index(bit: int) -> int:
    """The number of a set of one."""
    return bit.bit_length() - 1


@rule
def lowest(bits: int) -> int:
    """The smallest number in a set."""
    return index(bits & -bits)


@rule
def thermometer(n: int) -> int:
    """A count as a set: its n lowest numbers."""
    return (1 << n) - 1


@rule
def one_hot(n: int, choices: int) -> int:
    """Which of some choices, as a set of one; anything beyond the last counts as the last."""
    return 1 << min(n, choices - 1)


@rule
def value_bucket(value: int, parts: int) -> int:
    """Which of this many equal parts of -999..999 a judgement lies in, as a set of one."""
    return 1 << (value + 999) * parts // 1999


def members(bits: int) -> Iterator[int]:
    """The numbers in a set, ascending."""
    while bits:  # written out: calls of the rules above would take most of the time
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low

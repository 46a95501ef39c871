"""Small helpers on sets of squares held in one int."""

from collections.abc import Iterator

from ibau.core.rule import rule


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


def members(bits: int) -> Iterator[int]:
    """The numbers in a set, ascending."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low

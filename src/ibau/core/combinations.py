"""The combinatorial number system: sets of squares of one size, numbered without gaps."""

import math

from ibau.core.bits import lowest
from ibau.machine.rule import rule

WIDEST = 64  # squares
MAX_PIECES = 10  # per side
BINOMIALS = tuple(math.comb(n, k) for k in range(MAX_PIECES + 1) for n in range(WIDEST))


@rule
def binomial(n: int, k: int) -> int:
    """The number of sets of k squares out of n."""
    return BINOMIALS[WIDEST * k + n]


@rule
def rank(pieces: int) -> int:
    """The number of a set among those of its size: 0 for the lowest squares."""
    found = k = 0
    while pieces:
        k += 1
        found += binomial(lowest(pieces), k)
        pieces &= pieces - 1
    return found


@rule
def rank_beside(pieces: int, others: int) -> int:
    """The number of a set among those of its size on the squares that `others` leaves free."""
    found = k = 0
    while pieces:
        k += 1
        below = pieces - 1 & ~pieces
        found += binomial(lowest(pieces) - (others & below).bit_count(), k)
        pieces &= pieces - 1
    return found


@rule
def nth_set(n: int, size: int, squares: int) -> int:
    """The n-th set of a size on a number of squares: the inverse of `rank`."""
    found = 0
    square = squares - 1
    for k in range(size, 0, -1):
        while binomial(square, k) > n:
            square -= 1
        n -= binomial(square, k)
        found |= 1 << square
    return found


@rule
def nth_set_beside(n: int, size: int, squares: int, others: int) -> int:
    """The n-th set of a size on the squares that `others` leaves free: the inverse of `rank_beside`."""
    dense = nth_set(n, size, squares - others.bit_count())
    found = 0
    square = 1
    while dense:
        if not others & square:
            if dense & 1:
                found |= square
            dense >>= 1
        square <<= 1
    return found

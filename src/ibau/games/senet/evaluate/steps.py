"""How far pawns have come."""

from ibau.core.rule import rule


@rule
def squares_travelled(pawns: int) -> int:
    """The sum of the numbers of the squares."""
    total = 0
    while pawns:
        lowest = pawns & -pawns
        total += lowest.bit_length() - 1
        pawns ^= lowest
    return total

"""All moves at once, in the order of `nth`: it goes by directions, groups by squares."""

from collections.abc import Iterator

from ibau.core.bits import members
from ibau.games.seega.rules import PASS, STEP, STOP, Moves


def listed(moves: Moves) -> Iterator[int]:
    """The actions in the order of `nth`."""
    yield from members(moves.places)
    for direction in range(4):
        yield from (STEP + 4 * square + direction for square in members(moves[1 + direction]))
    if moves.stop:
        yield STOP
    if moves.passes:
        yield PASS

"""All moves at once, in the order of `nth`: it goes by directions, groups by squares."""

from ibau.core.bits import members
from ibau.games.seega.rules import PASS, STEP, STOP, Moves


def listed(moves: Moves) -> list[int]:
    """The actions in the order of `nth`."""
    actions = list(members(moves.places))
    for direction, pieces in enumerate((moves.south, moves.north, moves.west, moves.east)):
        actions += [STEP + 4 * square + direction for square in members(pieces)]
    return actions + [STOP] * moves.stop + [PASS] * moves.passes

"""All moves at once; figure by figure takes less than group by group."""

from collections.abc import Iterator

from ibau.core.bits import members
from ibau.games.seti.beth.rules import PASS, SQUARES, Moves, targets_of


def listed(moves: Moves) -> Iterator[int]:
    """The actions in the order of `nth`."""
    for source in members(moves.figures):
        for target in members(targets_of(moves, 1 << source)):
            yield SQUARES * source + target
    if moves.passes:
        yield PASS

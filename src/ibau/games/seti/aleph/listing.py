"""All moves at once, in the order of `nth`.

It goes by who is conquered; a group holds all that is conquered with the same re-entry square.
"""

from collections.abc import Iterator

from ibau.core.bits import members
from ibau.games.seti.aleph.rules import LIFT, MOVE, PASS, PLACE, Moves, reach, reentry_squares


def listed(moves: Moves) -> Iterator[int]:
    """The actions in the order of `nth`."""
    yield from (PLACE + square for square in members(moves.places))
    yield from (LIFT + square for square in members(moves.lifts))
    for source in members(moves.figures):
        figure = 1 << source
        squares, base = reach(moves, figure), MOVE + (source << 10)
        for target in members(squares & moves.targets):
            yield base + (target << 5)
        if prey := squares & moves.prey:
            again = tuple(members(reentry_squares(moves, figure)))
            yield from (base + (target << 5 | square + 1) for target in members(prey) for square in again)
    if moves.passes:
        yield PASS

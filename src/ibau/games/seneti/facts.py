"""How long a game of Seneti can be, and the symmetry of its board."""

from ibau.core.bits import members
from ibau.core.contract import Symmetry
from ibau.games.seneti.board import ROWS, SQUARES
from ibau.games.seneti.rules import EMPTY, EXIT, MASKS, MOVE, OFFSETS, WIDTHS, Position, Rules
from ibau.games.seneti.rulesets import Repetition


def longest_game(rules: Rules) -> int | None:
    """The lot, and as many plies as the cap allows (C19)."""
    return rules.max_plies + 1 if rules.max_plies else None


def memory(rules: Rules) -> int | None:
    """Occurrences that can come again: all of a game (C20)."""
    return longest_game(rules) if rules.repetition == Repetition.THREEFOLD_DRAW else 0


MIRRORED = (0, *(row[2 - row.index(square)] for square in SQUARES for row in ROWS if square in row))


def _mirrored_squares(squares: int) -> int:
    return sum(1 << MIRRORED[n] for n in members(squares))


def _mirrored_stacks(stacks: int) -> int:
    mirrored = EMPTY
    for square in SQUARES:
        if WIDTHS[square]:
            stack = stacks >> OFFSETS[square] & MASKS[square]
            mirrored ^= (stack ^ 1) << OFFSETS[MIRRORED[square]]
    return mirrored


def _mirrored_position(position: Position) -> Position:
    return position._replace(
        stacks=_mirrored_stacks(position.stacks),
        own=_mirrored_squares(position.own),
        enemy=_mirrored_squares(position.enemy),
        closed=_mirrored_squares(position.closed),
        full=_mirrored_squares(position.full),
    )


def _mirrored_action(action: int) -> int:
    if action < MOVE:
        return action // EXIT * EXIT + MIRRORED[action % EXIT]
    source, target = divmod(action - MOVE, 21)
    return MOVE + 21 * MIRRORED[source] + MIRRORED[target]


SYMMETRIES = (Symmetry("left-right", _mirrored_position, _mirrored_action),)

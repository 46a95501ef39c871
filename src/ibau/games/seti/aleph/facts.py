"""The symmetry of Seti-Aleph."""

from ibau.core.contract import Symmetry
from ibau.games.seti.aleph.rules import FILES, MOVE, PASS, SQUARES, Position, move_action, parts
from ibau.games.seti.figures import mirrored, mirrored_square


def _mirrored_position(position: Position) -> Position:
    return position._replace(
        own=mirrored(FILES, position.own),
        enemy=mirrored(FILES, position.enemy),
        pharaohs=mirrored(FILES, position.pharaohs),
        own_ships=mirrored(FILES, position.own_ships),
        enemy_ships=mirrored(FILES, position.enemy_ships),
        pending=mirrored(FILES, position.pending),
    )


def _mirrored_action(action: int) -> int:
    if action == PASS:
        return action
    if action < MOVE:
        return action // SQUARES * SQUARES + mirrored_square(FILES, action % SQUARES)
    source, target, reentry = parts(action)
    return move_action(mirrored(FILES, source), mirrored(FILES, target), mirrored(FILES, reentry))


SYMMETRIES = (Symmetry("left-right", _mirrored_position, _mirrored_action),)

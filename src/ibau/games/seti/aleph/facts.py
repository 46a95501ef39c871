"""How long a game of Seti-Aleph can be, and its symmetry."""

from ibau.core.contract import Symmetry
from ibau.games.seti.aleph.rules import FILES, MOVE, PASS, SQUARES, Position, Rules, move_action, parts
from ibau.games.seti.figures import mirrored, mirrored_square
from ibau.games.seti.options import Repetition


def longest_game(rules: Rules) -> int | None:
    """Without a bound: conquests restart the count (C8) and can be reversed."""
    return None


def memory(rules: Rules) -> int | None:
    """Occurrences that can come again: all of a game, which has no bound."""
    return 0 if rules.repetition == Repetition.OFF else None


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

"""How long a game of Seti-Beth can be, and its symmetry."""

from ibau.core.contract import Symmetry
from ibau.games.seti.beth.rules import FILES, PASS, SQUARES, Position, Rules
from ibau.games.seti.beth.rulesets import Pharaohs
from ibau.games.seti.figures import mirrored, mirrored_square
from ibau.games.seti.options import Repetition


def longest_game(rules: Rules) -> int | None:
    """A conquest restarts the count (C8), and each takes a figure; a pending arrival adds its answer (C6)."""
    figures = 10 if rules.pharaohs == Pharaohs.ONE else 12
    return figures * (rules.no_progress_plies + 1) if rules.no_progress_plies else None


def memory(rules: Rules) -> int | None:
    """Occurrences that can come again: those since the last conquest (C8), and the answer to an arrival (C6)."""
    if rules.repetition == Repetition.OFF:
        return 0
    return rules.no_progress_plies + 2 if rules.no_progress_plies else None


def _mirrored_position(position: Position) -> Position:
    return position._replace(
        own=mirrored(FILES, position.own),
        enemy=mirrored(FILES, position.enemy),
        pharaohs=mirrored(FILES, position.pharaohs),
        pending=mirrored(FILES, position.pending),
    )


def _mirrored_action(action: int) -> int:
    if action == PASS:
        return action
    source, target = divmod(action, SQUARES)
    return SQUARES * mirrored_square(FILES, source) + mirrored_square(FILES, target)


SYMMETRIES = (Symmetry("left-right", _mirrored_position, _mirrored_action),)

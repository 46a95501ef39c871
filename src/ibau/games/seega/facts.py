"""How long a game of Seega can be, and the symmetries of its board."""

from collections.abc import Callable

from ibau.core.bits import members
from ibau.core.contract import Symmetry
from ibau.games.seega.rules import ALL_PLACED, PIECES, STEP, STOP, Position, Rules, step
from ibau.games.seega.rulesets import BlockedRule, Repetition, SmallVictory

CAPTURES_AT_MOST = 2 * PIECES - 1


def longest_game(rules: Rules) -> int | None:
    """Most actions of a game: after placing, every capture can restart the quiet count (C33) or end a turn (C36)."""
    bounds: list[int] = []
    if rules.no_progress_plies:
        bounds.append((CAPTURES_AT_MOST + 1) * rules.no_progress_plies)
    if rules.max_turns and rules.blocked_rule != BlockedRule.EXTRA_TURNS:
        bounds.append(rules.max_turns + 2 * CAPTURES_AT_MOST)  # a turn is one step, or captures and a stop
    return 1 + ALL_PLACED + min(bounds) if bounds else None


def memory(rules: Rules) -> int | None:
    """Occurrences that can come again: those since the last capture, as many as there may be without one (C33, C40)."""
    if rules.repetition == Repetition.OFF:
        return 0
    return rules.no_progress_plies + 1 if rules.no_progress_plies else longest_game(rules)


def is_driven(rules: Rules) -> bool:
    """Does it end where nothing is captured (C33, C40), or can more pieces win before that (SEEGA-12, SEEGA-16)?"""
    if rules.repetition != Repetition.OFF or rules.no_progress_plies or rules.small_victory != SmallVictory.OFF:
        return True
    return bool(rules.grand_victory and rules.max_turns)


def _mirrored(name: str, square: Callable[[int, int], tuple[int, int]]) -> Symmetry:
    """A symmetry of the board from what it does to the file and rank of a square, both 0..4."""
    to = [file + 5 * rank for file, rank in (square(n % 5, n // 5) for n in range(25))]

    def bits(squares: int) -> int:
        return sum(1 << to[n] for n in members(squares))

    def position(position: Position) -> Position:
        return position._replace(own=bits(position.own), enemy=bits(position.enemy), runner=bits(position.runner))

    def action(action: int) -> int:
        if not STEP <= action < STOP:
            return to[action] if action < STEP else action
        source, direction = divmod(action - STEP, 4)
        arrival = bits(step(1 << source, direction))
        turned = next(d for d in range(4) if step(1 << to[source], d) == arrival)
        return STEP + 4 * to[source] + turned

    return Symmetry(name, position, action)


SYMMETRIES = (
    _mirrored("left-right", lambda file, rank: (4 - file, rank)),
    _mirrored("top-bottom", lambda file, rank: (file, 4 - rank)),
    _mirrored("diagonal", lambda file, rank: (rank, file)),
    _mirrored("antidiagonal", lambda file, rank: (4 - rank, 4 - file)),
    _mirrored("quarter turn", lambda file, rank: (rank, 4 - file)),
    _mirrored("half turn", lambda file, rank: (4 - file, 4 - rank)),
    _mirrored("three-quarter turn", lambda file, rank: (4 - rank, file)),
)

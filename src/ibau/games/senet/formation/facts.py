"""How long a formation game can be."""

from ibau.games.senet.formation.rules import PAWNS, Rules
from ibau.games.senet.formation.rulesets import ExtraThrows
from ibau.games.senet.track import LAST


def longest_game(rules: Rules) -> int | None:
    """Most actions: the lot, and throws and plies of all turns (C88).

    Within a turn pawns only come nearer to 1, so extra throws (C83) cannot outnumber the steps of all ten pawns.
    """
    if not rules.max_turns:
        return None
    throws = 1 if rules.extra_throws == ExtraThrows.NONE else PAWNS * LAST + 1
    return 1 + 2 * throws * rules.max_turns


def memory(rules: Rules) -> int | None:
    """None is needed: games with throws have no repetition rule (section 0)."""
    return 0

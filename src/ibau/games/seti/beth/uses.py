"""What of Seti-Beth's rules may matter in a game: told of a player's action."""

from ibau.core.phrase import N_
from ibau.core.uses import Use
from ibau.games.seti.beth.rules import FILES, PASS, SQUARES, Position, Rules
from ibau.games.seti.uses import arrives, is_diagonal, is_straight
from ibau.machine.rule import rule


@rule
def target_of(action: int) -> int:
    """Where a figure goes."""
    return 1 << action % SQUARES if action < PASS else 0


@rule
def conquers(rules: Rules, before: Position, action: int, after: Position) -> bool:
    """A figure is conquered (BETH-4)."""
    return before.enemy & target_of(action) != 0


@rule
def pharaoh_falls(rules: Rules, before: Position, action: int, after: Position) -> bool:
    """A pharaoh is conquered (BETH-4)."""
    return before.enemy & before.pharaohs & target_of(action) != 0


@rule
def answers(rules: Rules, before: Position, action: int, after: Position) -> bool:
    """A figure that has arrived is conquered (SETI-13)."""
    return before.pending != 0 and before.pending == target_of(action)


@rule
def steps_diagonally(rules: Rules, before: Position, action: int, after: Position) -> bool:
    """A pharaoh steps diagonally (SETI-1)."""
    if action == PASS:
        return False
    source = 1 << action // SQUARES
    return source & before.pharaohs != 0 and is_diagonal(FILES, source, target_of(action))


@rule
def goes_straight(rules: Rules, before: Position, action: int, after: Position) -> bool:
    """A priest goes two squares straight on (SETI-3)."""
    if action == PASS:
        return False
    source = 1 << action // SQUARES
    return not source & before.pharaohs and is_straight(FILES, source, target_of(action))


@rule
def blocked(rules: Rules, before: Position, action: int, after: Position) -> bool:
    """A player could not move (SETI-14)."""
    return action == PASS


USES = (
    Use("conquest", N_("A figure was conquered."), "BETH-4, S0 §9", conquers),
    Use("pharaoh", N_("A pharaoh was conquered."), "BETH-4, S0 §9", pharaoh_falls),
    Use("arrival", N_("A figure arrived on the last row."), "1.3.1, S0", arrives),
    Use("answer", N_("A figure that had arrived was conquered."), "SETI-13, S0", answers),
    Use("diagonal", N_("A pharaoh stepped diagonally."), "SETI-1, S0", steps_diagonally),
    Use("straight", N_("A high priest went two squares straight on."), "SETI-3, S0", goes_straight),
    Use("blocked", N_("A player could not move and had to pass."), "SETI-14, S0", blocked),
)

"""What of Seti-Beth's rules may matter in a game: told of what an action does."""

from ibau.core.phrase import N_
from ibau.core.uses import Use
from ibau.games.seti.beth.rules import FILES, Deed, Position, Rules
from ibau.games.seti.uses import answers, arrives, conquers, is_diagonal, is_straight
from ibau.machine.rule import rule


@rule
def pharaoh_falls(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A pharaoh is conquered (BETH-4)."""
    return deed.taken & before.pharaohs != 0


@rule
def steps_diagonally(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A pharaoh steps diagonally (SETI-1)."""
    return deed.source & before.pharaohs != 0 and is_diagonal(FILES, deed.source, deed.arrival)


@rule
def goes_straight(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A priest goes two squares straight on (SETI-3)."""
    return deed.source & ~before.pharaohs != 0 and is_straight(FILES, deed.source, deed.arrival)


@rule
def blocked(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A player could not move (SETI-14)."""
    return not deed.source


USES = (
    Use("conquest", N_("A figure was conquered."), "BETH-4, S0 §9", conquers, N_("figures conquered")),
    Use("pharaoh", N_("A pharaoh was conquered."), "BETH-4, S0 §9", pharaoh_falls),
    Use("arrival", N_("A figure arrived on the last row."), "1.3.1, S0", arrives, N_("arrivals")),
    Use("answer", N_("A figure that had arrived was conquered."), "SETI-13, S0", answers),
    Use("diagonal", N_("A pharaoh stepped diagonally."), "SETI-1, S0", steps_diagonally),
    Use("straight", N_("A high priest went two squares straight on."), "SETI-3, S0", goes_straight),
    Use("blocked", N_("A player could not move and had to pass."), "SETI-14, S0", blocked),
)

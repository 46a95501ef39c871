"""What of Seti-Aleph's rules may matter in a game: told of what an action does."""

from ibau.core.phrase import N_
from ibau.core.uses import Use
from ibau.games.seti.aleph.rules import (
    END_ROWS,
    FILES,
    Deed,
    Kind,
    Position,
    Rules,
    moves,
    reentry_squares,
)
from ibau.games.seti.aleph.rulesets import ReentryChoice
from ibau.games.seti.figures import reach_3
from ibau.games.seti.uses import answers, arrives, conquers, is_diagonal, is_straight
from ibau.machine.rule import rule


@rule
def chooses_reentry(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A conquered figure may enter again on several squares (SETI-8, C3)."""
    if not deed.taken:
        return False
    any_square = moves(rules._replace(reentry_choice=ReentryChoice.ANY), before)
    return reentry_squares(any_square, deed.source).bit_count() > 1


@rule
def takes_ship(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A lone ship is conquered (SETI-12)."""
    return deed.kind == Kind.MOVE and deed.ship != 0


@rule
def places(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A ship is placed (SETI-16)."""
    return deed.kind == Kind.PLACE


@rule
def lifts(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A ship is taken back (SETI-16)."""
    return deed.kind == Kind.LIFT


@rule
def places_under_enemy(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A ship is placed under an enemy figure (SETI-4, C4)."""
    return deed.kind == Kind.PLACE and deed.ship & before.enemy != 0


@rule
def places_on_end_row(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A ship is placed on an end row (SETI-5, C5)."""
    return deed.kind == Kind.PLACE and deed.ship & END_ROWS != 0


@rule
def ship_protects(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A figure could not be conquered because a ship lay under it (SETI-4)."""
    safe = before.enemy & (before.own_ships | before.enemy_ships)
    figures = before.own if safe else 0
    while figures:
        figure = figures & -figures
        if reach_3(figure, before.pharaohs, rules.pharaoh_diagonal, rules.priest_orthogonal) & safe:
            return True
        figures ^= figure
    return False


@rule
def onto_own_ship(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A figure steps onto a lone ship of its own side (SETI-6)."""
    return deed.arrival & before.own_ships != 0


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
    """A player could not act (SETI-14)."""
    return deed.kind == Kind.PASS


USES = (
    Use("conquest", N_("A figure changed sides."), "SETI-8, S0 §6", conquers, N_("figures won over")),
    Use(
        "reentry", N_("A conquered figure could enter again on several squares."), "SETI-8, C3, S0 §6", chooses_reentry
    ),
    Use("ship_placed", N_("A ship was placed."), "SETI-16, S0 §5", places),
    Use("ship_lifted", N_("A ship was taken back."), "SETI-16, S0 §5", lifts),
    Use("ship_taken", N_("A lone ship was conquered."), "SETI-12, S0", takes_ship),
    Use("ship_protects", N_("A figure was safe because a ship lay under it."), "SETI-4, S0 §5", ship_protects),
    Use("ship_under_enemy", N_("A ship was placed under an enemy figure."), "SETI-4, C4, S0 §5c", places_under_enemy),
    Use("ship_on_end_row", N_("A ship was placed on an end row."), "SETI-5, C5, S0 §5c", places_on_end_row),
    Use("onto_ship", N_("A figure stepped onto a lone ship of its own side."), "SETI-6, S0 §5c", onto_own_ship),
    Use("arrival", N_("A figure arrived on the last row."), "1.3.1, S0", arrives, N_("arrivals")),
    Use("answer", N_("A figure that had arrived was conquered."), "SETI-13, S0", answers),
    Use("diagonal", N_("A pharaoh stepped diagonally."), "SETI-1, S0", steps_diagonally),
    Use("straight", N_("A high priest went two squares straight on."), "SETI-3, S0", goes_straight),
    Use("blocked", N_("A player could not act and had to pass."), "SETI-14, S0", blocked),
)

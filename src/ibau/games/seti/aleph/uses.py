"""What of Seti-Aleph's rules may matter in a game: told of a player's action."""

from ibau.core.phrase import N_
from ibau.core.uses import Use
from ibau.games.seti.aleph.rules import (
    END_ROWS,
    FILES,
    LIFT,
    MOVE,
    PASS,
    Position,
    Rules,
    moves,
    parts,
    reentry_squares,
)
from ibau.games.seti.figures import reach_3
from ibau.games.seti.uses import arrives, is_diagonal, is_straight
from ibau.machine.rule import rule


@rule
def is_move(action: int) -> bool:
    """Does a figure move?"""
    return MOVE <= action < PASS


@rule
def source_of(action: int) -> int:
    """Where a figure comes from."""
    return parts(action)[0] if is_move(action) else 0


@rule
def target_of(action: int) -> int:
    """Where a figure goes."""
    return parts(action)[1] if is_move(action) else 0


@rule
def conquers(rules: Rules, before: Position, action: int, after: Position) -> bool:
    """A figure changes sides (SETI-8)."""
    return before.enemy & target_of(action) != 0


@rule
def chooses_reentry(rules: Rules, before: Position, action: int, after: Position) -> bool:
    """A conquered figure may enter again on several squares (SETI-8, C3)."""
    if not before.enemy & target_of(action):
        return False
    any_square = moves(rules._replace(reentry_choice=0), before)
    return reentry_squares(any_square, source_of(action)).bit_count() > 1


@rule
def takes_ship(rules: Rules, before: Position, action: int, after: Position) -> bool:
    """A lone ship is conquered (SETI-12)."""
    return before.enemy_ships & target_of(action) != 0


@rule
def places(rules: Rules, before: Position, action: int, after: Position) -> bool:
    """A ship is placed (SETI-16)."""
    return action < LIFT


@rule
def lifts(rules: Rules, before: Position, action: int, after: Position) -> bool:
    """A ship is taken back (SETI-16)."""
    return LIFT <= action < MOVE


@rule
def places_under_enemy(rules: Rules, before: Position, action: int, after: Position) -> bool:
    """A ship is placed under an enemy figure (SETI-4, C4)."""
    return action < LIFT and 1 << action & before.enemy != 0


@rule
def places_on_end_row(rules: Rules, before: Position, action: int, after: Position) -> bool:
    """A ship is placed on an end row (SETI-5, C5)."""
    return action < LIFT and 1 << action & END_ROWS != 0


@rule
def ship_protects(rules: Rules, before: Position, action: int, after: Position) -> bool:
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
def onto_own_ship(rules: Rules, before: Position, action: int, after: Position) -> bool:
    """A figure steps onto a lone ship of its own side (SETI-6)."""
    return before.own_ships & target_of(action) != 0


@rule
def answers(rules: Rules, before: Position, action: int, after: Position) -> bool:
    """A figure that has arrived is conquered (SETI-13)."""
    return before.pending != 0 and before.pending == target_of(action)


@rule
def steps_diagonally(rules: Rules, before: Position, action: int, after: Position) -> bool:
    """A pharaoh steps diagonally (SETI-1)."""
    source = source_of(action)
    return source & before.pharaohs != 0 and is_diagonal(FILES, source, target_of(action))


@rule
def goes_straight(rules: Rules, before: Position, action: int, after: Position) -> bool:
    """A priest goes two squares straight on (SETI-3)."""
    source = source_of(action)
    return source & ~before.pharaohs != 0 and is_straight(FILES, source, target_of(action))


@rule
def blocked(rules: Rules, before: Position, action: int, after: Position) -> bool:
    """A player could not act (SETI-14)."""
    return action == PASS


USES = (
    Use("conquest", N_("A figure changed sides."), "SETI-8, S0 §6", conquers),
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
    Use("arrival", N_("A figure arrived on the last row."), "1.3.1, S0", arrives),
    Use("answer", N_("A figure that had arrived was conquered."), "SETI-13, S0", answers),
    Use("diagonal", N_("A pharaoh stepped diagonally."), "SETI-1, S0", steps_diagonally),
    Use("straight", N_("A high priest went two squares straight on."), "SETI-3, S0", goes_straight),
    Use("blocked", N_("A player could not act and had to pass."), "SETI-14, S0", blocked),
)

"""What of Seega's rules may matter in a game: told of what an action does whatever the options make of it."""

from ibau.core.phrase import N_
from ibau.core.uses import Use
from ibau.games.seega.rules import (
    BOARD,
    CENTRE,
    Deed,
    Kind,
    Position,
    Rules,
    can_capture,
    can_step,
    captured_by,
    capturing_squares,
    empty_squares,
    has_dividing_line,
    neighbours,
    prey,
    sealed_squares,
    step,
)
from ibau.machine.rule import rule


@rule
def moved(before: Position, deed: Deed) -> int:
    """The own pieces after a step."""
    return before.own ^ deed.source | deed.arrival


@rule
def left(before: Position, deed: Deed) -> int:
    """The enemy pieces after it."""
    return before.enemy ^ deed.taken


@rule
def between(arrival: int, own: int, enemy: int) -> int:
    """Enemies between the arriving piece and another own piece, refuge or not."""
    taken = 0
    for direction in range(4):
        victim = step(arrival, direction) & enemy
        if step(victim, direction) & own:
            taken |= victim
    return taken


@rule
def captures(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A step captures (7.3)."""
    return deed.kind == Kind.STEP and deed.taken != 0


@rule
def captures_several(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """It captures two or three at once (SEEGA-7)."""
    return deed.kind == Kind.STEP and deed.taken.bit_count() > 1


@rule
def captures_on(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """The piece that captured could capture again (SEEGA-5)."""
    if not captures(rules, before, deed, after):
        return False
    return can_capture(rules, deed.arrival, moved(before, deed), left(before, deed))


@rule
def could_capture(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A piece could capture, and there was another step too (SEEGA-4)."""
    if deed.kind != Kind.STEP or before.runner:
        return False
    empty = empty_squares(before)
    squares = empty & capturing_squares(rules, before.own, before.enemy)
    if not can_step(before.own, squares):
        return False
    return neighbours(before.own) & empty & ~squares != 0


@rule
def refuge(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A piece on the centre stood between two enemies (SEEGA-8)."""
    if deed.kind != Kind.STEP or not before.enemy & CENTRE:
        return False
    return between(deed.arrival, moved(before, deed), before.enemy) & CENTRE != 0


@rule
def centre_helps(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A piece on the centre was needed to have an enemy between two (SEEGA-8, C28)."""
    if deed.kind != Kind.STEP:
        return False
    own, arrival = moved(before, deed), deed.arrival
    if not own & CENTRE & ~arrival:
        return False
    victims = prey(rules, before.enemy)
    return between(arrival, own, victims) != between(arrival, own & ~CENTRE, victims)


@rule
def blocked(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A player could not move (SEEGA-9)."""
    return deed.kind == Kind.PASS


@rule
def leaves_blocked(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A step left the other side without one (SEEGA-9)."""
    if deed.kind != Kind.STEP:
        return False
    own, enemy = moved(before, deed), left(before, deed)
    return enemy != 0 and not neighbours(enemy) & BOARD & ~(own | enemy)


@rule
def wall(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A step left its side with a line across the board, no enemy on one side of it (SEEGA-12)."""
    if deed.kind != Kind.STEP:
        return False
    return has_dividing_line(moved(before, deed), left(before, deed))


@rule
def seals_off(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A step left its side with a wall of any shape before three empty squares (C32)."""
    if deed.kind != Kind.STEP:
        return False
    own, enemy = moved(before, deed), left(before, deed)
    if (BOARD & ~(own | enemy | neighbours(enemy))).bit_count() < 3:
        return False
    return sealed_squares(own, enemy).bit_count() >= 3


@rule
def placed_around(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A piece was placed so that an enemy stood between two (SEEGA-11)."""
    if deed.kind != Kind.PLACE:
        return False
    return captured_by(rules, deed.arrival, before.own | deed.arrival, before.enemy) != 0


USES = (
    Use("capture", N_("A step captured."), "7.3, S4", captures, N_("captures")),
    Use("capture_several", N_("A step captured two or three pieces at once."), "SEEGA-7, S4", captures_several),
    Use("chain", N_("The piece that had captured could capture again."), "SEEGA-5, S4", captures_on),
    Use("must_capture", N_("There was a capture and another step to choose from."), "SEEGA-4, S4", could_capture),
    Use("refuge", N_("A piece on the centre stood between two enemies."), "SEEGA-8, S4", refuge),
    Use("centre_helper", N_("A piece on the centre was needed for a capture."), "SEEGA-8, C28, S4", centre_helps),
    Use("blocked", N_("A player could not move and had to pass."), "SEEGA-9, S4", blocked),
    Use("leaves_blocked", N_("A step left the other side without a move."), "SEEGA-9, S4", leaves_blocked),
    Use("wall", N_("A line of one side's pieces cut the board in two."), "SEEGA-12, S4", wall),
    Use("sealed", N_("A wall of any shape kept the enemy from three empty squares."), "C32, S4", seals_off),
    Use("placed_around", N_("A piece was placed so that an enemy was between two."), "SEEGA-11, S4", placed_around),
)

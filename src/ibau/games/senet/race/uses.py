"""What of the race's rules and houses may matter in a game: told of what an action does whatever the options say."""

from ibau.core.outcome import FIRST
from ibau.core.phrase import N_
from ibau.core.uses import Use
from ibau.games.senet.race.rules import (
    NINE,
    Deed,
    Kind,
    Position,
    Rules,
    backward_pawns,
    forward_pawns,
    keeps_turn,
    landing_squares,
)
from ibau.games.senet.track import HOUSES, WATER, protected, walled_off_ahead, walls
from ibau.machine.rule import rule


@rule
def ahead(before: Position) -> int:
    """Enemy pawns that a throw would hit."""
    return before.enemy & before.own << before.throw


@rule
def hits(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A pawn is hit (5.1)."""
    return deed.taken != 0


@rule
def pair(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A pawn could not be hit because it stood next to another one (SA1-5)."""
    return ahead(before) & protected(before.enemy, rules.corner_adjacency) & ~HOUSES != 0


@rule
def house(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A lone pawn could not be hit because it stood in a house (SA1-5)."""
    return ahead(before) & HOUSES & ~protected(before.enemy, rules.corner_adjacency) != 0


@rule
def wall(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """Three pawns in a row stopped one that could have moved (SA1-9)."""
    stopped = walled_off_ahead(walls(before.enemy, rules.corner_adjacency), before.throw)
    return before.own & landing_squares(rules, before.own, before.enemy) >> before.throw & stopped != 0


@rule
def corner(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """Whether pawns round a corner of the way stand beside each other made a difference to the moves (C69)."""
    cut, joined = rules._replace(corner_adjacency=False), rules._replace(corner_adjacency=True)
    if forward_pawns(cut, before) != forward_pawns(joined, before):
        return True
    return backward_pawns(cut, before) != backward_pawns(joined, before) and not forward_pawns(rules, before)


@rule
def water(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A pawn came into the water (SA1-4)."""
    return deed.washed != 0


@rule
def goes_back(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """No pawn could go forward, and one went back (SA1-10)."""
    return deed.kind == Kind.BACKWARD


@rule
def back_into_water(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A pawn could only go back, and into the water (C76)."""
    if forward_pawns(rules, before):
        return False
    return backward_pawns(rules._replace(retreat_into_water=True), before) & WATER << before.throw != 0


@rule
def blocked(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """No pawn could move (SA1-11)."""
    return deed.kind == Kind.PASS


@rule
def blocked_again(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """No pawn could move by a throw that throws again (C75)."""
    return deed.kind == Kind.PASS and keeps_turn(before.throw)


@rule
def from_nine(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """Light's first throw had to move the pawn on 9, and could have moved another one (SA1-2, C43)."""
    if not before.fresh or before.player != FIRST:
        return False
    pawns = forward_pawns(rules, before)
    return pawns & NINE != 0 and pawns != NINE


@rule
def leaves(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A pawn left the board (SA1-6)."""
    return deed.off != 0


USES = (
    Use("hit", N_("A pawn was hit."), "5.1, S3", hits, N_("pawns hit")),
    Use("pair", N_("A pawn was safe because it stood next to another one."), "SA1-5, S3", pair),
    Use("house", N_("A lone pawn was safe because it stood in a house."), "SA1-5, S3", house),
    Use("wall", N_("Three pawns in a row stopped a pawn."), "SA1-9, S3", wall),
    Use("corner", N_("Whether a row goes on round a corner made a difference."), "C69, S3", corner),
    Use("water", N_("A pawn fell into the water."), "SA1-4, S3", water, N_("pawns in the water")),
    Use("back", N_("No pawn could go forward, and one went back."), "SA1-10, S3", goes_back),
    Use("back_into_water", N_("A pawn could only go back into the water."), "C76, S3", back_into_water),
    Use("blocked", N_("No pawn could move."), "SA1-11, S3", blocked),
    Use("blocked_again", N_("No pawn could move by a throw that throws again."), "SA1-11, C75, S3", blocked_again),
    Use("nine", N_("The first throw had to move the pawn on 9 and could have moved another."), "SA1-2, C43", from_nine),
    Use("off", N_("A pawn left the board."), "SA1-6, S3", leaves, N_("pawns taken home")),
)

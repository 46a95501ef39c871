"""What of the Geoludie game's rules and houses may matter in a game: told of an action whatever the options say."""

from ibau.core.phrase import N_
from ibau.core.uses import Use
from ibau.games.senet.geoludie.position import (
    LONGEST_SHARE,
    OFF,
    SAFE,
    UP_TO_STOP,
    WAITING,
    Deed,
    Kind,
    Position,
    Rules,
    shares_left,
    unused_pawns,
    whole_throws,
)
from ibau.games.senet.geoludie.squares import next_block
from ibau.games.senet.track import BOARD, HOUSES, protected, walls
from ibau.machine.rule import rule


@rule
def squares_ahead(rules: Rules, before: Position) -> int:
    """Where the shares that are left would take pawns if nothing stood in their way."""
    shares, pawns, found = shares_left(rules, before), unused_pawns(rules, before), 0
    while pawns:
        pawn = pawns & -pawns
        found |= pawn * shares.before
        pawns ^= pawn
    return found & BOARD


@rule
def stopped_by(rules: Rules, before: Position, found: int) -> bool:
    """Would a share take a pawn past one of these blocks?"""
    shares, pawns = shares_left(rules, before), unused_pawns(rules, before) if found else 0
    while pawns:
        pawn = pawns & -pawns
        block = next_block(found & ~(pawn | pawn >> 1 | pawn >> 2), pawn)
        if block and pawn * shares.before & BOARD & ~before.own & ~((block << 3) - 1):
            return True
        pawns ^= pawn
    return False


@rule
def swaps(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A pawn goes forward onto an enemy's square (4.1)."""
    return deed.kind == Kind.FORWARD and deed.taken != 0


@rule
def swaps_back(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A pawn that goes back changes places with an enemy (SG-6, C65)."""
    return deed.kind != Kind.FORWARD and deed.taken != 0


@rule
def returns(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A rest is taken straight back (SG-5)."""
    return deed.kind == Kind.BACK


@rule
def bounces(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A pawn goes forward and then back (SG-7, C64)."""
    return deed.kind == Kind.BOUNCE


@rule
def leaves_house_backwards(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A pawn goes back out of 26 to 30 (SG-13)."""
    return deed.kind == Kind.BACK and deed.source & HOUSES != 0


@rule
def water(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A pawn comes into the water (SG-11)."""
    return deed.washed != 0


@rule
def pair(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A pawn was safe beside another one (SG-15)."""
    if not before.playing:
        return False
    return squares_ahead(rules, before) & protected(before.enemy, rules.corner_adjacency) != 0


@rule
def safe_house(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A share led to a lone enemy in a house (SG-12, C68)."""
    if not before.playing or not before.enemy & SAFE:
        return False
    lone = before.enemy & SAFE & ~protected(before.enemy, rules.corner_adjacency)
    return squares_ahead(rules, before) & UP_TO_STOP & lone != 0


@rule
def corner(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A share led to an enemy whose neighbour is around a corner (C69)."""
    across = protected(before.enemy, 1) & ~protected(before.enemy, 0)
    return before.playing != 0 and across != 0 and squares_ahead(rules, before) & across != 0


@rule
def wall(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """Three enemies in a row stopped a pawn (SG-8)."""
    return before.playing != 0 and stopped_by(rules, before, walls(before.enemy, rules.corner_adjacency))


@rule
def own_wall(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """Three pawns in a row stood before one of their own side (SG-8, C71)."""
    return before.playing != 0 and stopped_by(rules, before, walls(before.own, rules.corner_adjacency))


@rule
def stop(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A share would have taken a pawn past 26 (SG-10)."""
    if not before.playing:
        return False
    shares, pawns = shares_left(rules, before), unused_pawns(rules, before) & UP_TO_STOP >> 1
    while pawns:
        pawn = pawns & -pawns
        if pawn * shares.before & BOARD & ~UP_TO_STOP & ~before.own:
            return True
        pawns ^= pawn
    return False


@rule
def waits(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A pawn on 28 or 29 could have gone on within the houses (SG-18, C67)."""
    pawns = unused_pawns(rules, before) & WAITING if before.playing else 0
    houses = shares_left(rules, before).houses
    return pawns * houses & BOARD & ~(before.own | before.enemy) != 0


@rule
def leaves_by_share(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A part of the sum, but no whole throw, would have taken a pawn off (SG-14, C57)."""
    if not before.playing:
        return False
    parts = (2 << min(before.rest, LONGEST_SHARE)) - 2 & ~whole_throws(before)
    return (unused_pawns(rules, before) & HOUSES) * parts & OFF != 0


@rule
def several_shares(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """The sum was shared out among several pawns (SG-1, SG-3)."""
    return after.playing != 0 and after.advanced != 0 and after.rest > 0 and after.player == before.player


@rule
def at_once(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A throw could be played at once (C51)."""
    return before.throw != 0


@rule
def lost(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A rest was lost (SG-5)."""
    return deed.kind == Kind.PASS


USES = (
    Use(
        "hit",
        N_("A pawn went forward onto an enemy's square, and the two changed places."),
        "4.1, S2",
        swaps,
        N_("pawns hit"),
    ),
    Use("back", N_("A remainder was taken straight back."), "SG-5, S2", returns),
    Use("bounce", N_("A pawn went forward and then back."), "SG-7, C64, S2", bounces),
    Use("back_swap", N_("A pawn that went back changed places with an enemy."), "SG-6, C65, S2", swaps_back),
    Use("house_retreat", N_("A pawn went back out of 26 to 30."), "SG-13, C66, S2", leaves_house_backwards),
    Use("water", N_("A pawn fell into the water."), "SG-11, S2", water, N_("pawns in the water")),
    Use("pair", N_("A pawn was safe because it stood next to another one."), "SG-15, S2", pair),
    Use("house", N_("A share led to a lone enemy in a house."), "SG-12, C68, S2", safe_house),
    Use("corner", N_("A share led to an enemy whose neighbour stood round a corner."), "C69, S2", corner),
    Use("wall", N_("Three pawns in a row stopped a pawn."), "SG-8, S2", wall),
    Use("own_wall", N_("Three pawns in a row stood in front of one of their own side."), "SG-8, C71, S2", own_wall),
    Use("stop", N_("A share was too large to end on 26."), "SG-10, S2", stop),
    Use("house_step", N_("A pawn on 28 or 29 could have gone on to another house."), "SG-18, C67, S2", waits),
    Use(
        "exit_share",
        N_("A part of the sum, but no whole throw, would have taken a pawn off."),
        "SG-14, C57, S2",
        leaves_by_share,
    ),
    Use("shared", N_("The sum was shared out among several moves."), "SG-1, SG-3, S2", several_shares),
    Use("at_once", N_("A throw could be played at once."), "C51, S2", at_once),
    Use("lost", N_("A remainder was lost."), "SG-5, C63, S2", lost),
)

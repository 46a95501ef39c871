"""Why an action of the race may be good."""

from ibau.core.bits import index
from ibau.core.contract import Reason
from ibau.core.outcome import other
from ibau.core.phrase import N_, Phrase
from ibau.games.senet import reasons
from ibau.games.senet.race.rules import Deed, Kind, Position, Rules, forward_pawns, moves
from ibau.games.senet.sides import pawns_of, side
from ibau.games.senet.track import HOUSES, ROW_3, SIX_SCALE, WATER, protected, walls


def bears_off(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """A pawn leaves the board."""
    return reasons.off_the_board() if deed.off else None


def hits(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It changes places with an enemy pawn."""
    return reasons.hit(side(other(deed.player)), index(deed.source), index(deed.taken)) if deed.taken else None


def escapes(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """Some throw could hit the pawn, and none can where it goes."""
    own, enemy = pawns_of(after, deed.player)
    if not deed.arrival & own or not in_danger(rules, before, before.own, before.enemy) & deed.source:
        return None
    if in_danger(rules, before, own, enemy) & deed.arrival:
        return None
    return reasons.escape(index(deed.source), index(deed.arrival))


def takes_refuge(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It comes to a house where no pawn is hit."""
    if not deed.arrival & HOUSES & ~WATER or deed.source & HOUSES:
        return None
    return Phrase(N_("On {arrival} no pawn can be hit."), {"arrival": index(deed.arrival)})


def shelters(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It comes to stand beside a pawn of its own, and its side had none there."""
    own, _ = pawns_of(after, deed.player)
    if not deed.arrival & own & ~HOUSES or protected(before.own, rules.corner_adjacency) & deed.source:
        return None
    partner = reasons.partner_of(deed.arrival, own, rules.corner_adjacency)
    return reasons.shelter(index(deed.arrival), partner) if partner else None


def builds_wall(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """Three stand in a row that did not, before an enemy pawn."""
    own, enemy = pawns_of(after, deed.player)
    found = walls(own, rules.corner_adjacency) & ~walls(before.own, rules.corner_adjacency)
    lowest = found & -found
    return reasons.wall(index(lowest)) if enemy & lowest - 1 and found else None


def leaves_none_in_danger(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """Whatever is thrown next, nothing can be hit."""
    if deed.kind == Kind.PASS or in_danger(rules, before, *pawns_of(after, deed.player)):
        return None
    return Phrase(N_("After it no throw can hit any of your pawns."))


def comes_last(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """The hindmost pawn comes on; none may leave before all are on the last row."""
    hindmost = before.own & -before.own
    if deed.kind != Kind.FORWARD or deed.washed or deed.source != hindmost or deed.source & ROW_3:
        return None
    return Phrase(N_("It brings the last pawn on: none can leave until all are on the last row."))


def stays_dry(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """Another pawn would go into the water."""
    legal = moves(rules, before)
    wet = (legal.forward << before.throw | legal.backward >> before.throw) & WATER
    return reasons.dry() if wet and not deed.washed else None


REASONS: tuple[Reason, ...] = (
    bears_off,
    hits,
    escapes,
    takes_refuge,
    shelters,
    builds_wall,
    leaves_none_in_danger,
    stays_dry,
    comes_last,
)


def in_danger(rules: Rules, position: Position, own: int, enemy: int) -> int:
    """Own pawns that the other side could hit with one throw or another."""
    found = 0
    for throw in SIX_SCALE:
        theirs = position._replace(own=enemy, enemy=own, player=other(position.player), throw=throw)
        found |= forward_pawns(rules, theirs) << throw & own
    return found

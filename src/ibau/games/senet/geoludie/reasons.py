"""Why an action of the Geoludie game may be good."""

from ibau.core.bits import index, members
from ibau.core.contract import Reason
from ibau.core.outcome import other
from ibau.core.phrase import N_, Phrase
from ibau.games.senet import reasons
from ibau.games.senet.geoludie.legal import moves
from ibau.games.senet.geoludie.position import SAFE, STOP, Deed, Kind, Position, Rules, Shares
from ibau.games.senet.geoludie.rulesets import SafeHouses
from ibau.games.senet.geoludie.squares import forward_squares, landing_squares
from ibau.games.senet.sides import odd_or_even, pawns_of
from ibau.games.senet.track import LAST, WATER, protected, walls

ANY_THROW = Shares(0b111110, 0b111110, 0b111110)


def bears_off(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """A pawn leaves the board."""
    return reasons.off_the_board() if deed.off else None


def hits(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It changes places with an enemy pawn ahead."""
    if not deed.taken > deed.source:
        return None
    return reasons.hit(odd_or_even(other(deed.player)), index(deed.source), index(deed.taken))


def escapes(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """A throw could hit the pawn, and none can where it goes."""
    own, enemy = pawns_of(after, deed.player)
    if not deed.arrival & own or not in_danger(rules, before, before.own, before.enemy) & deed.source:
        return None
    if in_danger(rules, before, own, enemy) & deed.arrival:
        return None
    return reasons.escape(index(deed.source), index(deed.arrival))


def stops_on_26(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It has come to where every pawn must stop."""
    if not deed.source < deed.arrival == STOP:
        return None
    return Phrase(N_("It reaches 26, where every pawn has to stop."))


def takes_shelter(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It comes to a house where no pawn is hit, if the rules know any."""
    if rules.safe_houses != SafeHouses.HOUSES or not deed.arrival & SAFE or deed.source & SAFE:
        return None
    return Phrase(N_("On {arrival} no pawn can be hit."), {"arrival": index(deed.arrival)})


def shelters(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It comes to stand beside a pawn of its own, and had none beside it."""
    own, _ = pawns_of(after, deed.player)
    if not deed.arrival & own or protected(before.own, rules.corner_adjacency) & deed.source:
        return None
    partner = reasons.partner_of(deed.arrival, own, rules.corner_adjacency)
    return reasons.shelter(index(deed.arrival), partner) if partner else None


def builds_wall(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """Three stand in a row that did not, before an enemy pawn."""
    own, enemy = pawns_of(after, deed.player)
    found = walls(own, rules.corner_adjacency) & ~walls(before.own, rules.corner_adjacency)
    lowest = found & -found
    return reasons.wall(index(lowest)) if found and enemy & lowest - 1 else None


def stays_dry(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """Another move would end in the water."""
    wet = any(squares & WATER for squares in moves(rules, before).sets)
    return reasons.dry() if wet and not deed.washed else None


def nears_the_end(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It comes to a house that a smaller throw leaves from."""
    if not STOP <= deed.source < deed.arrival or deed.washed:
        return None
    values = {"arrival": index(deed.arrival), "throw": LAST + 1 - index(deed.arrival)}
    return Phrase(N_("From {arrival} a {throw} takes it off the board."), values)


def keeps_throw(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """A throw is kept."""
    if deed.kind != Kind.KEEP:
        return None
    return Phrase(N_("Kept for the sum, the {throw} can help another pawn."), {"throw": before.throw})


REASONS: tuple[Reason, ...] = (
    bears_off,
    hits,
    escapes,
    takes_shelter,
    shelters,
    builds_wall,
    stops_on_26,
    stays_dry,
    nears_the_end,
    keeps_throw,
)


def in_danger(rules: Rules, position: Position, own: int, enemy: int) -> int:
    """Own pawns that the other side could hit with one throw or another."""
    theirs = position._replace(own=enemy, enemy=own, player=other(position.player))
    landing = landing_squares(rules, enemy, own)
    reached = 0
    for square in members(enemy):
        reached |= forward_squares(rules, theirs, landing, 1 << square, ANY_THROW)
    return reached & own

"""Why an action of the formation game may be good."""

from ibau.core.bits import index
from ibau.core.contract import Reason
from ibau.core.outcome import other
from ibau.core.phrase import N_, Phrase
from ibau.games.senet import reasons
from ibau.games.senet.formation import uses
from ibau.games.senet.formation.rules import Deed, Kind, Position, Rules, advancing_pawns, moves, targets
from ibau.games.senet.sides import pawns_of, side
from ibau.games.senet.track import FIVE_SCALE


def leads(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It is the first to reach 1."""
    if not uses.leads(rules, before, deed, after):
        return None
    return Phrase(N_("Whoever is first on 1 leads: that is worth 5 points and the odd squares."))


def unsettles(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It hits a pawn that fills one of its squares."""
    if not deed.taken & targets(before.leader, other(deed.player)):
        return None
    values = {"other": side(other(deed.player)), "arrival": index(deed.taken)}
    return Phrase(N_("It sends {other} off {arrival}, a square that {other} has to fill."), values)


def fills_in_order(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It fills the lowest free square of its side."""
    free = targets(before.leader, deed.player) & ~before.own
    if not deed.arrival & free & -free:
        return None
    return Phrase(N_("It fills {arrival}, the furthest of your free squares."), {"arrival": index(deed.arrival)})


def fills(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It fills a square and leaves none."""
    aims = targets(before.leader, deed.player)
    if deed.source & aims or not deed.arrival & aims:
        return None
    return Phrase(N_("It fills {arrival}, one of your squares."), {"arrival": index(deed.arrival)})


def hits(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It sends a pawn off the board."""
    if not deed.taken:
        return None
    values = {"other": side(other(deed.player)), "arrival": index(deed.taken)}
    return Phrase(N_("It sends {other}'s pawn on {arrival} off the board."), values)


def escapes(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """Some throw could hit the pawn, and none can where it goes."""
    if not in_danger(rules, before, before.own, before.enemy) & deed.source:
        return None
    if in_danger(rules, before, *pawns_of(after, deed.player)) & deed.arrival:
        return None
    return reasons.escape(index(deed.source), index(deed.arrival))


def stays(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """Every move would leave a square that is filled."""
    if deed.kind != Kind.STAY:
        return None
    return Phrase(N_("Every move would take a pawn off a square that it fills."))


def keeps_squares(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """Another pawn would leave a square that it fills, and this leaves none."""
    aims = targets(before.leader, deed.player)
    if deed.source & aims or not moves(rules, before).pawns & aims or deed.kind == Kind.STAY:
        return None
    return Phrase(N_("It leaves the squares filled that your pawns fill."))


def enters(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """A pawn comes onto the board."""
    return Phrase(N_("It brings a pawn in: a formation takes all ten.")) if deed.kind == Kind.ENTER else None


REASONS: tuple[Reason, ...] = (
    leads,
    unsettles,
    fills_in_order,
    fills,
    hits,
    escapes,
    stays,
    enters,
    keeps_squares,
)


def in_danger(rules: Rules, position: Position, own: int, enemy: int) -> int:
    """Own pawns that the other side could hit with one throw or another."""
    if position.filling:
        return 0
    found = 0
    for throw in FIVE_SCALE:
        theirs = position._replace(own=enemy, enemy=own, player=other(position.player), throw=throw)
        found |= advancing_pawns(rules, theirs) >> throw & own
    return found

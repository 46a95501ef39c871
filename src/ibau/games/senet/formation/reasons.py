"""Why an action of the formation game may be good."""

from ibau.core.bits import index
from ibau.core.contract import Reason
from ibau.core.outcome import NOBODY, other
from ibau.core.phrase import N_, Phrase
from ibau.games.senet import reasons
from ibau.games.senet.formation.rules import (
    ENTER,
    GOAL,
    STAY,
    Position,
    Rules,
    advancing_pawns,
    entry_square,
    moves,
    targets,
)
from ibau.games.senet.sides import side
from ibau.games.senet.track import FIVE_SCALE


def leads(rules: Rules, position: Position, action: int) -> Phrase | None:
    """It is the first to reach 1."""
    if position.leader != NOBODY or way(position, action)[1] != GOAL:
        return None
    return Phrase(N_("Whoever is first on 1 leads: that is worth 5 points and the odd squares."))


def unsettles(rules: Rules, position: Position, action: int) -> Phrase | None:
    """It hits a pawn that fills one of its squares."""
    arrival = way(position, action)[1] & position.enemy
    if not arrival & targets(position.leader, other(position.player)):
        return None
    values = {"other": side(other(position.player)), "arrival": index(arrival)}
    return Phrase(N_("It sends {other} off {arrival}, a square that {other} has to fill."), values)


def fills_in_order(rules: Rules, position: Position, action: int) -> Phrase | None:
    """It fills the lowest free square of its side."""
    free = targets(position.leader, position.player) & ~position.own
    arrival = way(position, action)[1] & free & -free
    if not arrival:
        return None
    return Phrase(N_("It fills {arrival}, the furthest of your free squares."), {"arrival": index(arrival)})


def fills(rules: Rules, position: Position, action: int) -> Phrase | None:
    """It fills a square and leaves none."""
    source, arrival = way(position, action)
    aims = targets(position.leader, position.player)
    if source & aims or not arrival & aims:
        return None
    return Phrase(N_("It fills {arrival}, one of your squares."), {"arrival": index(arrival)})


def hits(rules: Rules, position: Position, action: int) -> Phrase | None:
    """It sends a pawn off the board."""
    arrival = way(position, action)[1] & position.enemy
    if not arrival:
        return None
    values = {"other": side(other(position.player)), "arrival": index(arrival)}
    return Phrase(N_("It sends {other}'s pawn on {arrival} off the board."), values)


def escapes(rules: Rules, position: Position, action: int) -> Phrase | None:
    """Some throw could hit the pawn, and none can where it goes."""
    source, arrival = way(position, action)
    if not in_danger(rules, position, position.own, position.enemy) & source:
        return None
    if in_danger(rules, position, position.own ^ source | arrival, position.enemy & ~arrival) & arrival:
        return None
    return reasons.escape(index(source), index(arrival))


def stays(rules: Rules, position: Position, action: int) -> Phrase | None:
    """Every move would leave a square that is filled."""
    return Phrase(N_("Every move would take a pawn off a square that it fills.")) if action == STAY else None


def keeps_squares(rules: Rules, position: Position, action: int) -> Phrase | None:
    """Another pawn would leave a square that it fills, and this leaves none."""
    aims = targets(position.leader, position.player)
    if way(position, action)[0] & aims or not moves(rules, position).pawns & aims or action == STAY:
        return None
    return Phrase(N_("It leaves the squares filled that your pawns fill."))


def enters(rules: Rules, position: Position, action: int) -> Phrase | None:
    """A pawn comes onto the board."""
    return Phrase(N_("It brings a pawn in: a formation takes all ten.")) if action == ENTER else None


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


def way(position: Position, action: int) -> tuple[int, int]:
    """Where a pawn goes from and to, each a set of one; from the hand is 0, and nothing goes on STAY and PASS."""
    if action > ENTER:
        return 0, 0
    if action == ENTER:
        return 0, entry_square(position.throw)
    return 1 << action, 1 << action - position.throw


def in_danger(rules: Rules, position: Position, own: int, enemy: int) -> int:
    """Own pawns that the other side could hit with one throw or another."""
    if position.filling:
        return 0
    found = 0
    for throw in FIVE_SCALE:
        theirs = position._replace(own=enemy, enemy=own, player=other(position.player), throw=throw)
        found |= advancing_pawns(rules, theirs) >> throw & own
    return found

"""Why an action of the Geoludie game may be good."""

from ibau.core.bits import index, members
from ibau.core.contract import Reason
from ibau.core.outcome import other
from ibau.core.phrase import N_, Phrase
from ibau.games.senet import reasons
from ibau.games.senet.geoludie.effects import carried
from ibau.games.senet.geoludie.legal import count, moves, nth
from ibau.games.senet.geoludie.notation import source_and_arrival
from ibau.games.senet.geoludie.position import KEEP, OFF, SAFE, STOP, Position, Rules, Shares
from ibau.games.senet.geoludie.rulesets import SafeHouses
from ibau.games.senet.geoludie.squares import forward_squares, landing_squares
from ibau.games.senet.sides import odd_or_even
from ibau.games.senet.track import LAST, WATER, protected, walls

ANY_THROW = Shares(0b111110, 0b111110, 0b111110)


def bears_off(rules: Rules, position: Position, action: int) -> Phrase | None:
    """A pawn leaves the board."""
    return reasons.off_the_board() if way(action)[1] == OFF else None


def hits(rules: Rules, position: Position, action: int) -> Phrase | None:
    """It changes places with an enemy pawn ahead."""
    source, arrival = way(action)
    if arrival < source or not arrival & position.enemy:
        return None
    return reasons.hit(odd_or_even(other(position.player)), index(source), index(arrival))


def escapes(rules: Rules, position: Position, action: int) -> Phrase | None:
    """A throw could hit the pawn, and none can where it goes."""
    source, arrival = way(action)
    own, enemy = after(position, action)
    if not arrival & own or not in_danger(rules, position, position.own, position.enemy) & source:
        return None
    return None if in_danger(rules, position, own, enemy) & arrival else reasons.escape(index(source), index(arrival))


def stops_on_26(rules: Rules, position: Position, action: int) -> Phrase | None:
    """It has come to where every pawn must stop."""
    source, arrival = way(action)
    return Phrase(N_("It reaches 26, where every pawn has to stop.")) if 0 < source < arrival == STOP else None


def takes_shelter(rules: Rules, position: Position, action: int) -> Phrase | None:
    """It comes to a house where no pawn is hit, if the rules know any."""
    source, arrival = way(action)
    if rules.safe_houses != SafeHouses.HOUSES or not arrival & SAFE or source & SAFE:
        return None
    return Phrase(N_("On {arrival} no pawn can be hit."), {"arrival": index(arrival)})


def shelters(rules: Rules, position: Position, action: int) -> Phrase | None:
    """It comes to stand beside a pawn of its own, and had none beside it."""
    source, arrival = way(action)
    own, _ = after(position, action)
    if not arrival & own or protected(position.own, rules.corner_adjacency) & source:
        return None
    partner = reasons.partner_of(arrival, own, rules.corner_adjacency)
    return reasons.shelter(index(arrival), partner) if partner else None


def builds_wall(rules: Rules, position: Position, action: int) -> Phrase | None:
    """Three stand in a row that did not, before an enemy pawn."""
    own, enemy = after(position, action)
    found = walls(own, rules.corner_adjacency) & ~walls(position.own, rules.corner_adjacency)
    lowest = found & -found
    return reasons.wall(index(lowest)) if found and enemy & lowest - 1 else None


def stays_dry(rules: Rules, position: Position, action: int) -> Phrase | None:
    """Another move would end in the water."""
    legal = moves(rules, position)
    arrivals = [way(nth(legal, n))[1] for n in range(count(legal))]
    return reasons.dry() if WATER in arrivals and way(action)[1] != WATER else None


def nears_the_end(rules: Rules, position: Position, action: int) -> Phrase | None:
    """It comes to a house that a smaller throw leaves from."""
    source, arrival = way(action)
    if not STOP <= source < arrival < OFF or arrival == WATER:
        return None
    values = {"arrival": index(arrival), "throw": LAST + 1 - index(arrival)}
    return Phrase(N_("From {arrival} a {throw} takes it off the board."), values)


def keeps_throw(rules: Rules, position: Position, action: int) -> Phrase | None:
    """A throw is kept."""
    if action != KEEP:
        return None
    return Phrase(N_("Kept for the sum, the {throw} can help another pawn."), {"throw": position.throw})


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


def way(action: int) -> tuple[int, int]:
    """Where a pawn goes from and to, each a set of one; nothing goes on KEEP and PASS."""
    if action >= KEEP:
        return 0, 0
    source, arrival = source_and_arrival(action)
    return 1 << source, 1 << arrival


def after(position: Position, action: int) -> tuple[int, int]:
    """The pawns of the player and of the other after an action."""
    source, arrival = way(action)
    if not source:
        return position.own, position.enemy
    landed = carried(position.own, position.enemy, source, arrival)
    return landed.own, landed.enemy


def in_danger(rules: Rules, position: Position, own: int, enemy: int) -> int:
    """Own pawns that the other side could hit with one throw or another."""
    theirs = position._replace(own=enemy, enemy=own, player=other(position.player))
    landing = landing_squares(rules, enemy, own)
    reached = 0
    for square in members(enemy):
        reached |= forward_squares(rules, theirs, landing, 1 << square, ANY_THROW)
    return reached & own

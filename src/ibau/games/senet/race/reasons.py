"""Why an action of the race may be good."""

from ibau.core.bits import index
from ibau.core.contract import Reason
from ibau.core.outcome import other
from ibau.core.phrase import N_, Phrase
from ibau.games.senet import reasons
from ibau.games.senet.race.notation import source_and_arrival
from ibau.games.senet.race.rules import PASS, Position, Rules, count, forward_pawns, moves, nth, play
from ibau.games.senet.sides import side
from ibau.games.senet.track import BOARD, HOUSES, ROW_3, SIX_SCALE, WATER, protected, walls


def bears_off(rules: Rules, position: Position, action: int) -> Phrase | None:
    """A pawn leaves the board."""
    own, _ = after(rules, position, action)
    return reasons.off_the_board() if own.bit_count() < position.own.bit_count() else None


def hits(rules: Rules, position: Position, action: int) -> Phrase | None:
    """It changes places with an enemy pawn."""
    source, arrival = way(position, action)
    if not arrival & position.enemy:
        return None
    return reasons.hit(side(other(position.player)), index(source), index(arrival))


def escapes(rules: Rules, position: Position, action: int) -> Phrase | None:
    """Some throw could hit the pawn, and none can where it goes."""
    source, arrival = way(position, action)
    own, enemy = after(rules, position, action)
    if not arrival & own & ~WATER or not in_danger(rules, position, position.own, position.enemy) & source:
        return None
    if in_danger(rules, position, own, enemy) & arrival:
        return None
    return reasons.escape(index(source), index(arrival))


def takes_refuge(rules: Rules, position: Position, action: int) -> Phrase | None:
    """It comes to a house where no pawn is hit."""
    source, arrival = way(position, action)
    if not arrival & HOUSES & ~WATER or source & HOUSES:
        return None
    return Phrase(N_("On {arrival} no pawn can be hit."), {"arrival": index(arrival)})


def shelters(rules: Rules, position: Position, action: int) -> Phrase | None:
    """It comes to stand beside a pawn of its own, and its side had none there."""
    source, arrival = way(position, action)
    own, _ = after(rules, position, action)
    if not arrival & own & ~HOUSES or protected(position.own, rules.corner_adjacency) & source:
        return None
    partner = reasons.partner_of(arrival, own, rules.corner_adjacency)
    return reasons.shelter(index(arrival), partner) if partner else None


def builds_wall(rules: Rules, position: Position, action: int) -> Phrase | None:
    """Three stand in a row that did not, before an enemy pawn."""
    own, enemy = after(rules, position, action)
    found = walls(own, rules.corner_adjacency) & ~walls(position.own, rules.corner_adjacency)
    lowest = found & -found
    return reasons.wall(index(lowest)) if enemy & lowest - 1 and found else None


def leaves_none_in_danger(rules: Rules, position: Position, action: int) -> Phrase | None:
    """Whatever is thrown next, nothing can be hit."""
    own, enemy = after(rules, position, action)
    if action == PASS or in_danger(rules, position, own, enemy):
        return None
    return Phrase(N_("After it no throw can hit any of your pawns."))


def comes_last(rules: Rules, position: Position, action: int) -> Phrase | None:
    """The hindmost pawn comes on; none may leave before all are on the last row."""
    source, arrival = way(position, action)
    if arrival < source or arrival == WATER or source != position.own & -position.own or source & ROW_3:
        return None
    return Phrase(N_("It brings the last pawn on: none can leave until all are on the last row."))


def stays_dry(rules: Rules, position: Position, action: int) -> Phrase | None:
    """Another pawn would go into the water."""
    legal = moves(rules, position)
    arrivals = [way(position, nth(legal, n))[1] for n in range(count(legal))]
    return reasons.dry() if WATER in arrivals and way(position, action)[1] != WATER else None


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


def way(position: Position, action: int) -> tuple[int, int]:
    """Where a pawn goes from and to, each a set of one; off the board is 0, and nothing goes on a pass."""
    if action == PASS:
        return 0, 0
    source, arrival = source_and_arrival(position, action)
    return 1 << source, 1 << arrival & BOARD


def after(rules: Rules, position: Position, action: int) -> tuple[int, int]:
    """The pawns of the player and of the other after an action."""
    found = play(rules, position, action)
    return (found.own, found.enemy) if found.player == position.player else (found.enemy, found.own)


def in_danger(rules: Rules, position: Position, own: int, enemy: int) -> int:
    """Own pawns that the other side could hit with one throw or another."""
    found = 0
    for throw in SIX_SCALE:
        theirs = position._replace(own=enemy, enemy=own, player=other(position.player), throw=throw)
        found |= forward_pawns(rules, theirs) << throw & own
    return found

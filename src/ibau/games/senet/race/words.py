"""Sentences about positions and actions of the race, reasons for actions, and rule events."""

from collections.abc import Mapping

from ibau.core import puzzle_themes
from ibau.core.bits import index
from ibau.core.contract import Reason, RuleEvent, Words
from ibau.core.outcome import other
from ibau.core.phrase import N_, Phrase
from ibau.games.senet.ends import ENDS
from ibau.games.senet.race.rules import (
    NINE,
    Kind,
    Move,
    Position,
    Rules,
    first_from_nine,
    forward_pawns,
    keeps_turn,
    moves,
)
from ibau.games.senet.reasons import Reasons, dry_text, hit_text
from ibau.games.senet.sides import pawns_of, side, squares_ahead, squares_to_go
from ibau.games.senet.track import HOUSES, LAST, ROW_3, SIX_SCALE, WATER, protected
from ibau.machine.rule import rule


def situation(rules: Rules, position: Position) -> tuple[Phrase, ...]:
    """Whose turn it is, what was thrown, and what is forced."""
    values = {"player": side(position.player), "throw": position.throw}
    if not position.throw:
        return (Phrase(N_("{player} to throw."), values, N_("Your turn to throw.")),)
    legal = moves(rules, position)
    if legal.passes:
        if keeps_turn(position.throw) and rules.keep_throw_when_blocked:
            yours = N_("You have no move with a {throw}, but throw again.")
            return (Phrase(N_("{player} has no move with a {throw}, but throws again."), values, yours),)
        yours = N_("You have no move with a {throw}, and the turn passes.")
        return (Phrase(N_("{player} has no move with a {throw}, and the turn passes."), values, yours),)
    if legal.backward:
        yours = N_("No pawn can go forward by {throw}: you must go back.")
        task = Phrase(N_("No pawn can go forward by {throw}: {player} must go back."), values, yours)
    elif first_from_nine(position, legal.forward) == legal.forward == NINE and position.fresh:
        task = Phrase(FROM_NINE, values, FROM_YOUR_NINE)
    else:
        task = Phrase(N_("{player} moves a pawn by {throw}."), values, N_("Move a pawn by {throw}."))
    return task, *_again(position)


FROM_NINE = N_("{player}'s first move starts from square 9.")
FROM_YOUR_NINE = N_("Your first move starts from square 9.")


def _again(position: Position) -> tuple[Phrase, ...]:
    if keeps_turn(position.throw):
        return (Phrase(N_("A {throw} keeps the turn."), {"throw": position.throw}),)
    return ()


def describe(rules: Rules, position: Position, move: Move) -> Phrase:
    """An action in words."""
    values = {
        "player": side(move.player),
        "other": side(other(move.player)),
        "throw": move.thrown,
        "source": index(move.source),
        "arrival": index(move.arrival),
    }
    match move.kind:
        case Kind.THROW:
            text = N_("{player} throws a {throw}.")
        case Kind.PASS:
            text = N_("{player} passes.")
        case _ if move.off & (move.source | move.arrival):
            text = N_("{player} takes the pawn on {source} off the board.")
        case _ if move.washed:
            text = N_("{player} from {source} into the water on 27.")
        case Kind.BACKWARD:
            text = N_("{player} goes back from {source} to {arrival}.")
        case _ if move.taken:
            text = N_("{player} from {source} to {arrival}, sending {other} back to {source}.")
        case _:
            text = N_("{player} from {source} to {arrival}.")
    return Phrase(text, values)


def refusal(rules: Rules, position: Position, place: str) -> Phrase:
    """Why the pawn or square at a place cannot be used now."""
    square = int(place) if place.isdigit() else 0
    values = {"player": side(position.player), "other": side(other(position.player)), "throw": position.throw}
    if not position.throw:
        return Phrase(N_("Throw first, then move."))
    if square and position.enemy >> square & 1:
        return Phrase(N_("That pawn is {other}'s; it is {player}'s turn."), values, N_("That pawn is not yours."))
    if not square or not position.own >> square & 1:
        return Phrase(N_("First choose one of your pawns, then where it goes."))
    legal = moves(rules, position)
    if legal.passes:
        return Phrase(N_("No pawn can move with a {throw}."), values)
    if legal.forward == NINE and position.fresh:
        return Phrase(FROM_NINE, values, FROM_YOUR_NINE)
    if legal.backward:
        return Phrase(N_("No pawn can go forward, so one must go back; this one cannot."))
    return _blocked_ahead(rules, position, square)


def _blocked_ahead(rules: Rules, position: Position, square: int) -> Phrase:
    arrival = square + position.throw
    values = {"arrival": arrival, "throw": position.throw}
    if arrival > LAST:
        return Phrase(N_("A {throw} would carry this pawn past the last square."), values)
    target = 1 << arrival
    if target & position.own:
        return Phrase(N_("One of your own pawns is on {arrival}."), values)
    if target & position.enemy & HOUSES:
        return Phrase(N_("The pawn on {arrival} is in a refuge and cannot be hit."), values)
    if target & protected(position.enemy, rules.corner_adjacency):
        return Phrase(N_("The pawn on {arrival} is protected by its neighbour."), values)
    return Phrase(N_("Three pawns in a row form a wall that bars the way."))


WORDS = Words(situation, describe, refusal, ENDS, to_go=squares_to_go, margin=squares_ahead)


# --- Reasons for an action --------------------------------------------------------------------------------------------


def in_danger(rules: Rules, position: Position, own: int, enemy: int) -> int:
    """Own pawns that the other side could hit with its next throw."""
    found = 0
    for throw in SIX_SCALE:
        theirs = position._replace(own=enemy, enemy=own, player=other(position.player), throw=throw)
        found |= forward_pawns(rules, theirs) << throw & own
    return found


SHARED = Reasons(in_danger, refuges=HOUSES)


def hits(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It changes places with an enemy pawn."""
    return hit_text(side(other(move.player)), index(move.source), index(move.taken)) if move.taken else None


def takes_refuge(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It reaches a house in which no pawn is hit."""
    if not move.arrival & HOUSES & ~WATER or move.source & HOUSES:
        return None
    return Phrase(N_("On {arrival} no pawn can be hit."), {"arrival": index(move.arrival)})


def leaves_none_in_danger(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """No own pawn can be hit by the next throw."""
    if move.kind == Kind.PASS or in_danger(rules, before, *pawns_of(after, move.player)):
        return None
    return Phrase(N_("After this move no throw can hit any of your pawns."))


def comes_last(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It moves the hindmost pawn: none may leave before all are on the last row."""
    hindmost = before.own & -before.own
    if move.kind != Kind.FORWARD or move.washed or move.source != hindmost or move.source & ROW_3:
        return None
    return Phrase(N_("This move brings the last pawn up: none can leave until all are on the last row."))


def stays_dry(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It keeps out of the water, while another move would not."""
    legal = moves(rules, before)
    wet = (legal.forward << before.throw | legal.backward >> before.throw) & WATER
    return dry_text() if wet and not move.washed else None


REASONS: Mapping[Reason, str] = {
    SHARED.bears_off: puzzle_themes.HOME,
    hits: puzzle_themes.HIT,
    SHARED.escapes: puzzle_themes.DEFENCE,
    takes_refuge: puzzle_themes.HOUSES,
    SHARED.shelters: puzzle_themes.DEFENCE,
    SHARED.builds_wall: puzzle_themes.BLOCK,
    leaves_none_in_danger: puzzle_themes.DEFENCE,
    stays_dry: puzzle_themes.HOUSES,
    comes_last: "",
}


# --- Rule events ------------------------------------------------------------------------------------------------------


@rule
def is_hit(rules: Rules, before: Position, move: Move, after: Position) -> bool:
    """A pawn is hit (5.1)."""
    return move.taken != 0


@rule
def is_washed(rules: Rules, before: Position, move: Move, after: Position) -> bool:
    """A pawn comes into the water (SA1-4)."""
    return move.washed != 0


@rule
def is_off(rules: Rules, before: Position, move: Move, after: Position) -> bool:
    """A pawn leaves the board (SA1-6)."""
    return move.off != 0


RULE_EVENTS = (
    RuleEvent("hit", N_("pawns hit"), is_hit),
    RuleEvent("water", N_("pawns in the water"), is_washed),
    RuleEvent("off", N_("pawns taken home"), is_off),
)

"""Sentences about positions and actions of the formation game, reasons for actions, and rule events."""

from collections.abc import Mapping

from ibau.core import puzzle_themes
from ibau.core.bits import index
from ibau.core.contract import Reason, RuleEvent, Standing, Words
from ibau.core.outcome import NOBODY, SEATS, other
from ibau.core.phrase import N_, Phrase
from ibau.games.senet.formation.rules import (
    BEFORE_LOT,
    ENTER,
    GOAL,
    NEVER_HIT,
    PAWNS,
    End,
    Kind,
    Move,
    Moves,
    Position,
    Rules,
    advancing_pawns,
    can_enter,
    moves,
    settled,
    targets,
    throws_again,
)
from ibau.games.senet.reasons import Reasons
from ibau.games.senet.sides import side
from ibau.games.senet.track import FIVE_SCALE
from ibau.machine.rule import rule


def _values(position: Position) -> dict[str, object]:
    return {
        "player": side(position.player),
        "other": side(other(position.player)),
        "throw": position.throw,
        "entry": ENTER - position.throw,
    }


def situation(rules: Rules, position: Position) -> tuple[Phrase, ...]:
    """Whose turn it is, what was thrown, and what to do."""
    values = _values(position)
    if position.throw == BEFORE_LOT:
        return (Phrase(N_("Lots are drawn to decide who throws first.")),)
    if not position.throw:
        return _throwing(position, values)
    legal = moves(rules, position)
    if legal.passes:
        yours = N_("You cannot use a {throw}, and the turn passes.")
        return (Phrase(N_("{player} cannot use a {throw}, and the turn passes."), values, yours),)
    sentences = [_task(legal, values)]
    if position.filling:
        sentences.append(Phrase(ONLY_ENTERING))
    if legal.stay:
        sentences.append(Phrase(N_("Or all stay: every move would take a pawn off its square."), values))
    if throws_again(rules, position.throw):
        sentences.append(Phrase(N_("A {throw} keeps the turn."), values))
    return tuple(sentences)


ONLY_ENTERING = N_("Pawns only enter until the five squares from 26 to 30 are full.")


def _throwing(position: Position, values: dict[str, object]) -> tuple[Phrase, ...]:
    if position.winner != NOBODY:
        text = N_("{other} has won; {player} throws on, and each throw is a point for {other}.")
        return (Phrase(text, values, N_("{other} has won; you throw on, and each throw is a point for {other}.")),)
    task = Phrase(N_("{player} to throw."), values, N_("Your turn to throw."))
    return (task, Phrase(N_("First to reach 1 leads."))) if position.leader == NOBODY else (task,)


def _task(legal: Moves, values: dict[str, object]) -> Phrase:
    if not legal.pawns:
        return Phrase(N_("{player} brings a pawn in on {entry}."), values, N_("Bring a pawn in on {entry}."))
    if legal.enter:
        text = N_("{player} moves a pawn by {throw}, or brings one in on {entry}.")
        return Phrase(text, values, N_("Move a pawn by {throw}, or bring one in on {entry}."))
    return Phrase(N_("{player} moves a pawn by {throw}."), values, N_("Move a pawn by {throw}."))


def standing(rules: Rules, position: Position, seat: int) -> tuple[Standing, ...]:
    """The number of its squares that a side has filled, once there is a leader."""
    if position.leader == NOBODY:
        return ()
    pawns = position.own if seat == position.player else position.enemy
    count = {"count": settled(position, pawns, seat)}
    if seat == position.leader:
        brief, full = N_("{count} of 10 odd"), N_("{count} of the 10 odd squares from 1 to 19 filled")
    else:
        brief, full = N_("{count} of 10 even"), N_("{count} of the 10 even squares from 2 to 20 filled")
    return (Standing(Phrase(brief, count), Phrase(full, count)),)


def describe(rules: Rules, position: Position, move: Move) -> Phrase:
    """An action in words."""
    values = {
        "player": side(move.player),
        "other": side(other(move.player)),
        "throw": move.thrown,
        "entry": index(move.arrival),
        "source": index(move.source),
        "arrival": index(move.arrival),
    }
    match move.kind:
        case Kind.LOT:
            text = N_("By lot, {player} throws first.")
        case Kind.THROW:
            text = N_("{player} throws a {throw}.")
        case Kind.ENTER:
            text = N_("{player} brings a pawn in on {entry}.")
        case Kind.STAY:
            text = N_("{player} moves no pawn.")
        case Kind.PASS:
            text = N_("{player} passes.")
        case _ if move.taken:
            text = N_("{player} from {source} to {arrival}, sending {other} off the board.")
        case _ if move.arrival == GOAL and position.leader == NOBODY:
            text = N_("{player} from {source} to 1, leads, and fills the odd squares.")
        case _:
            text = N_("{player} from {source} to {arrival}.")
    return Phrase(text, values)


def refusal(rules: Rules, position: Position, place: str) -> Phrase:
    """Why the pawn or square at a place cannot be used now."""
    values = _values(position)
    if position.throw <= 0:
        return Phrase(N_("Throw first, then move.") if not position.throw else N_("Draw lots first."))
    square = int(place) if place.isdigit() else 0
    if place == f"hand:{SEATS[other(position.player)]}" or position.enemy >> square & 1:
        return Phrase(N_("That pawn is {other}'s; it is {player}'s turn."), values, N_("That pawn is not yours."))
    if place == f"hand:{SEATS[position.player]}":
        return _no_entry(position, values)
    if not position.own >> square & 1:
        return Phrase(N_("First choose the pawn to move, then where it goes."))
    if position.filling:
        return Phrase(ONLY_ENTERING)
    return _no_way(position, square, values)


def _no_entry(position: Position, values: dict[str, object]) -> Phrase:
    if position.own.bit_count() == PAWNS:
        yours = N_("All of your pawns are on the board.")
        return Phrase(N_("All of {player}'s pawns are on the board."), values, yours)
    if not can_enter(position):
        return Phrase(N_("A {throw} enters on {entry}, and that square is taken."), values)
    return Phrase(N_("A {throw} enters on {entry}."), values)


def _no_way(position: Position, square: int, values: dict[str, object]) -> Phrase:
    arrival = square - position.throw
    values |= {"arrival": arrival}
    if arrival < 1:
        return Phrase(N_("A {throw} would carry this pawn past the last square."), values)
    if position.own >> arrival & 1:
        return Phrase(N_("One of your own pawns is on {arrival}."), values)
    if not position.enemy >> arrival & 1:
        return Phrase(N_("This pawn can go to {arrival}."), values)
    if position.winner != NOBODY:
        return Phrase(N_("{other} has won, and those pawns can no longer be hit."), values)
    if NEVER_HIT >> arrival & 1:
        return Phrase(N_("No pawn can be hit on 1 or from 26 to 30."), values)
    return Phrase(N_("The pawn on {arrival} fills its square and cannot be hit."), values)


WORDS = Words(situation, describe, refusal, {End.FORMATION: N_("the pawns are in formation")}, standing)


# --- Reasons for an action --------------------------------------------------------------------------------------------


def in_danger(rules: Rules, position: Position, own: int, enemy: int) -> int:
    """Own pawns that the other side could hit with its next throw."""
    if position.filling:
        return 0
    found = 0
    for throw in FIVE_SCALE:
        theirs = position._replace(own=enemy, enemy=own, player=other(position.player), throw=throw)
        found |= advancing_pawns(rules, theirs) >> throw & own
    return found


SHARED = Reasons(in_danger)


def leads(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It is the first to reach 1."""
    if before.leader != NOBODY or after.leader == NOBODY:
        return None
    return Phrase(N_("The first side on 1 leads: that is worth 5 points and the odd squares."))


def unsettles(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It hits a pawn that fills one of its squares."""
    if not move.taken & targets(before.leader, other(move.player)):
        return None
    values = {"other": side(other(move.player)), "arrival": index(move.taken)}
    return Phrase(N_("This move sends {other} off {arrival}, a square that {other} has to fill."), values)


def fills_in_order(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It fills the lowest free square of its side."""
    free = targets(before.leader, move.player) & ~before.own
    if not move.arrival & free & -free:
        return None
    return Phrase(N_("This move fills {arrival}, the furthest of your free squares."), {"arrival": index(move.arrival)})


def fills(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It fills a square, and leaves none that was filled."""
    aims = targets(before.leader, move.player)
    if move.source & aims or not move.arrival & aims:
        return None
    return Phrase(N_("This move fills {arrival}, one of your squares."), {"arrival": index(move.arrival)})


def hits(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It sends a pawn off the board."""
    if not move.taken:
        return None
    values = {"other": side(other(move.player)), "arrival": index(move.taken)}
    return Phrase(N_("This move sends {other}'s pawn on {arrival} off the board."), values)


def stays(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It is STAY, as every move would leave a filled square."""
    if move.kind != Kind.STAY:
        return None
    return Phrase(N_("Every move would take a pawn off a square that it fills."))


def keeps_squares(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It leaves no filled square, while another move would."""
    aims = targets(before.leader, move.player)
    if move.source & aims or not moves(rules, before).pawns & aims or move.kind == Kind.STAY:
        return None
    return Phrase(N_("Staying keeps the squares that your pawns have filled."))


def enters(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It brings a pawn onto the board."""
    return Phrase(N_("This brings a pawn in: a formation takes all ten.")) if move.kind == Kind.ENTER else None


REASONS: Mapping[Reason, str] = {
    leads: "",
    unsettles: puzzle_themes.HIT,
    fills_in_order: puzzle_themes.SQUARES,
    fills: puzzle_themes.SQUARES,
    hits: puzzle_themes.HIT,
    SHARED.escapes: puzzle_themes.DEFENCE,
    stays: puzzle_themes.SQUARES,
    enters: puzzle_themes.ENTRY,
    keeps_squares: puzzle_themes.SQUARES,
}


# --- Rule events ------------------------------------------------------------------------------------------------------


@rule
def is_hit(rules: Rules, before: Position, move: Move, after: Position) -> bool:
    """A pawn is hit (SA2-7)."""
    return move.taken != 0


RULE_EVENTS = (RuleEvent("hit", N_("pawns hit"), is_hit),)

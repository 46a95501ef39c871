"""Sentences about positions and actions of the Geoludie game, reasons for actions, and rule events."""

from collections.abc import Mapping

from ibau.core import puzzle_themes
from ibau.core.bits import index, members
from ibau.core.contract import Reason, RuleEvent, Words
from ibau.core.outcome import other
from ibau.core.phrase import N_, Phrase
from ibau.games.senet.ends import ENDS
from ibau.games.senet.geoludie.legal_moves import Moves, moves, nth
from ibau.games.senet.geoludie.position import (
    BOUNCE,
    SAFE,
    STOP,
    Kind,
    Move,
    Position,
    Rules,
    Shares,
    allowed_shares,
    source_and_arrival,
)
from ibau.games.senet.geoludie.rulesets import SafeHouses, SplitMode
from ibau.games.senet.geoludie.squares import blocks, forward_squares, landing_squares, next_block
from ibau.games.senet.reasons import Reasons, dry_text, hit_text
from ibau.games.senet.sides import odd_or_even, squares_ahead, squares_to_go
from ibau.games.senet.track import HOUSES, LAST, WATER, protected
from ibau.machine.rule import rule


def _values(position: Position) -> dict[str, object]:
    return {
        "player": odd_or_even(position.player),
        "other": odd_or_even(other(position.player)),
        "throw": position.throw,
        "rest": position.rest,
        "throws": ", ".join(map(str, _whole_throws(position))),
        "sum": " + ".join(map(str, _whole_throws(position))),
    }


def _whole_throws(position: Position) -> list[int]:
    """The throws of this turn that no share has used up as a whole, ascending."""
    counts = (position.ones, position.twos, position.threes, position.fours, position.fives)
    return [throw for throw, count in enumerate(counts, 1) for _ in range(count)]


def situation(rules: Rules, position: Position) -> tuple[Phrase, ...]:
    """Whose turn it is, what is left to play, and what is forced."""
    values = _values(position)
    if position.throw:
        yours = N_("Play the {throw} at once, or keep it for the sum.")
        return (Phrase(N_("{player} may play the {throw} at once, or keep it for the sum."), values, yours),)
    if not position.playing:
        return _throwing(position, values)
    legal = moves(rules, position)
    if legal.passes:
        yours = N_("You cannot use the {rest} that is left, and the turn passes.")
        return (Phrase(N_("{player} cannot use the {rest} that is left, and the turn passes."), values, yours),)
    return (_task_back(rules, values) if _goes_back(legal) else _task_forward(rules, position, values),)


def _task_forward(rules: Rules, position: Position, values: dict[str, object]) -> Phrase:
    if rules.split_mode == SplitMode.BY_THROW:
        text = N_("{player} plays one of the throws: {throws}.")
        return Phrase(text, values, N_("Play one of the throws: {throws}."))
    if position.advanced:
        text = N_("{player}: {rest} of {sum} left to play.")
        return Phrase(text, values, N_("You have {rest} of {sum} left to play."))
    if len(_whole_throws(position)) > 1:
        text = N_("{player} has thrown {sum}, and shares out {rest} among the pawns.")
        return Phrase(text, values, N_("You have thrown {sum}: share out {rest} among your pawns."))
    text = N_("{player} shares out {rest} among the pawns.")
    return Phrase(text, values, N_("Share out {rest} among your pawns."))


def _task_back(rules: Rules, values: dict[str, object]) -> Phrase:
    if rules.split_mode == SplitMode.BY_THROW:
        text = N_("No throw takes a pawn forward: {player} must go back with one of them.")
        return Phrase(text, values, N_("No throw takes a pawn forward: you must go back with one of them."))
    text = N_("No pawn can go forward: {player} must go back with all of the {rest} that is left.")
    yours = N_("No pawn can go forward: you must go back with all of the {rest} that is left.")
    return Phrase(text, values, yours)


def _throwing(position: Position, values: dict[str, object]) -> tuple[Phrase, ...]:
    if position.rest:
        yours = N_("Your turn to throw again: {sum} so far.")
        return (Phrase(N_("{player} to throw again: {sum} so far."), values, yours),)
    task = Phrase(N_("{player} to throw."), values, N_("Your turn to throw."))
    return task, Phrase(N_("A 2 or a 3 ends the throwing."))


def _goes_back(legal: Moves) -> bool:
    """Do the moves go back, or forward and then back?"""
    source, arrival = source_and_arrival(nth(legal, 0))
    return legal.kind == BOUNCE or arrival < source


def describe(rules: Rules, position: Position, move: Move) -> Phrase:
    """An action in words."""
    values = {
        **_values(position),
        "throw": move.thrown or position.throw,
        "source": index(move.source),
        "arrival": index(move.arrival),
    }
    match move.kind:
        case Kind.THROW:
            text = N_("{player} throws a {throw}.")
        case Kind.KEEP:
            text = N_("{player} keeps the {throw} for the sum.")
        case Kind.PASS:
            text = N_("{player} passes.")
        case _ if move.off:
            text = N_("{player} takes the pawn on {source} off the board.")
        case _ if move.washed:
            text = N_("{player} from {source} into the water on 27.")
        case _:
            text, hitting = MOVE_TEXTS[move.kind]
            text = hitting if move.taken else text
    return Phrase(text, values)


# The sentences about a move to a free square, and about one that changes places with an enemy pawn.
MOVE_TEXTS: dict[int, tuple[str, str]] = {
    Kind.FORWARD: (
        N_("{player} from {source} to {arrival}."),
        N_("{player} from {source} to {arrival}, sending {other} back to {source}."),
    ),
    Kind.BACK: (
        N_("{player} goes back from {source} to {arrival}."),
        N_("{player} goes back from {source} to {arrival}, sending {other} to {source}."),
    ),
    Kind.BOUNCE: (
        N_("{player} forward from {source} and back to {arrival}."),
        N_("{player} forward from {source} and back to {arrival}, sending {other} to {source}."),
    ),
}


def refusal(rules: Rules, position: Position, place: str) -> Phrase:
    """Why the pawn or square at a place cannot be used now."""
    values = _values(position)
    pawn = 1 << int(place) if place.isdigit() else 0
    if not position.throw and not position.playing:
        return Phrase(N_("Throw first, then move."))
    if pawn & position.enemy:
        return Phrase(N_("That pawn is {other}'s; it is {player}'s turn."), values, N_("That pawn is not yours."))
    if not pawn & position.own:
        return Phrase(N_("First choose the pawn to move, then where it goes."))
    if position.throw:
        return Phrase(N_("This pawn cannot play the {throw} at once."), values)
    legal = moves(rules, position)
    if legal.passes:
        return Phrase(N_("No pawn can use the {rest} that is left."), values)
    if _goes_back(legal):
        return Phrase(N_("No pawn can go forward, so one must go back; this one cannot, or not yet."))
    if rules.one_share_per_pawn and pawn & position.used:
        return Phrase(N_("This pawn has had its share this turn."))
    return _no_way(rules, position, pawn, values)


def _no_way(rules: Rules, position: Position, pawn: int, values: dict[str, object]) -> Phrase:
    shares = allowed_shares(rules, position)
    landing = landing_squares(rules, position.own, position.enemy)
    if forward_squares(rules, position, landing, pawn, shares):
        return Phrase(N_("Another choice uses more of the {rest} that is left, so this one must wait."), values)
    if pawn >= STOP:
        return _no_way_off(position, pawn)
    ahead = pawn * shares.before & (STOP << 1) - 1
    if not ahead:
        return Phrase(N_("Every pawn must stop on 26; this one would pass it."))
    if next_block(blocks(rules, position, pawn), pawn) == pawn << 1:
        return Phrase(N_("Three pawns in a row bar the way."))
    if ahead & ~position.own & protected(position.enemy, rules.corner_adjacency):
        return Phrase(N_("The pawns ahead are protected by their neighbours."))
    if ahead & position.enemy & SAFE and rules.safe_houses == SafeHouses.HOUSES:
        return Phrase(N_("The pawn ahead is safe in its house."))
    return Phrase(N_("Your own pawns stand in the way."))


def _no_way_off(position: Position, pawn: int) -> Phrase:
    needed = LAST + 2 - pawn.bit_length()
    if position.enemy & HOUSES & ~(pawn - 1):
        return Phrase(N_("The pawns ahead bar the way, and it takes a throw of {needed} to leave."), {"needed": needed})
    return Phrase(N_("From here it takes a throw of {needed} to leave."), {"needed": needed})


WORDS = Words(situation, describe, refusal, ENDS, to_go=squares_to_go, margin=squares_ahead)


# --- Reasons for an action --------------------------------------------------------------------------------------------


ANY_THROW = Shares(0b111110, 0b111110, 0b111110)


def in_danger(rules: Rules, position: Position, own: int, enemy: int) -> int:
    """Own pawns that the other side could hit with its next throw."""
    theirs = position._replace(own=enemy, enemy=own, player=other(position.player))
    landing = landing_squares(rules, enemy, own)
    reached = 0
    for square in members(enemy):
        reached |= forward_squares(rules, theirs, landing, 1 << square, ANY_THROW)
    return reached & own


SHARED = Reasons(in_danger)


def hits(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It changes places with an enemy pawn ahead."""
    if not move.taken > move.source:
        return None
    return hit_text(odd_or_even(other(move.player)), index(move.source), index(move.taken))


def stops_on_26(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It reaches the house in which every pawn must stop."""
    if not move.source < move.arrival == STOP:
        return None
    return Phrase(N_("This move reaches 26, where every pawn has to stop."))


def takes_shelter(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It reaches a house in which no pawn is hit, if the rules have any."""
    if rules.safe_houses != SafeHouses.HOUSES or not move.arrival & SAFE or move.source & SAFE:
        return None
    return Phrase(N_("On {arrival} no pawn can be hit."), {"arrival": index(move.arrival)})


def stays_dry(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It keeps out of the water, while another move would not."""
    wet = any(squares & WATER for squares in moves(rules, before).sets)
    return dry_text() if wet and not move.washed else None


def nears_the_end(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It reaches a house from which a smaller throw takes the pawn off."""
    if not STOP <= move.source < move.arrival or move.washed:
        return None
    values = {"arrival": index(move.arrival), "throw": LAST + 1 - index(move.arrival)}
    return Phrase(N_("From {arrival} a {throw} takes the pawn off the board."), values)


def keeps_throw(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It keeps a throw."""
    if move.kind != Kind.KEEP:
        return None
    return Phrase(N_("Kept for the sum, the {throw} can help another pawn."), {"throw": before.throw})


REASONS: Mapping[Reason, str] = {
    SHARED.bears_off: puzzle_themes.HOME,
    hits: puzzle_themes.HIT,
    SHARED.escapes: puzzle_themes.DEFENCE,
    takes_shelter: puzzle_themes.HOUSES,
    SHARED.shelters: puzzle_themes.DEFENCE,
    SHARED.builds_wall: puzzle_themes.BLOCK,
    stops_on_26: puzzle_themes.HOUSES,
    stays_dry: puzzle_themes.HOUSES,
    nears_the_end: puzzle_themes.HOUSES,
    keeps_throw: "",
}


# --- Rule events ------------------------------------------------------------------------------------------------------


@rule
def is_hit(rules: Rules, before: Position, move: Move, after: Position) -> bool:
    """A pawn goes forward onto an enemy's square (4.1)."""
    return move.kind == Kind.FORWARD and move.taken != 0


@rule
def is_washed(rules: Rules, before: Position, move: Move, after: Position) -> bool:
    """A pawn comes into the water (SG-11)."""
    return move.washed != 0


RULE_EVENTS = (
    RuleEvent("hit", N_("pawns hit"), is_hit),
    RuleEvent("water", N_("pawns in the water"), is_washed),
)

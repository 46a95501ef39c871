"""Sentences about positions and actions of Seega, reasons for actions, and rule events."""

from collections.abc import Mapping

from ibau.core import puzzle_themes
from ibau.core.contract import Reason, RuleEvent, Words
from ibau.core.outcome import other
from ibau.core.phrase import N_, Phrase
from ibau.core.result_text import margin_text
from ibau.games.seega.evaluation import endangered
from ibau.games.seega.form import SQUARES, side, square_name, square_names
from ibau.games.seega.rules import (
    BEFORE_LOT,
    BOARD,
    CENTRE,
    End,
    Kind,
    Move,
    Position,
    Rules,
    back,
    can_step,
    capturing_squares,
    empty_squares,
    neighbours,
    opening_is_due,
    opening_pieces,
    partners,
    placing,
    prey,
    step,
)
from ibau.games.seega.rulesets import Chain
from ibau.machine.rule import rule


def situation(rules: Rules, position: Position) -> tuple[Phrase, ...]:
    """Whose turn it is, what to do, and why."""
    return (_situation(rules, position),)


def _situation(rules: Rules, position: Position) -> Phrase:
    player = {"player": side(position.player), "other": side(other(position.player))}
    if position.placed == BEFORE_LOT:
        return Phrase(N_("Lots are drawn to decide who places first."))
    if placing(position):
        if position.placed % 2:
            return Phrase(N_("{player} places one more piece."), player, N_("Place one more piece."))
        yours = N_("Place two pieces, anywhere but on the centre.")
        return Phrase(N_("{player} places two pieces, anywhere but on the centre."), player, yours)
    if position.runner:
        square = {**player, "square": square_name(position.runner)}
        if rules.chain == Chain.OPTIONAL:
            yours = N_("You may go on capturing with the piece on {square}, or stop.")
            return Phrase(N_("{player} may go on capturing with the piece on {square}, or stop."), square, yours)
        yours = N_("Go on capturing with the piece on {square}.")
        return Phrase(N_("{player} goes on capturing with the piece on {square}."), square, yours)
    if not can_step(position.own, empty_squares(position)):
        yours = N_("You cannot move any piece, and must pass.")
        return Phrase(N_("{player} cannot move any piece and passes."), player, yours)
    if opening_is_due(rules, position):
        yours = N_("{other} is blocked: make room for a move.")
        return Phrase(N_("{other} is blocked: {player} must make room for a move."), player, yours)
    if must_capture(rules, position):
        return Phrase(N_("{player} can capture, and must do so."), player, N_("You can capture, and must do so."))
    if position.waiting:
        return Phrase(N_("{other} is blocked: {player} moves again."), player, N_("{other} is blocked: move again."))
    return Phrase(N_("{player} to move."), player, N_("Your turn to move."))


def must_capture(rules: Rules, position: Position) -> bool:
    """Is a capture compulsory now?"""
    targets = empty_squares(position) & capturing_squares(rules, position.own, position.enemy)
    return bool(rules.forced_capture) and can_step(position.own, targets)


def describe(rules: Rules, position: Position, move: Move) -> Phrase:
    """An action in words."""
    values = {
        "player": side(move.player),
        "source": square_name(move.source),
        "arrival": square_name(move.arrival),
        "square": square_name(move.arrival),
        "taken": square_names(move.taken),
    }
    match move.kind:
        case Kind.LOT:
            text = N_("By lot, {player} places first.")
        case Kind.PLACE if move.taken:
            text = N_("{player} places on {square} and captures {taken}.")
        case Kind.PLACE:
            text = N_("{player} places on {square}.")
        case Kind.STEP if move.taken:
            text = N_("{player} from {source} to {arrival}, capturing {taken}.")
        case Kind.STEP:
            text = N_("{player} from {source} to {arrival}.")
        case Kind.STOP:
            text = N_("{player} stops capturing.")
        case _:
            text = N_("{player} passes.")
    return Phrase(text, values)


def refusal(rules: Rules, position: Position, place: str) -> Phrase:
    """Why the piece or square at a place cannot be used now."""
    square = 1 << SQUARES.index(place) if place in SQUARES else 0
    if position.placed == BEFORE_LOT:
        return Phrase(N_("Draw lots first."))
    if placing(position):
        return _no_placing_on(position, square)
    player, opponent = side(position.player), side(other(position.player))
    if square & position.enemy:
        return Phrase(
            N_("That piece is {other}'s; it is {player}'s turn."),
            {"player": player, "other": opponent},
            N_("That piece is not yours."),
        )
    if not square & position.own:
        return Phrase(N_("First choose one of your pieces, then an empty square next to it."))
    if position.runner:
        return Phrase(N_("Only the piece on {square} may go on."), {"square": square_name(position.runner)})
    if not can_step(square, empty_squares(position)):
        return Phrase(N_("This piece has no empty square next to it."))
    if opening_is_due(rules, position) and not square & opening_pieces(position):
        return Phrase(N_("{other} is blocked, and this piece would not make room."), {"other": opponent})
    if must_capture(rules, position):
        return Phrase(N_("Another piece can capture, and capturing is compulsory."))
    return Phrase(N_("This piece can only step to an empty square next to it."))


def _no_placing_on(position: Position, square: int) -> Phrase:
    if square & CENTRE:
        return Phrase(N_("No piece may be placed on the centre."))
    if square & (position.own | position.enemy):
        return Phrase(N_("This square is taken; choose an empty one."))
    return Phrase(N_("Place your piece on an empty square of the board."))


def pieces_ahead(position: Position, winner: int) -> Phrase | None:
    """The margin of a win in pieces on the board."""
    more = position.own.bit_count() - position.enemy.bit_count()
    return margin_text(more if winner == position.player else -more, N_("one piece"), N_("{count} pieces"))


WORDS = Words(
    situation,
    describe,
    refusal,
    ends={
        End.MAJOR: N_("all enemy pieces have been captured"),
        End.GRAND: N_("play cannot go on"),
        End.SMALL: N_("a wall divides the board"),
        End.IMMOBILE: N_("no move is left"),
    },
    margin=pieces_ahead,
)


# --- Reasons for an action --------------------------------------------------------------------------------------------


def captures_on(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It captures, and the same piece can capture again."""
    if not after.runner or not move.taken:
        return None
    return Phrase(N_("This move captures, and the same piece can capture again."))


def captures_several(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It captures more than one piece."""
    count = move.taken.bit_count()
    if count < 2:
        return None
    values = {"count": count, "taken": square_names(move.taken)}
    return Phrase(N_("This move captures {count} pieces at once: {taken}."), values)


def captures_one(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It captures one piece."""
    if move.taken.bit_count() != 1:
        return None
    return Phrase(N_("This move captures the piece on {square}."), {"square": square_name(move.taken)})


def blocks(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It leaves the other side without a step."""
    own, enemy = moved(before, move), left(before, move)
    if move.kind != Kind.STEP or not enemy or can_step(enemy, BOARD & ~(own | enemy)):
        return None
    return Phrase(N_("This leaves {other} without a move."), {"other": side(other(move.player))})


def escapes(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """The piece that steps could have been captured, and cannot be on its new square."""
    if not in_danger(rules, before.own, before.enemy) & move.source or endangers_itself(rules, before, move):
        return None
    values = {"source": square_name(move.source), "arrival": square_name(move.arrival)}
    return Phrase(N_("The piece on {source} could be captured; on {arrival} it cannot be."), values)


def saves(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """Another piece could have been captured, and now none can be."""
    if move.kind != Kind.STEP:
        return None
    own, enemy = moved(before, move), left(before, move)
    saved = in_danger(rules, before.own, before.enemy) & own
    if not saved or in_danger(rules, own, enemy):
        return None
    return Phrase(N_("This keeps {squares} from being captured."), {"squares": square_names(saved)})


def to_the_centre(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It reaches the refuge."""
    is_safe = rules.centre_refuge and move.arrival == CENTRE
    return Phrase(N_("On the centre no piece can be captured.")) if is_safe else None


def threatens(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It threatens another capture, and cannot be captured itself."""
    if move.kind != Kind.STEP:
        return None
    own, enemy = moved(before, move), left(before, move)
    threatened = in_danger(rules, enemy, own) & ~in_danger(rules, before.enemy, before.own)
    if not threatened or endangers_itself(rules, before, move):
        return None
    return Phrase(N_("This threatens to capture {squares}."), {"squares": square_names(threatened)})


def makes_room(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """Pieces can step that could not before."""
    if move.kind != Kind.STEP:
        return None
    own, enemy = moved(before, move), left(before, move)
    could, can = (neighbours(BOARD & ~pieces) for pieces in (before.own | before.enemy, own | enemy))
    free = can & ~could & own & before.own
    return Phrase(N_("This opens a way for {squares}."), {"squares": square_names(free)}) if free else None


def beside_the_centre(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It is next to the centre, the only empty square once placing is over, to which the first step goes."""
    if move.kind != Kind.PLACE or rules.capture_in_placement or not move.arrival & neighbours(CENTRE):
        return None
    square = {"square": square_name(move.arrival)}
    return Phrase(N_("The first step of the game goes to the centre, and a piece on {square} is next to it."), square)


def aims(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """An enemy is between the square and the centre, so that a step to the centre captures it."""
    between = _towards_centre(move) & prey(rules, before.enemy)
    if not between or not partners(rules, move.arrival):
        return None
    text = N_("A piece that steps to the centre captures {enemy}, with one on {square} behind it.")
    return Phrase(text, {"enemy": square_name(between), "square": square_name(move.arrival)})


def guards(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """An own piece is between the square and the centre, and could have been captured by a step to the centre."""
    between = _towards_centre(move) & before.own
    if not between:
        return None
    text = N_("With a piece on {square}, nobody can capture {own} by stepping to the centre.")
    return Phrase(text, {"own": square_name(between), "square": square_name(move.arrival)})


REASONS: Mapping[Reason, str] = {
    captures_on: puzzle_themes.CHAIN,
    captures_several: puzzle_themes.CAPTURE,
    captures_one: puzzle_themes.CAPTURE,
    escapes: puzzle_themes.DEFENCE,
    saves: puzzle_themes.DEFENCE,
    threatens: puzzle_themes.THREAT,
    to_the_centre: puzzle_themes.DEFENCE,
    blocks: puzzle_themes.BLOCK,
    makes_room: puzzle_themes.ROOM,
    aims: puzzle_themes.PLACING,
    guards: puzzle_themes.PLACING,
    beside_the_centre: puzzle_themes.PLACING,
}


def in_danger(rules: Rules, own: int, enemy: int) -> int:
    """Own pieces that the enemy could capture with its next step."""
    return endangered(rules, enemy, own, neighbours(enemy) & BOARD & ~(own | enemy))


def moved(before: Position, move: Move) -> int:
    """The own pieces after a step."""
    return before.own ^ move.source | move.arrival


def left(before: Position, move: Move) -> int:
    """The enemy pieces after a step."""
    return before.enemy ^ move.taken


def endangers_itself(rules: Rules, before: Position, move: Move) -> bool:
    """Could the piece be captured on its new square?"""
    return in_danger(rules, moved(before, move), left(before, move)) & move.arrival != 0


def _towards_centre(move: Move) -> int:
    """The square between a placement and the centre, if they are two steps apart in a straight line, else 0."""
    if move.kind != Kind.PLACE:
        return 0
    return sum(step(CENTRE, d) for d in range(4) if back(move.arrival, d) == step(CENTRE, d))


# --- Rule events ------------------------------------------------------------------------------------------------------


@rule
def is_capture(rules: Rules, before: Position, move: Move, after: Position) -> bool:
    """A step captures (7.3)."""
    return move.kind == Kind.STEP and move.taken != 0


RULE_EVENTS = (RuleEvent("capture", N_("captures"), is_capture),)

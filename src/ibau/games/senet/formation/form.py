"""The text of actions and positions of the formation game.

Actions: `lot1` `lot2`, `t1` … `t5` (throw), `+27` (enter), `14-11`, `14x11` (hit), `stay`, `pass`.

A position, for example: `30 first lot open - - 0 0`.
"""

from collections.abc import Sequence

from ibau.core.board import Piece
from ibau.core.form import UNREACHABLE, Form, Meaning, finished_turns, number, one_of, whose_turn
from ibau.core.outcome import FIRST, NOBODY, SEATS, SECOND, other
from ibau.core.phrase import N_, Phrase
from ibau.games.senet import form
from ibau.games.senet.formation.rules import (
    BEFORE_LOT,
    ENTER,
    GOAL,
    PAWNS,
    STAY,
    Position,
    Rules,
    source_and_arrival,
    start,
)
from ibau.games.senet.sides import side
from ibau.games.senet.track import FIVE_SCALE


def action_text(rules: Rules, position: Position, action: int) -> str:
    """The text of a legal action."""
    if position.throw <= 0:
        return f"{'lot' if position.throw == BEFORE_LOT else 't'}{action + 1}"
    if action > ENTER:
        return "stay" if action == STAY else "pass"
    source, arrival = source_and_arrival(position, action)
    if not source:
        return f"+{arrival}"
    return f"{source}{'x' if position.enemy >> arrival & 1 else '-'}{arrival}"


# --- Positions --------------------------------------------------------------------------------------------------------


def on_the_goal(pieces: Sequence[Piece], words: Sequence[str]) -> str:
    """The word for the seat with a pawn on 1, "-" for none."""
    return next((SEATS[piece.seat] for piece in pieces if piece.place == "1"), "-")


def seat_or_none(field: str) -> tuple[Meaning, ...]:
    """The words for a seat or none, in a field."""
    seats = (Meaning(SEATS[seat], {field: seat}, side(seat)) for seat in (FIRST, SECOND))
    return Meaning("-", {field: NOBODY}, Phrase(N_("nobody's"))), *seats


FORM = Form(
    "formation",
    Position,
    form.PAWNS,
    (
        whose_turn(side(FIRST), side(SECOND)),
        one_of(
            N_("throw"),
            N_("Throw"),
            Meaning("-", {"throw": 0}, Phrase(N_("to throw"))),
            *form.throws(FIVE_SCALE),
            Meaning("lot", {"throw": BEFORE_LOT}, Phrase(N_("lots are drawn first"))),
        ),
        one_of(
            N_("phase"),
            N_("Moves"),
            Meaning("open", {"filling": 0}, Phrase(N_("pawns enter and move"))),
            Meaning("filling", {"filling": 1}, Phrase(N_("pawns may only enter until squares 26 to 30 are full"))),
        ),
        one_of(N_("leader"), "Whose pawn stands on 1", *seat_or_none("leader"), derived=on_the_goal),
        one_of(N_("winner"), N_("Whose formation was complete first"), *seat_or_none("winner")),
        number("solo", N_("points"), N_("Points for the other's throws since")),
        finished_turns(),
    ),
)


def too_many_pawns(rules: Rules, position: Position) -> Phrase | None:
    """A side has more than its ten pawns (section 6)."""
    return form.too_many(position, PAWNS, side)


def contradictory(rules: Rules, position: Position) -> Phrase | None:
    """A second lot (SA2-16, C23), or a leader without the pawn on 1 that stays there (SA2-8)."""
    on_goal = NOBODY
    if (position.own | position.enemy) & GOAL:
        on_goal = position.player if position.own & GOAL else other(position.player)
    second_lot = position.throw == BEFORE_LOT and position != start(rules)
    return UNREACHABLE if second_lot or position.leader != on_goal else None


IMPOSSIBLE = (too_many_pawns, contradictory)

"""Sentences about positions and actions of Seti-Beth, reasons for actions, and rule events."""

from collections.abc import Mapping

from ibau.core import puzzle_themes
from ibau.core.contract import Reason, RuleEvent, Words
from ibau.core.outcome import other
from ibau.core.phrase import N_, Phrase
from ibau.games.seti.beth.evaluation import can_conquer, faces_arrival, reached_by
from ibau.games.seti.beth.form import NAMES
from ibau.games.seti.beth.rules import FILES, Move, Position, Rules, can_move
from ibau.games.seti.figures import goal_row
from ibau.games.seti.form import square_name
from ibau.games.seti.reasons import Reasons
from ibau.games.seti.sentences import ENDS, figure, figure_refusal, figures_ahead, move_text, side, turn_text
from ibau.machine.rule import rule


def situation(rules: Rules, position: Position) -> tuple[Phrase, ...]:
    """Whose turn it is, and what to do."""
    arrived = square_name(NAMES, position.pending)
    return (turn_text(position.player, arrived, blocked=not can_move(rules, position)),)


def describe(rules: Rules, position: Position, move: Move) -> Phrase:
    """An action in words."""
    if not move.source:
        return Phrase(N_("{player} passes."), {"player": side(move.player)})
    values: dict[str, object] = {
        "player": side(move.player),
        "figure": figure(position.pharaohs, move.source),
        "source": square_name(NAMES, move.source),
        "target": square_name(NAMES, move.arrival),
    }
    if move.taken:
        values["conquered"] = figure(position.pharaohs, move.taken)
    return move_text(values, arrives=bool(move.arrival & goal_row(FILES, move.player)))


def refusal(rules: Rules, position: Position, place: str) -> Phrase:
    """Why the figure or square at a place cannot be used now."""
    square = 1 << NAMES.index(place) if place in NAMES else 0
    return figure_refusal(position.player, square, position.own, position.enemy, square_name(NAMES, position.pending))


WORDS = Words(situation, describe, refusal, ENDS, margin=figures_ahead)


# --- Reasons for an action --------------------------------------------------------------------------------------------


def turn_passed(position: Position) -> Position:
    """The position with the other player to act."""
    return position._replace(own=position.enemy, enemy=position.own, player=other(position.player))


SHARED = Reasons(FILES, NAMES, reached_by, can_conquer, faces_arrival, turn_passed)


def conquers(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It conquers a figure, which leaves the board."""
    if before.pending or not move.taken:
        return None
    values = {"figure": figure(before.pharaohs, move.taken), "square": square_name(NAMES, move.taken)}
    return Phrase(N_("This move conquers the {figure} on {square}."), values)


REASONS: Mapping[Reason, str] = {
    SHARED.answers: puzzle_themes.CAPTURE,
    SHARED.arrives: puzzle_themes.ARRIVAL,
    SHARED.prevents: puzzle_themes.DEFENCE,
    conquers: puzzle_themes.CAPTURE,
    SHARED.threatens: puzzle_themes.THREAT,
    SHARED.escapes: puzzle_themes.DEFENCE,
    SHARED.covers: puzzle_themes.DEFENCE,
    SHARED.attacks: puzzle_themes.THREAT,
    SHARED.advances: "",
}


# --- Rule events ------------------------------------------------------------------------------------------------------


@rule
def is_conquest(rules: Rules, before: Position, move: Move, after: Position) -> bool:
    """A figure is conquered (BETH-4)."""
    return move.taken != 0


@rule
def is_arrival(rules: Rules, before: Position, move: Move, after: Position) -> bool:
    """A figure arrives on the last row (1.3.1)."""
    return after.pending != 0


RULE_EVENTS = (
    RuleEvent("conquest", N_("figures conquered"), is_conquest),
    RuleEvent("arrival", N_("arrivals"), is_arrival),
)

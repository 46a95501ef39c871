"""Sentences about positions and actions of Seti-Aleph, reasons for actions, and rule events."""

from collections.abc import Mapping

from ibau.core import puzzle_themes
from ibau.core.contract import Reason, RuleEvent, Words
from ibau.core.outcome import other
from ibau.core.phrase import N_, Phrase
from ibau.games.seti.aleph.evaluation import can_conquer, faces_arrival, reached_by
from ibau.games.seti.aleph.form import NAMES
from ibau.games.seti.aleph.rules import FILES, Kind, Move, Position, Rules, can_act
from ibau.games.seti.figures import goal_row
from ibau.games.seti.form import square_name
from ibau.games.seti.reasons import Reasons
from ibau.games.seti.sentences import ENDS, figure, figure_refusal, figures_ahead, move_text, side, turn_text
from ibau.machine.rule import rule


def situation(rules: Rules, position: Position) -> tuple[Phrase, ...]:
    """Whose turn it is, and what to do."""
    arrived = square_name(NAMES, position.pending)
    return (turn_text(position.player, arrived, blocked=not can_act(rules, position)),)


def describe(rules: Rules, position: Position, move: Move) -> Phrase:
    """An action in words."""
    values = {"player": side(move.player), "square": square_name(NAMES, move.ship)}
    match move.kind:
        case Kind.PASS:
            return Phrase(N_("{player} passes."), values)
        case Kind.LIFT:
            return Phrase(N_("{player} lifts the ship from {square}."), values)
        case Kind.PLACE if move.ship & (position.own | position.enemy):
            return Phrase(N_("{player} places a ship under the figure on {square}."), values)
        case Kind.PLACE:
            return Phrase(N_("{player} places a ship on {square}."), values)
        case _:
            return _move(position, move)


def _move(position: Position, move: Move) -> Phrase:
    values: dict[str, object] = {
        "player": side(move.player),
        "figure": figure(position.pharaohs, move.source),
        "source": square_name(NAMES, move.source),
        "target": square_name(NAMES, move.arrival),
    }
    if move.taken:
        values["conquered"] = figure(position.pharaohs, move.taken)
        values["reentry"] = square_name(NAMES, move.reentry)
    elif move.ship:
        values["conquered"] = Phrase(N_("ship"))
    return move_text(values, arrives=bool(move.arrival & goal_row(FILES, move.player)))


def refusal(rules: Rules, position: Position, place: str) -> Phrase:
    """Why the figure, ship or square at a place cannot be used now."""
    square = 1 << NAMES.index(place) if place in NAMES else 0
    values = {"player": side(position.player), "other": side(other(position.player))}
    if place.startswith("hand:") and not position.own_reserve:
        return Phrase(N_("{player} has no ship in reserve."), values, N_("You have no ship in reserve."))
    if square & position.enemy_ships & ~position.enemy:
        return Phrase(N_("That ship is {other}'s."), values, N_("That ship is not yours."))
    return figure_refusal(position.player, square, position.own, position.enemy, square_name(NAMES, position.pending))


WORDS = Words(situation, describe, refusal, ENDS, margin=figures_ahead)


# --- Reasons for an action --------------------------------------------------------------------------------------------


def turn_passed(position: Position) -> Position:
    """The position with the other player to act."""
    return position._replace(
        own=position.enemy,
        enemy=position.own,
        own_ships=position.enemy_ships,
        enemy_ships=position.own_ships,
        own_reserve=position.enemy_reserve,
        enemy_reserve=position.own_reserve,
        player=other(position.player),
    )


def ships(position: Position) -> int:
    """The squares with ships, on which no figure can be conquered."""
    return position.own_ships | position.enemy_ships


def closed(position: Position) -> int:
    """The squares with ships of the player who has acted, on which that player's figures do not arrive."""
    return position.enemy_ships


SHARED = Reasons(FILES, NAMES, reached_by, can_conquer, faces_arrival, turn_passed, ships, closed)


def conquers(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It conquers a figure, which changes sides."""
    if before.pending or not move.taken:
        return None
    values = {"figure": figure(before.pharaohs, move.taken), "square": square_name(NAMES, move.taken)}
    return Phrase(N_("This move conquers the {figure} on {square}, which changes sides."), values)


def protects(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It places a ship under an own figure that could be conquered."""
    if before.pending or move.kind != Kind.PLACE or not move.ship & before.own:
        return None
    return on_a_ship(before, move.ship, move.ship) if can_conquer(rules, turn_passed(before), move.ship) else None


def boards(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It moves a figure onto an own ship."""
    if before.pending or not move.arrival & before.own_ships:
        return None
    return on_a_ship(before, move.source, move.arrival)


def on_a_ship(before: Position, standing: int, square: int) -> Phrase:
    """The sentence about a figure that stands on one square, and then on another with a ship."""
    values = {"figure": figure(before.pharaohs, standing), "square": square_name(NAMES, square)}
    return Phrase(N_("Standing on a ship, the {figure} on {square} cannot be conquered."), values)


def conquers_ship(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It conquers a lone ship."""
    if before.pending or move.kind != Kind.MOVE or not move.ship:
        return None
    text = N_("This move conquers the ship on {square}, which joins your reserve.")
    return Phrase(text, {"square": square_name(NAMES, move.ship)})


def prepares(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It places a ship where a figure can step onto it."""
    ship = move.ship & ~(before.own | before.enemy) if move.kind == Kind.PLACE else 0
    if before.pending or not rules.step_onto_ship or not ship & reached_by(rules, before.own, before.pharaohs):
        return None
    text = N_("A figure that steps onto the ship on {square} cannot be conquered there.")
    return Phrase(text, {"square": square_name(NAMES, ship)})


REASONS: Mapping[Reason, str] = {
    SHARED.answers: puzzle_themes.CAPTURE,
    SHARED.arrives: puzzle_themes.ARRIVAL,
    SHARED.prevents: puzzle_themes.DEFENCE,
    conquers: puzzle_themes.CAPTURE,
    protects: puzzle_themes.SHIPS,
    SHARED.threatens: puzzle_themes.THREAT,
    SHARED.escapes: puzzle_themes.DEFENCE,
    boards: puzzle_themes.SHIPS,
    conquers_ship: puzzle_themes.SHIPS,
    SHARED.covers: puzzle_themes.DEFENCE,
    SHARED.attacks: puzzle_themes.THREAT,
    SHARED.advances: "",
    prepares: puzzle_themes.SHIPS,
}


# --- Rule events ------------------------------------------------------------------------------------------------------


@rule
def is_conquest(rules: Rules, before: Position, move: Move, after: Position) -> bool:
    """A figure is conquered (SETI-8)."""
    return move.taken != 0


@rule
def is_arrival(rules: Rules, before: Position, move: Move, after: Position) -> bool:
    """A figure arrives on the last row (1.3.1)."""
    return after.pending != 0


RULE_EVENTS = (
    RuleEvent("conquest", N_("figures won over"), is_conquest),
    RuleEvent("arrival", N_("arrivals"), is_arrival),
)

"""What is said about a position of Seti-Aleph."""

from ibau.core.contract import Words
from ibau.core.outcome import other
from ibau.core.phrase import N_, Phrase
from ibau.games.seti.aleph.notation import NAMES
from ibau.games.seti.aleph.rules import FILES, LIFT, MOVE, PASS, SQUARES, Position, Rules, can_act, parts
from ibau.games.seti.figures import goal_row
from ibau.games.seti.parts import square_name
from ibau.games.seti.sentences import ENDS, asked, figure, refused_figure, side, spoken_move


def situation(rules: Rules, position: Position) -> tuple[Phrase, ...]:
    """Whose turn it is, and what is asked."""
    arrived = square_name(NAMES, position.pending)
    return asked(position.player, arrived, blocked=not can_act(rules, position))


def spoken(rules: Rules, position: Position, action: int) -> Phrase:
    """An action in words."""
    player = side(position.player)
    if action == PASS:
        return Phrase(N_("{player} passes."), {"player": player})
    if action >= MOVE:
        return _move(position, action)
    square = action % SQUARES
    values = {"player": player, "square": NAMES[square]}
    if action >= LIFT:
        return Phrase(N_("{player} lifts the ship from {square}."), values)
    if (position.own | position.enemy) >> square & 1:
        return Phrase(N_("{player} places a ship under the figure on {square}."), values)
    return Phrase(N_("{player} places a ship on {square}."), values)


def _move(position: Position, action: int) -> Phrase:
    source, target, reentry = parts(action)
    values: dict[str, object] = {
        "player": side(position.player),
        "figure": figure(position.pharaohs, source),
        "source": square_name(NAMES, source),
        "target": square_name(NAMES, target),
    }
    if position.enemy & target:
        values["conquered"] = figure(position.pharaohs, target)
        values["reentry"] = square_name(NAMES, reentry)
    elif position.enemy_ships & target:
        values["conquered"] = Phrase(N_("ship"))
    return spoken_move(values, arrives=bool(target & goal_row(FILES, position.player)))


def refusal(rules: Rules, position: Position, place: str) -> Phrase:
    """Why what stands on a place cannot be used now."""
    square = 1 << NAMES.index(place) if place in NAMES else 0
    if place.startswith("hand:") and not position.own_reserve:
        return Phrase(
            N_("{player} has no ship in reserve."),
            {"player": side(position.player)},
            N_("You have no ship in reserve."),
        )
    if square & position.enemy_ships & ~position.enemy:
        return Phrase(
            N_("That ship is {other}'s."), {"other": side(other(position.player))}, N_("That ship is not yours.")
        )
    return refused_figure(position.player, square, position.own, position.enemy, square_name(NAMES, position.pending))


WORDS = Words(situation, spoken, refusal, ENDS)

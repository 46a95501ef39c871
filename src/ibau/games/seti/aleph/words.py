"""What is said about a position of Seti-Aleph."""

from ibau.core.contract import Words
from ibau.core.outcome import other
from ibau.core.phrase import N_, Phrase
from ibau.games.seti.aleph.notation import NAMES
from ibau.games.seti.aleph.rules import FILES, Deed, Kind, Position, Rules, can_act
from ibau.games.seti.figures import goal_row
from ibau.games.seti.parts import square_name
from ibau.games.seti.sentences import ENDS, asked, figure, refused_figure, side, spoken_move


def situation(rules: Rules, position: Position) -> tuple[Phrase, ...]:
    """Whose turn it is, and what is asked."""
    arrived = square_name(NAMES, position.pending)
    return asked(position.player, arrived, blocked=not can_act(rules, position))


def spoken(rules: Rules, position: Position, deed: Deed) -> Phrase:
    """An action in words."""
    values = {"player": side(deed.player), "square": square_name(NAMES, deed.ship)}
    match deed.kind:
        case Kind.PASS:
            return Phrase(N_("{player} passes."), values)
        case Kind.LIFT:
            return Phrase(N_("{player} lifts the ship from {square}."), values)
        case Kind.PLACE if deed.ship & (position.own | position.enemy):
            return Phrase(N_("{player} places a ship under the figure on {square}."), values)
        case Kind.PLACE:
            return Phrase(N_("{player} places a ship on {square}."), values)
        case _:
            return _move(position, deed)


def _move(position: Position, deed: Deed) -> Phrase:
    values: dict[str, object] = {
        "player": side(deed.player),
        "figure": figure(position.pharaohs, deed.source),
        "source": square_name(NAMES, deed.source),
        "target": square_name(NAMES, deed.arrival),
    }
    if deed.taken:
        values["conquered"] = figure(position.pharaohs, deed.taken)
        values["reentry"] = square_name(NAMES, deed.reentry)
    elif deed.ship:
        values["conquered"] = Phrase(N_("ship"))
    return spoken_move(values, arrives=bool(deed.arrival & goal_row(FILES, deed.player)))


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

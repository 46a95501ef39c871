"""What is said about a position of Seti-Beth."""

from ibau.core.contract import Words
from ibau.core.phrase import N_, Phrase
from ibau.games.seti.beth.notation import NAMES
from ibau.games.seti.beth.rules import FILES, Deed, Position, Rules, can_move
from ibau.games.seti.figures import goal_row
from ibau.games.seti.parts import square_name
from ibau.games.seti.sentences import ENDS, asked, figure, refused_figure, side, spoken_move


def situation(rules: Rules, position: Position) -> tuple[Phrase, ...]:
    """Whose turn it is, and what is asked."""
    arrived = square_name(NAMES, position.pending)
    return asked(position.player, arrived, blocked=not can_move(rules, position))


def spoken(rules: Rules, position: Position, deed: Deed) -> Phrase:
    """An action in words."""
    if not deed.source:
        return Phrase(N_("{player} passes."), {"player": side(deed.player)})
    values: dict[str, object] = {
        "player": side(deed.player),
        "figure": figure(position.pharaohs, deed.source),
        "source": square_name(NAMES, deed.source),
        "target": square_name(NAMES, deed.arrival),
    }
    if deed.taken:
        values["conquered"] = figure(position.pharaohs, deed.taken)
    return spoken_move(values, arrives=bool(deed.arrival & goal_row(FILES, deed.player)))


def refusal(rules: Rules, position: Position, place: str) -> Phrase:
    """Why what stands on a place cannot be used now."""
    square = 1 << NAMES.index(place) if place in NAMES else 0
    return refused_figure(position.player, square, position.own, position.enemy, square_name(NAMES, position.pending))


WORDS = Words(situation, spoken, refusal, ENDS)

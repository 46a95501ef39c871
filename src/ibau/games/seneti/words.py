"""What is said about a position of Seneti."""

from ibau.core.bits import index
from ibau.core.contract import Words
from ibau.core.outcome import FIRST, other
from ibau.core.phrase import N_, Phrase
from ibau.games.seneti.board import BOARD
from ibau.games.seneti.notation import owners
from ibau.games.seneti.rules import Deed, End, Kind, Position, Rules, landing_squares, moves


def side(player: int) -> Phrase:
    """What a seat's stones are called."""
    return Phrase(N_("White") if player == FIRST else N_("Black"))


def situation(rules: Rules, position: Position) -> tuple[Phrase, ...]:
    """Whose turn it is, and what is asked."""
    if not position.begun:
        return (Phrase(N_("The lot decides who begins.")),)
    values = {"player": side(position.player)}
    if not position.own:
        return (Phrase(N_("{player} brings a stone in."), values, N_("Bring a stone in.")),)
    entries = moves(rules, position).hand & BOARD
    if not entries:
        return (Phrase(N_("{player} moves a stone or takes one out."), values, N_("Move a stone or take one out.")),)
    return (
        Phrase(
            N_("{player} brings a stone in, moves one or takes one out."),
            values,
            N_("Bring a stone in, move one or take one out."),
        ),
    )


def spoken(rules: Rules, position: Position, deed: Deed) -> Phrase:
    """An action in words."""
    below = len(owners(position, index(deed.arrival))) if deed.arrival else 0
    values = {
        "player": side(deed.player),
        "source": index(deed.source),
        "target": index(deed.arrival),
        "square": index(deed.arrival or deed.source),
        "height": below + 1,
        "side": Phrase(N_("closed") if deed.closed else N_("open")),
    }
    match deed.kind:
        case Kind.LOT:
            text = N_("The lot: {player} begins.")
        case Kind.ENTER if below:
            text = N_("{player} brings a stone in on {square}, on top of a stack, now {height} high.")
        case Kind.ENTER:
            text = N_("{player} brings a stone in on {square}.")
        case Kind.EXIT:
            text = N_("{player} takes the stone on {square} out.")
        case _ if below:
            text = N_("{player} from {source} to {target}, on top of a stack, now {height} high and {side}.")
        case _:
            text = N_("{player} from {source} to {target}, now {side}.")
    return Phrase(text, values)


def refusal(rules: Rules, position: Position, place: str) -> Phrase:
    """Why what stands on a place cannot be used now."""
    values = {"player": side(position.player), "other": side(other(position.player))}
    if not position.begun:
        return Phrase(N_("Draw the lot first."))
    if place.startswith("hand:"):
        return _no_entry(position, values)
    square = 1 << int(place) if place.isdigit() else 0
    if square & position.enemy:
        return Phrase(
            N_("The top stone there is {other}'s; it is {player}'s turn."),
            values,
            N_("The top stone there is not yours."),
        )
    if not square & position.own:
        return Phrase(N_("First choose a stone: one in hand, or the top one of a stack."))
    if square & position.closed:
        return Phrase(N_("This stone has no path as long as its square's number, and only open stones may leave."))
    return Phrase(N_("This stone has no path as long as its square's number."))


def _no_entry(position: Position, values: dict[str, Phrase]) -> Phrase:
    if not position.own_hand:
        return Phrase(N_("{player} has no stone in hand."), values, N_("You have no stone in hand."))
    if not landing_squares(position):
        return Phrase(N_("There is no square where a stone could stand."))
    return Phrase(N_("Closed stones bar every way in."))


WORDS = Words(situation, spoken, refusal, ends={End.IMMOBILE: N_("no move is left")})

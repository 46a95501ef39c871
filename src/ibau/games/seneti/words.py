"""What is said about a position of Seneti."""

from ibau.core.contract import Words
from ibau.core.outcome import FIRST, other
from ibau.core.phrase import N_, Phrase
from ibau.games.seneti.board import BOARD
from ibau.games.seneti.notation import owners
from ibau.games.seneti.rules import EXIT, MOVE, End, Position, Rules, landing_squares, moves


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


def spoken(rules: Rules, position: Position, action: int) -> Phrase:
    """An action in words."""
    if not position.begun:
        return Phrase(N_("The lot: {player} begins."), {"player": side(action)})
    player = side(position.player)
    if action < EXIT:
        values = {"player": player, "square": action, "height": len(owners(position, action)) + 1}
        return Phrase(_landing(action, position, N_("{player} brings a stone in on {square}."), ENTERS_STACK), values)
    if action < MOVE:
        return Phrase(N_("{player} takes the stone on {square} out."), {"player": player, "square": action - EXIT})
    source, target = divmod(action - MOVE, 21)
    values = {
        "player": player,
        "source": source,
        "target": target,
        "height": len(owners(position, target)) + 1,
        "side": Phrase(N_("open") if position.closed >> source & 1 else N_("closed")),
    }
    return Phrase(
        _landing(target, position, N_("{player} from {source} to {target}, now {side}."), MOVES_STACK), values
    )


ENTERS_STACK = N_("{player} brings a stone in on {square}, on top of a stack, now {height} high.")
MOVES_STACK = N_("{player} from {source} to {target}, on top of a stack, now {height} high and {side}.")


def _landing(square: int, position: Position, alone: str, stacked: str) -> str:
    return stacked if owners(position, square) else alone


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

"""Sentences about positions and actions of Seneti, reasons for actions, and rule events.

A player who cannot act has lost, so that most reasons are about room to move.
"""

from collections.abc import Mapping

from ibau.core import puzzle_themes
from ibau.core.bits import index
from ibau.core.contract import Reason, RuleEvent, Words
from ibau.core.outcome import other
from ibau.core.phrase import N_, Phrase
from ibau.games.seneti.board import BOARD
from ibau.games.seneti.form import owners, side
from ibau.games.seneti.rules import End, Kind, Move, Position, Rules, connected, count, landing_squares, moves
from ibau.machine.rule import rule


def situation(rules: Rules, position: Position) -> tuple[Phrase, ...]:
    """Whose turn it is, and what to do."""
    if not position.begun:
        return (Phrase(N_("Lots are drawn to decide who begins.")),)
    values = {"player": side(position.player)}
    if not position.own:
        return (Phrase(N_("{player} brings a stone in."), values, N_("Bring a stone in.")),)
    entries = moves(rules, position).hand & BOARD
    if not entries:
        return (Phrase(N_("{player} moves a stone or takes one out."), values, N_("Move a stone or take one out.")),)
    yours = N_("Bring a stone in, move one or take one out.")
    return (Phrase(N_("{player} brings a stone in, moves one or takes one out."), values, yours),)


def describe(rules: Rules, position: Position, move: Move) -> Phrase:
    """An action in words."""
    below = len(owners(position, index(move.arrival))) if move.arrival else 0
    values = {
        "player": side(move.player),
        "source": index(move.source),
        "target": index(move.arrival),
        "square": index(move.arrival or move.source),
        "height": below + 1,
        "side": Phrase(N_("closed") if move.closed else N_("open")),
    }
    match move.kind:
        case Kind.LOT:
            text = N_("By lot, {player} begins.")
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
    """Why the stone or square at a place cannot be used now."""
    values = {"player": side(position.player), "other": side(other(position.player))}
    if not position.begun:
        return Phrase(N_("Draw lots first."))
    if place.startswith("hand:"):
        return _no_entry(position, values)
    square = 1 << int(place) if place.isdigit() else 0
    if square & position.enemy:
        yours = N_("The top stone there is not yours.")
        return Phrase(N_("The top stone there is {other}'s; it is {player}'s turn."), values, yours)
    if not square & position.own:
        return Phrase(N_("First choose a stone: one in hand, or the top one of a stack."))
    if square & position.closed:
        return Phrase(N_("This stone has no path as long as its square's number, and only open stones may leave."))
    return Phrase(N_("This stone has no path as long as its square's number."))


def _no_entry(position: Position, values: dict[str, Phrase]) -> Phrase:
    if not position.own_hand:
        return Phrase(N_("{player} has no stone in hand."), values, N_("You have no stone in hand."))
    if not landing_squares(position):
        return Phrase(N_("There is no square for a stone."))
    return Phrase(N_("Closed stones block every way in."))


WORDS = Words(situation, describe, refusal, ends={End.IMMOBILE: N_("no move is left")})


# --- Reasons for an action --------------------------------------------------------------------------------------------


MUCH = 4  # a change of the number of moves by a quarter is a reason


def covers(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It covers an enemy stone, which cannot act then."""
    if not move.taken:
        return None
    values = {"other": side(other(move.player)), "square": index(move.taken)}
    return Phrase(N_("This move covers {other}'s stone on {square}, which cannot move while it is covered."), values)


def frees(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It uncovers an own stone on the square that it leaves."""
    if not move.source & after.enemy:
        return None
    return Phrase(N_("This move frees your stone below it on {square}."), {"square": index(move.source)})


def bars_entry(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """The other side could bring in a stone from the hand before, and now cannot."""
    if not after.own_hand or not doors(rules, before) or doors(rules, after):
        return None
    return Phrase(N_("This move blocks every way in for {other}'s stones."), {"other": side(after.player)})


def blocks(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """The other side has fewer moves than it would have had."""
    could, can = move_count(rules, turn_passed(before)), move_count(rules, after)
    if can * MUCH > could * (MUCH - 1):
        return None
    values = {"other": side(after.player), "now": can, "before": could}
    return Phrase(N_("This move takes room from {other}: {now} possible moves instead of {before}."), values)


def opens_ways(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """This side has more moves than before."""
    could, can = move_count(rules, before), move_count(rules, turn_passed(after))
    if can * MUCH < could * (MUCH + 1):
        return None
    return Phrase(N_("This move makes room: {now} possible moves instead of {before}."), {"now": can, "before": could})


def opens_stone(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It opens a closed stone, which can then leave and be passed."""
    if move.kind != Kind.MOVE or move.closed:
        return None
    return Phrase(N_("This move turns the stone open: it no longer blocks the way, and may leave the board."))


def fills(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It fills a square, so that its stone cannot be covered."""
    if not move.arrival & after.full:
        return None
    values = {"square": index(move.arrival)}
    return Phrase(N_("Square {square} is then full, and nobody can cover your stone."), values)


def closes(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It closes a stone, which cannot be covered."""
    if move.kind != Kind.MOVE or not move.closed:
        return None
    values = {"square": index(move.arrival)}
    return Phrase(N_("Closed, the stone on {square} cannot be covered, and blocks the way."), values)


def enters(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It brings a stone in."""
    return Phrase(N_("This move brings one more stone into play.")) if move.kind == Kind.ENTER else None


def leaves(rules: Rules, before: Position, move: Move, after: Position) -> Phrase | None:
    """It takes a stone out, which can come in elsewhere."""
    return Phrase(N_("In hand, the stone can come in again elsewhere.")) if move.kind == Kind.EXIT else None


REASONS: Mapping[Reason, str] = {
    bars_entry: puzzle_themes.BLOCK,
    covers: puzzle_themes.COVER,
    blocks: puzzle_themes.BLOCK,
    frees: puzzle_themes.ROOM,
    fills: puzzle_themes.COVER,
    opens_ways: puzzle_themes.ROOM,
    opens_stone: puzzle_themes.ROOM,
    closes: puzzle_themes.DEFENCE,
    enters: puzzle_themes.ENTRY,
    leaves: "",
}


def doors(rules: Rules, position: Position) -> int:
    """The squares on which a stone from a hand could enter."""
    return connected(rules, position.closed) & landing_squares(position)


def move_count(rules: Rules, position: Position) -> int:
    """The number of legal moves."""
    return count(moves(rules, position))


def turn_passed(position: Position) -> Position:
    """The position with the other player to act."""
    return position._replace(
        own=position.enemy,
        enemy=position.own,
        own_hand=position.enemy_hand,
        enemy_hand=position.own_hand,
        player=other(position.player),
    )


# --- Rule events ------------------------------------------------------------------------------------------------------


@rule
def is_exit(rules: Rules, before: Position, move: Move, after: Position) -> bool:
    """A stone leaves the board (3.3)."""
    return move.kind == Kind.EXIT


@rule
def is_capture(rules: Rules, before: Position, move: Move, after: Position) -> bool:
    """A stone covers one of the other side (3.3)."""
    return move.taken != 0


RULE_EVENTS = (
    RuleEvent("exit", N_("stones taken home"), is_exit),
    RuleEvent("capture", N_("enemy stones covered"), is_capture),
)

"""What is said about a position of Seega."""

from ibau.core.contract import Words
from ibau.core.outcome import FIRST, other
from ibau.core.phrase import N_, Phrase
from ibau.games.seega.notation import SQUARES, square_name, square_names
from ibau.games.seega.rules import (
    BEFORE_LOT,
    CENTRE,
    Deed,
    End,
    Kind,
    Position,
    Rules,
    can_step,
    capturing_squares,
    empty_squares,
    opening_is_due,
    opening_pieces,
    placing,
)
from ibau.games.seega.rulesets import Chain


def side(player: int) -> Phrase:
    """What a seat's pieces are called."""
    return Phrase(N_("Light") if player == FIRST else N_("Dark"))


def situation(rules: Rules, position: Position) -> tuple[Phrase, ...]:
    """Whose turn it is, what is asked, and why."""
    player = {"player": side(position.player), "other": side(other(position.player))}
    if position.placed == BEFORE_LOT:
        return (Phrase(N_("The lot decides who places first.")),)
    if placing(position):
        if position.placed % 2:
            return (Phrase(N_("{player} places one more piece."), player, N_("Place one more piece.")),)
        return (
            Phrase(
                N_("{player} places two pieces, anywhere but on the centre."),
                player,
                N_("Place two pieces, anywhere but on the centre."),
            ),
        )
    if position.runner:
        square = {**player, "square": square_name(position.runner)}
        if rules.chain == Chain.OPTIONAL:
            return (
                Phrase(
                    N_("{player} may go on capturing with the piece on {square}, or stop."),
                    square,
                    N_("You may go on capturing with the piece on {square}, or stop."),
                ),
            )
        return (
            Phrase(
                N_("{player} goes on capturing with the piece on {square}."),
                square,
                N_("Go on capturing with the piece on {square}."),
            ),
        )
    if not can_step(position.own, empty_squares(position)):
        return (
            Phrase(
                N_("{player} cannot move any piece and passes."),
                player,
                N_("You cannot move any piece, and must pass."),
            ),
        )
    if opening_is_due(rules, position):
        return (
            Phrase(
                N_("{other} is blocked: {player} must make room for a move."),
                player,
                N_("{other} is blocked: make room for a move."),
            ),
        )
    if must_capture(rules, position):
        return (Phrase(N_("{player} can capture, and must do so."), player, N_("You can capture, and must do so.")),)
    if position.waiting:
        return (Phrase(N_("{other} is blocked: {player} moves again."), player, N_("{other} is blocked: move again.")),)
    return (Phrase(N_("{player} to move."), player, N_("Your turn to move.")),)


def must_capture(rules: Rules, position: Position) -> bool:
    """Is a capture compulsory now?"""
    targets = empty_squares(position) & capturing_squares(rules, position.own, position.enemy)
    return bool(rules.forced_capture) and can_step(position.own, targets)


def spoken(rules: Rules, position: Position, deed: Deed) -> Phrase:
    """An action in words."""
    values = {
        "player": side(deed.player),
        "source": square_name(deed.source),
        "arrival": square_name(deed.arrival),
        "square": square_name(deed.arrival),
        "taken": square_names(deed.taken),
    }
    match deed.kind:
        case Kind.LOT:
            text = N_("The lot: {player} places first.")
        case Kind.PLACE if deed.taken:
            text = N_("{player} places on {square} and captures {taken}.")
        case Kind.PLACE:
            text = N_("{player} places on {square}.")
        case Kind.STEP if deed.taken:
            text = N_("{player} from {source} to {arrival}, capturing {taken}.")
        case Kind.STEP:
            text = N_("{player} from {source} to {arrival}.")
        case Kind.STOP:
            text = N_("{player} stops capturing.")
        case _:
            text = N_("{player} passes.")
    return Phrase(text, values)


def refusal(rules: Rules, position: Position, place: str) -> Phrase:
    """Why what stands on a place cannot be used now."""
    square = 1 << SQUARES.index(place) if place in SQUARES else 0
    if position.placed == BEFORE_LOT:
        return Phrase(N_("Draw the lot first."))
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
        return Phrase(N_("First choose one of your pieces, then an empty square beside it."))
    if position.runner:
        return Phrase(N_("Only the piece on {square} may go on."), {"square": square_name(position.runner)})
    if not can_step(square, empty_squares(position)):
        return Phrase(N_("This piece has no empty square beside it."))
    if opening_is_due(rules, position) and not square & opening_pieces(position):
        return Phrase(N_("{other} is blocked, and this piece would not make room."), {"other": opponent})
    if must_capture(rules, position):
        return Phrase(N_("Another piece can capture, and capturing is compulsory."))
    return Phrase(N_("This piece can only step to an empty square beside it."))


def _no_placing_on(position: Position, square: int) -> Phrase:
    if square & CENTRE:
        return Phrase(N_("Nothing is placed on the centre."))
    if square & (position.own | position.enemy):
        return Phrase(N_("This square is taken; place on an empty one."))
    return Phrase(N_("Place on an empty square of the board."))


WORDS = Words(
    situation,
    spoken,
    refusal,
    ends={
        End.MAJOR: N_("all enemy pieces have been captured"),
        End.GRAND: N_("play cannot go on"),
        End.SMALL: N_("a wall divides the board"),
        End.IMMOBILE: N_("no move is left"),
    },
)

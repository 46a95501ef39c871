"""Sentences that both Seti games share."""

from enum import IntEnum
from typing import Protocol

from ibau.core.outcome import FIRST, other
from ibau.core.phrase import N_, Phrase
from ibau.core.result_text import margin_text
from ibau.games.seti.ends import End

ENDS: dict[IntEnum, str] = {
    End.GOAL: N_("a figure has reached the far row"),
    End.NO_FIGURES: N_("no figure is left"),
    End.STALEMATE: N_("no move is left"),
}


def side(player: int) -> Phrase:
    """The name of a seat's pieces."""
    return Phrase(N_("White") if player == FIRST else N_("Brown"))


class Figures(Protocol):
    """The fields of a position of either game with the figures."""

    @property
    def own(self) -> int: ...
    @property
    def enemy(self) -> int: ...
    @property
    def player(self) -> int: ...


def figures_ahead(position: Figures, winner: int) -> Phrase | None:
    """The margin of a win in figures on the board."""
    more = position.own.bit_count() - position.enemy.bit_count()
    return margin_text(more if winner == position.player else -more, N_("one figure"), N_("{count} figures"))


def turn_text(player: int, arrived: str, *, blocked: bool) -> Phrase:
    """Whose turn it is, and what to do; `arrived` is the square of an arrival to answer, or ""."""
    values = {"player": side(player), "other": side(other(player)), "square": arrived}
    if blocked:
        yours = N_("You have no legal move, and must pass.")
        return Phrase(N_("{player} has no legal move and passes."), values, yours)
    if arrived:
        yours = N_("{other} has arrived on {square}: conquer that figure now, or you lose.")
        text = N_("{other} has arrived on {square}: {player} must conquer that figure now or lose.")
        return Phrase(text, values, yours)
    return Phrase(N_("{player} to move."), values, N_("Your turn to move."))


def figure(pharaohs: int, square: int) -> Phrase:
    """The name of the kind of a figure."""
    return Phrase(N_("pharaoh") if pharaohs & square else N_("high priest"))


def move_text(values: dict[str, object], *, arrives: bool) -> Phrase:
    """A figure's move in words."""
    if "reentry" in values:
        text = N_("{player}: {figure} from {source} to {target}; {conquered} conquered, re-entering on {reentry}.")
    elif "conquered" in values:
        text = N_("{player}: {figure} from {source} to {target}; {conquered} conquered.")
    else:
        text = N_("{player}: {figure} from {source} to {target}.")
    move = Phrase(text, values)
    return Phrase(N_("{move} It has arrived."), {"move": move}) if arrives else move


def figure_refusal(player: int, square: int, own: int, enemy: int, arrived: str) -> Phrase:
    """Why the figure or square cannot be used now."""
    values = {"player": side(player), "other": side(other(player)), "square": arrived}
    if square & enemy:
        return Phrase(N_("That figure is {other}'s; it is {player}'s turn."), values, N_("That figure is not yours."))
    if not square & own:
        return Phrase(N_("First choose the figure to move, then where it goes."))
    if arrived:
        return Phrase(N_("Only conquering the figure on {square} can still save the game."), values)
    return Phrase(N_("There is no square that this figure can move to."))

"""The two sides of the Senet games: names, pawns, and squares to go."""

from typing import Protocol

from ibau.core.bits import members
from ibau.core.outcome import FIRST, other
from ibau.core.phrase import N_, Phrase
from ibau.core.result_text import margin_text
from ibau.games.senet.track import LAST


def side(player: int) -> Phrase:
    """The name of a seat's pawns by colour."""
    return Phrase(N_("Light") if player == FIRST else N_("Dark"))


def odd_or_even(player: int) -> Phrase:
    """The name of a seat's pawns by the squares they start from."""
    return Phrase(N_("Odd") if player == FIRST else N_("Even"))


class Shared(Protocol):
    """A position of any Senet game."""

    @property
    def own(self) -> int: ...
    @property
    def enemy(self) -> int: ...
    @property
    def player(self) -> int: ...


def pawns_of(position: Shared, player: int) -> tuple[int, int]:
    """The squares of the pawns of a player, and those of the other."""
    return (position.own, position.enemy) if position.player == player else (position.enemy, position.own)


def squares_to_go(position: Shared, player: int) -> int:
    """The number of squares that the pawns of a player have still to go to leave the board."""
    return sum(LAST + 1 - square for square in members(pawns_of(position, player)[0]))


def squares_ahead(position: Shared, winner: int) -> Phrase | None:
    """The margin of a win in squares."""
    squares = squares_to_go(position, other(winner)) - squares_to_go(position, winner)
    return margin_text(squares, N_("one square"), N_("{count} squares"))

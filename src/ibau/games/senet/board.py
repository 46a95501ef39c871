"""The board of all Senet games: three rows of ten, on a track in the shape of an S."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from ibau.core.bits import index, members
from ibau.core.board import Board, Piece, Square, Throws
from ibau.core.outcome import SEATS
from ibau.core.phrase import N_
from ibau.core.terminal_theme import Glyph, Material
from ibau.games.senet.track import LAST

HOUSE_LABELS = {
    15: N_("house of rebirth"),
    26: N_("house of happiness"),
    27: N_("house of water"),
    28: N_("house of the three truths"),
    29: N_("house of Re-Atum"),
    30: N_("the last house"),
}
TRACK = tuple(str(n) for n in range(1, LAST + 1))


SAFE = N_("No pawn can be hit here.")


class House(NamedTuple):
    """A square with rules of its own: its mark, label and effects, as in Square."""

    mark: str
    label: str
    effects: tuple[str, ...]


PLAIN = House("", "", ())


def senet_board(houses: Mapping[int, House], areas: tuple[str, ...], throws: Throws) -> Board:
    """The board with thirty squares; `houses` are those with rules of their own, by number."""
    return Board(
        kind="senet",
        width=10,
        height=3,
        squares=tuple(_square(n, *houses.get(n, PLAIN)) for n in range(1, LAST + 1)),
        areas=areas,
        track=TRACK,
        throws=throws,
    )


def _square(n: int, mark: str, label: str, effects: tuple[str, ...]) -> Square:
    row, step = divmod(n - 1, 10)
    return Square(str(n), x=9 - step if row == 1 else step, y=row, mark=mark, label=label, effects=effects)


def pawns(light_and_dark: tuple[int, int], area: str, each: int) -> tuple[Piece, ...]:
    """The pawns on the board; the rest of each side's `each` pawns is in an area next to it."""
    placed: list[Piece] = []
    for seat, own in enumerate(light_and_dark):
        placed += [Piece(str(n), seat) for n in members(own)]
        placed += [Piece(f"{area}:{SEATS[seat]}", seat)] * (each - own.bit_count())
    return tuple(placed)


class PawnMove(Protocol):
    """The move of a pawn to higher numbers."""

    @property
    def arrival(self) -> int: ...


def arrival_of(move: PawnMove) -> int:
    """The number of a pawn's new square; LAST + 1 if it leaves the board."""
    return index(move.arrival) if move.arrival else LAST + 1


def place(square: int, player: int) -> str:
    """The name of a square, or the area of the player's borne-off pawns beyond the last one."""
    return str(square) if square <= LAST else f"off:{SEATS[player]}"


def squares_between(source: int, arrival: int) -> range:
    """The numbers of the squares from one to another, both included."""
    return range(source, arrival + 1) if arrival > source else range(source, arrival - 1, -1)


# --- In a terminal ---------------------------------------------------------------------------------------------------


FAIENCE = Material(ground="#2f7479", line="#5fa6a4", ink="#dcf1ec")

GLYPHS = {"sun": Glyph("☉", "*"), "water": Glyph("≈", "~")}

"""The board of all Senet rulesets: three rows of ten, travelled as an S."""

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
    """A square that the ruleset has a rule for."""

    mark: str
    label: str
    effects: tuple[str, ...]


PLAIN = House("", "", ())


def senet_board(houses: Mapping[int, House], areas: tuple[str, ...], throws: Throws) -> Board:
    """The thirty squares; `houses` names those that the ruleset has a rule for."""
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
    """The pawns on the board, and those of each side's `each` pawns that are in an area beside it."""
    placed: list[Piece] = []
    for seat, own in enumerate(light_and_dark):
        placed += [Piece(str(n), seat) for n in members(own)]
        placed += [Piece(f"{area}:{SEATS[seat]}", seat)] * (each - own.bit_count())
    return tuple(placed)


class PawnMove(Protocol):
    """What a pawn has done that moves up the numbers."""

    @property
    def arrival(self) -> int: ...


def arrival_of(move: PawnMove) -> int:
    """The number of the square that a pawn comes to; one more than the last where it leaves the board."""
    return index(move.arrival) if move.arrival else LAST + 1


def place(square: int, player: int) -> str:
    """A square's name, or where the player's pawns are that went past the last one."""
    return str(square) if square <= LAST else f"off:{SEATS[player]}"


def way(source: int, arrival: int) -> range:
    """The squares from one to another, both included."""
    return range(source, arrival + 1) if arrival > source else range(source, arrival - 1, -1)


# --- In a terminal ---------------------------------------------------------------------------------------------------


FAIENCE = Material(ground="#2f7479", line="#5fa6a4", ink="#dcf1ec")

GLYPHS = {"sun": Glyph("☉", "*"), "water": Glyph("≈", "~")}

"""The position editor: positions put together from pieces and words."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ibau.core.board import Piece

MAX_PIECES = 200  # of a position


class PieceKind(Struct, frozen=True):
    """A kind of piece of a seat."""

    seat: int
    kind: str
    side: str


class WordChoice(Struct, frozen=True):
    """A word of a position text, and its meaning."""

    word: str
    text: str


class WordView(Struct, frozen=True):
    """A word of a position text that the board does not show: one of `choices`, or typed."""

    label: str
    choices: list[WordChoice]
    typed: Literal["", "number", "list"]


class EditorRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/analysis/editor`: the position to begin with."""

    ruleset: str
    position: str = ""  # '' for the start of the rules


class EditorView(Struct, frozen=True):
    """The parts of positions; `values` are the words of the requested position."""

    kinds: list[PieceKind]
    together: list[tuple[str, str]]  # kinds that may stand on one square, the lower first
    words: list[WordView]
    values: list[str]
    cleared: list[str]  # the words for an empty board
    pieces: tuple[Piece, ...]  # on squares, in the requested position


class PositionRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/analysis/position`: the parts of a position."""

    ruleset: str
    pieces: Annotated[list[Piece], Meta(max_length=MAX_PIECES)]
    words: Annotated[list[str], Meta(max_length=MAX_PIECES)]


class PositionResult(Struct, frozen=True):
    """The position as text, '' if impossible; what is to be done in it, or the fault; its pieces on squares."""

    position: str
    text: str
    pieces: tuple[Piece, ...] = ()

"""Positions that somebody puts together."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ibau.core.board import Piece

MAX_PIECES = 200  # pieces of a position that is put together


class PieceKind(Struct, frozen=True):
    """What a seat may have on the board."""

    seat: int
    kind: str
    side: str


class WordChoice(Struct, frozen=True):
    """A word of a position text, and what it means."""

    word: str
    text: str


class WordView(Struct, frozen=True):
    """A word of a position text that the board does not tell: one of a few, or as it is typed."""

    label: str
    choices: list[WordChoice]
    typed: Literal["", "number", "list"]


class EditorRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/analysis/editor`: the position that one begins with."""

    ruleset: str
    position: str = ""  # '' for the start of the rules


class EditorView(Struct, frozen=True):
    """What positions are put together from; `values` are the words of the position that was asked about."""

    kinds: list[PieceKind]
    together: list[tuple[str, str]]  # kinds that may stand on one square, the lower first
    words: list[WordView]
    values: list[str]
    cleared: list[str]  # the words for an empty board
    pieces: tuple[Piece, ...]  # on squares, in the position that was asked about


class PositionRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/analysis/position`: what was put together."""

    ruleset: str
    pieces: Annotated[list[Piece], Meta(max_length=MAX_PIECES)]
    words: Annotated[list[str], Meta(max_length=MAX_PIECES)]


class PositionResult(Struct, frozen=True):
    """The position as text, '' where it cannot be; what is asked in it, or why it cannot be; its pieces on squares."""

    position: str
    text: str
    pieces: tuple[Piece, ...] = ()

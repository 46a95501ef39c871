"""The position editor: positions put together from pieces and words."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ibau.core.board import Piece

MAX_PIECES = 200  # of a position


class PieceKind(Struct, frozen=True):
    """A kind of piece of a seat."""

    seat: int  # the owner, 0 or 1
    kind: str  # such as "pharaoh"
    side: str  # the face that is up, such as "open"; '' if it does not matter


class WordChoice(Struct, frozen=True):
    """A word of a position text, and its meaning."""

    word: str  # as in position texts
    text: str  # what it means


class WordView(Struct, frozen=True):
    """A word of a position text that the board does not show: one of `choices`, or typed."""

    label: str  # its name
    choices: list[WordChoice]  # empty for a typed word
    typed: Literal["", "number", "list"]  # how it is typed; '' for a word with choices


class EditorRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/analysis/editor`: the position to begin with."""

    ruleset: str  # the ruleset text
    position: str = ""  # '' for the start of the rules


class EditorView(Struct, frozen=True):
    """The parts of positions; `values` are the words of the requested position."""

    kinds: list[PieceKind]
    together: list[tuple[str, str]]  # kinds that may stand on one square, the lower first
    words: list[WordView]  # those to set, in order
    values: list[str]  # one per word of `words`
    cleared: list[str]  # the words for an empty board
    pieces: tuple[Piece, ...]  # on squares, in the requested position


class PositionRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/analysis/position`: the parts of a position."""

    ruleset: str  # the ruleset text
    pieces: Annotated[list[Piece], Meta(max_length=MAX_PIECES)]
    words: Annotated[list[str], Meta(max_length=MAX_PIECES)]  # in the order of `EditorView.words`


class PositionResult(Struct, frozen=True):
    """The position as text, '' if impossible; what is to be done in it, or the fault; its pieces on squares."""

    position: str  # the position text, '' if it is impossible
    text: str  # a sentence
    pieces: tuple[Piece, ...] = ()

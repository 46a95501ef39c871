"""What a position is put together from by hand: pieces on squares, and the words of its text beside the board.

A game's `editor.py` declares one.
"""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from ibau.core.face import Piece
from ibau.core.phrase import N_, Phrase

PLAIN_PIECE = ("piece", "")


class Word(NamedTuple):
    """A word of a position's text: one of a few, or as it is typed."""

    label: str  # what it tells, a text of the catalogues
    choices: tuple[tuple[str, Phrase], ...] = ()  # the words it may be, and what each means
    typed: Literal["", "number", "list"] = ""  # where there are no choices


class Editor(NamedTuple):
    """What one sets up positions of a game with."""

    kinds: tuple[tuple[str, str], ...]  # kind and side of the pieces of each seat
    words: tuple[Word, ...]  # those that the board does not tell, in the order of the text
    cleared: str  # these words for an empty board
    text: Callable[[Sequence[Piece], Sequence[str]], str]  # (pieces on squares, words): a position text, good or not
    words_of: Callable[[str], tuple[str, ...]]  # the words of a position text
    together: tuple[tuple[str, str], ...] = ()  # kinds that may stand on one square, the lower first


def all_but_board(text: str) -> tuple[str, ...]:
    """The words of a position text whose first word is the board."""
    return tuple(text.split()[1:])


def whose_turn(first: Phrase, second: Phrase, *, lot: bool = False) -> Word:
    """Who is to act."""
    before = (("lot", Phrase(N_("nobody: the lot comes first"))),) if lot else ()
    return Word(N_("Whose turn it is"), (("first", first), ("second", second), *before))


def mark(label: str, word: str) -> Word:
    """A word that is there or not."""
    return Word(label, (("-", Phrase(N_("no"))), (word, Phrase(N_("yes")))))


def square(label: str, names: Sequence[str]) -> Word:
    """A square, or none."""
    return Word(label, (("-", Phrase(N_("none"))), *((name, Phrase("{name}", {"name": name})) for name in names)))


FINISHED_TURNS = Word(N_("Finished turns"), typed="number")


def no_text(pieces: Sequence[Piece], words: Sequence[str]) -> str:  # noqa: ARG001 - stands for a game's own function
    """There is nothing to write."""
    return ""


NO_EDITOR = Editor((), (), "", no_text, all_but_board)

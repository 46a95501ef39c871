"""What a position of Seti-Aleph is put together from by hand."""

from collections.abc import Sequence

from ibau.core.editor import Editor, Word, whose_turn
from ibau.core.face import Piece
from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import N_
from ibau.games.seti.aleph.notation import NAMES
from ibau.games.seti.aleph.rules import FILES, SHIPS
from ibau.games.seti.editing import END, FIGURES, QUIET, arrived, board_of
from ibau.games.seti.sentences import side


def text(pieces: Sequence[Piece], words: Sequence[str]) -> str:
    """White's reserve is said; the ships that are nowhere else are brown's."""
    player, reserve, *others = words
    white = int(reserve) if reserve.isdecimal() else 0
    brown = 2 * SHIPS - white - sum(piece.kind == "ship" for piece in pieces)
    return " ".join((board_of(FILES, NAMES, pieces), player, f"{reserve},{max(0, brown)}", *others))


def words_of(text: str) -> tuple[str, ...]:
    """The words but the board and brown's reserve."""
    _, player, reserves, *others = text.split()
    return (player, reserves.partition(",")[0], *others)


EDITOR = Editor(
    kinds=(*FIGURES, ("ship", "")),
    words=(
        whose_turn(side(FIRST), side(SECOND)),
        Word(N_("White's ships in reserve; the rest are Brown's"), typed="number"),
        arrived(NAMES),
        QUIET,
        END,
    ),
    cleared="first 3 - 0 -",
    text=text,
    words_of=words_of,
    together=(("ship", "pharaoh"), ("ship", "priest")),
)

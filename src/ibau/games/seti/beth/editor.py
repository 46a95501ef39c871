"""What a position of Seti-Beth is put together from by hand."""

from collections.abc import Sequence

from ibau.core.editor import Editor, all_but_board, whose_turn
from ibau.core.face import Piece
from ibau.core.outcome import FIRST, SECOND
from ibau.games.seti.beth.notation import NAMES
from ibau.games.seti.beth.rules import FILES
from ibau.games.seti.editing import END, FIGURES, QUIET, arrived, board_of
from ibau.games.seti.sentences import side


def text(pieces: Sequence[Piece], words: Sequence[str]) -> str:
    """The board and the words."""
    return " ".join((board_of(FILES, NAMES, pieces), *words))


EDITOR = Editor(
    kinds=FIGURES,
    words=(whose_turn(side(FIRST), side(SECOND)), arrived(NAMES), QUIET, END),
    cleared="first - 0 -",
    text=text,
    words_of=all_but_board,
)

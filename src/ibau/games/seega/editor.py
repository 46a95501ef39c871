"""What a position of Seega is put together from by hand."""

from collections.abc import Sequence

from ibau.core.editor import FINISHED_TURNS, PLAIN_PIECE, Editor, Word, all_but_board, mark, square, whose_turn
from ibau.core.face import Piece
from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.games.seega.notation import SQUARES, board_text
from ibau.games.seega.words import side


def text(pieces: Sequence[Piece], words: Sequence[str]) -> str:
    """The board and the words."""
    light, dark = (
        sum(1 << SQUARES.index(piece.place) for piece in pieces if piece.seat == seat) for seat in (FIRST, SECOND)
    )
    return " ".join((board_text(light, dark), *words))


EDITOR = Editor(
    kinds=(PLAIN_PIECE,),
    words=(
        whose_turn(side(FIRST), side(SECOND), lot=True),
        Word(N_("Pieces placed so far, of 24"), typed="number"),
        square(N_("The piece that is in the middle of a chain"), SQUARES),
        mark(N_("The other side has passed and waits to be let out"), "waiting"),
        Word(N_("Moves since the last capture"), typed="number"),
        FINISHED_TURNS,
        Word(
            N_("The last move has ended the game"),
            (("-", Phrase(N_("no"))), ("small", Phrase(N_("small victory"))), ("grand", Phrase(N_("grand victory")))),
        ),
    ),
    cleared="first 24 - - 0 12 -",
    text=text,
    words_of=all_but_board,
)

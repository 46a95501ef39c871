"""What a position of the race is put together from by hand."""

from ibau.core.editor import FINISHED_TURNS, PLAIN_PIECE, Editor, Word, all_but_board, mark, whose_turn
from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.games.senet.editing import board_and_words, throws
from ibau.games.senet.sides import side
from ibau.games.senet.track import SIX_SCALE

EDITOR = Editor(
    kinds=(PLAIN_PIECE,),
    words=(
        whose_turn(side(FIRST), side(SECOND)),
        Word(N_("Throw"), (("-", Phrase(N_("to throw"))), *throws(SIX_SCALE))),
        mark(N_("Light's first throw is still to come"), "fresh"),
        FINISHED_TURNS,
    ),
    cleared="first - - 1",
    text=board_and_words,
    words_of=all_but_board,
)

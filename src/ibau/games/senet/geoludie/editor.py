"""What a position of the Geoludie game is put together from by hand."""

from ibau.core.editor import FINISHED_TURNS, PLAIN_PIECE, Editor, Word, all_but_board, mark, whose_turn
from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.games.senet.editing import board_and_words, throws
from ibau.games.senet.sides import odd_or_even
from ibau.games.senet.track import FIVE_SCALE

EDITOR = Editor(
    kinds=(PLAIN_PIECE,),
    words=(
        whose_turn(odd_or_even(FIRST), odd_or_even(SECOND)),
        Word(
            N_("Throw"),
            (
                ("throws", Phrase(N_("to throw"))),
                ("plays", Phrase(N_("all thrown, to play"))),
                *throws(FIVE_SCALE),
            ),
        ),
        Word(N_("Throws of this turn, such as 1,1,4, or -"), typed="list"),
        Word(N_("What is left of their sum"), typed="number"),
        Word(N_("Squares of the pawns that have had a share, or -"), typed="list"),
        mark(N_("A share has gone forward"), "advanced"),
        FINISHED_TURNS,
    ),
    cleared="first throws - 0 - - 0",
    text=board_and_words,
    words_of=all_but_board,
)

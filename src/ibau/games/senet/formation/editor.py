"""What a position of the formation game is put together from by hand."""

from collections.abc import Sequence

from ibau.core.editor import FINISHED_TURNS, PLAIN_PIECE, Editor, Word, whose_turn
from ibau.core.face import Piece
from ibau.core.outcome import FIRST, SEATS, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.games.senet.editing import board_and_words, throws
from ibau.games.senet.sides import side
from ibau.games.senet.track import FIVE_SCALE

LEADER = 3  # which word says it: the board tells it too


def text(pieces: Sequence[Piece], words: Sequence[str]) -> str:
    """The leader is whoever stands on 1."""
    leader = next((SEATS[piece.seat] for piece in pieces if piece.place == "1"), "-")
    return board_and_words(pieces, (*words[:LEADER], leader, *words[LEADER:]))


def words_of(text: str) -> tuple[str, ...]:
    """The words but the board and the leader."""
    _, *words = text.split()
    return (*words[:LEADER], *words[LEADER + 1 :])


EDITOR = Editor(
    kinds=(PLAIN_PIECE,),
    words=(
        whose_turn(side(FIRST), side(SECOND)),
        Word(
            N_("Throw"),
            (("-", Phrase(N_("to throw"))), *throws(FIVE_SCALE), ("lot", Phrase(N_("the lot comes first")))),
        ),
        Word(
            N_("Moves"),
            (
                ("open", Phrase(N_("pawns enter and move"))),
                ("filling", Phrase(N_("pawns only enter, until 26 to 30 are full"))),
            ),
        ),
        Word(
            N_("Whose formation stood first"),
            (("-", Phrase(N_("nobody's"))), ("first", side(FIRST)), ("second", side(SECOND))),
        ),
        Word(N_("Points for the other's throws since"), typed="number"),
        FINISHED_TURNS,
    ),
    cleared="first - open - 0 0",
    text=text,
    words_of=words_of,
)

"""How positions of Seega are written, for example `LDL2/5/2D2/5/5 first 24 - - 3 17 -`."""

from ibau.core.form import Form, Meaning, before_the_lot, finished_turns, mark, number, one_of, square, whose_turn
from ibau.core.letters import Lettered
from ibau.core.outcome import FIRST, ONGOING, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.games.seega.notation import SQUARES
from ibau.games.seega.rules import BEFORE_LOT, End, Position
from ibau.games.seega.words import side

FORM = Form(
    "Seega",
    Position,
    Lettered([range(a, a + 5) for a in (20, 15, 10, 5, 0)], SQUARES).squares(),
    (
        whose_turn(side(FIRST), side(SECOND), before_the_lot({"placed": BEFORE_LOT})),
        number("placed", "pieces placed", N_("Pieces placed so far, of 24"), cleared="24"),
        square("runner", "the chain", N_("The piece that is in the middle of a chain"), SQUARES),
        mark("waiting", "waiting", "mark of waiting", N_("The other side has passed and waits to be let out")),
        number("quiet", "moves without capture", N_("Moves since the last capture")),
        finished_turns(cleared="12"),
        one_of(
            "end",
            N_("The last move has ended the game"),
            Meaning("-", {"end": ONGOING}, Phrase(N_("no"))),
            Meaning("small", {"end": End.SMALL.value}, Phrase(N_("small victory"))),
            Meaning("grand", {"end": End.GRAND.value}, Phrase(N_("grand victory"))),
        ),
    ),
)

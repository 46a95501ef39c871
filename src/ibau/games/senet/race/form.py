"""How positions of the race are written, for example `LDLDLDLDL1D19 second - fresh 0`."""

from ibau.core.form import Form, Meaning, finished_turns, mark, one_of, whose_turn
from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.games.senet.form import PAWNS, throws
from ibau.games.senet.race.rules import Position
from ibau.games.senet.sides import side
from ibau.games.senet.track import SIX_SCALE

FORM = Form(
    "race",
    Position,
    PAWNS,
    (
        whose_turn(side(FIRST), side(SECOND)),
        one_of("throw", N_("Throw"), Meaning("-", {"throw": 0}, Phrase(N_("to throw"))), *throws(SIX_SCALE)),
        mark("fresh", "fresh", "mark of light's first throw", N_("Light's first throw is still to come")),
        finished_turns(cleared="1"),
    ),
)

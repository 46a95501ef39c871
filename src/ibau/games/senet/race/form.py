"""The text of actions and positions of the race.

Actions: `t1` … `t4` `t6` (throw), `14-18` (forward) or `18-14` (back), `14x18` (hit), `28-off`, `pass`.

A position, for example: `LDLDLDLDL1D19 second - fresh 0`.
"""

from ibau.core.form import Form, Meaning, finished_turns, mark, one_of, whose_turn
from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.games.senet import form
from ibau.games.senet.race.rules import PASS, PAWNS, Position, Rules, source_and_arrival
from ibau.games.senet.sides import side
from ibau.games.senet.track import LAST, SIX_SCALE


def action_text(rules: Rules, position: Position, action: int) -> str:
    """The text of a legal action."""
    if not position.throw:
        return f"t{SIX_SCALE[action]}"
    if action == PASS:
        return "pass"
    source, arrival = source_and_arrival(position, action)
    if arrival > LAST:
        return f"{source}-off"
    return f"{source}{'x' if position.enemy >> arrival & 1 else '-'}{arrival}"


# --- Positions --------------------------------------------------------------------------------------------------------


FORM = Form(
    "race",
    Position,
    form.PAWNS,
    (
        whose_turn(side(FIRST), side(SECOND)),
        one_of(N_("throw"), N_("Throw"), Meaning("-", {"throw": 0}, Phrase(N_("to throw"))), *form.throws(SIX_SCALE)),
        mark("fresh", "fresh", N_("mark of light's first throw"), N_("Light's first throw is still to come")),
        finished_turns(cleared="1"),
    ),
)


def miscounted(rules: Rules, position: Position) -> Phrase | None:
    """A side has more than five pawns (section 5), there are none, or one is on 27 (SA1-4, SA1-5)."""
    return form.miscounted(position, PAWNS, side)


IMPOSSIBLE = (miscounted,)

"""The text of actions and positions of the Geoludie game.

Actions: `t1` … `t5` (throw), `14-18` (forward) or `18-14` (back), `14x18` (hit), `20~23` and `20~x23` (bounce: forward
and then back, ending on 23), `28-off`, `keep`, `pass`.

A position, for example: `LDLDLDLDLDLDLD16 first throws - 0 - - 0`.
"""

from collections.abc import Iterator, Sequence

from ibau.core.bits import members
from ibau.core.form import (
    UNREACHABLE,
    Fields,
    Form,
    Meaning,
    finished_turns,
    mark,
    number,
    numbers,
    one_of,
    whose_turn,
)
from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.games.senet import form
from ibau.games.senet.geoludie.position import BOUNCE, KEEP, PAWNS, Position, Rules, source_and_arrival
from ibau.games.senet.geoludie.rulesets import SplitMode
from ibau.games.senet.sides import odd_or_even
from ibau.games.senet.track import FIVE_SCALE, LAST


def action_text(rules: Rules, position: Position, action: int) -> str:
    """The text of a legal action."""
    if not position.throw and not position.playing:
        return f"t{action + 1}"
    if action >= KEEP:
        return "keep" if action == KEEP else "pass"
    source, arrival = source_and_arrival(action)
    hit = "x" if position.enemy >> arrival & 1 else ""
    if action >= BOUNCE:
        return f"{source}~{hit}{arrival}"
    if arrival > LAST:
        return f"{source}-off"
    return f"{source}{hit or '-'}{arrival}"


# --- Positions --------------------------------------------------------------------------------------------------------


COUNTS = ("ones", "twos", "threes", "fours", "fives")  # the fields of FIVE_SCALE


def counted(throws: Sequence[int]) -> Fields:
    """The number of throws of each value, as fields."""
    return {field: throws.count(value) for field, value in zip(COUNTS, FIVE_SCALE, strict=True)}


def whole_throws(position: Position) -> Iterator[int]:
    """The throws that no share has used up."""
    for field, value in zip(COUNTS, FIVE_SCALE, strict=True):
        yield from [value] * getattr(position, field)


FORM = Form(
    "Geoludie",
    Position,
    form.PAWNS,
    (
        whose_turn(odd_or_even(FIRST), odd_or_even(SECOND)),
        one_of(
            N_("phase"),
            N_("Throw"),
            Meaning("throws", {"throw": 0, "playing": 0}, Phrase(N_("to throw"))),
            Meaning("plays", {"throw": 0, "playing": 1}, Phrase(N_("all thrown, to play"))),
            *(direct._replace(fields={**direct.fields, "playing": 0}) for direct in form.throws(FIVE_SCALE)),
        ),
        numbers(N_("whole throws"), N_("Throws of this turn, such as 1,1,4, or -"), FIVE_SCALE, counted, whole_throws),
        number("rest", N_("the rest"), N_("What is left of their sum")),
        numbers(
            N_("used pawns"),
            N_("Squares of the pawns that have had a share, or -"),
            range(1, LAST + 1),
            lambda squares: {"used": sum(1 << square for square in set(squares))},
            lambda position: members(position.used),
        ),
        mark("advanced", "advanced", N_("mark of a share that went forward"), N_("A share has gone forward")),
        finished_turns(),
    ),
)


def miscounted(rules: Rules, position: Position) -> Phrase | None:
    """A side has more than seven pawns (section 4), there are none, or one is on 27 (SG-11)."""
    return form.miscounted(position, PAWNS, odd_or_even)


def other_rest(rules: Rules, position: Position) -> Phrase | None:
    """The rest is not the sum of the throws (SG-1), or after a share of a split throw, not less (C57)."""
    most = sum(whole_throws(position))
    shared = position.playing and position.advanced and rules.split_mode != SplitMode.BY_THROW
    if position.rest == most or (shared and position.rest < most):
        return None
    values = {"total": most, "rest": position.rest}
    return Phrase(N_("The throws add up to {total}, so {rest} cannot be left of them."), values)


def contradictory(rules: Rules, position: Position) -> Phrase | None:
    """Playing without a rest (SG-16) or after the end (C49), or throwing after a share or a last throw (SG-1)."""
    if position.playing:
        wrong = not position.rest or not position.own or not position.enemy or position.used & ~position.own
    else:
        wrong = position.used or position.advanced or position.twos or position.threes
    return UNREACHABLE if wrong else None


IMPOSSIBLE = (miscounted, other_rest, contradictory)

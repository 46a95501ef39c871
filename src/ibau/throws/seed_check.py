"""Records of scheme 1, whose throws follow from a seed and parts (notation.md section 8, number 1).

They prove less: numbers could be passed over without a reason, and the name of the game could be chosen last.
"""

from itertools import chain, pairwise

from ibau.core.line import Line
from ibau.core.phrase import N_
from ibau.core.record import Record
from ibau.throws.finding import CheckedThrow, Finding, not_compared, wrong
from ibau.throws.seeds import Origin, numbers

BROKEN = {
    "Seed": N_("The seed is not the one the server committed to."),
    "Parts": N_("What the browsers revealed is not what they committed to."),
}


def checked(record: Record, origin: Origin) -> tuple[CheckedThrow, ...]:
    """The throws, and those that the seed implies, once it is revealed.  Raises RecordError."""
    thrown = [ply for ply in Line.replay(record).plies if not ply.is_move]
    return tuple(
        CheckedThrow(number, ply, ply.before.drawn(origin.sixteenth(number)) if origin.is_revealed else "")
        for number, ply in zip(numbers(record, len(thrown)), thrown, strict=True)
    )


def amiss(origin: Origin, throws: tuple[CheckedThrow, ...]) -> list[Finding]:
    """Commitments that were not kept, and throws that do not follow; before the end there is nothing to say."""
    if not origin.is_revealed:
        return []
    broken = dict.fromkeys(origin.broken + (origin.withheld if throws else ()))
    reason = N_("Throw {number} is {thrown}; it should be {due}.")
    wrongly = [
        wrong(reason, throw.number, thrown=throw.ply.text, due=throw.due) for throw in throws if not throw.agrees
    ]
    return [*(wrong(BROKEN[tag]) for tag in broken), *wrongly]


def passed_over(throws: tuple[CheckedThrow, ...]) -> tuple[tuple[int, int], ...]:
    """The numbers that were passed over, and that nothing explains: the first and last of each row of them."""
    known = chain((0,), (throw.number for throw in throws))
    return tuple((before + 1, after - 1) for before, after in pairwise(known) if after > before + 1)


def verdict(origin: Origin, throws: tuple[CheckedThrow, ...]) -> Finding:
    """What can be said of throws among which nothing is wrong: never that all is right."""
    if not origin.is_revealed:
        return not_compared(N_("It is not over; so far there are only the commitments."))
    count = sum(last - first + 1 for first, last in passed_over(throws))
    if count:
        reason = N_(
            "The throws follow from the seed, but the server could have chosen them, since numbers were passed over "
            "({count})."
        )
        return not_compared(reason, count=count)
    return not_compared(
        N_("The throws follow from the seed, but nothing proves the name of the game, on which they depend too.")
    )

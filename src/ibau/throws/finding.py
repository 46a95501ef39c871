"""What a check of a record has found: right, wrong, or not compared; never right for what was not compared."""

from typing import Literal, NamedTuple

from ibau.core.line import Ply
from ibau.core.phrase import Phrase
from ibau.throws.chains import Party

Verdict = Literal["right", "wrong", "not compared"]


class Finding(NamedTuple):
    """A verdict with its reason, and the number of the throw where something is wrong, 0 where it is at none."""

    verdict: Verdict
    reason: Phrase
    number: int = 0

    @property
    def is_wrong(self) -> bool:
        return self.verdict == "wrong"


def right(reason: str, **values: object) -> Finding:
    """It was compared, and it agrees."""
    return Finding("right", Phrase(reason, values))


def wrong(reason: str, number: int = 0, **values: object) -> Finding:
    """It was compared, and it does not agree; the reason may name the number."""
    return Finding("wrong", Phrase(reason, {"number": number, **values}), number)


def not_compared(reason: str, **values: object) -> Finding:
    """There was nothing to compare it with."""
    return Finding("not compared", Phrase(reason, values))


class CheckedThrow(NamedTuple):
    """A throw or lot of a game, and the one that its proof implies; '' if that is not known."""

    number: int
    ply: Ply
    due: str
    counted: tuple[Party, ...] = ()  # the seats whose browsers added to it
    left_out: tuple[Party, ...] = ()  # those whose browsers have a chain and did not

    @property
    def agrees(self) -> bool:
        return self.ply.text == self.due

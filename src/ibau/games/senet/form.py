"""What the positions of all Senet rulesets are written with."""

from collections.abc import Iterable

from ibau.core.form import Meaning
from ibau.core.letters import Lettered
from ibau.core.phrase import N_, Phrase
from ibau.games.senet.track import LAST

PAWNS = Lettered([range(1, LAST + 1)], ("", *map(str, range(1, LAST + 1)))).squares()


def throws(scale: Iterable[int]) -> tuple[Meaning, ...]:
    """The throws that are waiting to be played."""
    return tuple(Meaning(f"t{n}", {"throw": n}, Phrase(N_("{value} thrown"), {"value": n})) for n in scale)

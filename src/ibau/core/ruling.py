"""What was decided where a source leaves a question open: whose a rule is, and what it is in a sentence.

    RULINGS = (
        Ruling("SEEGA-6", SOURCE, N_("Only the same piece goes on capturing.")),
        Ruling("SEEGA-18", READING, N_("Equal numbers make a draw; the booklet does not say.")),
    )

The long text, with what the sources and others say, is that of docs/rulings.md under the same code.
"""

from enum import Enum
from typing import NamedTuple

from ibau.core.phrase import N_


class Whose(Enum):
    """Whose a rule is: the sign after a sentence, its name, and what the key of a page says of it."""

    SOURCE = "", N_("the source"), N_("no mark: as the source says, in our words")
    READING = "°", N_("our reading"), N_("our reading: the source is silent, or can be read in several ways")
    ADDITION = "+", N_("our addition"), N_("our addition: no source has it")

    def __init__(self, sign: str, named: str, meaning: str) -> None:
        self.sign = sign
        self.named = named
        self.meaning = meaning


SOURCE, READING, ADDITION = Whose


class Ruling(NamedTuple):
    """A question that was decided."""

    code: str  # "SEEGA-7"
    whose: Whose
    answer: str

    @property
    def mark(self) -> str:
        """The mark after a sentence that follows it: "°SEEGA-7"."""
        return f"{self.whose.sign}{self.code}"

"""The rulings: what was decided where a source leaves a question open, as docs/rulings.md and docs/rulings say it.

A ruling that the pages of a game list has its answer set apart there, with the mark that says whose it is:

    - **SEEGA-18. What if both have the same number of pieces?** S4 does not say; elsewhere a draw. *Ibau°: Equal
      numbers make a draw; the booklet does not say.*

The answer is translated as a text of the catalogues.
"""

import re
from collections.abc import Mapping
from enum import Enum
from functools import cache
from importlib.resources import files
from pathlib import Path
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
    answer: str  # a text of the catalogues

    @property
    def mark(self) -> str:
        """The mark after a sentence that follows it: "°SEEGA-7"."""
        return f"{self.whose.sign}{self.code}"


SIGNS = {whose.sign: whose for whose in Whose}
CODE = re.compile(r"\b(?:[A-Z][A-Z0-9]+-|C)\d+[a-z]?\b")
MARK = re.compile(rf"[ \u00a0]?(?P<sign>[{READING.sign}{ADDITION.sign}])(?P<code>{CODE.pattern})")  # on a page
DEFINED = re.compile(rf"^- \*\*({CODE.pattern})\. ", re.MULTILINE)
ANSWER = re.compile(rf"\*Ibau(?P<sign>[{READING.sign}{ADDITION.sign}]?):\s(?P<answer>[^*]+)\*")

PACKAGED = files("ibau")  # in a wheel
WORK_TREE = Path(__file__).parents[3] / "docs"


@cache
def rulings_text(page: str = "") -> str:
    """A page of the rulings as Markdown, in English: that of a system, or what is common to all."""
    return _written()[page]


@cache
def ruling_pages() -> Mapping[str, str]:
    """All rulings by their codes, "SEEGA-9" or "C88", and the page of each: "seega", or "" of what is common."""
    return {code: page for page, text in _written().items() for code in DEFINED.findall(text)}


@cache
def answered() -> Mapping[str, Ruling]:
    """The rulings with an answer of their own, by code, in the order of their pages."""
    found: dict[str, Ruling] = {}
    for text in _written().values():
        _, *parts = DEFINED.split(text)
        for code, item in zip(parts[::2], parts[1::2], strict=True):
            if answer := ANSWER.search(item):
                found[code] = Ruling(code, SIGNS[answer["sign"]], " ".join(answer["answer"].split()))
    return found


@cache
def _written() -> Mapping[str, str]:
    """All pages."""
    room = PACKAGED if (PACKAGED / "rulings.md").is_file() else WORK_TREE
    pages = {path.name.removesuffix(".md"): path.read_text("utf-8") for path in (room / "rulings").iterdir()}
    return {"": (room / "rulings.md").read_text("utf-8"), **pages}

"""The rulings: decisions where a source leaves a question open, read from docs/rulings.md and docs/rulings.

A ruling that the rules pages of a game list has a short answer, with the mark of its origin:

    - **SEEGA-18. What if both have the same number of pieces?** S4 does not say; elsewhere a draw. *Ibau°: Equal
      numbers make a draw; the booklet does not say.*

The answer is a text of the catalogues.
"""

import re
from collections.abc import Mapping
from enum import Enum
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from ibau.core.phrase import N_


class RulingKind(Enum):
    """The origin of a rule: its sign after a sentence, its name, and its explanation in the key of a page."""

    SOURCE = "", N_("the source"), N_("no mark: as the source says, in our words")
    READING = "°", N_("our reading"), N_("our reading: the source is silent, or can be read in several ways")
    ADDITION = "+", N_("our addition"), N_("our addition: no source has it")

    def __init__(self, sign: str, named: str, meaning: str) -> None:
        self.sign, self.named, self.meaning = sign, named, meaning


SOURCE, READING, ADDITION = RulingKind


class Ruling(NamedTuple):
    """The decision of an open question."""

    code: str  # "SEEGA-7"
    kind: RulingKind
    answer: str  # a text of the catalogues

    @property
    def mark(self) -> str:
        """The mark after a sentence of a page that follows the ruling: "°SEEGA-7"."""
        return f"{self.kind.sign}{self.code}"


SIGNS = {whose.sign: whose for whose in RulingKind}
CODE = re.compile(r"\b(?:[A-Z][A-Z0-9]+-|C)\d+[a-z]?\b")
MARK = re.compile(rf"[ \u00a0]?(?P<sign>[{READING.sign}{ADDITION.sign}])(?P<code>{CODE.pattern})")  # on a page
DEFINED = re.compile(rf"^- \*\*({CODE.pattern})\. ", re.MULTILINE)
ANSWER = re.compile(rf"\*Ibau(?P<sign>[{READING.sign}{ADDITION.sign}]?):\s(?P<answer>[^*]+)\*")

PACKAGED = files("ibau")  # in a wheel
WORK_TREE = Path(__file__).parents[3] / "docs"


@cache
def rulings_text(page: str = "") -> str:
    """A page of the rulings as Markdown, in English: that of a system, or "" for the common one."""
    return _pages()[page]


@cache
def ruling_pages() -> Mapping[str, str]:
    """The page of each ruling, "seega" or "" for the common one, by code: "SEEGA-9", "C88"."""
    return {code: page for page, text in _pages().items() for code in DEFINED.findall(text)}


@cache
def answered_rulings() -> Mapping[str, Ruling]:
    """The rulings with a short answer, by code, in the order of their pages."""
    found: dict[str, Ruling] = {}
    for text in _pages().values():
        _, *parts = DEFINED.split(text)
        for code, item in zip(parts[::2], parts[1::2], strict=True):
            if answer := ANSWER.search(item):
                found[code] = Ruling(code, SIGNS[answer["sign"]], " ".join(answer["answer"].split()))
    return found


@cache
def _pages() -> Mapping[str, str]:
    """The Markdown of all pages, by name."""
    folder = PACKAGED if (PACKAGED / "rulings.md").is_file() else WORK_TREE
    pages = {path.name.removesuffix(".md"): path.read_text("utf-8") for path in (folder / "rulings").iterdir()}
    return {"": (folder / "rulings.md").read_text("utf-8"), **pages}

"""The rulings, as docs/rulings.md gives them, and the codes by which rules, options and pages cite them."""

import re
from functools import cache
from importlib.resources import files
from pathlib import Path

from ibau.core.ruling import ADDITION, READING

CODE = re.compile(r"\b(?:[A-Z][A-Z0-9]+-|C)\d+[a-z]?\b")
MARK = re.compile(
    rf"[ \u00a0]?(?P<sign>[{re.escape(READING.sign + ADDITION.sign)}])(?P<code>{CODE.pattern})"
)  # on a page

PACKAGED = files("ibau") / "rulings.md"  # in a wheel
SOURCE = Path(__file__).parents[3] / "docs" / "rulings.md"  # in a work tree


@cache
def rulings_text() -> str:
    """The rulings as Markdown, in English."""
    return (PACKAGED if PACKAGED.is_file() else SOURCE).read_text("utf-8")


@cache
def ruling_codes() -> frozenset[str]:
    """The codes of all rulings: "SEEGA-9", "C36"."""
    return frozenset(re.findall(rf"^- \*\*({CODE.pattern})\. ", rulings_text(), re.MULTILINE))


LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def ruling(code: str) -> str:
    """One ruling in Markdown, without its links, which lead to files.  Raises KeyError where there is none."""
    found = re.search(
        rf"^- (\*\*{re.escape(code)}\. .*?)(?=^- \*\*|^#|^\S|\Z)", rulings_text(), re.MULTILINE | re.DOTALL
    )
    if not found:
        raise KeyError(code)
    return LINK.sub(r"\1", " ".join(found[1].split()))

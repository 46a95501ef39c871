"""The rulings, as docs/rulings.md and docs/rulings give them, and the codes by which rules and pages cite them."""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from ibau.core.ruling import ADDITION, READING

CODE = re.compile(r"\b(?:[A-Z][A-Z0-9]+-|C)\d+[a-z]?\b")
MARK = re.compile(
    rf"[ \u00a0]?(?P<sign>[{re.escape(READING.sign + ADDITION.sign)}])(?P<code>{CODE.pattern})"
)  # on a page
DEFINED = re.compile(rf"^- \*\*({CODE.pattern})\. ", re.MULTILINE)

PACKAGED = files("ibau")  # in a wheel
SOURCE = Path(__file__).parents[3] / "docs"  # in a work tree


@cache
def rulings_text(page: str = "") -> str:
    """A page of the rulings as Markdown, in English: that of a system, or what is common to all."""
    return _written()[page]


@cache
def ruling_pages() -> Mapping[str, str]:
    """All rulings by their codes, "SEEGA-9" or "C88", and the page of each: "seega", or "" of what is common."""
    return {code: page for page, text in _written().items() for code in DEFINED.findall(text)}


@cache
def _written() -> Mapping[str, str]:
    """All pages."""
    room = PACKAGED if (PACKAGED / "rulings.md").is_file() else SOURCE
    pages = {path.name.removesuffix(".md"): path.read_text("utf-8") for path in (room / "rulings").iterdir()}
    return {"": (room / "rulings.md").read_text("utf-8"), **pages}

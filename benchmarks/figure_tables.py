"""Tables of figures in Markdown, and a description of the machine."""

import os
import platform
import re
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from benchmarks.cpu_rates import Rates

MEASURED = Path(__file__).parents[1] / "docs/measured"


class FigureRow(NamedTuple):
    """One line of the table."""

    what: str
    ours: str
    reference: str = ""  # what it is compared with, and its figure
    ratio: str = ""


def compared(what: str, ours: Rates, reference: str, theirs: Rates) -> FigureRow:
    """A line that compares two rates."""
    return FigureRow(what, short(ours.median), f"{reference} {short(theirs.median)}", spread(ours.ratio(theirs)))


def alone(what: str, ours: Rates) -> FigureRow:
    """A line about one rate."""
    return FigureRow(what, spread(ours))


def spread(rates: Rates) -> str:
    """Format a median with the lowest and the highest rate."""
    return f"{short(rates.median)} ({short(min(rates.rounds))} to {short(max(rates.rounds))})"


def short(figure: float) -> str:
    """Format a figure with three digits and a unit: '35.6 M', '247 k', '0.76'."""
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if figure >= 0.9995 * size:
            return f"{figure / size:#.3g}".rstrip(".") + f" {unit}"
    return f"{figure:#.3g}".rstrip(".")


HEADING = FigureRow("measured", "Ibau", "compared with", "ratio (lowest to highest)")


def markdown(rows: Iterable[FigureRow]) -> str:
    """Format a table."""
    lines = (f"| {' | '.join(row)} |" for row in (HEADING, FigureRow("---", "---:", "---:", "---:"), *rows))
    return "\n".join(lines)


def save(name: str, conditions: str, rows: Iterable[Iterable[str]], heading: Iterable[str] = HEADING) -> None:
    """Write docs/measured/NAME.tsv, from which scripts/docs.py makes a table."""
    lines = (f"# {conditions}", *("\t".join(row) for row in (heading, *rows)), "")
    (MEASURED / f"{name}.tsv").write_text("\n".join(lines), "utf-8")


def fill_marks(page: str, name: str, text: str) -> str:
    """Replace the text between the marks of a name in a page.  Raises ValueError if the marks are missing."""
    marks = re.compile(rf"(?<=<!-- {name} -->\n).*?(?=<!-- /{name} -->)", re.DOTALL)
    page, sections = marks.subn(lambda _: f"\n{text}\n", page)
    if sections != 1:
        raise ValueError(f"the page has {sections} sections between <!-- {name} --> and <!-- /{name} -->, not one")
    return page


def machine_text() -> str:
    """The processor and the relevant versions, in one line."""
    names = ("numba", "numpy")
    versions = ", ".join(f"{name} {version(name)}" for name in names)
    return (
        f"{processor()} ({os.cpu_count()} cores), {platform.system()}, Python {platform.python_version()}, {versions}"
    )


def processor() -> str:
    """The model name of the processor."""
    facts = Path("/proc/cpuinfo")
    lines = facts.read_text("utf-8").splitlines() if facts.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()

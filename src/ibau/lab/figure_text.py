"""How the laboratory writes figures: shares, their intervals, and tables in Markdown."""

from collections.abc import Iterable, Sequence

from ibau.core.phrase import percent


def interval_text(bounds: tuple[float, float], digits: int = 1) -> str:
    """The interval of a share in hundredths: "50.1 - 54.5 %"."""
    low, high = bounds
    return f"{100 * low:.{digits}f} - {percent(high, digits)}"


def markdown_table(heads: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown."""
    return "\n".join(map(_row, (heads, ["---"] * len(heads), *rows)))


def _row(cells: Sequence[object]) -> str:
    return f"| {' | '.join(str(cell).replace('|', '&#124;') for cell in cells)} |"

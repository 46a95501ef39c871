"""Formatting of figures: shares, their intervals, and tables in Markdown."""

from collections.abc import Iterable, Sequence

from ibau.core.phrase import percent


def interval_text(bounds: tuple[float, float], digits: int = 1) -> str:
    """Format the interval of a share as percentages: "50.1 - 54.5 %"."""
    low, high = bounds
    return f"{100 * low:.{digits}f} - {percent(high, digits)}"


def markdown_table(heads: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    """Format a table in Markdown."""
    return "\n".join(map(_row, (heads, ["---"] * len(heads), *rows)))


def _row(cells: Sequence[object]) -> str:
    return f"| {' | '.join(str(cell).replace('|', '&#124;') for cell in cells)} |"

"""The plots of a report, as SVG; reproducible byte by byte."""

import io
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

WIDE = 8.0  # inches
ROW, AROUND = 0.3, 1.4
INK, BAND, LINE = "#26211b", "#efe9dc", "#e3dccf"
MARKS = {"greedy": ("o", "#17666a", -0.15), "ahead": ("s", "#b0601a", 0.15)}  # shape, colour, and offset below its row
STYLE = {
    "font.size": 9,
    "text.color": INK,
    "axes.edgecolor": LINE,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "svg.fonttype": "path",
}


class Interval(NamedTuple):
    """A figure and its interval."""

    value: float
    lower: float
    upper: float


class Panel(NamedTuple):
    """One aspect: its title, the least change that counts, and the intervals by row and kind of players."""

    title: str
    least: float
    spans: Mapping[tuple[str, str], Interval]


def plot_changes(rows: Sequence[str], panels: Sequence[Panel], players: Mapping[str, str]) -> str:
    """Plot what each reading changes: one row per reading, one panel per aspect; a band marks negligible changes."""
    from matplotlib.figure import Figure

    figure: Any = Figure(figsize=(WIDE, AROUND + ROW * len(rows)), layout="constrained")
    every: Any = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for axes, panel in zip(every, panels, strict=True):
        axes.set_xscale("asinh", linear_width=panel.least or 1)
        axes.axvspan(-panel.least, panel.least, color=BAND, linewidth=0)
        for kind, (shape, colour, below) in MARKS.items():
            found = {y + below: panel.spans[name, kind] for y, name in enumerate(rows) if (name, kind) in panel.spans}
            values = [span.value for span in found.values()]
            axes.hlines(list(found), [s.lower for s in found.values()], [s.upper for s in found.values()], color=colour)
            axes.plot(
                values, list(found), linestyle="", marker=shape, markersize=4, color=colour, label=players.get(kind)
            )
        axes.set_title(panel.title, fontsize=9)
        axes.set_xticks([-panel.least, panel.least], [f"\u2212{panel.least:.2g}", f"+{panel.least:.2g}"])
        axes.set_xticks([], minor=True)
        axes.grid(axis="y", color=LINE, linewidth=0.5)
    every[0].set_yticks(range(len(rows)), rows)
    every[0].set_ylim(len(rows) - 0.4, -0.6)
    handles, labels = every[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower left", frameon=False, ncols=len(MARKS))
    return figure_svg(figure)


def figure_svg(figure: Any) -> str:
    """The SVG text of a figure."""
    file = io.StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None}, facecolor="white")
    return file.getvalue()


def plot_style(name: str) -> Any:
    """A context with the style of all plots; `name` determines the ids within a plot."""
    import matplotlib as mpl

    library: Any = mpl
    return library.rc_context({**STYLE, "svg.hashsalt": name})

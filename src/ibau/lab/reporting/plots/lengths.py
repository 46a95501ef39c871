"""How long games take: quartiles of every ruleset, and the whole distribution of one game."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from matplotlib.lines import Line2D

from ibau.lab.reporting.plots.house import BAND, INK, LINE, MARKS, QUIET, Axes, Mark, Width, bare, legend, sheet

ROW, AROUND = 0.16, 0.7  # inches, of each kind of players
NAMED = {Width.WIDE: 0.2, Width.NARROW: 0.4}  # of each in the legend, which is wrapped
APART = 0.25  # of a row
TICKS = (1, 2, 5, 10, 20, 40, 80, 160, 320, 640, 1280)  # minutes
HIGH = {Width.WIDE: 2.6, Width.NARROW: 2.4}


class Span(NamedTuple):
    """Half of all games last from the lower to the upper quartile, and 99 of 100 not longer than `longest`."""

    lower: float
    median: float
    upper: float
    longest: float


class Lengths(NamedTuple):
    """Rulesets from the top, and the minutes of each by the kind of players."""

    names: Sequence[str]
    spans: Mapping[tuple[str, str], Span]  # by name and players
    players: Mapping[str, str]  # what they are called
    unit: str


def draw(lengths: Lengths, width: Width) -> Any:
    """A dot for the median, a bar for the quartiles, a thin line to the longest, on a scale that doubles."""
    players = len(lengths.players)
    figure = sheet(width, AROUND + NAMED[width] * players + ROW * (players + 0.6) * len(lengths.names))
    axes = figure.subplots()
    axes.set_xscale("log")
    for k, (kind, mark) in enumerate(zip(lengths.players, MARKS, strict=False)):
        shift = APART * (k - (players - 1) / 2)
        found = {y + shift: lengths.spans.get((name, kind)) for y, name in enumerate(lengths.names)}
        _draw(axes, {y: span for y, span in found.items() if span}, mark)
    low, high = axes.get_xlim()
    shown = [tick for tick in TICKS if low <= tick <= high]
    axes.set_xticks(shown, [str(tick) for tick in shown])
    axes.set_xticks([], minor=True)
    axes.set_yticks(range(len(lengths.names)), lengths.names)
    axes.set_ylim(len(lengths.names) - 0.5, -0.6)
    axes.set_xlabel(lengths.unit)
    axes.grid(axis="x")
    axes.set_axisbelow(True)
    bare(axes)
    legend(figure, lengths.players.values())
    return figure


def _draw(axes: Axes, spans: Mapping[float, Span], mark: Mark) -> None:
    """Spans by where they stand."""
    heights = list(spans)
    lower, median, upper, longest = zip(*spans.values(), strict=True)
    axes.hlines(heights, median, longest, color=mark.colour, linewidth=0.8)
    axes.hlines(heights, lower, upper, color=mark.colour, linewidth=3.5)
    axes.plot(
        median, heights, linestyle="", marker=mark.shape, color=mark.colour, markerfacecolor=mark.face, markersize=6
    )


# --- One game --------------------------------------------------------------------------------------------------------


class Curve(NamedTuple):
    """A distribution of one ruleset: shares of games in bins of equal width, by the middle of each bin."""

    name: str
    middles: Sequence[float]
    shares: Sequence[float]


class Distribution(NamedTuple):
    """A base, and the readings that it is compared with."""

    base: Curve
    readings: Sequence[Curve]
    unit: str


def draw_distribution(distribution: Distribution, width: Width) -> Any:
    """The base as an area, each reading as a line of its own kind."""
    base = distribution.base
    figure = sheet(width, HIGH[width] + 0.2 * len(distribution.readings))
    axes = figure.subplots()
    axes.fill_between(base.middles, base.shares, step="mid", color=BAND, linewidth=0)
    axes.plot(base.middles, base.shares, drawstyle="steps-mid", color=QUIET, linewidth=1)
    for mark, curve in zip(MARKS, distribution.readings, strict=False):
        axes.plot(
            curve.middles, curve.shares, color=mark.colour, linestyle=mark.dashes, drawstyle="steps-mid", linewidth=1.6
        )
    axes.set_yticks([])
    axes.set_ylim(0)
    axes.set_xlim(0)
    axes.set_xlabel(distribution.unit)
    axes.spines["bottom"].set_color(LINE)
    bare(axes)
    lines = [Line2D([], [], color=QUIET, linewidth=6, alpha=0.35, label=base.name)]
    lines += [
        Line2D([], [], color=mark.colour, linestyle=mark.dashes, label=curve.name)
        for mark, curve in zip(MARKS, distribution.readings, strict=False)
    ]
    figure.legend(handles=lines, loc="outside lower left", ncols=1, labelcolor=INK)
    return figure

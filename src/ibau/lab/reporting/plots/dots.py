"""What readings change: a row a reading, a panel an aspect, a dot with its interval for each kind of players."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ibau.lab.reporting.plots.house import BAND, LINE, MARKS, PAGE, QUIET, Axes, Mark, Width, legend, sheet, wrapped

ROW = {Width.WIDE: 0.27, Width.NARROW: 0.56}  # inches
AROUND = {Width.WIDE: 1.3, Width.NARROW: 1.6}  # for titles, scales and the legend
APART = {Width.WIDE: 0.26, Width.NARROW: 0.16}  # of a row, between the kinds of players
ROOM = {Width.WIDE: 0.055, Width.NARROW: 0.085}  # of a panel, for a letter of a number below it
TICKS = (1, 5, 25, 125, 625)  # in least changes that count


class Panel(NamedTuple):
    """An aspect, in points of a hundred or in hundredths of what the base has."""

    title: str
    unit: str
    least: float


class Dot(NamedTuple):
    """A change and its interval."""

    value: float
    lower: float
    upper: float


class Row(NamedTuple):
    """A reading: its name, and its dots by panel and kind of players."""

    name: str
    dots: Mapping[tuple[int, str], Dot]


class Dots(NamedTuple):
    """Everything that the plot shows."""

    panels: Sequence[Panel]
    rows: Sequence[Row]  # from the top
    players: Mapping[str, str]  # what they are called in the legend


def draw(dots: Dots, width: Width) -> Any:
    """Names beside the panels, or above their rows where there is little room."""
    height = AROUND[width] + ROW[width] * len(dots.rows)
    figure = sheet(width, height)
    figure.get_layout_engine().set(w_pad=0.06, h_pad=0.04)
    every = np.atleast_1d(figure.subplots(1, len(dots.panels), sharey=True))
    for n, (axes, panel) in enumerate(zip(every, dots.panels, strict=True)):
        _panel(axes, panel, n, dots, width)
        _entitle(axes, panel.title, width, width.value / len(dots.panels))
    if width is Width.WIDE:
        every[0].set_yticks(range(len(dots.rows)), [row.name for row in dots.rows])
    else:
        every[0].set_yticks([])
        every[0].set_zorder(1)  # its names reach over the other panels
        every[0].patch.set_visible(False)
        for n, row in enumerate(dots.rows):
            _above(every[0], row.name, n)
    every[0].set_ylim(len(dots.rows) - 0.45, -0.75)
    legend(figure, dots.players.values())
    return figure


def _above(axes: Axes, name: str, y: float) -> None:
    """A name above its row, as long as it is: it needs no room of the first panel."""
    places: dict[str, Any] = {"xycoords": ("axes fraction", "data"), "textcoords": "offset points"}
    ground = {"facecolor": PAGE, "edgecolor": "none", "pad": 0}
    axes.annotate(name, (0, y), xytext=(0, 10.5), bbox=ground, **places).set_in_layout(False)


def _panel(axes: Axes, panel: Panel, n: int, dots: Dots, width: Width) -> None:
    """The scale is even within the band of what hardly counts, and grows narrower beyond it."""
    axes.set_xscale("asinh", linear_width=1.5 * panel.least)
    axes.axvspan(-panel.least, panel.least, color=BAND, linewidth=0, zorder=0)
    axes.axvline(0, color=QUIET, linewidth=0.8, zorder=1)
    axes.hlines(
        range(len(dots.rows)), 0, 1, transform=axes.get_yaxis_transform(), color=LINE, linewidth=0.5, zorder=0.5
    )
    for k, (players, mark) in enumerate(zip(dots.players, MARKS, strict=False)):
        shift = APART[width] * (k - (len(dots.players) - 1) / 2)
        found = {y + shift: row.dots[n, players] for y, row in enumerate(dots.rows) if (n, players) in row.dots}
        _draw(axes, found, mark)
    _scale(axes, panel, [dot for row in dots.rows for (k, _), dot in row.dots.items() if k == n], width)
    axes.set_xlabel(panel.unit)
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)


def _draw(axes: Axes, found: Mapping[float, Dot], mark: Mark) -> None:
    """Dots and their intervals, by where they stand."""
    heights, dots = list(found), list(found.values())
    lower, upper = [dot.lower for dot in dots], [dot.upper for dot in dots]
    axes.hlines(heights, lower, upper, color=mark.colour, linewidth=1.4, zorder=2)
    style: dict[str, Any] = {
        "marker": mark.shape,
        "color": mark.colour,
        "markerfacecolor": mark.face,
        "markersize": 5,
        "zorder": 3,
        "clip_on": False,
    }
    axes.plot([dot.value for dot in dots], heights, linestyle="", **style)


def _scale(axes: Axes, panel: Panel, dots: Sequence[Dot], width: Width) -> None:
    """Scale the axis as far as the dots go on either side, and at least a little beyond the band."""
    low = min([-2 * panel.least, *(1.3 * dot.lower for dot in dots)])
    high = max([2 * panel.least, *(1.3 * dot.upper for dot in dots)])
    axes.set_xlim(low, high)
    steps = [sign * step * panel.least for step in TICKS for sign in (-1, 1)]
    shown = sorted(step for step in [0, *steps] if low <= step <= high)
    ticks = _roomy(shown, axes, ROOM[width])
    axes.set_xticks(ticks, list(map(_signed, ticks)))
    axes.set_xticks([], minor=True)


def _signed(step: float) -> str:
    return f"{step:+.0f}".replace("-", "\u2212") if step else "0"


def _roomy(ticks: Sequence[float], axes: Axes, room: float) -> list[float]:
    """The ticks whose numbers do not touch: the outer one of two that are close, but zero always."""
    to_share = axes.transData + axes.transAxes.inverted()
    places = {tick: float(to_share.transform((tick, 0))[0]) for tick in ticks}

    def apart(tick: float, other: float) -> bool:
        letters = (len(_signed(tick)) + len(_signed(other))) / 2 + 1
        return abs(places[tick] - places[other]) > room * letters

    kept = [0.0]
    for tick in sorted(ticks, key=lambda tick: -abs(tick)):
        if all(apart(tick, other) for other in kept):
            kept.append(tick)
    return sorted(kept)


def _entitle(axes: Axes, title: str, width: Width, inches: float) -> None:
    """Write the title on two lines, or smaller and on as many as its words need."""
    if width is Width.WIDE:
        axes.set_title("\n".join(broken(title)))
    else:
        axes.set_title(wrapped(title, inches), fontsize=9)


def broken(title: str) -> tuple[str, str]:
    """A title on two lines, about as long as each other."""
    words = title.split()
    halves = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(len(words))]
    return min(halves, key=lambda lines: max(map(len, lines)))

"""Luck against skill: every ruleset on one map."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from ibau.lab.reporting.plots.house import ACCENT, INK, LINE, PAGE, QUIET, SECOND, Axes, Width, sheet

SHAPES = "osD^vP*Xp"  # one a game
TONES = (ACCENT, SECOND, INK)
HIGH = {Width.WIDE: 4.6, Width.NARROW: 4.2}


class Place(NamedTuple):
    """A ruleset: shares of luck and skill in what came of its games, in hundredths, with their intervals."""

    game: str
    is_base: bool
    luck: tuple[float, float, float]  # value, lower, upper
    skill: tuple[float, float, float]


class Map(NamedTuple):
    """Where all rulesets lie, and what the axes are called."""

    places: Sequence[Place]
    luck: str
    skill: str


def draw(chart: Map, width: Width) -> Any:
    """A shape a game: filled for the game itself, hollow for its readings."""
    figure = sheet(width, HIGH[width])
    axes = figure.subplots()
    games = list(dict.fromkeys(place.game for place in chart.places))
    for place in sorted(chart.places, key=lambda place: place.is_base):
        _place(axes, place, games.index(place.game))
    axes.set_xlabel(chart.luck)
    axes.set_ylabel(chart.skill)
    axes.grid(visible=True)
    axes.set_axisbelow(True)
    axes.spines[:].set_color(LINE)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(6, steps=(1, 2, 5, 10), integer=True))
        axis.set_major_formatter("{x:.0f} %")
    handles = [
        Line2D([], [], linestyle="", marker=_shape(n), color=_tone(n), label=game) for n, game in enumerate(games)
    ]
    figure.legend(handles=handles, loc="outside lower left", ncols=3 if width is Width.WIDE else 1, labelcolor=INK)
    return figure


def _shape(n: int) -> str:
    return SHAPES[n % len(SHAPES)]


def _tone(n: int) -> str:
    return TONES[n % len(TONES)]


def _place(axes: Axes, place: Place, n: int) -> None:
    (luck, left, right), (skill, low, high) = place.luck, place.skill
    tone = _tone(n) if place.is_base else QUIET
    axes.plot([left, right], [skill, skill], color=tone, linewidth=0.9)
    axes.plot([luck, luck], [low, high], color=tone, linewidth=0.9)
    face = tone if place.is_base else PAGE
    size = 8 if place.is_base else 5
    axes.plot([luck], [skill], marker=_shape(n), color=tone, markerfacecolor=face, markersize=size)

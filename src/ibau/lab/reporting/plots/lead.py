"""How long a lead lasts: a panel a game, and how often who led at each tenth of it won."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from ibau.lab.reporting.plots.house import ACCENT, BAND, LINE, QUIET, Axes, Width, sheet

BESIDE = {Width.WIDE: 4, Width.NARROW: 2}  # panels
HIGH = 1.45  # inches of a row of panels


class Survival(NamedTuple):
    """One ruleset: how much of the game was over, and in what share of games who led then won."""

    name: str
    over: Sequence[float]
    shares: Sequence[float]


class Leads(NamedTuple):
    """Every ruleset, and what the axes are called."""

    rulesets: Sequence[Survival]
    begin: str
    end: str

    @property
    def lowest(self) -> float:
        """The least that is shown: half of the games, or less where leading was no good."""
        return min(0.5, *(share for ruleset in self.rulesets for share in ruleset.shares))


def draw(leads: Leads, width: Width) -> Any:
    """Small panels on one scale, from a coin's toss to certain."""
    beside = min(BESIDE[width], len(leads.rulesets))
    rows = math.ceil(len(leads.rulesets) / beside)
    figure = sheet(width, 0.3 + HIGH * rows)
    every = figure.subplots(rows, beside, squeeze=False, sharey=True).flat
    for axes, ruleset in zip(every, leads.rulesets, strict=False):
        _panel(axes, ruleset, leads)
    for axes in list(figure.axes)[len(leads.rulesets) :]:
        axes.set_visible(False)
    return figure


def _panel(axes: Axes, ruleset: Survival, leads: Leads) -> None:
    axes.fill_between(ruleset.over, ruleset.shares, 0.5, color=BAND, linewidth=0)
    axes.plot(ruleset.over, ruleset.shares, color=ACCENT, marker="o", markersize=3)
    axes.axhline(0.5, color=QUIET, linewidth=0.6)
    axes.set_ylim(leads.lowest - 0.05, 1.02)
    axes.set_yticks([0.5, 0.75, 1], ["50 %", "75 %", "100 %"])
    axes.set_xlim(0, 1)
    axes.set_xticks([0, 1], [leads.begin, leads.end])
    labels = axes.get_xticklabels()
    labels[0].set_horizontalalignment("left")
    labels[-1].set_horizontalalignment("right")
    axes.set_title(ruleset.name, fontsize=9.5)
    axes.grid(axis="y")
    axes.spines["left"].set_visible(False)
    axes.spines["bottom"].set_color(LINE)

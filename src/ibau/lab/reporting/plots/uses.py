"""How often each rule and special square of a game matters: a row each, in how many games it was met."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ibau.lab.reporting.plots.house import LINE, MARKS, Width, bare, legend, sheet, wrapped

ROW = {Width.WIDE: 0.38, Width.NARROW: 0.56}  # inches
AROUND = 0.9
MARGIN = 8  # points between the names and a mark at no game
BESIDE = 0.6  # of a wide plot, at most for the names


class Uses(NamedTuple):
    """What may be met, from the top, and the shares of games in which it was, by the kind of players."""

    names: Sequence[str]
    shares: Mapping[tuple[str, str], float]  # by name and players
    players: Mapping[str, str]
    unit: str


def draw(uses: Uses, width: Width) -> Any:
    """Dots on a scale from no game to every game; names above their rows where there is little room."""
    figure = sheet(width, AROUND + ROW[width] * len(uses.names))
    axes = figure.subplots()
    axes.hlines(range(len(uses.names)), 0, 1, color=LINE, linewidth=0.6, zorder=0)
    for mark, players in zip(MARKS, uses.players, strict=False):
        found = {y: uses.shares[name, players] for y, name in enumerate(uses.names) if (name, players) in uses.shares}
        style: dict[str, Any] = {
            "marker": mark.shape,
            "color": mark.colour,
            "markerfacecolor": mark.face,
            "clip_on": False,
        }
        axes.plot(list(found.values()), list(found), linestyle="", **style)
    if width is Width.WIDE:
        names = [wrapped(name, BESIDE * width.value) for name in uses.names]
        axes.set_yticks(range(len(names)), names, linespacing=1)
        axes.tick_params(axis="y", pad=MARGIN)
    else:
        axes.set_yticks([])
        for y, name in enumerate(uses.names):
            said = wrapped(name, width.value)
            axes.annotate(said, (0, y), xytext=(0, 6), textcoords="offset points", linespacing=1).set_in_layout(False)
    axes.set_ylim(len(uses.names) - 0.5, -0.9)
    axes.set_xlim(0, 1)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
    axes.set_xlabel(uses.unit)
    bare(axes)
    axes.spines["bottom"].set_visible(False)
    legend(figure, uses.players.values())
    return figure

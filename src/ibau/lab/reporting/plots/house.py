"""How every plot looks: fonts and colours of the page, marks that differ in shape, SVG that follows the theme."""

import io
import re
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from enum import Enum
from functools import cache
from importlib import import_module
from textwrap import fill
from typing import Any, NamedTuple

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from ibau.paper import fonts

POINTS = 72  # an inch; Matplotlib's unit in an SVG
LETTERS = 14.5  # of a text, an inch
REGULAR = 400

# What stands in the drawing, and the name by which style sheets give it a colour.
COLOURS = {
    "#26211b": "ink",
    "#665d52": "quiet",
    "#e3dccf": "line",
    "#efe9dc": "band",
    "#17666a": "accent",
    "#b0601a": "second",
    "#faf8f3": "page",
}
INK, QUIET, LINE, BAND, ACCENT, SECOND, PAGE = COLOURS
DARK = {
    "ink": "#efe9de",
    "quiet": "#aea596",
    "line": "#3a342d",
    "band": "#262320",
    "accent": "#86cbc2",
    "second": "#f0b27a",
    "page": "#141210",
}


class Width(Enum):
    """How wide a plot is, in inches: for a page, and for a telephone."""

    WIDE = 7.2
    NARROW = 3.5


Axes = Any  # Matplotlib's own types are known in part only
Drawing = Callable[[Width], Any]


class Mark(NamedTuple):
    """How a series is drawn: shape and filling tell it apart, the colour only helps."""

    shape: str
    colour: str
    filled: bool = True
    dashes: Any = "-"

    @property
    def face(self) -> str:
        """The colour inside."""
        return self.colour if self.filled else PAGE


MARKS = (
    Mark("o", ACCENT),
    Mark("s", SECOND, filled=False, dashes=(0, (4, 2))),
    Mark("D", INK, dashes=":"),
    Mark("^", ACCENT, filled=False, dashes="-."),
    Mark("v", SECOND, dashes=(0, (1, 1))),
)


def sheet(width: Width, height: float) -> Any:
    """An empty figure of so many inches, whose parts make room for each other."""
    return Figure(figsize=(width.value, height), layout="constrained")


def svg(drawing: Drawing, width: Width, name: str, *, outlined: bool = False) -> str:
    """A drawing as SVG whose colours are variables: --ink, --quiet and so on.

    Letters stay letters, in the fonts of the page around it, unless they are to be `outlined`; then it has its own
    colours too, for light and dark, and stands by itself.  The same figures make the same text.
    """
    with _styled(outlined=outlined, name=f"{name}-{width.name}"):
        figure = drawing(width)
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None}, transparent=True)
    return _themed(file.getvalue(), outlined=outlined)


def colours(variables: dict[str, str]) -> str:
    """Declarations of a style sheet."""
    return " ".join(f"--{name}: {colour};" for name, colour in variables.items())


LIGHT = {name: colour for colour, name in COLOURS.items()}

UNWANTED = re.compile(r"<metadata>.*?</metadata>|<style.*?</style>|<\?xml.*?\?>|<!DOCTYPE.*?>|<!--.*?-->", re.DOTALL)
GROUP_ID = re.compile(r'(<g) id="[^"]*"')
SIZE = re.compile(r'<svg [^>]*?viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>', re.DOTALL)
FONT = re.compile(r"font-family: [^;\"]*")
OWN = (
    f"<style>:root {{ {colours(LIGHT)} }} @media (prefers-color-scheme: dark) {{ :root {{ {colours(DARK)} }} }}</style>"
)


def _themed(text: str, *, outlined: bool) -> str:
    """A plot without what only Matplotlib wants to know; `currentColor` and the like are left to style sheets."""
    text = GROUP_ID.sub(r"\1", UNWANTED.sub("", text))
    text = FONT.sub("font-family: var(--sans)", text)
    for colour, name in COLOURS.items():
        text = text.replace(colour, f"var(--{name})")
    size = SIZE.search(text)
    if not size:
        raise ValueError("Matplotlib wrote an SVG without a size")
    wide, high = size[1], size[2]
    spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    root = f'<svg {spaces} viewBox="0 0 {wide} {high}"'
    root += f' width="{wide}pt" height="{high}pt">{OWN}' if outlined else ' aria-hidden="true">'
    return re.sub(r"\s*\n\s*", "\n", SIZE.sub(lambda _: root, text, count=1)).strip()


@contextmanager
def _styled(*, outlined: bool, name: str) -> Generator[None]:
    library: Any = mpl
    with library.rc_context({**_settings(), "svg.fonttype": "path" if outlined else "none", "svg.hashsalt": name}):
        yield


def _settings() -> dict[str, Any]:
    return {
        "font.family": _family(),
        "font.size": 9.5,
        "axes.titlesize": 10.5,
        "axes.titlelocation": "left",
        "axes.titlepad": 8,
        "axes.labelsize": 9,
        "axes.labelcolor": QUIET,
        "axes.edgecolor": LINE,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.unicode_minus": True,
        "text.color": INK,
        "xtick.color": QUIET,
        "ytick.color": QUIET,
        "ytick.labelcolor": INK,
        "xtick.labelsize": 9,
        "ytick.labelsize": 9.5,
        "xtick.major.size": 0,
        "ytick.major.size": 0,
        "xtick.minor.size": 0,
        "ytick.minor.size": 0,
        "grid.color": LINE,
        "grid.linewidth": 0.6,
        "lines.linewidth": 1.6,
        "lines.markersize": 5.5,
        "legend.frameon": False,
        "legend.fontsize": 9.5,
    }


@cache
def _family() -> str:
    """The name by which Matplotlib knows the sans of the page in its usual weight."""
    path = fonts.unpack(fonts.named(fonts.SANS), REGULAR)
    known: Any = import_module("matplotlib.font_manager")
    known.fontManager.addfont(path)
    return str(known.FontProperties(fname=path).get_name())


def wrapped(text: str, inches: float) -> str:
    """A text on as many lines as it needs."""
    return fill(text, int(LETTERS * inches), break_long_words=False)


def legend(figure: Any, names: Iterable[str]) -> None:
    """What the marks stand for, in their order, below the plot."""
    room = figure.get_figwidth() - 0.45  # inches, beside the mark
    handles = [
        Line2D([], [], color=mark.colour, marker=mark.shape, markerfacecolor=mark.face, label=wrapped(name, room))
        for mark, name in zip(MARKS, names, strict=False)
    ]
    figure.legend(handles=handles, loc="outside lower left", ncols=1, labelcolor=INK)


def bare(axes: Axes) -> None:
    """Leave a plot only the line that its figures stand on."""
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="both", length=0)

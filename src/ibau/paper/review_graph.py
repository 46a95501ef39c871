"""The graph of a review: winning chances over the game, with marks for mistakes and lucky throws.

The area above the curve has the second side's colour, that below it the first's; mistakes are dots, throws lozenges.
"""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Literal, NamedTuple

from ibau.core.outcome import SEATS
from ibau.core.phrase import Translate
from ibau.learn.game_review import SIZES, PlyReview, Review
from ibau.learn.review_text import cause, chances, noteworthy, reach
from ibau.paper.drawing import Theme

HEIGHT = 260
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 16, 34  # margins
RADII = (3.5, 5.0, 6.5)  # of marks, by weight
LEAST_APART = 60  # pixels between two turn numbers


class GraphColours(NamedTuple):
    """The colours of a theme."""

    page: str
    ink: str
    rule: str
    first: str
    second: str
    mistake: str
    luck: str


COLOURS: dict[Theme, GraphColours] = {
    "light": GraphColours("#faf8f3", "#2b2620", "#8a8175", "#f1e3c4", "#8b7660", "#a3271b", "#12606b"),
    "dark": GraphColours("#141210", "#ece6da", "#8a8175", "#b79f78", "#3b322a", "#ff9d8c", "#86d0c6"),
    "contrast": GraphColours("#fff", "#000", "#000", "#fff", "#bbb", "#a00000", "#003c9e"),
}


class GraphMark(NamedTuple):
    """A ply that changed the chances."""

    ply: int  # plies up to and including this one
    kind: Literal["mistake", "luck"]
    weight: int  # 0 to 2
    text: str  # the tooltip


class GraphData(NamedTuple):
    """The content of a graph."""

    chances: Sequence[float]  # 0..1 for the first seat: at the start, and after each ply
    reach: float  # the range of values shown, up and down from 0
    turns: Sequence[int]  # turn number of each ply
    marks: Sequence[GraphMark]
    sides: tuple[str, str]  # names of the sides, written on their colours


def graph_data(review: Review, sides: tuple[str, str], translate: Translate) -> GraphData:
    """The graph of a review; `sides` are the names of the sides, to be translated."""
    first, second = map(translate, sides)
    names: dict[str, str] = dict(zip(SEATS, (first, second), strict=False))
    marks = [_mark(ply, names.get(ply.seat, ""), translate) for ply in noteworthy(review.plies)]
    winning = [(1 + value) / 2 for value in review.values]
    return GraphData(winning, reach(review.values), [ply.turn for ply in review.plies], marks, (first, second))


def _mark(ply: PlyReview, side: str, translate: Translate) -> GraphMark:
    text = f"{ply.turn}. {side} {ply.action}: {cause(ply).to_text(translate)}, {chances(ply).to_text(translate)}"
    weight = sum(abs(ply.after - ply.before) >= size for size in tuple(SIZES.values())[1:])
    return GraphMark(ply.number + 1, "mistake" if ply.size else "luck", weight, text)


class ReviewGraph:
    """Draws a graph, `width` pixels wide."""

    def __init__(self, data: GraphData, width: float, theme: Theme) -> None:
        self._data = data
        self._colours = COLOURS[theme]
        self._width = round(width)
        self._across = self._width - LEFT - RIGHT
        self._down = HEIGHT - TOP - BOTTOM

    def svg(self, title: str, description: str) -> str:
        """The SVG of the graph, with a title and a description for screen readers."""
        ink = self._colours.ink
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self._width}" height="{HEIGHT}" '
            f'viewBox="0 0 {self._width} {HEIGHT}" role="img" font-family="Georgia, serif" font-size="13" fill="{ink}">'
            f"<title>{escape(title)}</title><desc>{escape(description)}</desc>"
            f'<rect width="{self._width}" height="{HEIGHT}" fill="{self._colours.page}"/>'
            f"{''.join(self._parts())}</svg>"
        )

    def _parts(self) -> Iterator[str]:
        yield self._areas()
        yield from self._levels()
        yield from self._numbers()
        yield self._curve()
        yield from self._sides()
        yield from map(self._mark, self._data.marks)

    def _x(self, plies: int) -> float:
        return LEFT + self._across * plies / max(1, len(self._data.chances) - 1)

    def _y(self, chance: float) -> float:
        """The height of a chance; those beyond the range are drawn at its edge."""
        height = (2 * chance - 1) / self._data.reach
        return TOP + self._down * (1 - max(-1, min(height, 1))) / 2

    def _points(self) -> str:
        return " ".join(f"{self._x(n):.1f},{self._y(chance):.1f}" for n, chance in enumerate(self._data.chances))

    def _areas(self) -> str:
        left, right, bottom = LEFT, self._x(len(self._data.chances) - 1), HEIGHT - BOTTOM
        return (
            f'<rect x="{LEFT}" y="{TOP}" width="{self._across}" height="{self._down}" fill="{self._colours.second}"/>'
            f'<polygon points="{left},{bottom} {self._points()} {right:.1f},{bottom}" '
            f'fill="{self._colours.first}"/>'
        )

    def _levels(self) -> Iterator[str]:
        far = round(50 * self._data.reach)
        for percent in (50 - far, 50, 50 + far):
            y = self._y(percent / 100)
            yield (
                f'<path d="M{LEFT} {y:.1f}h{self._across}" stroke="{self._colours.rule}" '
                f'stroke-dasharray="{"4 4" if percent == 50 else "none"}"/>'
                f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{percent} %</text>'
            )

    def _numbers(self) -> Iterator[str]:
        """The turn numbers, as many as fit."""
        free_from = 0.0
        for n, turn in enumerate(self._data.turns):
            begins = n == 0 or turn != self._data.turns[n - 1]
            x = self._x(n)
            if turn and begins and x >= free_from:
                free_from = x + LEAST_APART
                yield (
                    f'<path d="M{x:.1f} {HEIGHT - BOTTOM}v5" stroke="{self._colours.rule}"/>'
                    f'<text x="{x:.1f}" y="{HEIGHT - 12}" text-anchor="middle">{turn}</text>'
                )

    def _curve(self) -> str:
        return (
            f'<polyline points="{self._points()}" fill="none" stroke="{self._colours.ink}" stroke-width="1.5" '
            f'stroke-linejoin="round"/>'
        )

    def _sides(self) -> Iterator[str]:
        """The name of each side on its colour."""
        for name, y in zip(self._data.sides, (HEIGHT - BOTTOM - 12, TOP + 20), strict=True):
            yield (
                f'<text x="{LEFT + 8}" y="{y}" paint-order="stroke" stroke="{self._colours.page}" '
                f'stroke-width="3" stroke-linejoin="round">{escape(name)}</text>'
            )

    def _mark(self, mark: GraphMark) -> str:
        x, y, radius = self._x(mark.ply), self._y(self._data.chances[mark.ply]), RADII[mark.weight]
        is_mistake = mark.kind == "mistake"
        outline = dot(x, y, radius) if is_mistake else lozenge(x, y, radius)
        colour = self._colours.mistake if is_mistake else self._colours.luck
        return (
            f'<path d="{outline}" fill="{colour}" stroke="{self._colours.page}" stroke-width="1.5">'
            f"<title>{escape(mark.text)}</title></path>"
        )


def dot(x: float, y: float, radius: float) -> str:
    """The outline of the mark of a mistake."""
    half = f"a{radius} {radius} 0 1 1"
    return f"M{x - radius:.1f} {y:.1f}{half} {2 * radius} 0{half} {-2 * radius} 0z"


def lozenge(x: float, y: float, radius: float) -> str:
    """The outline of the mark of a throw."""
    return f"M{x:.1f} {y - radius:.1f}l{radius} {radius} {-radius} {radius} {-radius} {-radius}z"

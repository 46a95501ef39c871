"""Pictures as SVG, without a browser: boards as the browser page shows them, and the course of a game.

picture = ibau.svg.board(state, theme="dark", caption=["Ada – Ben", "Light to move."])
picture.save("board.png")
ibau.svg.moving(line, 6).save("last-moves.svg")
ibau.svg.course(ibau.review(record)).save("course.svg")
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ibau.core.board import Travel
from ibau.core.coercion import StateLike, as_state
from ibau.core.errors import join_names
from ibau.core.game import State
from ibau.core.limits import NARROWEST, WIDEST, check_int, check_items, check_type
from ibau.core.line import Line
from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import quote
from ibau.games import game
from ibau.language import translator_for
from ibau.paper.drawing import THEMES, Theme
from ibau.paper.drawing.alt_text import description
from ibau.paper.drawing.caption import Caption
from ibau.paper.drawing.layout import AIR, Box, Layout
from ibau.paper.drawing.parts import PictureParts
from ibau.paper.drawing.picture import Picture, make_picture
from ibau.paper.drawing.symbols import DrawingError, kind_of, symbols
from ibau.paper.review_graph import ReviewGraph

if TYPE_CHECKING:
    from ibau.learn import Review  # which brings NumPy: boards are drawn without

__all__ = ["THEMES", "DrawingError", "Picture", "Theme", "animation", "board", "card", "review_graph"]

SQUARE = 64  # pixels
COURSE = 720.0
CARD = (1200, 630)  # pixels of a picture of a link, as those who show it like it
MOST_MOVING = 24  # actions of a moving picture


def board(  # noqa: PLR0913 - each argument has a name, and is rarely given
    state: StateLike,
    last: Sequence[Travel] = (),
    *,
    theme: Theme = "light",
    width: float | None = None,
    lang: str = "en",
    upright: bool = False,
    trays: bool = True,
    coordinates: bool = True,
    background: bool = False,
    caption: Sequence[str] = (),
) -> Picture:
    """A state as a picture, of a game its start.

    `last` are the travels of the action before it: the way of the first is shown.  `width` is in pixels, by default 64
    for a square.  A long board lies, or is `upright`; `trays` hold what is beside the board, `coordinates` are the
    names of its squares, `background` is the theme's colour of the page behind it all.  The lines of a `caption` stand
    below, the first one larger.  The description for screen readers is in the language `lang`.  Raises DrawingError
    for an unknown theme, a strange width or a caption that cannot be written, LanguageError, RulesetError.
    """
    state = as_state(state)
    _check(theme, width)
    parts = _parts(state, theme, upright=upright, trays=trays)
    drawn = parts.still(coordinates=coordinates) + _scene(parts, state, last)
    box, written = _captioned(parts, caption)
    page = parts.page(box) if background else ""
    wide = box[2] * SQUARE / symbols().lengths.square if width is None else width
    return make_picture(page + drawn + written, box, wide, *_title_and_description(state, parts, lang))


def card(
    state: StateLike,
    last: Sequence[Travel] = (),
    *,
    theme: Theme = "light",
    lang: str = "en",
    caption: Sequence[str] = (),
) -> Picture:
    """A board in the middle of a page of 1200 by 630 pixels, as links are shown with.  Raises as `board` does."""
    state = as_state(state)
    _check(theme, None)
    parts = _parts(state, theme)
    wide, high = CARD
    box, written = _captioned(parts, caption, wide / high)
    drawn = parts.page(box) + parts.still(coordinates=True) + _scene(parts, state, last)
    return make_picture(drawn + written, box, wide, *_title_and_description(state, parts, lang))


def animation(
    line: Line,
    count: int = 6,
    *,
    theme: Theme = "light",
    width: float | None = None,
    lang: str = "en",
    caption: Sequence[str] = (),
) -> Picture:
    """The last `count` actions of a line, at most 24, one position after the other; else as a board is drawn.

    Programs that show no moving pictures show the present.  Raises DrawingError, LanguageError.
    """
    check_type(line, Line, "What moves is a Line", DrawingError)
    _check(theme, width)
    if not 1 <= check_int("The number of actions shown", count) <= MOST_MOVING:
        raise DrawingError(f"A moving picture shows 1 to {MOST_MOVING} actions, not {count}.")
    plies = line.plies[-count:]
    states = [*(ply.before for ply in plies), line.state]
    last: list[Sequence[Travel]] = [(), *(ply.travels for ply in plies)]
    parts = _parts(line.state, theme)
    box, written = _captioned(parts, caption)
    frames = [_scene(parts, state, way) for state, way in zip(states, last, strict=True)]
    drawn = parts.page(box) + parts.still(coordinates=True) + _in_turn(frames) + written
    wide = box[2] * SQUARE / symbols().lengths.square if width is None else width
    return make_picture(drawn, box, wide, *_title_and_description(line.state, parts, lang))


def review_graph(review: "Review", *, theme: Theme = "light", width: float = COURSE, lang: str = "en") -> Picture:
    """How the chances of winning went in a game that was looked back on, with its mistakes and its lucky throws.

    `width` is in pixels.  What a mark stands for is said when it is pointed at, in the language `lang`.
    Raises DrawingError for an unknown theme or a strange width, LanguageError.
    """
    from ibau.learn.review_text import winning_chance
    from ibau.paper.review_graph import graph_data

    translate = translator_for(lang)
    _check(theme, width)
    system = game(review.ruleset).system
    drawn = graph_data(review, system.seats, translate)
    text = N_("{side}'s chances of winning, as the computer judges them (a draw counts half):")
    said = Phrase(text, {"side": Phrase(system.seats[FIRST])}).to_text(translate)
    course = f"{winning_chance(review.value_before)} → {winning_chance(review.value_after)}"
    return Picture(ReviewGraph(drawn, width, theme).svg(translate(system.title), f"{said} {course}"))


def _parts(state: State, theme: Theme, *, upright: bool = False, trays: bool = True) -> PictureParts:
    """What a board is drawn with: laid out as asked, its trays along its longer sides."""
    shown = state.game.board if trays else replace(state.game.board, areas=())
    kind = kind_of(shown)
    turned = shown.width > shown.height if upright else shown.height > shown.width
    high = upright or shown.width == shown.height
    first, second = (sum(piece.seat == seat for piece in state.pieces) for seat in (FIRST, SECOND))
    layout = Layout(shown, symbols().lengths, kind.margin, turned, high, FIRST, (first, second))
    return PictureParts(layout, kind, kind.looks[theme])


def _scene(parts: PictureParts, state: State, last: Sequence[Travel]) -> str:
    """What lies on a board, and the way of what moved last."""
    way = tuple(check_items(last, Travel, "What moved last are Travels, one after the other", DrawingError))
    return parts.scene(parts.shown(state.pieces), way[0].path if way else (), state.goals)


def _captioned(parts: PictureParts, caption: Sequence[str], ratio: float = 0.0) -> tuple[Box, str]:
    """A box with room for a caption, this many times as wide as high where that matters, and what is written there."""
    left, top, across, down = parts.layout.box
    lines = Caption(caption, across, max(across, ratio * down) - 2 * AIR)
    down += lines.height
    wide = max(across, ratio * down)
    high = wide / ratio if ratio else down
    box = (left - (wide - across) / 2, top - (high - down) / 2, wide, high)
    return box, lines.drawn(parts.looks, (box[0], top, wide, down))


def _title_and_description(state: State, parts: PictureParts, lang: str) -> tuple[str, str]:
    """What a picture is called, and what it shows, in words."""
    translate = translator_for(lang)
    told = description(state, parts.shown(state.pieces), parts.kind.names, translate)
    return translate(state.game.system.title), told


def _check(theme: str, width: float | None) -> None:
    check_type(width or 0, (int, float), "The width of a picture is a number of pixels", DrawingError)
    if theme not in THEMES:
        raise DrawingError(f"Unknown theme {quote(theme)}; known are {join_names(THEMES)}.")
    if width is not None and not NARROWEST <= width <= WIDEST:
        raise DrawingError(f"A picture is from {NARROWEST} to {WIDEST} pixels wide, not {width:g}.")


SECONDS = 1.2  # that each scene is shown
REST = 3  # times as long, the last one


def _in_turn(scenes: Sequence[str]) -> str:
    """The scenes, one after the other; where nothing moves, the last one."""
    whole = len(scenes) - 1 + REST
    return "".join(_seen(scene, n, whole, is_last=n == len(scenes) - 1) for n, scene in enumerate(scenes))


def _seen(scene: str, n: int, whole: int, *, is_last: bool) -> str:
    """A scene that is hidden but for its time."""
    changes = [(0, "hidden")] * (n > 0) + [(n, "visible")] + [(n + 1, "hidden")] * (not is_last)
    times = ";".join(f"{at / whole:.4g}" for at, _ in changes)
    values = ";".join(value for _, value in changes)
    animated = (
        f'<animate attributeName="visibility" calcMode="discrete" dur="{whole * SECONDS:g}s" '
        f'repeatCount="indefinite" keyTimes="{times}" values="{values}"/>'
    )
    return f'<g visibility="{"visible" if is_last else "hidden"}">{scene}{animated}</g>'

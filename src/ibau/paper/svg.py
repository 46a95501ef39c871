"""Pictures as SVG, without a browser: boards as the web page shows them, and review graphs.

picture = ibau.svg.board(state, theme="dark", caption=["Ada – Ben", "Light to move."])
picture.save("board.png")
ibau.svg.animation(line, 6).save("last-moves.svg")
ibau.svg.review_graph(ibau.review(record)).save("graph.svg")
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
    from ibau.learn import Review  # imports NumPy, which boards do not need

__all__ = ["THEMES", "DrawingError", "Picture", "Theme", "animation", "board", "card", "review_graph"]

SQUARE = 64  # pixels
GRAPH_WIDTH = 720.0
CARD = (1200, 630)  # pixels, the usual size of link previews
MOST_ANIMATED = 24  # actions


def board(  # noqa: PLR0913 - keyword arguments with defaults
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
    """A picture of a state, or of the start of a game.

    `last`: the travels of the last action, of which the first one's path is shown.
    `theme`: "light", "dark" or "contrast".  `width`: in pixels, by default 64 per square.
    `lang`: the language of the description for screen readers.  `upright`: show a long board upright, not lying.
    `trays`: draw the trays for pieces off the board.  `coordinates`: draw the names of squares.
    `background`: fill the background with the theme's colour.  `caption`: lines below, the first one larger.

    Raises DrawingError for an unknown theme, an invalid width or a caption with control characters, and LanguageError
    and RulesetError.
    """
    state = as_state(state)
    _check(theme, width)
    parts = _parts(state, theme, upright=upright, trays=trays)
    drawn = parts.static_parts(coordinates=coordinates) + _scene(parts, state, last)
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
    """A board on a page of 1200 by 630 pixels, the size of link previews.  Raises as `board`."""
    state = as_state(state)
    _check(theme, None)
    parts = _parts(state, theme)
    wide, high = CARD
    box, written = _captioned(parts, caption, wide / high)
    drawn = parts.page(box) + parts.static_parts(coordinates=True) + _scene(parts, state, last)
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
    """The last `count` actions of a line, at most 24, as an animation; the other arguments are those of `board`.

    Programs without animation show the last position.  Raises DrawingError and LanguageError.
    """
    check_type(line, Line, "What moves is a Line", DrawingError)
    _check(theme, width)
    if not 1 <= check_int("The number of actions shown", count) <= MOST_ANIMATED:
        raise DrawingError(f"An animation shows 1 to {MOST_ANIMATED} actions, not {count}.")
    plies = line.plies[-count:]
    states = [*(ply.before for ply in plies), line.state]
    last: list[Sequence[Travel]] = [(), *(ply.travels for ply in plies)]
    parts = _parts(line.state, theme)
    box, written = _captioned(parts, caption)
    frames = [_scene(parts, state, travels) for state, travels in zip(states, last, strict=True)]
    drawn = parts.page(box) + parts.static_parts(coordinates=True) + _in_turn(frames) + written
    wide = box[2] * SQUARE / symbols().lengths.square if width is None else width
    return make_picture(drawn, box, wide, *_title_and_description(line.state, parts, lang))


def review_graph(review: "Review", *, theme: Theme = "light", width: float = GRAPH_WIDTH, lang: str = "en") -> Picture:
    """The winning chances over a reviewed game, with its mistakes and lucky throws, whose tooltips are in `lang`.

    `width` is in pixels.  Raises DrawingError for an unknown theme or an invalid width, and LanguageError.
    """
    from ibau.learn.review_text import winning_chance
    from ibau.paper.review_graph import graph_data

    translate = translator_for(lang)
    _check(theme, width)
    system = game(review.ruleset).system
    drawn = graph_data(review, system.seats, translate)
    text = N_("{side}'s chances of winning, as the computer judges them (a draw counts half):")
    before = Phrase(text, {"side": Phrase(system.seats[FIRST])}).to_text(translate)
    values = f"{winning_chance(review.value_before)} → {winning_chance(review.value_after)}"
    return Picture(ReviewGraph(drawn, width, theme).svg(translate(system.title), f"{before} {values}"))


def _parts(state: State, theme: Theme, *, upright: bool = False, trays: bool = True) -> PictureParts:
    """The parts of a board's picture, with its trays along the longer sides."""
    shown = state.game.board if trays else replace(state.game.board, areas=())
    kind = kind_of(shown)
    turned = shown.width > shown.height if upright else shown.height > shown.width
    high = upright or shown.width == shown.height
    first, second = (sum(piece.seat == seat for piece in state.pieces) for seat in (FIRST, SECOND))
    layout = Layout(shown, symbols().lengths, kind.margin, turned, high, FIRST, (first, second))
    return PictureParts(layout, kind, kind.looks[theme])


def _scene(parts: PictureParts, state: State, last: Sequence[Travel]) -> str:
    """The pieces on a board, and the path of the last move."""
    travels = tuple(check_items(last, Travel, "The last moves are an iterable of Travels", DrawingError))
    return parts.scene(parts.drawable_pieces(state.pieces), travels[0].path if travels else (), state.goals)


def _captioned(parts: PictureParts, caption: Sequence[str], ratio: float = 0.0) -> tuple[Box, str]:
    """A box with room for a caption, of the aspect `ratio` unless it is 0, and the caption's markup."""
    left, top, across, down = parts.layout.box
    lines = Caption(caption, across, max(across, ratio * down) - 2 * AIR)
    down += lines.height
    wide = max(across, ratio * down)
    high = wide / ratio if ratio else down
    box = (left - (wide - across) / 2, top - (high - down) / 2, wide, high)
    return box, lines.markup(parts.looks, (box[0], top, wide, down))


def _title_and_description(state: State, parts: PictureParts, lang: str) -> tuple[str, str]:
    """The title of a picture, and its description for screen readers."""
    translate = translator_for(lang)
    text = description(state, parts.drawable_pieces(state.pieces), parts.kind.names, translate)
    return translate(state.game.system.title), text


def _check(theme: str, width: float | None) -> None:
    check_type(width or 0, (int, float), "The width of a picture is a number of pixels", DrawingError)
    if theme not in THEMES:
        raise DrawingError(f"Unknown theme {quote(theme)}; known are {join_names(THEMES)}.")
    if width is not None and not NARROWEST <= width <= WIDEST:
        raise DrawingError(f"A picture is from {NARROWEST} to {WIDEST} pixels wide, not {width:g}.")


SECONDS = 1.2  # per scene
REST = 3  # the last scene lasts so many times as long


def _in_turn(scenes: Sequence[str]) -> str:
    """The scenes one after the other; without animation, the last one."""
    whole = len(scenes) - 1 + REST
    return "".join(_seen(scene, n, whole, is_last=n == len(scenes) - 1) for n, scene in enumerate(scenes))


def _seen(scene: str, n: int, whole: int, *, is_last: bool) -> str:
    """A scene that is hidden except in its turn."""
    changes = [(0, "hidden")] * (n > 0) + [(n, "visible")] + [(n + 1, "hidden")] * (not is_last)
    times = ";".join(f"{at / whole:.4g}" for at, _ in changes)
    values = ";".join(value for _, value in changes)
    animated = (
        f'<animate attributeName="visibility" calcMode="discrete" dur="{whole * SECONDS:g}s" '
        f'repeatCount="indefinite" keyTimes="{times}" values="{values}"/>'
    )
    return f'<g visibility="{"visible" if is_last else "hidden"}">{scene}{animated}</g>'

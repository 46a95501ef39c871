"""Pictures as SVG, without a browser: boards as the browser page shows them, and the course of a game.

picture = ibau.svg.board(state, theme="dark")
picture.save("board.png")
ibau.svg.course(ibau.review(record)).save("course.svg")
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ibau.core.errors import listed
from ibau.core.face import Board, Piece, Travel
from ibau.core.game import State
from ibau.core.limits import NARROWEST, WIDEST
from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.drawing import THEMES, Theme
from ibau.drawing.aloud import description
from ibau.drawing.course import Graph
from ibau.drawing.layout import Layout
from ibau.drawing.parts import Parts
from ibau.drawing.picture import Picture, framed
from ibau.drawing.symbols import DrawingError, kind_of, symbols
from ibau.games import game
from ibau.language import translator

if TYPE_CHECKING:
    from ibau.analysis import Review  # which brings NumPy: boards are drawn without

__all__ = ["THEMES", "DrawingError", "Picture", "Theme", "board", "course"]

SQUARE = 64  # pixels
COURSE = 720.0


def board(  # noqa: PLR0913 - each wish has a name, and is rarely made
    state: State,
    last: Sequence[Travel] = (),
    *,
    theme: Theme = "light",
    width: float | None = None,
    lang: str = "en",
    upright: bool = False,
    trays: bool = True,
    coordinates: bool = True,
    background: bool = False,
) -> Picture:
    """A state of a game as a picture.

    `last` are the travels of the action before it: the way of the first is shown.  `width` is in pixels, by default 64
    for a square.  A long board lies, or stands `upright`; `trays` hold what is beside the board, `coordinates` are the
    names of its squares, `background` is the theme's colour of the page behind it all.  Words for those who hear the
    picture are in the language `lang`.  Raises DrawingError for an unknown theme or a strange width, LanguageError.
    """
    translate = translator(lang)
    _check(theme, width)
    shown = state.game.board if trays else replace(state.game.board, areas=())
    kind = kind_of(shown)
    layout = _laid_out(shown, kind.margin, state.pieces, upright=upright)
    pieces = [piece for piece in state.pieces if trays or layout.square(piece.place)]
    path = last[0].path if last else ()
    drawn = Parts(layout, kind, kind.looks[theme]).all(
        pieces, path, state.goals, coordinates=coordinates, background=background
    )
    wide = layout.box[2] * SQUARE / symbols().lengths.square if width is None else width
    told = description(state, pieces, kind.names, translate)
    return framed(drawn, layout, wide, translate(state.game.system.title), told)


def course(review: "Review", *, theme: Theme = "light", width: float = COURSE, lang: str = "en") -> Picture:
    """How the chances of winning went in a game that was looked back on, with its mistakes and its lucky throws.

    `width` is in pixels.  What a mark stands for is said when it is pointed at, in the language `lang`.
    Raises DrawingError for an unknown theme or a strange width, LanguageError.
    """
    from ibau.analysis.telling import course_of, percent

    translate = translator(lang)
    _check(theme, width)
    system = game(review.ruleset).system
    drawn = course_of(review, system.seats, translate)
    text = N_("{side}'s chances of winning, as the computer judges them (a draw counts half):")
    said = Phrase(text, {"side": Phrase(system.seats[FIRST])}).said(translate)
    course = f"{percent(review.value_before)} → {percent(review.value_after)}"
    return Picture(Graph(drawn, width, theme).svg(translate(system.title), f"{said} {course}"))


def _laid_out(board: Board, margin: float, pieces: Sequence[Piece], *, upright: bool) -> Layout:
    """A board as asked, its trays along its longer sides."""
    turned = board.width > board.height if upright else board.height > board.width
    high = upright or board.width == board.height
    first, second = (sum(piece.seat == seat for piece in pieces) for seat in (FIRST, SECOND))
    return Layout(board, symbols().lengths, margin, turned, high, FIRST, (first, second))


def _check(theme: str, width: float | None) -> None:
    if theme not in THEMES:
        raise DrawingError(f"Unknown theme {theme!r}; known are {listed(THEMES)}.")
    if width is not None and not NARROWEST <= width <= WIDEST:
        raise DrawingError(f"A picture is from {NARROWEST} to {WIDEST} pixels wide, not {width:g}.")

"""A game to print: the board at its size, pieces to cut and fold, sticks, and the rules on two sides.

pdf = ibau.printing.kit(game("senet-race"), "de", paper="A4")
"""

from ibau.core.errors import listed
from ibau.core.game import Game
from ibau.language import check
from ibau.printing.content import content_of
from ibau.printing.paper import PAPERS
from ibau.printing.typesetting import PrintError, check_installed, is_installed, typeset

__all__ = ["LARGEST_SQUARE", "PAPERS", "SMALLEST_SQUARE", "PrintError", "is_installed", "kit", "squares", "width_of"]

SMALLEST_SQUARE, LARGEST_SQUARE = 1.2, 6.0  # centimetres


def kit(played: Game, lang: str, *, paper: str = "A4", width: float | None = None, url: str = "") -> bytes:
    """A game with the rules of its ruleset as a PDF.

    `width` is that of all squares along the longer side of the board in centimetres, without the rim; by default it is
    that of the source, or a comfortable one.  `paper` is "A4" or "Letter"; at `url` the game can be played.
    Raises PrintError, also where the extra `print` is not installed, LanguageError.
    """
    check(lang)
    if paper not in PAPERS:
        raise PrintError(f"Unknown paper {paper!r}; known are {listed(PAPERS)}.")
    square = width_of(played) if width is None else width
    square /= squares(played)
    if not SMALLEST_SQUARE <= square <= LARGEST_SQUARE:
        least, most = (size * squares(played) for size in (SMALLEST_SQUARE, LARGEST_SQUARE))
        raise PrintError(f"A board of {squares(played)} squares is from {least:g} to {most:g} cm wide, not {width:g}.")
    check_installed()
    return typeset(*content_of(played, lang, PAPERS[paper], 10 * square, url))


def squares(played: Game) -> int:
    """How many squares a board has along its longer side."""
    return round(max(played.board.width, played.board.height))


def width_of(played: Game) -> float:
    """The width of its squares in centimetres, where nothing else is asked for."""
    return squares(played) * played.system.kit.square

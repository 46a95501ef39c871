"""Print kits: the board in its size, pieces to cut out and fold, sticks, and the rules, as a PDF.

pdf = ibau.paper.kit.kit(game("senet-race"), "de", paper="A4")
"""

from typing import Any

from ibau.core.errors import IbauError, join_names
from ibau.core.game import Game
from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import quote
from ibau.language import check_language, translator_for
from ibau.machine.extras import check_installed
from ibau.paper.diagrams import Diagram, parts
from ibau.paper.kit.content import content_of
from ibau.paper.kit.paper_sizes import PAPERS, Paper
from ibau.paper.kit.rules_blocks import blocks_of, figure_of
from ibau.paper.kit.teachers_sheet import sheet_of
from ibau.paper.kit.typesetting import typeset, typeset_label, typeset_sheet
from ibau.paper.rules_pages import origin, source_page

__all__ = ["PAPERS", "SHEETS", "PrintError", "kit", "label", "teachers_sheet", "width_of"]

SMALLEST, LARGEST = 1.2, 6.0  # centimetres per square
LONGEST_URL = 500  # characters; phones cannot scan a longer one at the printed size
NO_URL = N_("An address of more than {most} characters cannot be printed.")
NO_PAPER = N_("There is no paper {paper}; choose one of {papers}.")
NO_WIDTH = N_("The squares of this board can be from {least} to {most}\u00a0cm wide together, not {width}.")


class PrintError(IbauError):
    """Something cannot be printed as requested."""


def kit(played: Game, lang: str, *, paper: str = "A4", width: float | None = None, url: str = "") -> bytes:
    """A game with the rules of its ruleset, as a PDF.

    `width`: of all squares along the longer side of the board in centimetres, without the rim; by default that of the
    source, or a comfortable one.  `paper`: "A4" or "Letter".  `url`: the address of a server to play it on, for a link.
    Raises LanguageError; PrintError for another paper, an invalid width or a `url` of more than 500 characters;
    ExtraError without the extra `print`; and MissingFontsError.
    """
    check_language(lang)
    found = _paper(paper)
    if len(url.encode(errors="replace")) > LONGEST_URL:
        raise PrintError(Phrase(NO_URL, {"most": LONGEST_URL}))
    square = _square(played, width_of(played) if width is None else width)
    check_installed("print")
    return typeset(*content_of(played, lang, found, 10 * square, url))


def teachers_sheet(played: Game, lang: str, *, paper: str = "A4") -> bytes:
    """A sheet for teaching the game to a class, as a PDF: a plan of 45 minutes, three questions, and what to print.

    Raises LanguageError, PrintError for another paper, ExtraError without the extra `print`, and MissingFontsError.
    """
    check_language(lang)
    found = _paper(paper)
    check_installed("print")
    return typeset_sheet(sheet_of(played, lang, found))


def label(played: Game, lang: str, *, paper: str = "A4") -> bytes:
    """A wall label for a museum on half a sheet, as a PDF: a board, and where the game comes from.

    Raises LanguageError, PrintError for another paper, ExtraError without the extra `print`, and MissingFontsError.
    """
    check_language(lang)
    found = _paper(paper)
    check_installed("print")
    return typeset_label(*label_of(played, lang, found))


SHEETS = {"teacher": teachers_sheet, "label": label}  # other things to print of a game


def _paper(paper: str) -> Paper:
    """The paper of a name.  Raises PrintError."""
    if (name := paper.capitalize()) not in PAPERS:
        raise PrintError(Phrase(NO_PAPER, {"paper": quote(paper), "papers": join_names(PAPERS)}))
    return PAPERS[name]


def width_of(played: Game) -> float:
    """The default width of all squares along the longer side of the board, in centimetres."""
    return _squares(played) * played.system.kit.square


def _squares(played: Game) -> float:
    """The number of squares along the longer side."""
    return max(played.board.width, played.board.height)


def _square(played: Game, width: float) -> float:
    """The side of a square in centimetres.  Raises PrintError."""
    square = width / _squares(played)
    if not SMALLEST <= square <= LARGEST:
        least, most = (f"{size * _squares(played):g}" for size in (SMALLEST, LARGEST))
        raise PrintError(Phrase(NO_WIDTH, {"least": least, "most": most, "width": f"{width:g}"}))
    return square


BOARD_FILE = "board.svg"


def label_of(played: Game, lang: str, paper: Paper) -> tuple[dict[str, Any], dict[str, str]]:
    """The content of a label on half a sheet of paper, and its picture by file name.  Raises LanguageError."""
    translate, system = translator_for(lang), played.system
    figure = figure_of(next(part for part in parts(source_page(system, lang, "history")) if isinstance(part, Diagram)))
    content = {
        "lang": lang,
        "paper": {"width": paper.height / 2, "height": paper.width},
        "title": translate(system.title),
        "label": translate(system.label),
        "figure": {**figure, "svg": "", "file": BOARD_FILE},
        "origin": blocks_of(origin(system, lang)),
    }

    return content, {BOARD_FILE: figure["svg"]}

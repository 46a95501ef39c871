"""What is on a label for a museum's wall, as the template `label.typ` wants it: a board, and the game's origin."""

from typing import Any

from ibau.core.game import Game
from ibau.language import translator
from ibau.paper.diagrams import Diagram, parts
from ibau.paper.kit.paper import Paper
from ibau.paper.kit.rules import blocks_of, figure_of
from ibau.paper.pages import origin, written

DRAWN = "board.svg"


def label_of(played: Game, lang: str, paper: Paper) -> tuple[dict[str, Any], dict[str, str]]:
    """All of it, on half a sheet of paper, and the picture that it names.  Raises LanguageError."""
    translate, system = translator(lang), played.system
    figure = figure_of(next(part for part in parts(written(system, lang, "history")) if isinstance(part, Diagram)))
    told = {
        "lang": lang,
        "paper": {"width": paper.height / 2, "height": paper.width},
        "title": translate(system.title),
        "label": translate(system.label),
        "figure": {**figure, "svg": "", "file": DRAWN},
        "origin": blocks_of(origin(system, lang)),
    }
    return told, {DRAWN: figure["svg"]}

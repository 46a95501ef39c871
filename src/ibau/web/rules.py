"""The rules pages as HTML, their diagrams as data for the browser's own board."""

import html
from functools import lru_cache
from typing import NamedTuple

import msgspec
from markdown_it import MarkdownIt
from msgspec import Struct

from ibau.language import page, translator
from ibau.pages import Diagram, parts
from ibau.web import protocol
from ibau.web.story import ply
from ibau.web.views import Translate, board_view, diagram_state, ply_view

_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


class RulesPage(NamedTuple):
    """A page as the browser shows it; the title is not repeated in the HTML."""

    title: str
    html: str


class DiagramData(Struct):
    """A position, and what is played from it: one state more than plies."""

    ruleset: str
    board: protocol.Board
    states: list[protocol.State]
    plies: list[protocol.Ply]


@lru_cache(maxsize=64)
def rules_page(ruleset: str, lang: str) -> RulesPage:
    """The rules of a preset.  Raises RulesetError or LanguageError."""
    title, _, text = page(ruleset, lang).partition("\n")
    translate = translator(lang)
    pieces = [
        _figure(part, translate) if isinstance(part, Diagram) else str(_markdown.render(part)) for part in parts(text)
    ]
    return RulesPage(title.removeprefix("# "), "".join(pieces))


def _figure(diagram: Diagram, translate: Translate) -> str:
    data = html.escape(msgspec.json.encode(_data(diagram, translate)).decode())
    caption = f"<figcaption>{html.escape(diagram.caption)}</figcaption>" if diagram.caption else ""
    return f'<figure class="diagram" data-diagram="{data}">{caption}</figure>\n'


def _data(diagram: Diagram, translate: Translate) -> DiagramData:
    states = diagram.states
    played = zip(states[:-1], diagram.play, strict=True)
    plies = [ply(state, state.action(action), at, 1) for at, (state, action) in enumerate(played)]
    return DiagramData(
        ruleset=diagram.ruleset,
        board=board_view(states[0].game.board, translate),
        states=[diagram_state(state, translate) for state in states],
        plies=[ply_view(known, translate) for known in plies],
    )

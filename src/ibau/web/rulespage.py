"""The rules pages as HTML, their diagrams as data for the browser's own board."""

import html
from functools import lru_cache

import msgspec
from markdown_it import MarkdownIt

from ibau.language import page, translator
from ibau.pages import Diagram, parts
from ibau.web.api import DiagramView, RulesPage
from ibau.web.views import Translate, board_view, ply_view, state_view

_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


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
    data = html.escape(msgspec.json.encode(diagram_view(diagram, translate)).decode())
    caption = f"<figcaption>{html.escape(diagram.caption)}</figcaption>" if diagram.caption else ""
    return f'<figure class="diagram" data-diagram="{data}">{caption}</figure>\n'


def diagram_view(diagram: Diagram, translate: Translate) -> DiagramView:
    """A position, and what is played from it."""
    line = diagram.line
    return DiagramView(
        ruleset=diagram.ruleset,
        board=board_view(line.state.game.board, translate),
        states=[state_view(state, translate) for state in line.states],
        plies=[ply_view(ply, translate) for ply in line.plies],
    )

"""The rules pages as HTML, their diagrams as data for the browser's own board."""

import html
from functools import lru_cache
from itertools import pairwise

import msgspec
from markdown_it import MarkdownIt

from ibau.core.phrase import N_
from ibau.language import page, translator
from ibau.pages import SECTIONS, Diagram, parts
from ibau.web.api import DiagramView, RulesPage, RulesSection
from ibau.web.views import Translate, board_view, ply_view, state_view

_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


@lru_cache(maxsize=64)
def rules_page(ruleset: str, lang: str) -> RulesPage:
    """The rules of a preset.  Raises RulesetError or LanguageError."""
    title, _, text = page(ruleset, lang).partition("\n")
    translate = translator(lang)
    contents: list[RulesSection] = []
    pieces = [
        _figure(part, translate) if isinstance(part, Diagram) else _text(part, contents, translate)
        for part in parts(text)
    ]
    return RulesPage(title.removeprefix("# "), contents, "".join(pieces))


def _text(markdown: str, contents: list[RulesSection], translate: Translate) -> str:
    """Markdown as HTML; its sections get an id, and are added to the contents."""
    tokens = _markdown.parse(markdown)
    for heading, words in pairwise(tokens):
        if heading.type == "heading_open" and heading.tag == "h2":
            section = RulesSection(f"section-{len(contents) + 1}", words.content)
            heading.attrSet("id", section.id)
            contents.append(section)
    text = str(_markdown.renderer.render(tokens, _markdown.options, {}))
    before, heading_end, options = text.partition(f">{html.escape(translate(SECTIONS[-1]))}</h2>")
    return f"{before}{heading_end}{_folded(options, translate)}" if heading_end else text


def _folded(options: str, translate: Translate) -> str:
    """The table of all options, which few people want to read."""
    return f"<details><summary>{html.escape(translate(N_('Show all options')))}</summary>{options}</details>"


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

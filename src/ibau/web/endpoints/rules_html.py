"""Rules pages and rulings as HTML, with diagrams as data for the browser's board."""

import html
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from ibau.core.game import Game
from ibau.core.phrase import N_, Translate
from ibau.core.ruling import ADDITION, CODE, MARK, READING, Ruling, ruling_pages, rulings_text
from ibau.games import game
from ibau.language import translator_for
from ibau.paper.diagrams import Diagram, parts_under_ruleset
from ibau.paper.rules_pages import SECTIONS, Kind, egyptian_play_page, page
from ibau.web.api.catalogue import DiagramView, RulesPage, RulesSection
from ibau.web.protocol.views import board_view, ply_view, state_view

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

TIED = r'<span class="tied">\g<0></span>'
TAG = re.compile(r"(<[^>]*>)")
CITED = re.compile(rf"{MARK.pattern}|(?P<cited>{CODE.pattern})")
MARKED = re.compile(rf"\S*(?:[ \u00a0]?[{READING.sign}{ADDITION.sign}]{CODE.pattern})+")  # a last word, and its marks
KEY = re.compile(rf"<ul>(?=\n<li><strong>{READING.sign}</strong>)")  # to the marks
RULINGS_FILE = re.compile(r"(?:\.\./)?rulings(?P<page>/[a-z-]+)?\.md(?:#.*)?")  # a link between pages of the rulings
RULINGS = re.compile(rf"<ul>\n(?:<li><strong>(?:\S )?{CODE.pattern}</strong>[^\n]*\n)+</ul>")  # all of them, in a list


@cache
def _markdown() -> "MarkdownIt":
    """The parser and renderer of Markdown, imported on first use."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table")


@lru_cache(maxsize=128)
def rules_page(ruleset: str, lang: str, kind: Kind = "rules") -> RulesPage:
    """The page of this kind on a ruleset.  Raises RulesetError or LanguageError."""
    return _page(page(ruleset, lang, kind), game(ruleset), translator_for(lang))


@cache
def egypt_page(lang: str) -> RulesPage:
    """What is known of how the Egyptians played.  Raises LanguageError."""
    title, _, text = egyptian_play_page(lang).partition("\n")
    return RulesPage(title.removeprefix("# "), [], _markdown().render(text))


def _page(markdown: str, played: Game, translate: Translate) -> RulesPage:
    title, _, text = markdown.partition("\n")
    contents: list[RulesSection] = []
    pieces = [
        _figure(part, translate) if isinstance(part, Diagram) else _to_html(part, contents, translate)
        for part in parts_under_ruleset(text, played)
    ]
    whole = RULINGS.sub(lambda rulings: _fold(rulings[0], N_("Show all rulings"), translate), "".join(pieces))
    whole = KEY.sub('<ul class="key">', whole)
    return RulesPage(
        title.removeprefix("# "), contents, _link_citations(whole) + _notes(whole, played.system.rulings, translate)
    )


def rulings_page(of: str = "") -> RulesPage:
    """The rulings of a system, those common to all, or the page with a ruling.  Raises KeyError if there is none."""
    return _rulings(ruling_pages().get(of, of))


@cache
def _rulings(name: str) -> RulesPage:
    """A page of the rulings; a ruling has its code as id, and a section the id in the contents."""
    title, _, text = rulings_text(name).partition("\n")
    contents: list[RulesSection] = []
    tokens = _markdown().parse(text)
    _name_rulings(tokens)
    _relink(tokens)
    return RulesPage(title.removeprefix("# "), contents, _link_citations(_render(tokens, contents)))


def _name_rulings(tokens: list["Token"]) -> None:
    """Give every ruling, a list item that begins with its code, this code as id."""
    for item, words in zip(tokens, tokens[2:], strict=False):
        if item.type == "list_item_open" and (code := CODE.match(words.content.removeprefix("**"))):
            item.attrSet("id", code[0])


def _relink(tokens: list["Token"]) -> None:
    """Make links between pages of the rulings work in the client; of links to files, only the text is kept."""
    for token in tokens:
        kept: list[Token] = []
        leads = False
        for child in token.children or ():
            if child.type == "link_open":
                found = RULINGS_FILE.fullmatch(str(child.attrGet("href")))
                leads = found is not None
                child.attrSet("href", f"/rulings{(found and found['page']) or ''}")
            if leads or child.type not in ("link_open", "link_close"):
                kept.append(child)
        token.children = kept if token.children is not None else None


def _link_citations(text: str) -> str:
    """HTML in which codes link to their rulings, and marks to the notes about them."""
    parts = (part if part.startswith("<") else MARKED.sub(TIED, part) for part in TAG.split(text))
    return "".join(part if part.startswith("<") else CITED.sub(_cite, part) for part in TAG.split("".join(parts)))


def _cite(found: re.Match[str]) -> str:
    if found["sign"]:
        label = html.escape(found["sign"] + found["code"])
        return (
            f'<button type="button" class="mark" popovertarget="note-{found["code"]}" aria-label="{label}">'
            f"{found['sign']}</button>"
        )
    code = found["cited"]
    return f'<a href="{_address(code)}">{code}</a>' if code in ruling_pages() else code


def _address(code: str) -> str:
    """The address of a ruling."""
    page = ruling_pages()[code]
    return f"/rulings/{page}#{code}" if page else f"/rulings#{code}"


def _notes(text: str, rulings: Mapping[str, Ruling], translate: Translate) -> str:
    """The notes that marks open: the source of a sentence, and what was decided."""
    marked = dict.fromkeys(mark["code"] for mark in MARK.finditer(TAG.sub("", text)))
    return "".join(_note(rulings[code], translate) for code in marked)


def _note(ruling: Ruling, translate: Translate) -> str:
    whose = html.escape(f"{ruling.kind.sign} {translate(ruling.kind.named)}")
    return (
        f'<div popover id="note-{ruling.code}" class="note"><p><strong>{whose}</strong></p>'
        f"<p>{html.escape(translate(ruling.answer))}</p><p>{_link_citations(ruling.code)}</p></div>\n"
    )


def _to_html(markdown: str, contents: list[RulesSection], translate: Translate) -> str:
    """Markdown as HTML; its sections get ids, and are added to `contents`."""
    text = _render(_markdown().parse(markdown), contents)
    before, heading_end, options = text.partition(f">{html.escape(translate(SECTIONS[-1]))}</h2>")
    return f"{before}{heading_end}{_fold(options, N_('Show all options'), translate)}" if heading_end else text


def _render(tokens: list["Token"], contents: list[RulesSection]) -> str:
    """Tokens as HTML; their sections get ids, and are added to `contents`."""
    for heading, words in pairwise(tokens):
        if heading.type == "heading_open" and heading.tag == "h2":
            section = RulesSection(f"section-{len(contents) + 1}", words.content)
            heading.attrSet("id", section.id)
            contents.append(section)
    _make_accessible(tokens)
    markdown = _markdown()
    return str(markdown.renderer.render(tokens, markdown.options, {}))


def _make_accessible(tokens: list["Token"]) -> None:
    """Let the keyboard reach elements that scroll on a phone; make empty header cells plain cells."""
    for opening, words, closing in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if opening.type in ("table_open", "fence"):
            opening.attrSet("tabindex", "0")
        elif opening.type == "th_open" and not words.content:
            opening.tag = closing.tag = "td"


def _fold(text: str, summary: str, translate: Translate) -> str:
    """HTML that is folded until it is opened."""
    return f"<details><summary>{html.escape(translate(summary))}</summary>{text}</details>"


def _figure(diagram: Diagram, translate: Translate) -> str:
    data = html.escape(msgspec.json.encode(diagram_view(diagram, translate)).decode())
    caption = f"<figcaption>{html.escape(diagram.caption)}</figcaption>" if diagram.caption else ""
    return f'<figure class="diagram" data-diagram="{data}">{caption}</figure>\n'


def diagram_view(diagram: Diagram, translate: Translate) -> DiagramView:
    """A position, and the plies played from it."""
    line = diagram.line
    return DiagramView(
        ruleset=diagram.ruleset,
        board=board_view(line.state.game.board, translate),
        states=[state_view(state, translate) for state in line.states],
        plies=[ply_view(ply, translate) for ply in line.plies],
    )

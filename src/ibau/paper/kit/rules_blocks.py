"""The rules of a ruleset as blocks for the typesetter, each a dictionary with its `kind`:

    heading, paragraph   runs
    list                 items, each a list of blocks
    quote                blocks
    table                rows, the head first; a row is a list of cells, a cell a list of runs
    figure               svg, width in columns, caption

A run is a text and its style, {"text": "…", "style": "strong"}; the styles are "", strong, emph, code and mark.
"""

from collections.abc import Callable, Iterator
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from ibau.core.game import Game
from ibau.core.ruling import MARK
from ibau.language import translator_for
from ibau.paper.diagrams import Diagram, parts_under_ruleset
from ibau.paper.kit.artwork import KitArtwork
from ibau.paper.rules_pages import fill_in, source_page

Block = dict[str, Any]
Run = dict[str, str]

FOR_SCREENS = ("{options}", "{presets}")  # tables of alternatives; sections with one of them are not printed
RULINGS = "{rulings}\n"  # the list of rulings is not printed either
WIDEST = 0.6  # the width of a square diagram, in columns
STYLES = {"strong": "strong", "em": "emph"}

_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


def rules_blocks(played: Game, lang: str) -> list[Block]:
    """The blocks of a ruleset's rules page for print, without the title.  Raises LanguageError."""
    page = fill_in(_for_paper(source_page(played.system, lang)), played, translator_for(lang), lang)
    _, _, text = page.partition("\n")
    blocks: list[Block] = []
    for part in parts_under_ruleset(text, played):
        if isinstance(part, Diagram):
            blocks.append(figure_of(part))
        else:
            blocks += blocks_of(part)
    return blocks


def blocks_of(markdown: str) -> list[Block]:
    """The blocks of a Markdown text."""
    return _blocks(SyntaxTreeNode(_markdown.parse(markdown)))


def _for_paper(markdown: str) -> str:
    """A page without the sections that are for screens only."""
    sections = markdown.replace(RULINGS, "").split("\n## ")
    return "\n## ".join(section for section in sections if not any(table in section for table in FOR_SCREENS))


def figure_of(diagram: Diagram) -> Block:
    """The figure of a diagram: the board after its actions."""
    line = diagram.line
    travels = line.ply.travels if line.ply else ()
    drawing = KitArtwork(line.state.game)
    scene, size = drawing.scene(line.state, travels), drawing.size
    width = min(1.0, WIDEST * size.width / size.height)
    return {"kind": "figure", "svg": scene, "width": width, "caption": diagram.caption}


def _blocks(node: SyntaxTreeNode) -> list[Block]:
    """The blocks within a node."""
    return [BLOCKS[child.type](child) for child in node.children]


def _runs(node: SyntaxTreeNode, style: str = "") -> Iterator[Run]:
    """The runs of the text within a node."""
    for child in node.children:
        if child.type == "text":
            yield from _marked(child.content, style)
        elif child.type == "code_inline":
            yield {"text": child.content, "style": "code"}
        elif child.type == "softbreak":
            yield {"text": " ", "style": style}
        else:
            yield from _runs(child, STYLES.get(child.type, style))


def _marked(text: str, style: str) -> Iterator[Run]:
    """The runs of a text, with the marks in it as runs of their own."""
    end = 0
    for mark in MARK.finditer(text):
        yield {"text": text[end : mark.start()], "style": style}
        yield {"text": mark[0].strip(), "style": "mark"}
        end = mark.end()
    yield {"text": text[end:], "style": style}


def _rows(node: SyntaxTreeNode) -> list[list[list[Run]]]:
    """The rows of a table."""
    return [[list(_runs(cell)) for cell in row.children] for part in node.children for row in part.children]


BLOCKS: dict[str, Callable[[SyntaxTreeNode], Block]] = {
    "heading": lambda node: {"kind": "heading", "runs": list(_runs(node))},
    "paragraph": lambda node: {"kind": "paragraph", "runs": list(_runs(node))},
    "bullet_list": lambda node: {"kind": "list", "items": [_blocks(item) for item in node.children]},
    "blockquote": lambda node: {"kind": "quote", "blocks": _blocks(node)},
    "table": lambda node: {"kind": "table", "rows": _rows(node)},
}

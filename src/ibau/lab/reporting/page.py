"""A report as one HTML page that needs nothing else: its style, its fonts and its plots are in it, and no script."""

import html
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from markdown_it import MarkdownIt

from ibau.lab.reporting.document import UNFOLD, Block, Document, Fold, Plot, Section, Table, Text
from ibau.lab.reporting.plots.house import DARK, LIGHT, Width, colours, svg
from ibau.paper import fonts

_markdown = MarkdownIt("commonmark", {"html": True})  # all of it is our own

FACE = (
    '@font-face {{ font-family: "{name}"; font-weight: {weights}; '
    'src: url("data:font/woff2;base64,{data}") format("woff2"); }}'
)
FACES = (("Ibau Serif", "400 800", fonts.SERIF), ("Ibau Sans", "200 900", fonts.SANS))


def page(document: Document) -> str:
    """The whole page.  Raises FontsMissing."""
    contents = "".join(f'<li><a href="#{each.id}">{html.escape(each.title)}</a></li>' for each in document.sections)
    sections = "\n".join(_section(section) for section in document.sections)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{html.escape(document.title)} · Ibau</title>
<style>
{_style()}
</style>
</head>
<body>
<header>
<h1>{html.escape(document.title)}</h1>
<p class="opening">{html.escape(document.opening)}</p>
<nav aria-label="Contents"><ul>{contents}</ul></nav>
</header>
<main>
{sections}
</main>
</body>
</html>
"""


@cache
def _style() -> str:
    faces = [
        FACE.format(name=name, weights=weights, data=b64encode(fonts.named(begin).read_bytes()).decode())
        for name, weights, begin in FACES
    ]
    dark = f"@media screen and (prefers-color-scheme: dark) {{ :root {{ color-scheme: dark; {colours(DARK)} }} }}"
    own = (files("ibau.lab.reporting") / "page.css").read_text("utf-8")
    return "\n".join([*faces, f":root {{ {colours(LIGHT)} }}", dark, own.strip()])


def _section(section: Section) -> str:
    blocks = "\n".join(_block(block) for block in section.blocks)
    return f'<section id="{section.id}">\n<h2>{html.escape(section.title)}</h2>\n{blocks}\n</section>'


def _block(block: Block) -> str:
    match block:
        case Text():
            return str(_markdown.render(block.markdown)).strip()
        case Table():
            return _table(block)
        case Plot():
            return _plot(block)
        case Fold():
            inside = "\n".join(_block(each) for each in block.blocks)
            return f"<details>\n<summary>{html.escape(block.title)}</summary>\n{inside}\n</details>"


def _plot(plot: Plot) -> str:
    """Two drawings of which the style shows one, as much room as there is."""
    drawn = "".join(
        f'<div class="{width.name.lower()}" role="img" aria-label="{html.escape(plot.alt)}">'
        f"{svg(plot.drawing, width, plot.name)}</div>\n"
        for width in Width
    )
    return (
        f'<figure id="plot-{plot.name}">\n{drawn}<figcaption>{_markdown.renderInline(plot.caption)}</figcaption>\n'
        f"<details>\n<summary>{UNFOLD}</summary>\n{_table(plot.figures)}\n</details>\n</figure>"
    )


def _table(table: Table) -> str:
    heads = "".join(f'<th scope="col">{_markdown.renderInline(head)}</th>' for head in table.heads)
    rows = "\n".join(_row(row) for row in table.rows)
    inside = f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody>"
    return f'<div class="table" tabindex="0"><table>\n{inside}\n</table></div>'


def _row(row: Sequence[str]) -> str:
    first, *others = map(_markdown.renderInline, row)
    return f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in others)}</tr>'

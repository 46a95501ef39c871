"""A report as Markdown, with its plots as files beside it that stand by themselves."""

from collections.abc import Mapping

from ibau.lab.reporting.document import UNFOLD, Block, Document, Fold, Plot, Table, Text
from ibau.lab.reporting.plots.house import Width, svg
from ibau.lab.writing import markdown_table


def markdown(document: Document, pictures: Mapping[str, str]) -> str:
    """The text; `pictures` are the files of the plots by their names."""
    parts = [f"# {document.title}", document.opening]
    for section in document.sections:
        parts.append(f'<a id="{section.id}"></a>\n\n## {section.title}')
        parts += [_block(block, pictures) for block in section.blocks]
    return "\n\n".join(parts) + "\n"


def drawings(document: Document) -> dict[str, str]:
    """Every plot by its name, as SVG with letters as outlines."""
    return {
        block.name: svg(block.drawing, Width.WIDE, block.name, outlined=True) + "\n"
        for section in document.sections
        for block in section.blocks
        if isinstance(block, Plot)
    }


def _block(block: Block, pictures: Mapping[str, str]) -> str:
    match block:
        case Text():
            return block.markdown
        case Table():
            return markdown_table(block.heads, block.rows)
        case Plot():
            table = _folded(UNFOLD, markdown_table(block.figures.heads, block.figures.rows))
            return f"![{block.alt}]({pictures[block.name]})\n\n{block.caption}\n\n{table}"
        case Fold():
            return _folded(block.title, "\n\n".join(_block(each, pictures) for each in block.blocks))


def _folded(title: str, inside: str) -> str:
    return f"<details>\n<summary>{title}</summary>\n\n{inside}\n\n</details>"

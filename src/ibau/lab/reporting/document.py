"""What a report is made of: paragraphs, plots and tables, in an order; HTML and Markdown are made of the same."""

from collections.abc import Sequence
from typing import NamedTuple

from ibau.lab.reporting.plots.house import Drawing


class Text(NamedTuple):
    """Paragraphs, lists and headings in Markdown."""

    markdown: str


class Table(NamedTuple):
    """Cells in Markdown; the first column names the rows."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


class Plot(NamedTuple):
    """A drawing, what it shows in words, and the figures behind it."""

    name: str  # of its file, and the only one of its document
    drawing: Drawing
    alt: str
    caption: str
    figures: Table


class Fold(NamedTuple):
    """What few people want to read, below a line that unfolds it."""

    title: str
    blocks: Sequence["Text | Table"]


UNFOLD = "The figures behind it"  # on the line that unfolds the figures of a plot

Block = Text | Table | Plot | Fold


class Section(NamedTuple):
    """A chapter; the contents lead to its id."""

    id: str
    title: str
    blocks: Sequence[Block]


class Document(NamedTuple):
    """A whole report."""

    title: str
    opening: str  # a paragraph
    sections: Sequence[Section]

"""A rules page in the terminal, with its diagrams as boards."""

from typing import ClassVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Markdown, MarkdownElement, TableElement
from rich.table import Table
from rich.text import Text

from ibau.games import game
from ibau.language import translator_for
from ibau.paper.diagrams import Diagram, parts_under_ruleset
from ibau.paper.rules_pages import Kind, page
from ibau.terminal.board_lines import BoardStyle, board_lines, board_style, touched_by
from ibau.terminal.glyphs import print_block


class WholeTable(TableElement):
    """A table that wraps cells instead of cutting them."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for table in super().__rich_console__(console, options):
            if isinstance(table, Table):
                for column in table.columns:
                    column.overflow = "fold"
            yield table


class Passage(Markdown):
    """The Markdown between two diagrams."""

    elements: ClassVar[dict[str, type[MarkdownElement]]] = {**Markdown.elements, "table_open": WholeTable}


def show_rules(console: Console, ruleset: str, lang: str, kind: Kind = "rules") -> None:
    """Print a page about a ruleset.  Raises RulesetError and LanguageError."""
    sheet = board_style(console, translator_for(lang))
    for part in parts_under_ruleset(page(ruleset, lang, kind), game(ruleset)):
        if isinstance(part, Diagram):
            _show_diagram(console, part, sheet)
        else:
            print_block(console, Passage(part))


def _show_diagram(console: Console, diagram: Diagram, sheet: BoardStyle) -> None:
    state, plies = diagram.line.state, diagram.line.plies
    game = state.game
    console.print()
    for row in board_lines(game.board, game.system.terminal_theme, state.pieces, touched_by(plies), sheet):
        console.print(row)
    if diagram.caption:
        print_block(console, Text(diagram.caption, "italic"))
    console.print()

"""The rules of a game as a page in the terminal, its diagrams drawn like the board one plays on."""

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from ibau.language import page
from ibau.pages import Diagram, parts
from ibau.terminal.board import board_lines, touched_by
from ibau.terminal.look import plainly


def show_rules(console: Console, ruleset: str, lang: str) -> None:
    """Print the rules page of a ruleset.  Raises RulesetError and LanguageError."""
    for part in parts(page(ruleset, lang)):
        if isinstance(part, Diagram):
            _show_diagram(console, part)
        else:
            console.print(Markdown(part))


def _show_diagram(console: Console, diagram: Diagram) -> None:
    states = diagram.states
    touched: set[str] = set()
    for state, action in zip(states[:-1], diagram.play, strict=True):
        touched |= touched_by(state, action)
    console.print()
    for line in board_lines(states[0].game.board, states[-1].pieces, touched, console.width):
        console.print(plainly(line, console.encoding))
    if diagram.caption:
        console.print(Text(diagram.caption, "italic"))
    console.print()

"""The screen of a game: the board and what is off it, what has been played, and the prompt."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from functools import partial
from itertools import takewhile
from types import MappingProxyType

from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from ibau.core.board import Board, Piece
from ibau.core.game import State
from ibau.core.line import Line, Ply
from ibau.core.outcome import FIRST, SEATS, SECOND
from ibau.core.phrase import N_, Phrase, Translate
from ibau.core.terminal_theme import TerminalTheme
from ibau.learn.explanations import explain_move
from ibau.terminal.board_fit import seen_by
from ibau.terminal.board_lines import board_lines, board_style, touched_by
from ibau.terminal.glyphs import mark_glyph, material_of, piece_glyph, piece_style, print_block

STICKS = 4
AREAS = {"hand": N_("in hand"), "off": N_("off the board"), "captured": N_("lost")}


class GameScreen:
    """Writes to a console in one language.

    `sitting` has who plays each seat, `near` is the seat at the bottom, `explains` adds explanations to moves.
    """

    def __init__(
        self,
        console: Console,
        translate: Translate,
        sitting: Mapping[int, Phrase] = MappingProxyType({}),
        near: int = FIRST,
        *,
        explains: bool = False,
    ) -> None:
        self.console = console
        self.translate = translate
        self._sitting = sitting
        self._near = near
        self._explains = explains
        self._sheet = board_style(console, translate)
        self._shown: tuple[Piece, ...] | None = None

    def to_text(self, text: str, **values: object) -> str:
        return Phrase(text, values).to_text(self.translate)

    def show_text(self, *phrases: Phrase | str, style: str = "") -> None:
        """Print one paragraph."""
        sentences = [p if isinstance(p, str) else p.to_text(self.translate) for p in phrases]
        if any(sentences):
            print_block(self.console, Text(" ".join(filter(None, sentences)), style))

    def show_unwrapped(self, phrase: Phrase) -> None:
        """Print a sentence with a path or command to copy, which must not be wrapped."""
        self.console.print(Text(phrase.to_text(self.translate)), soft_wrap=True)

    def show(self, line: Line, *, again: bool = False) -> None:
        """Print the board unless it has not changed; its legend the first time, and with `again`."""
        state, pieces = line.state, line.state.pieces
        if pieces == self._shown and not again:
            return
        explained, self._shown = self._shown is not None and not again, pieces
        board, look = seen_by(self._near, state.game.board), state.game.system.terminal_theme
        self.console.print()
        for row in board_lines(board, look, pieces, touched_by(last_moves(line)), self._sheet):
            self.console.print(row)
        if not explained and (marks := legend(board, look, self.translate, self.console.width)):
            print_block(self.console, marks)
        for seat in (FIRST, SECOND):
            self.console.print(self._side_line(state, seat))
            if standing := line.standing(seat):
                self.indent(", ".join(aloud.to_text(self.translate) for _, aloud in standing))
        self.console.print()

    def _side_line(self, state: State, seat: int) -> Text:
        """A side's name, who plays it, and its pieces off the board."""
        game = state.game
        look = game.system.terminal_theme
        glyph = partial(piece_glyph, look, coloured=self._sheet.coloured)
        own = [piece for piece in state.pieces if piece.seat == seat]
        line = Text()
        kinds = dict.fromkeys(map(glyph, own))
        line.append(f" {''.join(kinds)} ", f"{piece_style(seat)} on {material_of(look).ground}")
        line.append(f" {self.translate(game.system.seats[seat])}", "bold")
        if seat in self._sitting:
            line.append(f" ({self._sitting[seat].to_text(self.translate)})")
        for area in game.board.areas:
            name, _, owner = area.partition(":")
            glyphs = Counter(glyph(piece) for piece in own if piece.place == area)
            if owner == SEATS[seat] and glyphs:
                line.append(f"   {self.translate(AREAS.get(name, name))}:")
                for letter, count in glyphs.items():
                    line.append(f" {letter}×{count}")
        return line

    def show_ply(self, ply: Ply) -> None:
        """Print what was played, and how the sticks or coins fell."""
        if ply.throw:
            fallen = Text("▮" * ply.throw.marked + "▯" * (STICKS - ply.throw.marked) + "  ", "bold")
            self.console.print(fallen, end="")
        self.show_text(*(explain_move(ply) if self._explains and ply.is_move else (ply.description,)))

    def ask(self, text: str) -> str:
        """Prompt for a line.  Raises EOFError at the end of the input."""
        return input(f"{self.to_text(text)} > ").strip()  # no colours: line editing counts the prompt's columns

    def thinking(self) -> AbstractContextManager[object]:
        """Show that the computer is thinking, within a block."""
        return self.console.status(self.to_text(N_("The computer is thinking …")))

    def indent(self, text: str) -> None:
        """Print an indented paragraph."""
        print_block(self.console, Padding(Text(text), (0, 0, 0, 2), expand=False))

    def list(self, meanings: Mapping[str, str]) -> None:
        """Print words with their meanings, which wrap in a column of their own."""
        table = Grid.grid(padding=(0, 2))
        for word, meaning in meanings.items():
            table.add_row(Text(word, no_wrap=True), Text(meaning))
        print_block(self.console, Padding(table, (0, 0, 0, 2), expand=False))


def last_moves(line: Line) -> Iterator[Ply]:
    """The moves of the player who moved last, latest first, up to the other player's; throws are left out."""
    moves = [ply for ply in line.plies if ply.is_move]
    return takewhile(lambda ply: ply.seat == moves[-1].seat, reversed(moves))


BETWEEN = "   "


def legend(board: Board, theme: TerminalTheme, translate: Translate, columns: int) -> Text:
    """The marks of a board with their meanings, as many per line as fit; empty for a board without marks."""
    labels: dict[str, dict[str, str]] = {}
    for square in board.squares:
        if square.mark:
            labels.setdefault(square.mark, {})[square.name] = translate(square.label)
    lines: list[str] = []
    for mark, squares in labels.items():
        meaning = f"{mark_glyph(theme, mark)} {_meaning(squares)}"
        if lines and len(lines[-1] + BETWEEN + meaning) <= columns:
            lines[-1] += BETWEEN + meaning
        else:
            lines.append(meaning)
    return Text("\n".join(lines))


def _meaning(squares: dict[str, str]) -> str:
    """The label of squares with one mark, or their names and labels if these differ."""
    if len(set(squares.values())) == 1:
        return next(iter(squares.values()))
    return ", ".join(f"{name} {label}" for name, label in squares.items())

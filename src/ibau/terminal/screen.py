"""What a player sees: the board with what lies beside it, what has happened, what is asked."""

from collections import Counter
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from ibau.core.chance import marked_sides
from ibau.core.face import Piece
from ibau.core.game import State
from ibau.core.outcome import CHANCE, SEATS
from ibau.core.phrase import N_, Phrase
from ibau.core.rule import watch_compilation
from ibau.players import Player
from ibau.terminal.board import board_lines
from ibau.terminal.look import material_of, piece_glyph, piece_style, plainly, trimmed
from ibau.terminal.table import Table

STICKS = 4
AREAS = {"hand": N_("in hand"), "off": N_("off the board"), "captured": N_("lost")}

Translate = Callable[[str], str]


class Screen:
    """Writes to a console in one language; `sitting` says who plays each seat."""

    def __init__(self, console: Console, translate: Translate, sitting: Mapping[int, Phrase]) -> None:
        self.console = console
        self.translate = translate
        self._sitting = sitting
        self._shown: tuple[Piece, ...] | None = None

    def said(self, text: str, **values: object) -> str:
        return Phrase(text, values).said(self.translate)

    def say(self, *phrases: Phrase | str, style: str = "") -> None:
        """One paragraph."""
        sentences = [p if isinstance(p, str) else p.said(self.translate) for p in phrases]
        if any(sentences):
            self.console.print(Text(" ".join(filter(None, sentences)), style))

    def show(self, table: Table, *, again: bool = False) -> None:
        """The board, unless it already stands on the screen as it is."""
        pieces = table.state.pieces
        if pieces == self._shown and not again:
            return
        self._shown = pieces
        self.console.print()
        for line in board_lines(table.game.board, pieces, table.last_touched(), self.console.width):
            self.console.print(self._drawn(line))
        for seat in (0, 1):
            self.console.print(self._drawn(self._beside(table.state, seat)))
        self.console.print()

    def _drawn(self, line: Text) -> Text:
        return plainly(line, self.console.encoding)

    def _beside(self, state: State, seat: int) -> Text:
        """A side's name, who plays it, and its pieces beside the board."""
        game = state.game
        look = material_of(game.board.kind)
        own = [piece for piece in state.pieces if piece.seat == seat]
        line = Text()
        kinds = dict.fromkeys(piece_glyph(piece) for piece in own)
        line.append(f" {''.join(kinds)} ", f"{piece_style(seat)} on {look.ground}")
        line.append(f" {self.translate(game.system.seats[seat])}", "bold")
        line.append(f" ({self._sitting[seat].said(self.translate)})")
        for area in game.board.areas:
            name, _, owner = area.partition(":")
            glyphs = Counter(piece_glyph(piece) for piece in own if piece.place == area)
            if owner == SEATS[seat] and glyphs:
                line.append(f"   {self.translate(AREAS.get(name, name))}:")
                for glyph, count in glyphs.items():
                    line.append(f" {glyph}×{count}")
        return line

    def tell(self, before: State, action: str) -> None:
        """What was played, and how the sticks or coins fell."""
        number = before.action(action)
        spoken = before.game.system.words.spoken(before.game.rules, before.position, number)
        if before.turn == CHANCE and before.actor != CHANCE:
            marked = marked_sides(number)
            fallen = Text("▮" * marked + "▯" * (STICKS - marked) + "  ", "bold")
            self.console.print(self._drawn(fallen), end="")
        self.say(spoken)

    def ask(self, text: str) -> str:
        """A line typed by a person.  Raises EOFError at the end of the input."""
        return input(f"{self.said(text)} > ").strip()  # no colours: line editing counts the prompt's columns

    @contextmanager
    def thinking(self, player: Player) -> Generator[None]:
        """Say that the computer thinks; and when it must first be compiled, that too, and how far it is."""
        with self.console.status(self.said(N_("The computer is thinking …"))) as status:
            if not player.compiled:
                yield
                return

            def report(count: int) -> None:
                if count == 1:
                    self.say(Phrase(N_("This game is being prepared for the computer, once on this machine.")))
                status.update(self.said(N_("Preparing the computer, step {count} …"), count=count))

            with watch_compilation(report):
                yield

    def indent(self, line: str) -> None:
        """One line of a list, which may be long."""
        block = Padding(Text(line), (0, 0, 0, 2), expand=False)
        self.console.print(trimmed(self.console, block), soft_wrap=True)

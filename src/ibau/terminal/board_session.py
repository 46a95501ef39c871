"""Input at a board: an action in notation, its squares alone ("c2 c3"), or a command."""

import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable

from ibau.core.errors import DID_YOU_MEAN, nearest
from ibau.core.game import State
from ibau.core.line import Line
from ibau.core.outcome import CHANCE
from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import quote
from ibau.terminal.game_screen import GameScreen
from ibau.terminal.rules_view import show_rules

FEW_MOVES = 12  # listed with descriptions
THROWS = ("", "throw")
ALIASES = {"?": "help", "exit": "quit", "q": "quit"}

Commands = dict[str, tuple[Callable[[str], None], str]]  # name -> (what it does with the rest of the line, help)


class BoardSession(ABC):
    """A person typing at a board; subclasses define what actions and throws do."""

    def __init__(self, line: Line, screen: GameScreen, lang: str, commands: Commands) -> None:
        """`commands` are added to the common ones."""
        self.line = line
        self._screen = screen
        self._lang = lang
        self._commands: Commands = {
            **commands,
            "moves": (self._moves, N_("the moves that can be played now")),
            "board": (self._board, N_("show the board again, and what its marks mean")),
            "rules": (self._rules, N_("the rules of this game")),
            "help": (self._help, N_("this list")),
            "quit": (self._quit, N_("leave the game")),
        }
        complete_with(lambda: (*self.state.actions, *self._commands))

    @property
    def state(self) -> State:
        """The current state."""
        return self.line.state

    @property
    def is_over(self) -> bool:
        """Has the game ended, by its rules or by a player?"""
        return self.line.result is not None

    @property
    def decides(self) -> bool:
        """Is a player to move?"""
        return not self.is_over and self.state.turn != CHANCE

    @property
    def only_action(self) -> str:
        """The only legal action, which Enter plays; "" if there are others."""
        return self.state.actions[0] if self.decides and len(self.state.legal) == 1 else ""

    @abstractmethod
    def _play(self, action: str) -> None:
        """Play a legal action that was typed."""

    @abstractmethod
    def _throw(self) -> None:
        """Make the throw or draw the lot that is due."""

    def _wait_for_enter(self) -> None:
        """Wait for Enter.  Raises EOFError for "quit"."""
        if command_named(self._screen.ask(N_("Enter continues"))) == "quit":
            raise EOFError

    def _question(self) -> str:
        if self.decides:
            return N_("Enter plays the only move") if self.only_action else N_("Your move")
        return N_("Enter draws lots") if self.state.is_lot else N_("Enter throws")

    def _run_command(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        command = self._commands.get(command_named(word))
        if command:
            command[0](rest.strip())
        elif not self.decides and not self.is_over and line.lower() in THROWS:
            self._throw()
        elif action := self._parse_action(line):
            self._play(action)
        elif line:
            self._explain(line)

    def _parse_action(self, line: str) -> str | None:
        """The legal action meant by a line: by its notation or its squares alone."""
        state = self.state
        if not self.decides:
            return None
        if not line:
            return self.only_action
        if line.lower() in state.actions:
            return line.lower()
        squares = self._squares_in(line)
        pointed = [state.text_of(action) for action in state.legal if squares and state.picks(action) == squares]
        return pointed[0] if len(pointed) == 1 else None

    def _squares_in(self, line: str) -> tuple[str, ...]:
        known = {square.name for square in self.state.game.board.squares}
        return tuple(word for word in re.findall("[a-z]?[0-9]+", line.lower()) if word in known)

    def _explain(self, line: str) -> None:
        """Show that a line cannot be played, similar input, and the actions from its square or why there are none."""
        state, screen = self.state, self._screen
        squares = self._squares_in(line)
        likely = [text for text in state.actions if text.startswith(squares[:1] or "")] if self.decides else []
        near = nearest(line, (*likely, *self._commands))
        screen.show_text(
            Phrase(N_("{line} cannot be played here."), {"line": quote(line)}),
            Phrase(DID_YOU_MEAN if near else N_("The word help lists what can be typed."), {"name": near}),
        )
        if self.is_over:
            return
        for square in squares[:1]:
            usable = [text for text, action in state.numbers.items() if square in state.picks(action)[:1]]
            if usable and self.decides:
                screen.show_text(
                    Phrase(N_("With {square}: {actions}."), {"square": square, "actions": ", ".join(usable)})
                )
            else:
                screen.show_text(state.refusal(square))

    # Commands ----------------------------------------------------------------------------------------------------

    def _moves(self, _: str) -> None:
        state = self.state
        if not self.decides:
            self._screen.show_text(Phrase(N_("There is nothing to decide now.")))
        elif len(state.legal) > FEW_MOVES:
            self._screen.indent(" ".join(state.actions))
        else:
            translate, numbers = self._screen.translate, state.numbers.items()
            self._screen.list({text: state.describe(action).to_text(translate) for text, action in numbers})

    def _board(self, _: str) -> None:
        self._screen.show(self.line, again=True)

    def _rules(self, _: str) -> None:
        show_rules(self._screen.console, str(self.state.game.ruleset), self._lang)

    def _help(self, _: str) -> None:
        self._screen.show_text(Phrase(N_("Type a move as it is written, or just its squares. Commands:")))
        self._screen.list({name: self._screen.translate(text) for name, (_, text) in self._commands.items()})

    def _quit(self, _: str) -> None:
        raise EOFError


def command_named(word: str) -> str:
    """The command that a word or its alias stands for."""
    return ALIASES.get(word.lower(), word.lower())


def complete_with(words: Callable[[], Iterable[str]]) -> None:
    """Complete words by Tab."""
    if sys.platform == "win32":
        return
    try:
        import readline
    except ImportError:  # some builds of Python have none
        return

    def offer(beginning: str, n: int) -> str | None:
        fitting = [word for word in words() if word.startswith(beginning)]
        return fitting[n] if n < len(fitting) else None

    readline.set_completer(offer)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")

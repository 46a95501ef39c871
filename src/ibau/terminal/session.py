"""Playing at a terminal: the board is shown, a line is typed, until the game is over or somebody leaves.

A line is an action in the notation, the squares of one ("c2 c3"), or a command.  A game that is over can be followed by
the next one of the match.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from ibau.adapters.record_files import write_records
from ibau.core.errors import IbauError, nearest
from ibau.core.outcome import CHANCE, NOBODY
from ibau.core.phrase import N_, Phrase
from ibau.core.verdict import verdict
from ibau.players import player
from ibau.terminal.keyboard import complete_with
from ibau.terminal.pages import show_rules
from ibau.terminal.screen import Screen
from ibau.terminal.series import Series
from ibau.terminal.table import Table

ADVISER = "level8"
FEW_MOVES = 12  # are listed in words
THROWS = ("", "throw")


class Session:
    """One person or two at one screen, playing the next game of a series."""

    def __init__(self, series: Series, table: Table, screen: Screen, lang: str) -> None:
        self._series = series
        self._table = table
        self._screen = screen
        self._lang = lang
        self._tags = {"Date": datetime.now(UTC).date().isoformat(), **series.tags()}
        self._saved: tuple[str, ...] = ()
        self._going_on = False
        self._commands: dict[str, tuple[Callable[[str], None], str]] = {
            "hint": (self._hint, N_("what the computer would play here")),
            "undo": (self._undo, N_("take back")),
            "save": (self._save, N_("keep the game: save FILE, as JSON where the name ends in .jsonl")),
            "again": (self._again, N_("the next game of the match, once this one is over")),
            "moves": (self._moves, N_("what may be played now")),
            "board": (self._board, N_("show the board again")),
            "rules": (self._rules, N_("the rules of this game")),
            "help": (self._help, N_("this list")),
            "quit": (self._quit, N_("leave the game")),
        }

    def run(self) -> bool:
        """Play until `again`, `quit`, or the end of the input; does the next game follow?"""
        complete_with(lambda: (*self._table.state.actions, *self._commands))
        if self._series.number == 1:
            self._help("")
        self._screen.say(*self._series.before_game(), style="bold")
        try:
            while not self._going_on:
                self._step()
        except EOFError:
            self._going_on = False
        if self._table.actions and self._saved != tuple(self._table.actions):
            self._screen.say(Phrase(N_("The game has not been saved.")))
        return self._going_on

    def _step(self) -> None:
        table, screen = self._table, self._screen
        state = table.state
        if state.turn == NOBODY:
            screen.show(table)
            screen.say(verdict(state) or "", *self._series.after_game(table.states), style="bold")
            self._end()
        elif table.person_acts:
            screen.show(table)
            screen.say(*state.situation)
            self._obey(screen.ask(self._question()))
        elif state.turn == CHANCE:
            screen.tell(state, table.throw())
        else:
            thinker = table.player()
            with screen.thinking(thinker):
                action = thinker.choose(state).action
            self._play(action)

    def _end(self) -> None:
        """Ask what comes after the game; where games of the match are left, Enter is enough."""
        if self._series.goes_on:
            self._obey(self._screen.ask(N_("Enter plays the next game; save FILE, undo or quit")) or "again")
        else:
            self._obey(self._screen.ask(N_("save FILE, undo, again or quit")))

    def _question(self) -> str:
        state = self._table.state
        if state.turn != CHANCE:
            return N_("Your move")
        return N_("Enter draws the lot") if state.actor == CHANCE else N_("Enter throws")

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        command = self._commands.get(word.lower())
        state = self._table.state
        if command:
            command[0](rest.strip())
        elif state.turn == CHANCE and line.lower() in THROWS:
            self._screen.tell(state, self._table.throw())
        elif action := self._meant(line):
            self._play(action)
        elif line:
            self._explain(line)

    def _play(self, action: str) -> None:
        before = self._table.state
        self._table.play(action)
        self._screen.tell(before, action)

    def _meant(self, line: str) -> str | None:
        """The legal action that a line names: by its text, or by its squares alone."""
        state = self._table.state
        if state.turn == CHANCE:
            return None
        if line.lower() in state.actions:
            return line.lower()
        system, squares = state.game.system, self._squares_in(line)
        pointed = [
            state.text_of(action)
            for action in state.legal
            if squares and tuple(system.face.picks(state.game.rules, state.position, action)) == squares
        ]
        return pointed[0] if len(pointed) == 1 else None

    def _squares_in(self, line: str) -> tuple[str, ...]:
        known = {square.name for square in self._table.game.board.squares}
        return tuple(word for word in re.findall("[a-z]?[0-9]+", line.lower()) if word in known)

    def _explain(self, line: str) -> None:
        """Why a line cannot be played: what would be near, and what the rules say of the square it names."""
        state, screen = self._table.state, self._screen
        deciding = state.turn not in (CHANCE, NOBODY)
        valid = (*state.actions, *self._commands) if deciding else tuple(self._commands)
        near = nearest(line, valid).strip()
        screen.say(
            Phrase(N_("{line} cannot be played here."), {"line": repr(line)}),
            near or Phrase(N_("The word help lists what can be typed.")),
        )
        if state.turn == NOBODY:
            return
        system, rules, position = state.game.system, state.game.rules, state.position
        for square in self._squares_in(line)[:1]:
            picks = {a: system.face.picks(rules, position, n) for a, n in state.numbers.items()}
            usable = [action for action, places in picks.items() if square in places[:1]]
            if usable and deciding:
                screen.say(Phrase(N_("With {square}: {actions}."), {"square": square, "actions": ", ".join(usable)}))
            else:
                screen.say(system.words.refusal(rules, position, square))

    # Commands ----------------------------------------------------------------------------------------------------

    def _hint(self, _: str) -> None:
        state = self._table.state
        if state.turn in (CHANCE, NOBODY):
            self._screen.say(Phrase(N_("There is nothing to decide now.")))
            return
        adviser = player(ADVISER)
        with self._screen.thinking(adviser):
            choice = adviser.choose(state)
        spoken = state.game.system.words.spoken(state.game.rules, state.position, state.action(choice.action))
        self._screen.say(f"{choice.action}:", spoken)
        if len(choice.line) > 1:
            self._screen.say(Phrase(N_("Expected: {line}"), {"line": " ".join(choice.line)}))

    def _undo(self, _: str) -> None:
        if not self._table.take_back():
            self._screen.say(Phrase(N_("Nothing can be taken back now.")))

    def _again(self, _: str) -> None:
        if self._table.state.turn != NOBODY:
            self._screen.say(Phrase(N_("First this game is played to its end.")))
            return
        self._series.record(self._table.states)
        self._going_on = True

    def _save(self, name: str) -> None:
        if not name:
            self._screen.say(Phrase(N_("Write the name of a file after it: save my-game")))
            return
        path = Path(name).expanduser()
        try:
            write_records([self._table.record(self._tags)], path)
        except FileExistsError:
            self._screen.say(Phrase(N_("{path} exists already; choose another name."), {"path": path}))
        except (OSError, ValueError, IbauError) as error:
            self._screen.say(Phrase(N_("The game could not be saved: {error}"), {"error": error}))
        else:
            self._saved = tuple(self._table.actions)
            self._screen.say(Phrase(N_("The game is saved in {path}."), {"path": path}))

    def _moves(self, _: str) -> None:
        state = self._table.state
        if state.turn in (CHANCE, NOBODY):
            self._screen.say(Phrase(N_("There is nothing to decide now.")))
        elif len(state.legal) > FEW_MOVES:
            self._screen.indent(" ".join(state.actions))
        else:
            words, rules = state.game.system.words, state.game.rules
            for text, number in state.numbers.items():
                spoken = words.spoken(rules, state.position, number)
                self._screen.indent(f"{text:8} {spoken.said(self._screen.translate)}")

    def _board(self, _: str) -> None:
        self._screen.show(self._table, again=True)

    def _rules(self, _: str) -> None:
        show_rules(self._screen.console, str(self._table.game.ruleset), self._lang)

    def _help(self, _: str) -> None:
        self._screen.say(Phrase(N_("Type a move as it is written, or its squares alone. Other words:")))
        for name, command in self._commands.items():
            self._screen.indent(f"{name:6} {self._screen.translate(command[1])}")

    def _quit(self, _: str) -> None:
        raise EOFError

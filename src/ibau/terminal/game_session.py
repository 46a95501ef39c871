"""Playing at a terminal: show the board, read a line, until the game is over or left.

The next game of a match may follow.
"""

import threading
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path

import platformdirs

from ibau.core.chance import Dice
from ibau.core.errors import IbauError
from ibau.core.game import State
from ibau.core.outcome import CHANCE, FIRST, SEATS, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import quote
from ibau.core.result_text import result_text
from ibau.learn import hint
from ibau.players import Budget, Player
from ibau.records.record_files import write_records
from ibau.terminal.board_session import BoardSession
from ibau.terminal.game_screen import GameScreen
from ibau.terminal.series import Series


def unsaved_file() -> Path:
    """The file for the last game that was left without being saved."""
    return platformdirs.user_data_path("ibau") / "unsaved.txt"


class GameSession(BoardSession):
    """One or two persons at one screen, playing the next game of a series."""

    def __init__(self, series: Series, screen: GameScreen, lang: str) -> None:
        super().__init__(
            series.start(),
            screen,
            lang,
            {
                "hint": (self._hint, N_("where to look; again: what to play; and again: why")),
                "undo": (self._undo, N_("take back")),
                "resign": (self._resign, N_("give up the game")),
                "save": (self._save, N_("save the game: save FILE, as JSON if the name ends in .jsonl")),
                "again": (self._again, N_("the next game of the match, once this one is over")),
            },
        )
        self._series = series
        self._computers = series.computers()
        self._dice = Dice(series.game_seed)
        self._tags = {"Date": datetime.now(UTC).date().isoformat(), **series.tags()}
        self._saved = self.line
        self._hinted: tuple[State, tuple[Phrase, ...]] | None = None  # the state, and the remaining sentences
        self._continues = False

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of persons."""
        return tuple(seat for seat in (FIRST, SECOND) if seat not in self._computers)

    @property
    def _only_person(self) -> int | None:
        """The seat of the only person; None if two play."""
        return self.persons[0] if len(self.persons) == 1 else None

    @property
    def person_acts(self) -> bool:
        """Is a person to move or to throw?  Lots are drawn by any person."""
        if self.is_over:
            return False
        return bool(self.persons) if self.state.is_lot else self.state.actor in self.persons

    def run(self) -> bool:
        """Play until `again`, `quit` or the end of the input; returns whether the next game follows."""
        if self._series.number == 1:
            self._help("")
        self._screen.show_text(*self._series.before_game(), style="bold")
        try:
            while not self._continues:
                self._step()
        except EOFError:
            self._continues = False
        except KeyboardInterrupt:
            self._screen.console.print()
            raise
        finally:
            if self.line.ply_count and self.line != self._saved:
                self._keep()
        return self._continues

    def _step(self) -> None:
        screen, state = self._screen, self.state
        if self.is_over:
            screen.show(self.line)
            ended = result_text(state, self.line.player_end, to=self._only_person) or ""
            screen.show_text(ended, *self._series.after_game(self.line), style="bold")
            self._end()
        elif self.person_acts:
            screen.show(self.line)
            screen.show_text(
                *(phrase if self._only_person is None else phrase.in_second_person for phrase in state.situation)
            )
            with self._pondering():
                typed = screen.ask(self._question())
            self._run_command(typed)
        elif state.turn == CHANCE:
            self._throw()
        else:
            computer = self._computers[state.turn]
            with screen.thinking():
                action = computer.choose(state, self._series.thinking.budget).action
            self._play(action)

    def _pondering(self) -> AbstractContextManager[None]:
        """Within the block the computer may think about the person's move, if it has a time limit."""
        computer, budget = next(iter(self._computers.values()), None), self._series.thinking.budget
        if computer and budget and self.decides and computer.ponders(self.state.game):
            return pondering(computer, self.state, budget)
        return nullcontext()

    def _end(self) -> None:
        """Prompt after the end of a game; Enter plays the next one if the match has more."""
        if self._series.has_next:
            self._run_command(self._screen.ask(N_("Enter plays the next game; save FILE, undo or quit")) or "again")
        else:
            self._run_command(self._screen.ask(N_("save FILE, undo, again or quit")))

    def _play(self, action: str) -> None:
        self.line = self.line.play(action)
        self._screen.show_ply(self.line.last)

    def _throw(self) -> None:
        self._play(self.state.chance_action(self._dice.roll()))

    # Commands ----------------------------------------------------------------------------------------------------

    def _hint(self, _: str) -> None:
        """Show where to look; asked again what to play, and then why."""
        if not self.decides:
            self._screen.show_text(Phrase(N_("There is nothing to decide now.")))
            return
        if not self._hinted or self._hinted[0] != self.state:
            self._hinted = self.state, self._advised()
            self._tags["Assisted"] = self._assisted()
        state, (first, *more) = self._hinted
        self._screen.show_text(first, Phrase(N_("Type hint again for more.")) if more else "")
        self._hinted = state, tuple(more) or (first,)

    def _advised(self) -> tuple[Phrase, ...]:
        """The sentences of the strongest player's hint."""
        with self._screen.thinking():
            found = hint(self.state)
        return found.where, found.what, found.why

    def _assisted(self) -> str:
        """The seats that have asked for hints, as in records."""
        return " ".join(sorted({*self._tags.get("Assisted", "").split(), SEATS[self.state.turn]}))

    def _undo(self, _: str) -> None:
        left = self.line.takeback(self.persons)
        if left is None:
            self._screen.show_text(Phrase(N_("Nothing can be taken back now.")))
        else:
            self.line = self.line.back_to(left)

    def _resign(self, _: str) -> None:
        """Resign for the only person, or for the player to move."""
        seat = self.state.actor if self._only_person is None else self._only_person
        if self.is_over or seat not in self.persons:
            self._screen.show_text(Phrase(N_("There is nothing to decide now.")))
        else:
            self.line = self.line.resign(seat)

    def _again(self, _: str) -> None:
        if not self.is_over:
            self._screen.show_text(Phrase(N_("Finish this game first.")))
            return
        self._series.count(self.line)
        self._continues = True

    def _keep(self) -> None:
        """Save an unsaved game in place of the last one kept so."""
        path, screen = unsaved_file(), self._screen
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.unlink(missing_ok=True)
            write_records([self.line.record(self._tags)], path)
        except (OSError, IbauError):
            screen.show_text(Phrase(N_("The game has not been saved.")))
            return
        screen.show_unwrapped(Phrase(N_("The game is saved in {path}."), {"path": path}))
        if not self.is_over:
            screen.show_unwrapped(Phrase(N_("Continue with `ibau play --load {path}`."), {"path": path}))

    def _save(self, name: str) -> None:
        if not name:
            self._screen.show_text(Phrase(N_("Add a file name: save my-game")))
            return
        path = Path(name).expanduser()
        try:
            write_records([self.line.record(self._tags)], path)
        except FileExistsError:
            self._screen.show_unwrapped(Phrase(N_("{path} exists already; choose another name."), {"path": path}))
        except (OSError, IbauError) as error:
            reason = error.phrase if isinstance(error, IbauError) else Phrase(error.strerror or str(error))
            self._screen.show_text(Phrase(N_("The game could not be saved: {error}"), {"error": reason}))
        except ValueError:
            self._screen.show_text(Phrase(N_("{name} is not a valid file name."), {"name": quote(name)}))
        else:
            self._saved = self.line
            self._screen.show_unwrapped(Phrase(N_("The game is saved in {path}."), {"path": path}))


PONDERING_FACTOR = 10  # times the time for a move, as the person may have left


@contextmanager
def pondering(computer: Player, state: State, budget: Budget) -> Generator[None]:
    """Let a player with a memory think about its opponent's move until the block ends."""
    stop, enough = threading.Event(), budget._replace(seconds=PONDERING_FACTOR * (budget.seconds or 0.0))
    with ThreadPoolExecutor(1) as pool:
        thought = pool.submit(computer.choose, state, enough, stop)
        try:
            yield
        finally:
            stop.set()
        thought.result()

"""Playing at a terminal: the board is shown, a line is typed, until the game is over or somebody leaves.

A game that is over can be followed by the next one of the match.
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
from ibau.core.verdict import verdict
from ibau.learn import hint
from ibau.players import Budget, Player
from ibau.records.record_files import write_records
from ibau.terminal.board_session import BoardSession
from ibau.terminal.game_screen import GameScreen
from ibau.terminal.series import Series


def unsaved_file() -> Path:
    """Where the last game is kept that was left without being saved."""
    return platformdirs.user_data_path("ibau") / "unsaved.txt"


class GameSession(BoardSession):
    """One person or two at one screen, playing the next game of a series."""

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
        self._hinted: tuple[State, tuple[Phrase, ...]] | None = None  # where, and what is still to be told
        self._going_on = False

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of persons."""
        return tuple(seat for seat in (FIRST, SECOND) if seat not in self._computers)

    @property
    def _only_person(self) -> int | None:
        """The seat of the one person; None where two play."""
        return self.persons[0] if len(self.persons) == 1 else None

    @property
    def person_acts(self) -> bool:
        """Is a person to decide or to throw?  A lot is drawn by any person there is."""
        if self.is_over:
            return False
        return bool(self.persons) if self.state.is_lot else self.state.actor in self.persons

    def run(self) -> bool:
        """Play until `again`, `quit`, or the end of the input; does the next game follow?"""
        if self._series.number == 1:
            self._help("")
        self._screen.say(*self._series.before_game(), style="bold")
        try:
            while not self._going_on:
                self._step()
        except EOFError:
            self._going_on = False
        except KeyboardInterrupt:
            self._screen.console.print()
            raise
        finally:
            if self.line.ply_count and self.line != self._saved:
                self._keep()
        return self._going_on

    def _step(self) -> None:
        screen, state = self._screen, self.state
        if self.is_over:
            screen.show(self.line)
            ended = verdict(state, self.line.player_end, to=self._only_person) or ""
            screen.say(ended, *self._series.after_game(self.line), style="bold")
            self._end()
        elif self.person_acts:
            screen.show(self.line)
            screen.say(
                *(phrase if self._only_person is None else phrase.in_second_person for phrase in state.situation)
            )
            with self._pondering():
                typed = screen.ask(self._question())
            self._obey(typed)
        elif state.turn == CHANCE:
            self._throw()
        else:
            thinker = self._computers[state.turn]
            with screen.thinking():
                action = thinker.choose(state, self._series.thinking.budget).action
            self._play(action)

    def _pondering(self) -> AbstractContextManager[None]:
        """With a time of its own the computer may think about what a person decides; else nothing goes on."""
        thinker, budget = next(iter(self._computers.values()), None), self._series.thinking.budget
        if thinker and budget and self.decides and thinker.ponders(self.state.game):
            return pondering(thinker, self.state, budget)
        return nullcontext()

    def _end(self) -> None:
        """Ask what comes after the game; where games of the match are left, Enter is enough."""
        if self._series.goes_on:
            self._obey(self._screen.ask(N_("Enter plays the next game; save FILE, undo or quit")) or "again")
        else:
            self._obey(self._screen.ask(N_("save FILE, undo, again or quit")))

    def _play(self, action: str) -> None:
        self.line = self.line.play(action)
        self._screen.show_ply(self.line.last)

    def _throw(self) -> None:
        self._play(self.state.chance_action(self._dice.roll()))

    # Commands ----------------------------------------------------------------------------------------------------

    def _hint(self, _: str) -> None:
        """Where to look; asked again what to play, and then why."""
        if not self.decides:
            self._screen.say(Phrase(N_("There is nothing to decide now.")))
            return
        if not self._hinted or self._hinted[0] != self.state:
            self._hinted = self.state, self._advised()
            self._tags["Assisted"] = self._assisted()
        state, (said, *more) = self._hinted
        self._screen.say(said, Phrase(N_("Type hint again for more.")) if more else "")
        self._hinted = state, tuple(more) or (said,)

    def _advised(self) -> tuple[Phrase, ...]:
        """What the strongest player would say here, sentence by sentence."""
        with self._screen.thinking():
            found = hint(self.state)
        return found.where, found.what, found.why

    def _assisted(self) -> str:
        """The seats that have asked for hints, as records name them."""
        return " ".join(sorted({*self._tags.get("Assisted", "").split(), SEATS[self.state.turn]}))

    def _undo(self, _: str) -> None:
        left = self.line.takeback(self.persons)
        if left is None:
            self._screen.say(Phrase(N_("Nothing can be taken back now.")))
        else:
            self.line = self.line.back_to(left)

    def _resign(self, _: str) -> None:
        """For the only person, else for the player to move."""
        seat = self.state.actor if self._only_person is None else self._only_person
        if self.is_over or seat not in self.persons:
            self._screen.say(Phrase(N_("There is nothing to decide now.")))
        else:
            self.line = self.line.resign(seat)

    def _again(self, _: str) -> None:
        if not self.is_over:
            self._screen.say(Phrase(N_("Finish this game first.")))
            return
        self._series.count(self.line)
        self._going_on = True

    def _keep(self) -> None:
        """Keep a game that nobody has saved in the place of the last one that was kept, until the next."""
        path, screen = unsaved_file(), self._screen
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.unlink(missing_ok=True)
            write_records([self.line.record(self._tags)], path)
        except (OSError, IbauError):
            screen.say(Phrase(N_("The game has not been saved.")))
            return
        screen.say_whole(Phrase(N_("The game is saved in {path}."), {"path": path}))
        if not self.is_over:
            screen.say_whole(Phrase(N_("Continue with `ibau play --load {path}`."), {"path": path}))

    def _save(self, name: str) -> None:
        if not name:
            self._screen.say(Phrase(N_("Add a file name: save my-game")))
            return
        path = Path(name).expanduser()
        try:
            write_records([self.line.record(self._tags)], path)
        except FileExistsError:
            self._screen.say_whole(Phrase(N_("{path} exists already; choose another name."), {"path": path}))
        except (OSError, IbauError) as error:
            said = error.phrase if isinstance(error, IbauError) else Phrase(error.strerror or str(error))
            self._screen.say(Phrase(N_("The game could not be saved: {error}"), {"error": said}))
        except ValueError:
            self._screen.say(Phrase(N_("{name} is not a valid file name."), {"name": quote(name)}))
        else:
            self._saved = self.line
            self._screen.say_whole(Phrase(N_("The game is saved in {path}."), {"path": path}))


LONGER = 10  # times as long as about a move: somebody may have left the room


@contextmanager
def pondering(thinker: Player, state: State, budget: Budget) -> Generator[None]:
    """Let a player with a memory think about its opponent's move; the end of the block ends that at once."""
    stop, enough = threading.Event(), budget._replace(seconds=LONGER * (budget.seconds or 0.0))
    with ThreadPoolExecutor(1) as pool:
        thought = pool.submit(thinker.choose, state, enough, stop)
        try:
            yield
        finally:
            stop.set()
        thought.result()

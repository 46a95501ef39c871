"""`ibau play --lesson`: a game's lesson at a terminal, step by step."""

from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager

from rich.console import Console
from rich.text import Text

from ibau.core.game import Game
from ibau.core.lesson import LessonStep, LessonTask
from ibau.core.line import Line
from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import N_, Phrase, Translate
from ibau.language import translator_for
from ibau.learn.lessons import complete_task, default_game, lesson, line_of_step, places_to_select
from ibau.terminal import console
from ibau.terminal.board_session import BoardSession
from ibau.terminal.game_screen import GameScreen
from ibau.terminal.glyphs import print_block


def give_lesson(game: Game, lang: str) -> None:
    """Run the steps of a game's lesson until it ends or is left.  Raises LessonError."""
    ruleset = str(game.ruleset)
    (steps, short), played = lesson(ruleset), default_game(ruleset)
    learner = line_of_step(played, steps[0]).state.actor
    out, translate = console(), translator_for(lang)
    screen = GameScreen(out, translate, learner_labels(learner), learner)
    with farewell(out, translate):
        for number, step in enumerate(steps, 1):
            if number == short + 1:
                out.print()
                screen.show_text(
                    Phrase(N_("That is enough for a first game. Leave with the word quit, or learn more:"))
                )
            heading = {"n": number, "all": len(steps), "title": Phrase(step.title)}
            title = Phrase(N_("Step {n} of {all}: {title}"), heading)
            LessonSession(line_of_step(played, step), step, screen, lang).run(title)


@contextmanager
def farewell(out: Console, translate: Translate) -> Generator[None]:
    """Print a goodbye at the end of the block, or if it is left by EOFError."""
    try:
        yield
    except EOFError:
        out.print()
    print_block(out, Text(translate(N_("Until next time!"))))


def learner_labels(seat: int) -> Mapping[int, Phrase]:
    """The labels of the seats: one person, and the computer."""
    return {one: Phrase(N_("you") if one == seat else N_("computer")) for one in (FIRST, SECOND)}


class LessonSession(BoardSession):
    """One step of a lesson: its idea, and a position with tasks."""

    def __init__(self, line: Line, step: LessonStep, screen: GameScreen, lang: str) -> None:
        super().__init__(line, screen, lang, {})
        self._step = step
        self._left = list(step.tasks)

    @property
    def _task(self) -> LessonTask:
        return self._left[0]

    def run(self, heading: Phrase) -> None:
        """Run the tasks of the step.  Raises EOFError if the learner leaves."""
        screen = self._screen
        screen.console.print()
        screen.show_text(heading, style="bold")
        screen.show_text(Phrase(self._step.idea))
        while self._left:
            screen.show(self.line)
            screen.show_text(Phrase(self._task.ask), _named(self._task.highlighted), style="bold")
            self._run_command(screen.ask(self._question()))
        screen.show(self.line)
        screen.show_text(Phrase(self._step.done), style="bold")
        self._wait_for_enter()

    def _play(self, action: str) -> None:
        if action not in self._task.right:
            right = [action for action in self.state.actions if action in self._task.right]
            self._screen.show_text(Phrase(self._task.wrong), _named(places_to_select(self.state, right)))
            return
        before = self.line.ply_count
        self.line = complete_task(self.line, self._task, action)
        for ply in self.line.plies[before:]:
            self._screen.show_ply(ply)
        del self._left[0]

    def _throw(self) -> None:
        self._play(self._task.right[0])  # the lesson determines every throw


def _named(places: Iterable[str]) -> str:
    """The highlighted squares, in brackets."""
    squares = ", ".join(place for place in places if ":" not in place)
    return f"({squares})" if squares else ""

"""Lessons and puzzles at a terminal, by typed lines."""

import re
from collections.abc import Callable

import pytest
from rich.console import Console

from ibau.core.lesson import LessonStep
from ibau.core.puzzle import PuzzleError
from ibau.games import game, puzzles, systems
from ibau.language import LANGUAGES, translator_for
from ibau.learn.lessons import complete_task, default_game, lesson, line_of_step
from ibau.terminal.lesson_session import give_lesson
from ibau.terminal.puzzle_session import solve_puzzles

Typing = Callable[..., str]


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Typing:
    """What is on the screen after an exercise and some lines; then the input ends."""

    def give(exercise: Callable[[], None], *lines: str) -> str:
        console, typed = Console(width=80, record=True, force_terminal=False), iter(lines)

        def answer(_question: str) -> str:
            line = next(typed, None)
            if line is None:
                raise EOFError
            return line

        monkeypatch.setattr("builtins.input", answer)
        monkeypatch.setattr("ibau.terminal.lesson_session.console", lambda: console)
        monkeypatch.setattr("ibau.terminal.puzzle_session.console", lambda: console)
        exercise()
        return re.sub("[ \n]+", " ", console.export_text()).strip()

    return give


def lines_for_step(system: str, step: LessonStep) -> list[str]:
    """The lines that do a step; Enter throws."""
    lines: list[str] = []
    line = line_of_step(default_game(system), step)
    for task in step.tasks:
        action = next(action for action in line.state.actions if action in task.right)
        lines.append(action if line.state.turn in (0, 1) else "")
        line = complete_task(line, task, action)
    return [*lines, ""]


# --- Lessons ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", systems())
def test_a_lesson_is_given_from_its_first_step_to_its_last(typing: Typing, system: str) -> None:
    steps = lesson(system).steps
    lines = [line for step in steps for line in lines_for_step(system, step)]
    seen = typing(lambda: give_lesson(game(system), "en"), *lines)
    for number, step in enumerate(steps, 1):
        assert f"Step {number} of {len(steps)}: {step.title} {step.idea}" in seen
        assert step.done in seen
    assert seen.endswith("Until next time!")


def test_a_wrong_try_is_answered_kindly(typing: Typing) -> None:
    step = lesson("seega").steps[0]
    seen = typing(lambda: give_lesson(game("seega"), "en"), "e5", "zz", "c3", "help", "d3", "a1")
    assert f"{step.tasks[0].ask} (b3, c2, c4, d3)" in seen
    assert f"{step.tasks[0].wrong} (d3, b3, c2, c4)" in seen or f"{step.tasks[0].wrong} (" in seen
    assert "'zz' cannot be played here." in seen
    assert "the rules of this game" in seen
    assert step.done in seen


@pytest.mark.parametrize("leave", ["quit", None])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_can_leave_a_lesson(typing: Typing, lang: str, leave: str | None) -> None:
    say = translator_for(lang)
    seen = typing(lambda: give_lesson(game("seega-lenient"), lang), *filter(None, ["d3", "a1", leave]))
    assert say(lesson("seega").steps[0].done) in seen
    assert say(lesson("seega").steps[1].idea) not in seen
    assert seen.endswith(say("Until next time!"))


# --- Puzzles ---------------------------------------------------------------------------------------------------------


def test_a_puzzle_is_solved_after_a_wrong_try(typing: Typing) -> None:
    first, *_ = puzzles("seega")
    wrong = next(iter(first.answers))
    seen = typing(lambda: solve_puzzles(game("seega"), 1, "en"), wrong, "hint", first.solution, "", "solution", "quit")
    assert f"Puzzle 1 of {len(puzzles('seega'))}" in seen
    assert "Not that one. This would be the answer:" in seen
    assert seen.index("Look at the piece on") < seen.index("That's it!") < seen.index("Puzzle 2 of")
    assert seen.count("That's it!") == 1
    assert seen.endswith("Until next time!")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_puzzles_from_the_last_on_end(typing: Typing, lang: str) -> None:
    count = len(puzzles("seti-beth"))
    seen = typing(lambda: solve_puzzles(game("seti-beth"), count, lang), "next")
    assert translator_for(lang)("Puzzle {n} of {all}").format(n=count, all=count) in seen
    assert seen.endswith(translator_for(lang)("Until next time!"))


def test_a_number_that_there_is_not_is_refused(typing: Typing) -> None:
    with pytest.raises(PuzzleError, match=r"There are \d+ puzzles for seega; there is no number 1000."):
        typing(lambda: solve_puzzles(game("seega"), 1000, "en"))

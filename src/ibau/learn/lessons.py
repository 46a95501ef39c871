"""Lessons as they are given.  A game has one, which teaches its usual rules."""

from ibau.core.errors import IbauError
from ibau.core.game import Game
from ibau.core.lesson import Lesson, Step, Task
from ibau.core.line import Line
from ibau.core.phrase import N_
from ibau.games import game


class LessonError(IbauError):
    """A game that has no lesson."""


def lesson(ruleset: str) -> Lesson:
    """The lesson of a ruleset text.  Raises RulesetError or LessonError."""
    system = game(ruleset).system
    if not system.lesson.steps:
        raise LessonError(N_("There is no lesson of {game}."), game=system.id)
    return system.lesson


def usual(ruleset: str) -> Game:
    """The game by the rules that its lesson teaches.  Raises RulesetError."""
    return game(game(ruleset).system.usual.id)


def begin(played: Game, step: Step) -> Line:
    """A step before anything has been done."""
    return Line(played.state(step.position))


def carry_on(line: Line, task: Task, action: str) -> Line:
    """The line after one of the right actions of a task, and what the lesson answers."""
    line = line.play(action)
    for answer in task.answer:
        line = line.play(answer)
    return line

"""Lessons as they are given.  A game has one, which teaches its usual rules."""

from collections.abc import Iterable

from ibau.core.errors import IbauError
from ibau.core.game import Game, State
from ibau.core.lesson import Lesson, LessonStep, LessonTask
from ibau.core.line import Line
from ibau.core.phrase import N_
from ibau.games import game


class LessonError(IbauError):
    """A game that has no lesson."""


def lesson(ruleset: str) -> Lesson:
    """The lesson of a ruleset text.  Raises RulesetError or LessonError."""
    system = game(ruleset).system
    if not system.lesson.steps:
        raise LessonError(N_("There is no lesson for {game}."), game=system.id)
    return system.lesson


def default_game(ruleset: str) -> Game:
    """The game by the rules that its lesson teaches.  Raises RulesetError."""
    return game(game(ruleset).system.default_preset.id)


def begin(played: Game, step: LessonStep) -> Line:
    """A step before anything has been done."""
    return Line(played.state(step.position))


def pointed_at(state: State, right: Iterable[str]) -> list[str]:
    """Where to point for what is right: the whole way if it is one action, else the first place of each."""
    ways = [state.picks(state.action(action)) for action in right]
    return list(dict.fromkeys(place for way in ways for place in (way if len(ways) == 1 else way[:1])))


def carry_on(line: Line, task: LessonTask, action: str) -> Line:
    """The line after one of the right actions of a task, and what the lesson answers."""
    line = line.play(action)
    for answer in task.answer:
        line = line.play(answer)
    return line

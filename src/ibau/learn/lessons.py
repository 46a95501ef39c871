"""Give a lesson.  Each game has one, which teaches the rules of its default preset."""

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
    """The lesson of the game of a ruleset text.  Raises RulesetError or LessonError."""
    system = game(ruleset).system
    if not system.lesson.steps:
        raise LessonError(N_("There is no lesson for {game}."), game=system.id)
    return system.lesson


def default_game(ruleset: str) -> Game:
    """The game of a ruleset text under the rules that its lesson teaches.  Raises RulesetError."""
    return game(game(ruleset).system.default_preset.id)


def line_of_step(played: Game, step: LessonStep) -> Line:
    """The line at the beginning of a step."""
    return Line(played.state(step.position))


def places_to_select(state: State, right: Iterable[str]) -> list[str]:
    """The places to select for the right actions: all places of a single one, the first place of each of several."""
    picks = [state.picks(state.action(action)) for action in right]
    return list(dict.fromkeys(place for places in picks for place in (places if len(picks) == 1 else places[:1])))


def complete_task(line: Line, task: LessonTask, action: str) -> Line:
    """The line after one of the right actions of a task and the lesson's answer."""
    line = line.play(action)
    for answer in task.answer:
        line = line.play(answer)
    return line

"""A lesson: a game is learnt by playing a few real positions, one idea per step.

Each game has one in `lesson.md`; its texts are sentences of the catalogues, for a child of eight.  The side to act in
the first position is the learner's; the lesson plays the other side and fixes every throw.

The first steps are the short lesson: enough for a first game, in three minutes.  The titles of further steps begin
with "##".  The format of a step:

    # Its title

    Its idea.

        a position text

    - A task for the learner. {places it mentions} `this` or `that`, then `what the lesson plays`
      > The reply to any other action.

    The text after all tasks are done.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

STEP = re.compile(
    r"##? (?P<title>[^\n]+)\n\n(?P<idea>.+?)\n\n    (?P<position>[^\n]+)\n\n(?P<tasks>- .+?)\n\n(?P<done>.+)", re.DOTALL
)
TASK = re.compile(
    r"- (?P<ask>[^`{]+) (?:\{(?P<highlighted>[^}]+)\} )?(?P<played>`[^>]+`)(?:\n  > (?P<wrong>.+))?", re.DOTALL
)
QUOTED = re.compile("`([^`]+)`")


class LessonTask(NamedTuple):
    """A task for the learner."""

    ask: str
    right: tuple[str, ...]  # the actions that solve it; at a throw of the learner, the result of the throw
    wrong: str = ""  # the friendly reply to any other legal action, with the rule; "" if there is none
    highlighted: tuple[str, ...] = ()  # the places that it mentions
    answer: tuple[str, ...] = ()  # the actions that the lesson plays then: the other side's moves and throws


class LessonStep(NamedTuple):
    """An idea, and a position in which to try it."""

    title: str
    idea: str
    position: str  # a position text
    tasks: tuple[LessonTask, ...]  # in order
    done: str  # the text after the last task


class Lesson(NamedTuple):
    """The steps of a lesson: first the short lesson, whose last step is a small game that the learner can win."""

    steps: tuple[LessonStep, ...]
    short: int  # the number of steps of the short lesson


NO_LESSON = Lesson((), 0)


def read_lesson(file: Path) -> Lesson:
    """The lesson of a file.  Raises ValueError for a wrong format."""
    steps = re.split(r"\n(?=##? )", file.read_text("utf-8"))
    return Lesson(tuple(map(_step, steps)), sum(step.startswith("# ") for step in steps))


def texts(lesson: Lesson) -> Iterator[str]:
    """All texts of a lesson."""
    for step in lesson.steps:
        yield from (step.title, step.idea, step.done)
        for task in step.tasks:
            yield from filter(None, (task.ask, task.wrong))


def _step(text: str) -> LessonStep:
    found = _match(STEP, text)
    tasks = tuple(map(_task, re.split(r"\n(?=- )", found["tasks"])))
    return LessonStep(found["title"], _line(found["idea"]), found["position"], tasks, _line(found["done"]))


def _task(text: str) -> LessonTask:
    found = _match(TASK, text)
    right, _, answer = found["played"].partition(", then ")
    wrong = _line((found["wrong"] or "").replace("\n  > ", " "))
    places, actions = tuple((found["highlighted"] or "").split()), tuple(answer.strip("`").split())
    return LessonTask(_line(found["ask"]), tuple(QUOTED.findall(right)), wrong, places, actions)


def _match(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    if found := pattern.fullmatch(text.rstrip()):
        return found
    raise ValueError(f"This is not in the format of a lesson: {text}")


def _line(text: str) -> str:
    return " ".join(text.split())

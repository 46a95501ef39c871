"""A lesson: a few real positions in which one learns a game by playing it, one idea a step.

A game's `lesson.md` is one; its texts are sentences of the catalogues, for a child of eight.  The side to act in the
first position is the learner's; the lesson plays the other side, and every throw falls as it says.

The first steps are the short way: enough for a first game, in three minutes.  What goes beyond it has "##" before its
title.  A step looks so:

    # Its title

    Its idea.

        a position text

    - What the learner is asked to do. {places it speaks of} `this` or `that`, then `what the lesson plays`
      > What is said to any other action.

    What is said when all is done.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

STEP = re.compile(
    r"##? (?P<title>[^\n]+)\n\n(?P<idea>.+?)\n\n    (?P<position>[^\n]+)\n\n(?P<tasks>- .+?)\n\n(?P<done>.+)", re.DOTALL
)
TASK = re.compile(r"- (?P<ask>[^`{]+) (?:\{(?P<lit>[^}]+)\} )?(?P<played>`[^>]+`)(?:\n  > (?P<wrong>.+))?", re.DOTALL)
QUOTED = re.compile("`([^`]+)`")


class LessonTask(NamedTuple):
    """One thing that the learner is asked to do."""

    ask: str
    right: tuple[str, ...]  # the actions that do it; at the learner's throw the one that falls
    wrong: str = ""  # what is said to any other legal action: kindly, with the rule; "" where there is none
    highlighted: tuple[str, ...] = ()  # the places that it speaks of, which light up
    answer: tuple[str, ...] = ()  # what the lesson plays then: the other side's actions, and its throws


class LessonStep(NamedTuple):
    """One idea, and a position in which to try it."""

    title: str
    idea: str
    position: str  # a position text
    tasks: tuple[LessonTask, ...]  # one after the other
    done: str  # what is said when all are done


class Lesson(NamedTuple):
    """The steps of a lesson: first the short way, whose last one is a small game, to be won by the learner."""

    steps: tuple[LessonStep, ...]
    short: int  # how many steps the short way has


NO_LESSON = Lesson((), 0)


def read_lesson(file: Path) -> Lesson:
    """The lesson of a file."""
    written = re.split(r"\n(?=##? )", file.read_text("utf-8"))
    return Lesson(tuple(map(_step, written)), sum(step.startswith("# ") for step in written))


def texts(lesson: Lesson) -> Iterator[str]:
    """All that it says."""
    for step in lesson.steps:
        yield from (step.title, step.idea, step.done)
        for task in step.tasks:
            yield from filter(None, (task.ask, task.wrong))


def _step(text: str) -> LessonStep:
    read = _matched(STEP, text)
    tasks = tuple(map(_task, re.split(r"\n(?=- )", read["tasks"])))
    return LessonStep(read["title"], _line(read["idea"]), read["position"], tasks, _line(read["done"]))


def _task(text: str) -> LessonTask:
    read = _matched(TASK, text)
    right, _, answer = read["played"].partition(", then ")
    wrong = _line((read["wrong"] or "").replace("\n  > ", " "))
    lit = tuple((read["lit"] or "").split())
    return LessonTask(_line(read["ask"]), tuple(QUOTED.findall(right)), wrong, lit, tuple(answer.strip("`").split()))


def _matched(form: re.Pattern[str], text: str) -> re.Match[str]:
    read = form.fullmatch(text.rstrip())
    if not read:
        raise ValueError(f"This is not written as a lesson is: {text}")
    return read


def _line(text: str) -> str:
    return " ".join(text.split())

"""A lesson: a few real positions in which one learns a game by playing it, one idea a step.

A game's `lesson.py` declares one; its texts are sentences of the catalogues, for a child of eight.  The side to act in
the first position is the learner's; the lesson plays the other side, and every throw falls as it says.
"""

from typing import NamedTuple


class Task(NamedTuple):
    """One thing that the learner is asked to do."""

    ask: str
    right: tuple[str, ...]  # the actions that do it; at the learner's throw the one that falls
    wrong: str = ""  # what is said to any other legal action: kindly, with the rule; "" where there is none
    answer: tuple[str, ...] = ()  # what the lesson plays then: the other side's actions, and its throws


class Step(NamedTuple):
    """One idea, and a position in which to try it."""

    title: str
    idea: str
    position: str  # a position text
    tasks: tuple[Task, ...]  # one after the other
    done: str  # what is said when all are done


class Lesson(NamedTuple):
    """The steps of a lesson; the last one is a small game, to be won by the learner."""

    steps: tuple[Step, ...]


NO_LESSON = Lesson(())

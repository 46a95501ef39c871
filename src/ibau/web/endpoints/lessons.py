"""Lessons for the browser, each whole, so that the page needs nothing else."""

from functools import lru_cache

from ibau.core.lesson import LessonStep, LessonTask
from ibau.core.line import Line
from ibau.core.phrase import Translate
from ibau.core.puzzle import puzzles_of
from ibau.language import translator_for
from ibau.learn.lessons import complete_task, default_game, lesson, line_of_step, places_to_select
from ibau.players import levels_here
from ibau.web.api.exercises import LessonStepView, LessonView, RightActionView, TaskView
from ibau.web.endpoints.exercises import final_view, player_views, prompt_view, refusals
from ibau.web.protocol import SEATS, StateView
from ibau.web.protocol.views import board_view, ply_view, state_view


@lru_cache(maxsize=64)
def lesson_view(ruleset: str, lang: str) -> LessonView:
    """The lesson of a ruleset.  Raises RulesetError or LessonError."""
    given, played, translate = lesson(ruleset), default_game(ruleset), translator_for(lang)
    lines = [line_of_step(played, step) for step in given.steps]
    learner = lines[0].state.actor
    return LessonView(
        system=played.system.id,
        default_preset=played.system.default_preset.id,
        gentlest=levels_here(played.system)[0].id,
        title=translate(played.system.title),
        learner=SEATS[learner],
        seats=player_views(played.system, learner, translate),
        board=board_view(played.board, translate),
        steps=[_step(step, line, translate) for step, line in zip(given.steps, lines, strict=True)],
        short=given.short,
        puzzles=len(puzzles_of(played.system)),
    )


def _step(step: LessonStep, line: Line, translate: Translate) -> LessonStepView:
    return LessonStepView(
        title=translate(step.title),
        idea=translate(step.idea),
        state=_task_state(line, step.tasks, step.done, translate),
        task=_task_view(line, step.tasks, step.done, translate),
    )


def _task_state(line: Line, tasks: tuple[LessonTask, ...], done: str, translate: Translate) -> StateView:
    """The position of the next task, or the final one."""
    if tasks:
        return prompt_view(line, translate(tasks[0].ask), translate)
    return final_view(line, translate(done), translate)


def _task_view(line: Line, tasks: tuple[LessonTask, ...], done: str, translate: Translate) -> TaskView:
    """The next task, and what to answer to each action, right or wrong; `done` is the text after the last task."""
    task = tasks[0]
    right = [action for action in line.state.actions if action in task.right]
    return TaskView(
        right=[_right_view(line, action, tasks, done, translate) for action in right],
        wrong=translate(task.wrong),
        highlighted=list(task.highlighted),
        shown=places_to_select(line.state, right),
        refusals=refusals(line.state, translate),
    )


def _right_view(
    line: Line, action: str, tasks: tuple[LessonTask, ...], done: str, translate: Translate
) -> RightActionView:
    """A right action, and what follows."""
    after, rest = complete_task(line, tasks[0], action), tasks[1:]
    plies = after.plies[line.ply_count :]
    return RightActionView(
        action=action,
        plies=[ply_view(ply, translate) for ply in plies],
        states=[
            *(
                state_view(state, translate, at)
                for at, state in enumerate(after.states)
                if line.ply_count < at < after.ply_count
            ),
            _task_state(after, rest, done, translate),
        ],
        then=_task_view(after, rest, done, translate) if rest else None,
    )

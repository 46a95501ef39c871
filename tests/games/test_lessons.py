"""Lessons follow the rules, in every language."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ibau.core.lesson import LessonStep, LessonTask, read_lesson, texts
from ibau.core.line import Line
from ibau.core.outcome import CHANCE
from ibau.games import systems
from ibau.language import LANGUAGES, translator_for
from ibau.learn.lessons import complete_task, default_game, lesson, line_of_step, places_to_select

STEPS = [
    pytest.param(system, n, id=f"{system}-{n + 1}")
    for system in systems()
    for n in range(len(systems()[system].lesson.steps))
]
MOST_MOVES = 3  # of the learner in the small game at the end


def ways(line: Line, tasks: tuple[LessonTask, ...]) -> Iterator[Line]:
    """Every way through the tasks of a step."""
    if not tasks:
        yield line
        return
    for action in set(tasks[0].right) & set(line.state.actions):
        yield from ways(complete_task(line, tasks[0], action), tasks[1:])


def moments(line: Line, tasks: tuple[LessonTask, ...]) -> Iterator[tuple[Line, LessonTask]]:
    """Every moment in which something is asked of the learner."""
    if tasks:
        yield line, tasks[0]
        for action in set(tasks[0].right) & set(line.state.actions):
            yield from moments(complete_task(line, tasks[0], action), tasks[1:])


@pytest.fixture
def line_and_step(system: str, n: int) -> tuple[Line, LessonStep]:
    step = lesson(system).steps[n]
    return line_of_step(default_game(system), step), step


WORDS_PER_MINUTE, SECONDS_PER_TASK = 150, 4  # for a child
SHORT_LESSON = 180  # seconds
COORDINATES = re.compile(r"\b[a-e]([1-9]|10)\b")


@pytest.mark.parametrize("system", systems())
def test_a_lesson_has_a_short_lesson_and_further_steps(system: str) -> None:
    given = lesson(system)
    assert 4 <= given.short <= 5
    assert given.short < len(given.steps) <= 10


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("system", systems())
def test_the_short_lesson_takes_three_minutes(system: str, lang: str) -> None:
    given, translate = lesson(system), translator_for(lang)
    steps = given.steps[: given.short]
    texts = [translate(text) for step in steps for text in (step.title, step.idea, *asks(step), step.done)]
    minutes = sum(len(text.split()) for text in texts) / WORDS_PER_MINUTE
    assert 60 * minutes + SECONDS_PER_TASK * sum(len(step.tasks) for step in steps) <= SHORT_LESSON


def asks(step: LessonStep) -> Iterator[str]:
    return (task.ask for task in step.tasks)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("system", systems())
def test_coordinates_are_not_needed(system: str, lang: str) -> None:
    for text in texts(lesson(system)):
        assert not COORDINATES.search(translator_for(lang)(text)), text


@pytest.mark.parametrize(("system", "n"), STEPS)
def test_highlights_are_squares_and_right_moves_can_be_selected(line_and_step: tuple[Line, LessonStep]) -> None:
    line, step = line_and_step
    squares = {square.name for square in line.state.game.board.squares}
    for present, task in moments(line, step.tasks):
        assert set(task.highlighted) <= squares
        right = [action for action in present.state.actions if action in task.right]
        shown = places_to_select(present.state, right)
        assert bool(shown) == any(present.state.picks(present.state.action(action)) for action in right)


@pytest.mark.parametrize("system", systems())
def test_texts_are_short_and_translated_into_every_language(system: str) -> None:
    for text in texts(lesson(system)):
        messages = [translator_for(lang)(text) for lang in LANGUAGES]
        assert len(set(messages)) > 1 or len(text) < 12, text
        assert all(len(sentence) <= 190 for sentence in messages), text


@pytest.mark.parametrize(("system", "n"), STEPS)
def test_a_step_begins_in_a_position_of_an_unfinished_game(line_and_step: tuple[Line, LessonStep]) -> None:
    line, step = line_and_step
    assert str(line.state) == step.position
    assert not line.state.result
    assert not line.state.is_lot


@pytest.mark.parametrize(("system", "n"), STEPS)
def test_the_rules_allow_the_actions_of_the_tasks(line_and_step: tuple[Line, LessonStep]) -> None:
    line, step = line_and_step
    learner = line.state.actor
    asked = set[LessonTask]()
    played = dict[LessonTask, set[str]]()
    for present, task in moments(line, step.tasks):
        actions = set(present.state.actions)
        assert present.state.actor == learner
        assert set(task.right) & actions, (task.ask, sorted(actions))
        if present.state.turn == CHANCE:
            assert len(task.right) == 1
        elif actions - set(task.right):
            assert task.wrong, f"{task.ask} {actions - set(task.right)} may be played, and has no answer"
        asked.add(task)
        played.setdefault(task, set()).update(actions)
    assert asked == set(step.tasks)
    for task in step.tasks:
        assert set(task.right) <= played[task], f"{task.right} is never all legal"


@pytest.mark.parametrize(("system", "n"), STEPS)
def test_wrong_actions_have_a_reply_where_there_are_any(line_and_step: tuple[Line, LessonStep]) -> None:
    line, step = line_and_step
    assert step.tasks
    for task in step.tasks:
        tries = [set(now.state.actions) - set(task.right) for now, asked in moments(line, step.tasks) if asked == task]
        is_throw = any(now.state.turn == CHANCE for now, asked in moments(line, step.tasks) if asked == task)
        assert bool(task.wrong) == (any(tries) and not is_throw), task.ask


@pytest.mark.parametrize(("system", "n"), STEPS)
def test_the_learner_makes_exactly_the_moves_and_throws_of_the_tasks(line_and_step: tuple[Line, LessonStep]) -> None:
    line, step = line_and_step
    learner, lines = line.state.actor, list(ways(line, step.tasks))
    assert lines
    for way in lines:
        decided = [ply for ply in way.plies if ply.seat == learner and ply.is_move]
        thrown = [ply for ply in way.plies if ply.seat == learner and not ply.is_move]
        assert len(decided) + len(thrown) == len(step.tasks)


@pytest.mark.parametrize("system", systems())
def test_the_small_game_at_the_end_is_won_within_three_moves(system: str) -> None:
    given = lesson(system)
    step = given.steps[given.short - 1]
    line = line_of_step(default_game(system), step)
    learner = line.state.actor
    for way in ways(line, step.tasks):
        assert sum(ply.is_move and ply.seat == learner for ply in way.plies) <= MOST_MOVES
        assert has_won(way, learner)


def has_won(line: Line, seat: int) -> bool:
    """Has a seat won?  In the formations the other side then throws on, for points (SA2-14)."""
    if line.state.game.system.id == "senet-formation":
        return bool(line.state.position.winner == seat)
    return line.result is not None and line.result.returns[seat] == 1


@pytest.mark.parametrize("ruleset", ["seega-lenient", "seega+chain=none"])
def test_a_variant_is_taught_by_the_lesson_of_its_game(ruleset: str) -> None:
    assert lesson(ruleset) == lesson("seega")
    assert str(default_game(ruleset).ruleset) == "seega"


def test_malformed_lessons_are_rejected(tmp_path: Path) -> None:
    file = tmp_path / "lesson.md"
    written = (systems()["seega"].folder / "lesson.md").read_text("utf-8")
    for ours, wrong in (("\n\n    ", "\n\n"), ("\n- ", "\n* "), (" `d3`\n", "\n"), ("# ", "### ")):
        file.write_text(written.replace(ours, wrong, 1), "utf-8")
        with pytest.raises(ValueError, match="This is not in the format of a lesson"):
            read_lesson(file)

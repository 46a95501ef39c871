"""The puzzles that are shipped keep to the rules; that a search agrees is for tests/learn."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ibau.core.errors import RulesetError
from ibau.core.puzzle import FILE, Puzzle, PuzzleError, json_of, puzzles_of
from ibau.games import puzzles, systems
from ibau.lab.puzzle_finder import MIN_CHOICES, symmetric_keys
from ibau.language import LANGUAGES, translator_for
from ibau.learn.puzzle_exercises import answer_text, hardness, line_of_puzzle, praise, puzzle, task_text
from ibau.players import levels_of


@pytest.fixture(params=[system.id for system in systems().values() if puzzles_of(system)])
def book(request: pytest.FixtureRequest) -> tuple[Puzzle, ...]:
    return puzzles(request.param)


def test_every_position_is_one_with_a_choice(book: tuple[Puzzle, ...]) -> None:
    for known in book:
        state = line_of_puzzle(known).state
        assert (str(state), str(state.game.ruleset)) == (known.position, state.game.system.default_preset.id)
        assert not state.result
        assert len(state.legal) >= MIN_CHOICES


def test_solutions_lines_and_answers_are_legal(book: tuple[Puzzle, ...]) -> None:
    for known in book:
        line = line_of_puzzle(known)
        assert known.line[0] == known.solution
        for action in known.line:
            assert line.state.turn in (0, 1)
            line = line.play(action)
        assert known.solution not in known.answers
        for action, reply in known.answers.items():
            after = line_of_puzzle(known).play(action)
            assert after.state.turn != line_of_puzzle(known).state.turn
            after.play(reply)


def test_the_solution_leads_by_the_threshold(book: tuple[Puzzle, ...]) -> None:
    system = line_of_puzzle(book[0]).state.game.system
    levels = [level.id for level in levels_of(system)]
    for known in book:
        assert known.threshold == system.puzzle_lead
        assert -1 <= known.second <= known.value - known.threshold + 0.001  # they are rounded
        assert known.level in levels[1:]
    assert [known.level for known in book] == sorted(known.level for known in book)


def test_no_puzzle_is_there_twice(book: tuple[Puzzle, ...]) -> None:
    seen: set[object] = set()
    for known in book:
        same = symmetric_keys(line_of_puzzle(known).state)
        assert not seen & same
        seen |= same
    assert len({known.id for known in book}) == len(book)


def puzzle_texts(known: Puzzle) -> Iterator[str]:
    """All texts of a puzzle, in every language."""
    tries = [answer_text(known, action) for action in line_of_puzzle(known).state.actions if action != known.solution]
    for lang in LANGUAGES:
        for phrase in (*task_text(known), *hardness(known), *praise(known), *tries):
            yield phrase.to_text(translator_for(lang))


def test_whatever_is_tried_something_is_said(book: tuple[Puzzle, ...]) -> None:
    for known in book[:3]:
        assert all(puzzle_texts(known))


def test_a_file_is_as_the_command_writes_it() -> None:
    lines = (systems()["seega"].folder / FILE).read_text("utf-8").splitlines()
    assert sorted(map(json_of, puzzles("seega"))) == sorted(lines)


def test_a_puzzle_is_known_by_its_id() -> None:
    known = puzzles("seega-lenient+chain=none")[1]
    assert puzzle("seega", known.id) == known
    with pytest.raises(PuzzleError, match="There is no puzzle '0' for seega"):
        puzzle("seega", "0")
    with pytest.raises(RulesetError, match="Unknown ruleset"):
        puzzles("chess")


def test_a_game_without_puzzles_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibau.core.puzzle.FILE", "none.jsonl")
    assert puzzles_of(systems()["seega"]) == ()
    with pytest.raises(PuzzleError, match="There are no puzzles for seega"):
        puzzles("seega")


def test_the_document_tells_how_many_there_are() -> None:
    text = (Path(__file__).parents[2] / "docs/how-to/puzzles.md").read_text("utf-8")
    for system in systems().values():
        assert f"| {system.id} | {len(puzzles_of(system))} |" in text

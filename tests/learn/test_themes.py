"""What puzzles are about."""

import pytest

from ibau.core import puzzle_themes
from ibau.core.contract import System
from ibau.games import puzzles, systems
from ibau.learn.hints import wins
from ibau.learn.puzzle_exercises import line_of_puzzle, themes_of

NAMES = {value for name, value in vars(puzzle_themes).items() if name.isupper()}


@pytest.mark.parametrize("system", systems().values(), ids=lambda system: system.id)
def test_what_belongs_to_a_theme_is_a_reason_of_the_game(system: System) -> None:
    assert set(system.reasons.values()) <= {"", *NAMES}


@pytest.mark.parametrize("system", systems().values(), ids=lambda system: system.id)
def test_every_puzzle_is_about_something_that_holds_of_its_solution(system: System) -> None:
    for puzzle in puzzles(system.id):
        state = line_of_puzzle(puzzle).state
        action = state.action(puzzle.solution)
        reasons = zip(system.reasons.values(), state.reasons(action), strict=True)
        held = {theme for theme, phrase in reasons if phrase and theme}
        found = set(themes_of(puzzle))
        assert found
        assert found - {puzzle_themes.WIN, puzzle_themes.QUIET} <= held
        assert (puzzle_themes.QUIET in found) == (not held)
        assert puzzle_themes.WIN in found or not wins(state, action)


def test_a_conquest_is_a_capture_and_a_step_out_of_danger_a_defence() -> None:
    by_theme = {theme: puzzle for puzzle in puzzles("seti-beth") for theme in themes_of(puzzle)}
    assert "x" in by_theme[puzzle_themes.CAPTURE].solution
    assert "x" not in by_theme[puzzle_themes.DEFENCE].solution
    assert by_theme[puzzle_themes.WIN].value == 1

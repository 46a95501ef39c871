"""The programs in examples/ run, and are short."""

import runpy
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = sorted((ROOT / "examples").glob("*.py"))
MOST_LINES = 60


def output_of(name: str, *arguments: str, typed: str = "") -> str:
    """What a program prints."""
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()) as printed:
        patch.setattr(sys, "argv", [name, *arguments])
        patch.setattr(sys, "stdin", StringIO(typed))
        runpy.run_path(str(ROOT / f"examples/{name}.py"), run_name="__main__")
    return printed.getvalue()


def rows_of(text: str) -> list[list[str]]:
    """The words of each line of a table."""
    return [line.split() for line in text.splitlines()]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_it_is_short_and_listed(program: Path) -> None:
    assert len(program.read_text("utf-8").splitlines()) <= MOST_LINES
    assert program.name in (ROOT / "examples/README.md").read_text("utf-8")


def test_the_coach_comments_on_every_move() -> None:
    """A game of two turns, in which a hint is asked for, and something that is no action."""
    text = output_of("coach", "seega+first_player=first+max_turns=2", "--seed", "1", typed="?\nzz\na1\nb1\n")
    assert "Coach: Look at" in text
    assert "You can play a1 b1" in text
    assert text.count("of 100 games") == 2
    assert text.endswith("You have drawn.\n")


def test_one_may_leave_the_coach() -> None:
    assert output_of("coach", "seega+first_player=first", typed="a1\n").count("of 100 games") == 1


def test_openings_are_told_from_the_best_to_the_worst() -> None:
    text = output_of("openings", "seega", "--after", "lot1", "--games", "50")
    rows = [row for row in rows_of(text) if len(row) > 1 and row[1].endswith("%")]
    assert len(rows) == 24
    shares = [float(row[1].rstrip("%")) for row in rows]
    assert shares == sorted(shares, reverse=True)


def test_a_cup_is_counted() -> None:
    """All points that there are: three pairs, two games each."""
    rows = rows_of(output_of("cup", "seti-beth", "Narrow", "level1", "random", "--games", "2"))[1:]
    assert {row[1] for row in rows} == {"Narrow", "level1", "random"}
    assert sum(float(row[-1]) for row in rows) == 6


def test_a_game_has_its_story(tmp_path: Path) -> None:
    page = tmp_path / "story.html"
    output_of("story", str(page), "--nodes", "5")
    text = page.read_text("utf-8")
    assert "<h1>Seti-Beth</h1>" in text
    assert text.count("<img") >= 2


@pytest.mark.slow
def test_the_learner_meets_levels_that_the_game_has() -> None:
    rows = rows_of(output_of("learn", "senet-race", "--steps", "2"))
    assert [row[1] for row in rows] == ["random:", "level1:", "level3:"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "steps", "other", "points"),
    [
        pytest.param("seti-beth", 300, "random", 70, id="chance"),
        pytest.param("seega", 2000, "level2", 51, id="a level"),
        pytest.param("senet-geoludie", 1000, "random", 51, id="with throws"),
    ],
)
def test_what_is_learnt_beats_others(ruleset: str, steps: int, other: str, points: int) -> None:
    text = output_of("learn", ruleset, "--steps", str(steps), "--against", other)
    assert int(text.partition(f"{other}: ")[2].partition("%")[0]) >= points

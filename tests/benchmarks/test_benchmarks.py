"""The benchmarks' own parts: no test here is timed."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks import __main__ as command
from benchmarks.batches import learner_steps
from benchmarks.measure import Rates, Work, rates
from benchmarks.searches import POSITIONS, positions, searches_of, seconds_for
from benchmarks.strength import HEADING, RULE, Measured, measure, told
from benchmarks.table import Row, alone, compared, short, spread
from ibau.core.game import State
from ibau.core.outcome import CHANCE
from ibau.games import game
from ibau.lab.arena import Spent, Tally
from ibau.lab.batch import Batch
from ibau.machine import choosing
from ibau.players import Budget


@pytest.mark.parametrize(
    ("figure", "text"),
    [
        (0.7562, "0.756"),
        (1.0, "1.00"),
        (35.64, "35.6"),
        (247, "247"),
        (999.6, "1.00 k"),
        (16_500, "16.5 k"),
        (247_000, "247 k"),
        (999_800, "1.00 M"),
        (35_640_000, "35.6 M"),
    ],
)
def test_figures_have_three_digits(figure: float, text: str) -> None:
    assert short(figure) == text


def test_a_ratio_is_taken_round_by_round() -> None:
    """The median of the ratios is not the ratio of the medians."""
    ours, theirs = Rates((10.0, 90.0, 40.0)), Rates((10.0, 30.0, 80.0))
    assert ours.ratio(theirs).rounds == (1.0, 3.0, 0.5)
    assert spread(ours.ratio(theirs)) == "1.00 (0.500 to 3.00)"
    assert compared("games / s", ours, "other", theirs) == Row(
        "games / s", "40.0", "other 30.0", "1.00 (0.500 to 3.00)"
    )


def test_strength_is_measured_and_told(tmp_path: Path) -> None:
    """What is kept of a match is told again without playing it."""
    measured = measure("seti-beth", 0.001, "alphabeta", pairs=1, folder=tmp_path, workers=1)
    cells = measured.row().strip("| ").split(" | ")
    assert len(cells) == HEADING.count("|") - 1 == RULE.count("|") - 1
    assert cells[:3] == ["seti-beth", "1 ms", "alphabeta"]
    assert cells[5:7] == ["> 90%", "2"]
    assert measure("seti-beth", 0.001, "alphabeta", pairs=1, folder=tmp_path, workers=1) == measured


def test_a_match_won_to_the_last_game_is_no_line_of_evidence() -> None:
    games = [Spent(moves=2, cpu=0.2, over=0.001)]
    won, lost = Tally((0, 0, 0, 0, 2), wins=4), Tally((0, 1, 0, 0, 1), wins=2)
    text = told(
        [Measured(name, 0.1, "alphabeta", tally, (games, games)) for name, tally in (("seega", won), ("seneti", lost))]
    )
    assert "| seneti |" in text
    assert "| seega |" not in text
    assert "every game was won, for: seega (4 games)." in text
    assert "too short" not in told([Measured("seneti", 0.1, "alphabeta", lost, (games, games))])


def test_strength_has_an_aim() -> None:
    games = [Spent(moves=2, cpu=0.2, over=0.001), Spent(moves=2, cpu=0.24, over=0.03), Spent(moves=1, cpu=0.1, over=0)]
    row = Measured("seega", 0.1, "alphabeta", Tally((0, 0, 0, 0, 2), wins=4), (games, games[:1])).row()
    assert " | > 90% | 4 | 108.0 and 100.0 ms | 1.0 and 1.0 ms | 30.0 and 1.0 ms |" in row


def test_sides_take_turns_and_the_first_round_is_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = 0.0
    calls: list[str] = []

    def side(name: str, seconds: float) -> Callable[[int], Work]:
        def work(number: int) -> Work:
            nonlocal clock
            clock += seconds
            calls.append(f"{name}{number}")
            return {"games": 10}

        return work

    monkeypatch.setattr("time.process_time", lambda: clock)
    measured = rates({"a": side("a", 2), "b": side("b", 5)}, rounds=2)
    assert calls == ["a0", "b0", "a0", "b0", "a1", "b1"]
    assert measured == {"a": {"games": Rates((5.0, 5.0))}, "b": {"games": Rates((2.0, 2.0))}}


def test_loops_are_measured_by_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever would run them otherwise; kernels have a table of their own."""
    ran_by: list[str] = []

    def asking(_rounds: int) -> Iterator[Row]:
        ran_by.append(vars(choosing)["ASKED"])
        yield alone("what runs loops", Rates((1.0,)))

    monkeypatch.setattr(command, "use_one_core", lambda: None)
    monkeypatch.setitem(command.BENCHMARKS, "asking", asking)
    monkeypatch.setattr("sys.argv", ["benchmarks", "asking"])
    command.main()
    assert ran_by == ["native"]


@pytest.mark.parametrize("ruleset", ["seega", "senet-geoludie"])
def test_searches_are_measured_where_there_is_a_choice(ruleset: str) -> None:
    assert len(positions(ruleset)) == POSITIONS
    assert all(len(state.legal) > 1 and state.turn != CHANCE for state in positions(ruleset))
    assert searches_of(ruleset)[0] == ("expectimax" if game(ruleset).system.has_throws else "alphabeta")


def test_a_thought_beyond_its_limit_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """From its beginning to its end, whatever the player says of it; compiling before it does not count."""
    clock = 0.0

    class Slow:
        def choose(self, _state: State, budget: Budget) -> None:
            nonlocal clock
            clock += 0.5 if budget.seconds else 30

    monkeypatch.setattr("benchmarks.searches.player", lambda _name, _seed: Slow())
    monkeypatch.setattr("time.perf_counter", lambda: clock)
    assert seconds_for("slow", game("seega").initial(), 0.02) == 0.5


def test_a_learner_gives_actions_that_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.batches.WARM", 3)
    played, given = Batch(game("seti-beth"), 3, seed=1), list[Any]()
    monkeypatch.setattr(played, "step", given.append)
    learner_steps(played)
    assert len(given) == 3
    assert all((played.mask[[0, 1, 2], actions]).all() for actions in given)

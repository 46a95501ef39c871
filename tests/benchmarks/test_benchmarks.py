"""The benchmarks' own parts: no test here is timed."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from benchmarks.cpu_rates import Rates, Work, rates
from benchmarks.figure_tables import FigureRow, alone, compared, spread
from benchmarks.searches import POSITIONS, positions, searches_of
from benchmarks.strength import HEADING, RULE, measure
from ibau.core.outcome import CHANCE
from ibau.games import game
from ibau.machine import machines


def test_a_ratio_is_taken_round_by_round() -> None:
    """The median of the ratios is not the ratio of the medians."""
    ours, theirs = Rates((10.0, 90.0, 40.0)), Rates((10.0, 30.0, 80.0))
    assert ours.ratio(theirs).rounds == (1.0, 3.0, 0.5)
    assert spread(ours.ratio(theirs)) == "1.00 (0.500 to 3.00)"
    assert compared("games / s", ours, "other", theirs) == FigureRow(
        "games / s", "40.0", "other 30.0", "1.00 (0.500 to 3.00)"
    )


@pytest.mark.slow
def test_strength_is_measured_and_told(tmp_path: Path) -> None:
    """A match in the file is reported again without playing it."""
    measured = measure("seti-beth", 0.001, "alphabeta", pairs=1, folder=tmp_path, workers=1)
    cells = measured.row().strip("| ").split(" | ")
    assert len(cells) == HEADING.count("|") - 1 == RULE.count("|") - 1
    assert cells[:3] == ["seti-beth", "1 ms", "alphabeta"]
    assert cells[5:7] == ["> 90%", "2"]
    assert measure("seti-beth", 0.001, "alphabeta", pairs=1, folder=tmp_path, workers=1) == measured


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
    """Regardless of IBAU_MACHINE; kernels have their own table."""
    from benchmarks import __main__ as command

    ran_by: list[str] = []

    def asking(_rounds: int) -> Iterator[FigureRow]:
        ran_by.append(vars(machines)["ASKED"])
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

"""Puzzles are found: the same ones from a seed, none twice, and such that a longer search agrees."""

import threading
from itertools import islice

import pytest

from ibau.core.outcome import CHANCE, NOBODY
from ibau.core.puzzle import puzzles_of
from ibau.games import game, puzzles, systems
from ibau.lab import puzzle_finder
from ibau.lab.puzzle_finder import PuzzleFinder, find_puzzles, game_states, puzzle_at, symmetric_keys, wins_alone
from ibau.learn.advice import Advice
from ibau.learn.puzzle_exercises import line_of_puzzle
from ibau.search.budget import Budget

SAMPLE = 4  # of the puzzles of a game, one in this many is verified again


@pytest.fixture
def small_budgets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_finder, "SEARCH_BUDGET", Budget(nodes=50))
    monkeypatch.setattr(puzzle_finder, "VERIFY_BUDGET", Budget(nodes=500))
    monkeypatch.setattr(puzzle_finder, "TRIALS", 1)


@pytest.mark.slow
@pytest.mark.usefixtures("small_budgets")
def test_the_same_puzzles_follow_from_a_seed() -> None:
    seti = game("seti-beth")
    reports: list[tuple[int, int]] = []

    def tell(games: int, positions: int) -> None:
        reports.append((games, positions))

    found = list(islice(find_puzzles(seti, 1, progress=tell), 2))
    assert found[:1] == list(islice(find_puzzles(seti, 1), 1))
    assert found[:1] != list(islice(find_puzzles(seti, 2), 1))
    assert reports == sorted(reports)
    for puzzle in found:
        assert puzzle.value - puzzle.second >= puzzle.threshold
        assert puzzle.line[0] == puzzle.solution in seti.state(puzzle.position).actions


@pytest.mark.slow
def test_processes_find_the_same_puzzles() -> None:
    seti = game("seti-beth")
    alone, together = (list(islice(PuzzleFinder(seti, 1).find(workers=n), 3)) for n in (1, 2))
    assert alone == together


def test_once_it_is_told_to_stop_nothing_more_is_looked_at() -> None:
    stop = threading.Event()
    stop.set()
    assert not list(find_puzzles(game("seega"), stop=stop))


def test_a_game_is_seen_where_a_player_decides() -> None:
    states = list(game_states(game("senet-race"), 1, 0))
    assert len(states) > 10
    assert all(state.turn not in (CHANCE, NOBODY) for state in states)
    assert [str(state) for state in states] == [str(state) for state in game_states(game("senet-race"), 1, 0)]


def test_a_position_and_its_mirror_are_one_puzzle() -> None:
    seega = game("seega")
    one, mirrored, other = (
        seega.state(f"{board} first 24 - - 3 31 -")
        for board in ("5/1D1D1/5/2L2/1L3", "5/1D1D1/5/2L2/3L1", "5/1D1D1/5/2L2/2L2")
    )
    assert symmetric_keys(one) == symmetric_keys(mirrored)
    assert not symmetric_keys(one) & symmetric_keys(other)


def test_where_two_actions_win_neither_is_the_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    def advised(*values: float) -> tuple[Advice, ...]:
        return tuple(Advice(name, value, 0.0, (name,), 1) for name, value in zip("ab", values, strict=True))

    state, longer = game("seega").initial(), advised(1.0, 1.0)
    monkeypatch.setattr(puzzle_finder, "uncalibrated_advice", lambda _state, _budget: longer)
    alone = [wins_alone(state, advised(*values)) for values in ((1.0, 0.4), (1.0, -0.1), (0.9, 0.4))]
    assert alone == [False, True, True]
    longer = advised(1.0, 0.6)
    assert wins_alone(state, advised(1.0, 0.4))


@pytest.mark.slow
@pytest.mark.parametrize("system", [system.id for system in systems().values() if puzzles_of(system)])
def test_what_is_shipped_is_found_anew(system: str) -> None:
    for puzzle in puzzles(system)[::SAMPLE]:
        assert puzzle_at(line_of_puzzle(puzzle).state) == puzzle

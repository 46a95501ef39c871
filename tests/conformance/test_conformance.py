"""Every system under every preset and every one-option change of it, against what holds for all games."""

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from ibau.core.chance import seeded
from ibau.core.game import Game
from ibau.core.line import Line
from ibau.games import game, presets, systems
from ibau.machine.choosing import PlainRoom
from ibau.records.jsonl import json_of, read_json
from ibau.records.text import read_text
from ibau.search.playout import (
    Columns,
    Playouts,
    history_of,
    make_perft,
    make_playouts,
    new_columns,
    perft,
    playouts,
    playouts_on,
)
from tests.conformance.checks import EVERY_STATE
from tests.conformance.walks import Walk, all_rulesets, rulesets_where, walk
from tests.vectors import recorded_games

GAMES = 2
SAMPLES, MORE = 4, 6
SPOKEN = 80  # actions of a record under a ruleset that is no preset
CAPS = ("max_turns", "max_plies", "no_progress_plies")


@pytest.fixture(scope="module", params=all_rulesets())
def played(request: pytest.FixtureRequest) -> tuple[Game, list[Walk]]:
    """A game and a few seeded runs of it."""
    tested = game(request.param)
    return tested, [walk(tested, seed, SAMPLES) for seed in range(GAMES)]


def test_every_state(played: tuple[Game, list[Walk]]) -> None:
    assert_states_are_right(played[1])


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", all_rulesets())
def test_more_states_and_a_whole_record(ruleset: str) -> None:
    tested = game(ruleset)
    runs = [walk(tested, seed, MORE) for seed in range(GAMES)]
    assert_states_are_right(runs)
    assert_read_back(Line.of(tested.initial(), runs[0].actions))


def assert_states_are_right(runs: list[Walk]) -> None:
    for run in runs:
        for state in run.states:
            for check in EVERY_STATE:
                check(state)


def test_ruleset_text_makes_the_same_game(played: tuple[Game, list[Walk]]) -> None:
    tested, _ = played
    again = game(str(tested.ruleset))
    assert (again, hash(again), again.rules) == (tested, hash(tested), tested.rules)


def is_bounded(ruleset: str) -> bool:
    """Is a longest game declared?"""
    return game(ruleset).longest_game is not None


@pytest.mark.parametrize("ruleset", rulesets_where(is_bounded))
def test_no_game_is_longer_than_declared(ruleset: str) -> None:
    tested = game(ruleset)
    assert tested.longest_game is not None
    results = playouts(tested.initial(), 200, seed=2)
    assert max(results.actions) <= tested.longest_game
    assert all(results.outcomes)


def is_capped(ruleset: str) -> bool:
    """Does a ruleset end every game at some count?"""
    return any(name in CAPS and value != "0" for name, value in game(ruleset).ruleset.values.items())


@pytest.mark.parametrize("ruleset", rulesets_where(is_capped))
def test_a_cap_ends_every_game(ruleset: str) -> None:
    results = playouts(game(ruleset).initial(), 50, seed=3)
    assert all(results.outcomes)


def test_chance_is_only_where_declared(played: tuple[Game, list[Walk]]) -> None:
    tested, runs = played
    if tested.system.has_throws:
        assert any(run.chances > 1 for run in runs)
    else:
        lots = int(tested.ruleset.values.get("first_player") == "lot")
        assert [run.chances for run in runs] == [lots] * len(runs)
        assert (tested.initial().to_move == "chance") == bool(lots)


def test_positions_come_back_only_where_declared(played: tuple[Game, list[Walk]]) -> None:
    tested, runs = played
    assert tested.system.can_cycle or not any(run.repeats for run in runs)


def test_a_record_of_it_is_read_back(played: tuple[Game, list[Walk]]) -> None:
    tested, runs = played
    whole = str(tested.ruleset) in presets()
    line = Line.of(tested.initial(), runs[0].actions[: None if whole else SPOKEN])
    assert not whole or line.state == runs[0].states[-1]
    assert_read_back(line)


def assert_read_back(line: Line) -> None:
    """In both forms."""
    record = line.record()
    assert list(read_text(str(record).splitlines(keepends=True), game)) == [record]
    assert list(read_json([json_of(record)], game)) == [record]


def run_plain(compiled: Callable[..., Any], *args: Any) -> Any:
    """Call the plain function behind a loop."""
    return inspect.unwrap(compiled)(*args)


def numbers(results: Columns | Playouts) -> list[list[int]]:
    return [list(getattr(results, column)) for column in Columns._fields]


def test_compiled_playouts_are_the_plain_ones(played: tuple[Game, list[Walk]]) -> None:
    """From the start, and from a position that has a past."""
    tested, runs = played
    states = runs[0].states
    for state, games in ((tested.initial(), 1), (states[len(states) * 3 // 4], 2)):
        compiled, after = playouts_on(state, games, seeded(4))
        plain = new_columns(games)
        run = make_playouts(tested.system.rulebook)
        plain_after = run_plain(run, tested.rules, state.position, history_of(state, PlainRoom()), plain, seeded(4))
        assert numbers(compiled) == numbers(plain)
        assert after == plain_after


def test_compiled_perft_is_the_plain_one(played: tuple[Game, list[Walk]]) -> None:
    tested, runs = played
    states = runs[1].states
    state = states[len(states) // 2]
    plain = make_perft(tested.system.rulebook)
    assert perft(state, 2) == run_plain(plain, tested.rules, state.position, history_of(state, PlainRoom()), 2)
    assert perft(state, 2) == sum(len(state.after(action).actions) for action in state.legal)


@pytest.mark.parametrize("system", systems())
def test_declared_cycles_exist(system: str) -> None:
    """Where positions are said to come back, one does, in a random game or a recorded one."""
    declared = systems()[system].can_cycle
    assert declared == (any(walk(game(system), seed, 1).repeats for seed in range(5)) or repeats_on_record(system))


def repeats_on_record(system: str) -> bool:
    """Does a position come back in one of the recorded games?"""
    rulebook = systems()[system].rulebook
    for record in recorded_games(system):
        states = Line.of(game(record["ruleset"]).initial(), (ply["played"] for ply in record["plies"])).states
        keys = [rulebook.key(state.game.rules, state.position) for state in states]
        if len(set(keys)) < len(keys):
            return True
    return False


@pytest.mark.parametrize("system", systems())
def test_symmetries_are_different_and_lead_back(system: str) -> None:
    """No two declared symmetries are the same, none changes nothing, and each has its opposite among them."""
    symmetries = systems()[system].symmetries
    sampled = [state.position for seed in range(3) for state in walk(game(system), seed, 10).states]
    images = [tuple(symmetry.position(position) for position in sampled) for symmetry in symmetries]
    assert len({tuple(sampled), *images}) == len(images) + 1
    for image in images:
        back = [tuple(symmetry.position(position) for position in image) for symmetry in symmetries]
        assert tuple(sampled) in back

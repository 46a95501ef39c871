"""Recorded games of an independent implementation, replayed action by action."""

from typing import Any

import pytest

from ibau.core.game import Game, State
from ibau.games import game
from tests.recorded_vectors import recorded_games, recorded_presets


@pytest.mark.parametrize("step", [pytest.param(10, id="a tenth"), pytest.param(1, id="all", marks=pytest.mark.slow)])
@pytest.mark.parametrize("preset", recorded_presets())
def test_recorded_games(preset: str, step: int) -> None:
    games: dict[str, Game] = {}
    for number, record in enumerate(recorded_games(preset, step)):
        ruleset = record["ruleset"]
        state = games.setdefault(ruleset, game(ruleset)).initial()
        for at, ply in enumerate(record["plies"]):
            where = f"game {number * step + 1} ({ruleset}), action {at}: {state}"
            assert_as_recorded(state, ply, where)
            state = state.play(ply["played"])
        assert ended_as(state) == record["result"], f"game {number * step + 1} ({ruleset}): {state}"


def assert_as_recorded(state: State, ply: dict[str, Any], where: str) -> None:
    """Who is to act, everything they may do, exact chances; and the position survives as text."""
    assert state.to_move == ply["to_move"], where
    assert sorted(state.actions) == ply["actions"], where
    if state.to_move == "chance":
        assert {action: str(chance) for action, chance in state.chances.items()} == ply["chances"], where
    assert state.game.state(str(state)).position == state.position, where


def ended_as(state: State) -> dict[str, Any] | None:
    """The result in the form of the vectors."""
    result = state.result
    if result is None:
        return None
    score = None if result.score is None else list(result.score)
    return {"returns": list(result.returns), "kind": result.kind, "score": score}

"""Every system under every preset and every one-option change of it, against what holds for all games."""

import pytest

from ibau.core.line import Line
from ibau.games import game, systems
from tests.conformance.checks import run_every_check
from tests.conformance.seeded_walks import all_rulesets, walk
from tests.recorded_vectors import recorded_games, recorded_presets


@pytest.mark.parametrize("games", [1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("ruleset", all_rulesets())
def test_every_check_holds(ruleset: str, games: int) -> None:
    run_every_check(ruleset, games)


@pytest.mark.parametrize("system", systems())
def test_declared_cycles_exist(system: str) -> None:
    """Where repetitions are declared, one occurs, in a random game or a recorded one."""
    declared = systems()[system].can_cycle
    assert declared == (any(walk(game(system), seed, 1).repeats for seed in range(5)) or repeats_on_record(system))


def repeats_on_record(system: str) -> bool:
    """Does a position come back in one of the recorded games?  A new game has none yet."""
    if system not in recorded_presets():
        return False
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

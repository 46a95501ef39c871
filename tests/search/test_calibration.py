"""What an evaluation is worth: data of each game, and what becomes of a value."""

import json

import pytest

from benchmarks.win_probability import WIDE_RATIO
from ibau.core.contract import System
from ibau.games import game, systems
from ibau.search.calibration import HALF_A_GAME, calibrate, calibration_file, steepness_of, sure_from
from ibau.search.child_search import static_value
from ibau.search.network import FEATURES, SHIPPED, fingerprint, network_of

MEASURED = [system for system in systems().values() if calibration_file(system).exists()]
GAMES = pytest.mark.parametrize("system", MEASURED, ids=lambda system: system.id)


def test_what_is_certain_stays_so_and_order_is_kept() -> None:
    assert [calibrate(value, 1.7) for value in (-1.0, 0.0, 1.0)] == [-1.0, 0.0, 1.0]
    assert -1 < calibrate(-0.999, 1.7) < calibrate(-0.5, 1.7) < -0.5 < calibrate(-0.5, 0.6) < 0
    assert calibrate(calibrate(0.4, 1.7), 1 / 1.7) == pytest.approx(0.4)
    assert calibrate(0.5, 2) == pytest.approx(0.8)  # three to one, squared, is nine to one


@GAMES
def test_each_game_is_measured_with_the_network_that_it_ships(system: System) -> None:
    kept = json.loads(calibration_file(system).read_text("utf-8"))
    usual = game(system.default_preset.id)
    assert (kept["ruleset"], kept["network"]) == (system.default_preset.id, fingerprint(network_of(usual)))
    low, high = kept["interval"]
    assert low - 0.001 <= kept["steepness"] <= high + 0.001
    assert high < WIDE_RATIO * low or kept["steepness"] == pytest.approx(min(max(low, 1), high), abs=0.002)
    assert (steepness_of(usual, SHIPPED), steepness_of(usual, FEATURES)) == (kept["steepness"], 1.0)
    assert sure_from(usual, SHIPPED) == kept.get("sure_from", HALF_A_GAME)
    assert system.has_throws or "sure_from" not in kept


def test_a_judge_that_nobody_measured_is_taken_at_its_word() -> None:
    tested = game("seega")
    state = tested.state("DDDLD/DLDLD/LLD1D/LD1DL/LLLLD first 24 - - 0 12 -")
    plain, shipped = static_value(state, FEATURES).value, static_value(state, SHIPPED).value
    assert plain == pytest.approx(tested.system.evaluation.evaluate(tested.rules, state.position) / 1000)
    assert 0 < abs(shipped) < 1


def test_other_rules_by_which_the_network_does_not_hold_are_not_measured() -> None:
    held = [g for s in systems().values() for p in s.presets if not len(network_of(g := game(p.id)).bias)]
    assert held
    for other in held:
        if other.system.default_preset.id != str(other.ruleset) and len(
            network_of(game(other.system.default_preset.id)).bias
        ):
            assert steepness_of(other, SHIPPED) == 1.0

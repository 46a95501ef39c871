"""OpenSpiel's own suites, and what they do not test."""

import copy
import pickle
import unittest

import pyspiel
import pytest
from absl import flags

import ibau
import ibau.lab.environments.open_spiel
from ibau.core.errors import IllegalActionError, NumberError, RulesetError
from ibau.lab.environments.names import open_spiel_name
from tests.lab.environments.presets import A_FEW


def failures(suite: unittest.TestSuite | unittest.TestCase) -> list[str]:
    """What a suite of unittest finds; it has to try something."""
    result = unittest.TestResult()
    suite.run(result)
    assert result.testsRun
    return [found for _, found in (*result.failures, *result.errors)]


@A_FEW
def test_random_simulation(preset: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(open_spiel_name(preset)), num_sims=1, serialize=True, verbose=False)


@A_FEW
def test_simulated_game(preset: str) -> None:
    from open_spiel.python.tests import games_sim_test

    spiel_game = pyspiel.load_game(open_spiel_name(preset))
    games_sim_test.GamesSimTest("test_pig").sim_game(spiel_game)  # the name of any of its tests


@A_FEW
def test_the_api(preset: str) -> None:
    from open_spiel.integration_tests import api_test  # it looks at once which games there are

    flags.FLAGS(["", f"--test_only_games=^{open_spiel_name(preset)}$"])
    suite = api_test.load_tests(unittest.defaultTestLoader, None, None)
    assert failures(suite) == []


@A_FEW
def test_what_a_game_says_of_itself(preset: str) -> None:
    spiel_game = pyspiel.load_game(open_spiel_name(preset))
    game = ibau.game(preset)
    stochastic = spiel_game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert stochastic == game.has_chance
    assert (spiel_game.max_chance_nodes_in_history() > 0) == game.has_chance
    assert spiel_game.max_chance_outcomes() == max(len(game.initial().chances), 5 * game.system.has_throws)
    assert spiel_game.num_distinct_actions() == game.system.action_count
    assert str(pyspiel.load_game(str(spiel_game))) == str(spiel_game)


@pytest.mark.parametrize(
    ("ruleset", "decisions", "chances"),
    [
        ("ibau_seega", 984, 1),  # one lot, and then nothing is drawn
        ("ibau_seega(first_player=first)", 985, 0),
        ("ibau_seti_beth", 1010, 0),
        ("ibau_senet_race", 32768, 32768),  # a throw before each decision
        ("ibau_senet_race(max_actions=7)", 3, 4),
        ("ibau_senet_formation(max_turns=10,extra_throws=none)", 10, 11),  # and a lot
        ("ibau_senet_geoludie(max_actions=10)", 9, 10),  # a 1 may follow a 1
    ],
)
def test_lengths_count_as_open_spiel_counts_them(ruleset: str, decisions: int, chances: int) -> None:
    spiel_game = pyspiel.load_game(ruleset)
    assert spiel_game.max_game_length() == decisions
    assert spiel_game.max_chance_nodes_in_history() == chances
    assert spiel_game.max_history_length() >= spiel_game.max_actions


def test_options_are_parameters() -> None:
    spiel_game = pyspiel.load_game("ibau_seega(first_player=first,max_turns=100,capture_in_placement=true)")
    assert str(spiel_game.played.ruleset) == "seega+capture_in_placement=true+first_player=first+max_turns=100"
    assert spiel_game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    with pytest.raises(RulesetError, match="known are"):
        pyspiel.load_game("ibau_seega", {"chain": "often"})
    with pytest.raises(NumberError, match="whole number from 1"):
        pyspiel.load_game("ibau_seega", {"max_actions": -1})


@pytest.mark.slow
def test_a_copy_goes_its_own_way_and_shares_what_does_not_change() -> None:
    state = pyspiel.load_game("ibau_seega").new_initial_state()
    state.apply_action(0)
    other = state.clone()
    assert other.node is state.node
    assert copy.deepcopy(state.node) is state.node
    other.apply_action(other.legal_actions()[0])
    assert str(other) != str(state)
    assert state.history() == [0]
    again = pickle.loads(pickle.dumps(other))  # noqa: S301 - just made
    assert str(again) == str(other)
    assert again.legal_actions() == other.legal_actions()


def test_a_state_holds_no_luck() -> None:
    state = pyspiel.load_game("ibau_senet_race").new_initial_state()
    assert len({str(state.child(2)) for _ in range(20)}) == 1


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    state = pyspiel.load_game("ibau_senet_race").new_initial_state()
    with pytest.raises(IllegalActionError, match="legal: 0, 1, 2, 3, 4"):
        state.apply_action(7)
    assert state.is_chance_node()
    state.apply_action(0)
    assert state.chance_outcomes() == []


def test_views_have_names() -> None:
    spiel_game = pyspiel.load_game("ibau_senet_race")
    observer = spiel_game.make_py_observer()
    state = spiel_game.new_initial_state()
    observer.set_from(state, 1)
    assert observer.dict["planes"].shape == (6, 3, 10)
    assert observer.dict["planes"][0].sum() == observer.dict["planes"][1].sum() == 5
    assert observer.dict["on turn"] == [1]
    assert state.observation_tensor(1) == observer.tensor.tolist()
    with pytest.raises(ValueError, match="no parameters"):
        spiel_game.make_py_observer(params={"colour": "red"})


def test_an_observer_sees_states_of_its_own_game() -> None:
    observer = pyspiel.load_game("ibau_seega").make_py_observer()
    cut_off = pyspiel.load_game("ibau_seega", {"max_actions": 9})
    observer.set_from(cut_off.new_initial_state(), 0)
    assert ("left" in observer.dict, "left" in cut_off.make_py_observer().dict) == (False, True)
    with pytest.raises(RulesetError, match=r"This observer is one of seega, not of seega\+chain=none"):
        observer.set_from(pyspiel.load_game("ibau_seega", {"chain": "none"}).new_initial_state(), 0)

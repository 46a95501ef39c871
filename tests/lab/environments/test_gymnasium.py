"""Gymnasium's own suite, and what it does not test."""

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from ibau.core.errors import IllegalActionError, NumberError
from ibau.lab.environments.gymnasium import EpisodeError
from ibau.lab.environments.names import gymnasium_id
from ibau.players import PlayerError
from tests.lab.environments.presets import A_FEW, EVERY_PRESET


def make_env(preset: str, **wishes: Any) -> Any:
    return gymnasium.make(gymnasium_id(preset), disable_env_checker=True, **wishes).unwrapped


@A_FEW
def test_the_checker(preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    check_env(make_env(preset))
    assert "│" in capsys.readouterr().out
    make_env(preset, render_mode="human").reset()
    assert "│" in capsys.readouterr().out


@EVERY_PRESET
def test_every_preset_has_an_id(preset: str) -> None:
    assert gymnasium_id(preset) in gymnasium.registry


def play_to_end(env: Any, seed: int) -> float:
    """What a random player gets."""
    _, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    while True:
        _, reward, terminated, truncated, info = env.step(env.action_space.sample(mask=info["action_mask"]))
        if terminated or truncated:
            return float(reward)


@pytest.mark.parametrize("seat", ["first", "second", "either"])
def test_a_random_player_loses_against_one_that_looks(seat: str) -> None:
    env = make_env("seti-beth", seat=seat, opponent="level2")
    assert sum(play_to_end(env, seed) for seed in range(6)) < 0


def test_seats_change_where_either_will_do() -> None:
    env = make_env("seti-beth", seat="either")
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(9)} == {0, 1}


def test_opponents_play_differently_in_each_game_and_alike_for_a_seed() -> None:
    env = make_env("seti-beth", seat="second")
    begun = [env.reset(seed=5)[0].tolist(), *(env.reset()[0].tolist() for _ in range(9))]
    assert len({str(seen) for seen in begun}) > 3
    assert env.reset(seed=5)[0].tolist() == begun[0]


def test_an_environment_can_be_kept() -> None:
    env = make_env("seti-beth", opponent="greedy")
    env.reset(seed=1)
    again = pickle.loads(pickle.dumps(env))  # noqa: S301 - just made
    action = env.episode.node.legal[0]
    assert np.array_equal(env.step(action)[0], again.step(action)[0])


def test_an_illegal_action_loses_or_is_refused() -> None:
    lost = make_env("seti-beth")
    _, info = lost.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, truncated, info = lost.step(illegal)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert not info["action_mask"].any()
    with pytest.raises(EpisodeError, match="call reset"):
        lost.step(0)
    refused = make_env("seti-beth", illegal="raise")
    _, info = refused.reset(seed=1)
    with pytest.raises(IllegalActionError):
        refused.step(illegal)
    refused.step(int(np.flatnonzero(info["action_mask"])[0]))


@pytest.mark.parametrize("odd", [None, "7", 7.0, np.float32(7), np.nan, [7], np.array([7, 7])], ids=str)
def test_what_is_no_action_is_a_fault_of_the_program_and_costs_no_game(odd: Any) -> None:
    env = make_env("seti-beth")
    env.reset(seed=1)
    assert 7 in env.episode.node.legal
    with pytest.raises(NumberError, match="An action is a whole number such as 7, not "):
        env.step(odd)
    with pytest.raises(TypeError):
        env.episode.node.after(7.0)
    _, _, terminated, _, _ = env.step(np.array(7))
    assert not terminated


def test_libraries_find_the_mask_by_its_usual_name() -> None:
    """As sb3-contrib's MaskablePPO does, through the wrappers of `make`."""
    env = gymnasium.make(gymnasium_id("seti-beth"))
    assert env.has_wrapper_attr("action_masks")
    _, info = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")
    assert masks().dtype == np.bool_
    assert np.array_equal(masks(), info["action_mask"])
    env.step(np.int64(np.flatnonzero(~masks())[0]))
    assert not masks().any()


def test_what_is_not_offered_is_told() -> None:
    with pytest.raises(EpisodeError, match="known are first, second, either"):
        make_env("seti-beth", seat="third")
    with pytest.raises(EpisodeError, match="has not begun: call reset"):
        make_env("seega").step(0)
    with pytest.raises(EpisodeError, match="known are lose, raise"):
        make_env("seti-beth", illegal="ignore")
    with pytest.raises(EpisodeError, match="reset has no option 'reset_mask'; known are none"):
        make_env("seti-beth").reset(options={"reset_mask": np.ones(1)})
    with pytest.raises(PlayerError, match="expectimax"):
        make_env("senet-race", opponent="alphabeta")

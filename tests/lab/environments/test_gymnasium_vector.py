"""The vector environment: Gymnasium's conventions, and each of its games as the single environment plays it."""

from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.vector import AutoresetMode

import ibau
import ibau.lab.environments.open_spiel
from ibau.core.errors import ArrayError, IllegalActionError, NumberError
from ibau.lab.batch.batch import MAX_REMEMBERED
from ibau.lab.environments import pettingzoo
from ibau.lab.environments.episode import longest_episode
from ibau.lab.environments.gymnasium import EpisodeError
from ibau.lab.environments.names import gymnasium_id, open_spiel_name
from ibau.players import PlayerError
from tests.machine_choice import sample_params

N = 3


def make_vector_env(preset: str, mode: str = "vector_entry_point", n: int = N, **wishes: Any) -> Any:
    return gymnasium.make_vec(gymnasium_id(preset), n, vectorization_mode=mode, **wishes)


def assert_equal(ours: tuple[Any, ...], theirs: tuple[Any, ...]) -> None:
    *found, info = ours
    *wanted, seen = theirs
    for one, other in zip(found, wanted, strict=True):
        assert np.array_equal(one, other)
        assert one.dtype == other.dtype
    assert np.array_equal(info["action_mask"], seen["action_mask"])
    assert info["seat"].tolist() == seen["seat"].tolist()


def play_beside(preset: str, steps: int, seed: int, **wishes: Any) -> None:
    """Random games, now and then an illegal action, in the vector environment and in single ones."""
    ours, theirs = make_vector_env(preset, **wishes), make_vector_env(preset, "sync", **wishes)
    assert (ours.observation_space, ours.action_space) == (theirs.observation_space, theirs.action_space)
    assert_equal(ours.reset(seed=seed), theirs.reset(seed=seed))
    rng = np.random.default_rng(seed)
    mask = ours.reset(seed=seed)[1]["action_mask"]
    for _ in range(steps):
        actions = np.array([rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in mask])
        if rng.random() < 0.02:
            actions[rng.integers(N)] = 0
        stepped = ours.step(actions)
        assert_equal(stepped, theirs.step(actions))
        mask = stepped[-1]["action_mask"]
        if rng.random() < 0.1:
            some = rng.random(N) < 0.5
            some[rng.integers(N)] = True  # Gymnasium's own wants one at least
            begun, found = (envs.reset(seed=[None, 5, None], options={"reset_mask": some}) for envs in (ours, theirs))
            assert np.array_equal(begun[0], found[0])
            mask = begun[1]["action_mask"]
            assert np.array_equal(mask[some], found[1]["action_mask"][some])
            assert np.array_equal(mask, ours.action_masks())
    assert_equal(ours.reset(), theirs.reset())


@pytest.mark.parametrize(
    ("preset", "wishes"),
    [
        ("senet-race", {"seat": "either", "max_actions": 40}),
        pytest.param("senet-geoludie", {"seat": "second", "max_actions": 60}, marks=pytest.mark.slow),
        pytest.param("seega", {"seat": "either"}, marks=pytest.mark.slow),
        ("seti-beth", {"seat": "either", "opponent": "greedy", "max_actions": 30}),
    ],
)
def test_each_game_is_that_of_a_single_environment(preset: str, wishes: dict[str, Any]) -> None:
    play_beside(preset, 60, seed=4, **wishes)


@pytest.mark.slow
@pytest.mark.parametrize("preset", ibau.presets())
@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_each_game_of_every_preset_is_that_of_a_single_environment(preset: str, opponent: str) -> None:
    play_beside(preset, 300, seed=6, seat="either", opponent=opponent, max_actions=400)


@sample_params(ibau.presets())
def test_an_id_has_one_horizon(ruleset: str) -> None:
    one: Any = gymnasium.make(gymnasium_id(ruleset)).unwrapped
    many = make_vector_env(ruleset)
    assert one.episode.most == many.batch.longest == pettingzoo.raw_env(ruleset).episode.most
    assert one.episode.most == pyspiel.load_game(open_spiel_name(ruleset)).max_actions


def test_a_game_without_a_bound_that_remembers_all_is_cut_off_where_a_batch_cuts_it_off() -> None:
    horizons = {name: longest_episode(ibau.game(name)) for name in ("seti-aleph", "senet-race", "seega")}
    assert horizons == {"seti-aleph": MAX_REMEMBERED, "senet-race": 65536, "seega": 985}


def test_it_keeps_to_what_gymnasium_says_of_vector_environments() -> None:
    envs = make_vector_env("senet-race", n=5, threads=2)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    seen, info = envs.reset(seed=1)
    assert seen in envs.observation_space
    assert seen[0] in envs.single_observation_space
    assert envs.action_space.shape == (5,)
    recorded = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    recorded.reset(seed=1)
    ends = 0
    while not ends:
        actions = np.array([np.flatnonzero(row)[0] if row.any() else 0 for row in info["action_mask"]])
        seen, rewards, terminated, truncated, info = recorded.step(actions)
        assert seen in envs.observation_space
        assert rewards.shape == terminated.shape == truncated.shape == (5,)
        ends += int(terminated.sum())
    assert "episode" in info
    envs.close()


def test_observations_are_the_callers_to_keep() -> None:
    envs = make_vector_env("seti-beth")
    seen, info = envs.reset(seed=1)
    before, mask = seen.copy(), info["action_mask"].copy()
    envs.step(mask.argmax(axis=1))
    assert np.array_equal(seen, before)
    assert np.array_equal(info["action_mask"], mask)


def test_boards_are_rendered() -> None:
    envs = make_vector_env("seti-beth", n=2, render_mode="ansi")
    envs.reset(seed=1)
    assert all("│" in board for board in envs.render())


def test_what_is_not_offered_is_told() -> None:
    with pytest.raises(EpisodeError, match="known are first, second, either"):
        make_vector_env("seega", seat="third")
    with pytest.raises(PlayerError, match="expectimax"):
        make_vector_env("senet-race", opponent="alphabeta")
    with pytest.raises(NumberError, match="whole number from 1 on, not 0"):
        make_vector_env("seega", n=0)
    envs = make_vector_env("seti-beth", illegal="raise")
    with pytest.raises(EpisodeError, match="call reset"):
        envs.step([0, 0, 0])
    with pytest.raises(EpisodeError, match="3 games need one seed, or 3 in a list, not 2"):
        envs.reset(seed=[1, 2])
    some = np.array([True, False, True])
    with pytest.raises(EpisodeError, match="No game has begun: reset all games first"):
        envs.reset(options={"reset_mask": some})
    envs.reset(seed=1)
    with pytest.raises(EpisodeError, match="reset has no option 'mask'; known are reset_mask"):
        envs.reset(options={"mask": some})
    with pytest.raises(ArrayError, match=r"`reset_mask` is an array of shape \(3,\), one cell per game, not \(2,\)"):
        envs.reset(options={"reset_mask": some[:2]})
    with pytest.raises(ArrayError, match=r"shape \(3,\)"):
        envs.step([0])
    with pytest.raises(IllegalActionError, match=r"126 is not legal in game 0; see info\['action_mask'\]"):
        envs.step([126, 0, 0])

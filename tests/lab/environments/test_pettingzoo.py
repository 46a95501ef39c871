"""PettingZoo's own suites, and what they do not test."""

import copy
import pickle

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import ibau
from ibau.core.errors import IllegalActionError, RulesetError
from ibau.lab.environments import pettingzoo
from ibau.lab.environments.names import module_name
from ibau.lab.environments.rendering import RenderError
from tests.lab.environments.presets import A_FEW, ONE


@A_FEW
@pytest.mark.filterwarnings("ignore:Observation:UserWarning")  # it warns of all that hold a mask
def test_the_api(preset: str) -> None:
    module = getattr(pettingzoo, module_name(preset))
    api_test(module.env(), num_cycles=100)
    api_test(module.raw_env(), num_cycles=100)


@A_FEW
def test_seeds(preset: str) -> None:
    seed_test(getattr(pettingzoo, module_name(preset)).env, num_cycles=50)


@ONE
def test_rendering(preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(getattr(pettingzoo, module_name(preset)).env, {"svg": lambda found: found.startswith("<svg")})
    assert "│" in capsys.readouterr().out


def test_every_preset_is_a_module() -> None:
    assert set(pettingzoo.MODULES) <= set(dir(pettingzoo))
    assert len(pettingzoo.MODULES) == len(ibau.presets())
    assert pettingzoo.seega_lenient_v0.env().metadata["name"] == "seega_lenient_v0"
    assert str(pettingzoo.raw_env("seega+chain=none").game.ruleset) == "seega+chain=none"


def test_what_is_not_offered_is_told() -> None:
    with pytest.raises(AttributeError, match="Did you mean 'senet_race_v0'"):
        pettingzoo.senet_race_v9  # noqa: B018 - it is asked for
    with pytest.raises(RulesetError):
        pettingzoo.env("senet-rice")
    with pytest.raises(RenderError, match="known are human, ansi"):
        pettingzoo.env("seega", render_mode="film")


def test_an_illegal_action_loses_unless_raw() -> None:
    wrapped = pettingzoo.seti_beth_v0.env()
    wrapped.reset(seed=1)
    wrapped.step(0)
    assert wrapped.rewards == {"player_0": -1, "player_1": 0}
    raw = pettingzoo.seti_beth_v0.raw_env()
    raw.reset(seed=1)
    for wrong in (0, None):
        with pytest.raises(IllegalActionError, match=f"{wrong} is not legal here; legal: "):
            raw.step(wrong)


def test_games_of_one_seed_go_on_and_copies_part() -> None:
    env = pettingzoo.senet_race_v0.raw_env()
    env.reset(seed=3)
    first = str(env.episode.node)
    throws = set()
    for _ in range(20):
        env.reset()
        throws.add(str(env.episode.node))
    assert len(throws) > 1
    env.reset(seed=3)
    assert str(env.episode.node) == first
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):  # noqa: S301 - just made
        assert other.episode.stepper is env.episode.stepper
        other.step(np.int32(other.episode.node.legal[0]))
        assert str(other.episode.node) != first
        assert str(env.episode.node) == first


def test_what_is_shown_needs_no_display(capsys: pytest.CaptureFixture[str]) -> None:
    pictures = {mode: pettingzoo.seti_beth_v0.env(render_mode=mode) for mode in ("ansi", "svg", "rgb_array")}
    for env in pictures.values():
        env.reset(seed=1)
    assert "10" in pictures["ansi"].render()
    assert pictures["svg"].render().startswith("<svg")
    pixels = pictures["rgb_array"].render()
    assert not any(side % 2 for side in pixels.shape[:2])  # encoders of video want even numbers
    assert pixels.dtype == np.uint8
    assert pixels.shape[2] == 3
    assert pixels.std() > 10
    env = pettingzoo.seti_beth_v0.env(render_mode="human")
    env.reset(seed=1)
    env.step(env.unwrapped.episode.node.legal[0])
    assert "10" in capsys.readouterr().out

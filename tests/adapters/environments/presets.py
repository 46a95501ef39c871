"""The rulesets on which environments are tried: some in every run, the others where there is time."""

import pytest

import ibau

SAMPLE = ("senet-race", "seti-aleph")
SOME_OF_EACH = pytest.mark.parametrize(
    "preset", [pytest.param(name, marks=() if name in SAMPLE else pytest.mark.slow) for name in ibau.presets()]
)
EVERY_SYSTEM = pytest.mark.parametrize("preset", ibau.systems())
EVERY_PRESET = pytest.mark.parametrize("preset", ibau.presets())
GAMES_IN_ALL = 1000
GAMES_EACH = -(-GAMES_IN_ALL // len(ibau.presets()))

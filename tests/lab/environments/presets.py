"""The rulesets on which environments are tried: some in every run, the others where there is time."""

from collections.abc import Sequence

import pytest

import ibau
from tests.machine_choice import SAMPLE
from tests.slow import slow_but


def tried(quickly: Sequence[str]) -> pytest.MarkDecorator:
    """Every preset, but only these in every run."""
    return pytest.mark.parametrize("preset", slow_but(quickly, ibau.presets()))


A_FEW, ONE = tried(SAMPLE), tried(SAMPLE[:1])
EVERY_PRESET = pytest.mark.parametrize("preset", ibau.presets())
GAMES_IN_ALL = 1000
GAMES_EACH = -(-GAMES_IN_ALL // len(ibau.presets()))

"""Environments agree with the library."""

import pytest

from tests.lab.environments.presets import A_FEW, EVERY_PRESET, GAMES_EACH
from tests.lab.environments.replays import REPLAYS

EVERY_ADAPTER = pytest.mark.parametrize("adapter", REPLAYS)


@EVERY_ADAPTER
@A_FEW
def test_a_game_is_the_same_in_the_library(adapter: str, preset: str) -> None:
    REPLAYS[adapter](preset, 1, 60)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@EVERY_ADAPTER
@EVERY_PRESET
def test_a_thousand_games_are_the_same_in_the_library(adapter: str, preset: str) -> None:
    for seed in range(GAMES_EACH):
        REPLAYS[adapter](preset, seed)

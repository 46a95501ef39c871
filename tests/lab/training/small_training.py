"""Trainings of a few seconds, for tests."""

from pathlib import Path
from typing import Any

from ibau.core.game import Game
from ibau.games import game
from ibau.lab.training import TrainingPlan, plan_for
from ibau.search.network import network_of

TINY: dict[str, Any] = {
    "hidden": 4,
    "generations": 2,
    "positions": 60,
    "nodes": 10,
    "epochs": 2,
    "pairs": 1,
    "final_pairs": 1,
}


class Killed(Exception):  # noqa: N818 - it stands for the end of a process
    """The training was stopped."""


def tiny(ruleset: str = "seti-beth", **changes: Any) -> TrainingPlan:
    """A plan of little work; it learns from games where that is usual."""
    plan = plan_for(game(ruleset), **{**TINY, "final_seconds": 0.001})
    return plan._replace(games=min(plan.games, 60))._replace(**changes)


def quietly(what: str, done: int, of: int) -> None:
    assert 0 < done <= of, what


def numbers_in(file: Path, played: Game) -> list[bytes]:
    """The numbers of a network."""
    return [array.tobytes() for array in network_of(played, str(file))]

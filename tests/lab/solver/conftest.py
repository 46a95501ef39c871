"""Tables that several tests read, made once."""

import shutil
from pathlib import Path

import pytest

from ibau.core.game import Game
from ibau.games import game
from ibau.lab.solver.layer_solver import SolvingTask
from ibau.lab.solver.solve_game import solve
from ibau.tables.tablebase import essential, shipped_folder


@pytest.fixture(scope="session")
def race() -> Game:
    return essential(game("senet-race"))


@pytest.fixture(scope="session")
def solved(race: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the race's tables of two pawns a side at most: those shipped, which test_solving.py makes again."""
    folder = tmp_path_factory.mktemp("tables") / "race"
    return Path(shutil.copytree(shipped_folder(race), folder))


@pytest.fixture(scope="session")
def seega() -> Game:
    return essential(game("seega"))


@pytest.fixture(scope="session")
def endings(seega: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with Seega's tables of five pieces at most."""
    folder = tmp_path_factory.mktemp("tables")
    solve(SolvingTask(seega, 5, folder, threads=2), lambda _: None)
    return folder

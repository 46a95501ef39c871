"""The settings of each level in each game, from data written by `python -m benchmarks.levels`."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from ibau.core.contract import System
from ibau.search.budget import Budget
from ibau.search.network import SHIPPED

EIGHTHS = 8


class LevelSetting(NamedTuple):
    """How a level plays a game: it notices each action with a probability, and chooses among those.

    Without nodes and seconds it looks one ply ahead, else it searches.
    """

    noticed: int = EIGHTHS  # the probability in eighths; it notices at least one action
    nodes: int | None = None
    seconds: float | None = None
    search: str = ""  # the name of a search; "" for the usual one in the game
    evaluator: str = SHIPPED  # its evaluator, as in `ibau.player`

    @property
    def text(self) -> str:
        """The setting as text, unique for each setting."""
        parts = (
            f"noticed={self.noticed}",
            f"nodes={self.nodes}" if self.nodes else "",
            f"seconds={self.seconds}" if self.seconds else "",
            self.search,
            f"evaluator={self.evaluator}" if self.evaluator != SHIPPED else "",
        )
        return ",".join(part for part in parts if part)

    @property
    def budget(self) -> Budget:
        """The budget of a search."""
        return Budget(self.seconds, self.nodes)

    def evaluator_for(self, evaluator: str) -> str:
        """`evaluator` if it is not the default, else that of the setting."""
        return self.evaluator if evaluator == SHIPPED else evaluator

    @property
    def searches(self) -> bool:
        """Does it search, rather than look one ply ahead?"""
        return self.budget != Budget()


# For a game whose levels were not measured.
UNMEASURED: Mapping[str, LevelSetting] = MappingProxyType(
    {
        "level1": LevelSetting(1),
        "level2": LevelSetting(2),
        "level3": LevelSetting(4),
        "level4": LevelSetting(6, nodes=300),
        "level5": LevelSetting(7, nodes=500),
        "level6": LevelSetting(nodes=1_000),
        "level7": LevelSetting(nodes=20_000),
        "level8": LevelSetting(nodes=200_000),
    }
)


def settings_of(system: System) -> Mapping[str, LevelSetting]:
    """The setting of each level of a game, by id, from weak to strong."""
    return _measured(levels_file(system)) or UNMEASURED


def levels_file(system: System) -> Path:
    """The path of the file of a system's levels."""
    return system.folder / "levels.json"


def default_search(system: System) -> str:
    """The search of a game without measured levels: with throws a tree search, which looks further where it matters."""
    return "mcts" if system.has_throws else "alphabeta"


def best_search(system: System) -> str:
    """The search of the strongest level."""
    *_, strongest = settings_of(system).values()
    return strongest.search or default_search(system)


@cache
def _measured(file: Path) -> Mapping[str, LevelSetting]:
    if not file.exists():
        return {}
    measured: dict[str, dict[str, Any]] = json.loads(file.read_text("utf-8"))
    return MappingProxyType({name: LevelSetting(**setting) for name, setting in measured.items()})

"""What makes each level of each game: data, written by `python -m benchmarks.levels`."""

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
    """How one level plays one game: of eight actions it notices this many, one at least, and thinks about those.

    Without nodes and seconds it looks one ply ahead, else it searches.
    """

    noticed: int = EIGHTHS
    nodes: int | None = None
    seconds: float | None = None
    search: str = ""  # the name of a search; "" for what is usual in the game
    evaluator: str = SHIPPED  # a level measured before there was a network goes on without

    @property
    def text(self) -> str:
        """The setting in words; no other setting has the same."""
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
        """How long it thinks about an action."""
        return Budget(self.seconds, self.nodes)

    def evaluator_for(self, asked: str) -> str:
        """What it evaluates by where one thing is asked for: that, unless it is what comes with the game anyway."""
        return self.evaluator if asked == SHIPPED else asked

    @property
    def searches(self) -> bool:
        """Does it look further than one ply ahead?"""
        return self.budget != Budget()


# For a game whose players nobody has measured.
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
    """How each level that a game offers plays it, from weak to strong."""
    return _measured(levels_file(system)) or UNMEASURED


def levels_file(system: System) -> Path:
    """Where the levels of a system would lie."""
    return system.folder / "levels.json"


def default_search(system: System) -> str:
    """The search for a game of which nothing else is known; with throws a tree looks further where it matters."""
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

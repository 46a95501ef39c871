"""The levels of a game as they were measured: as data for the players, as a table for people."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.rungs import Rung, gap_of
from benchmarks.table import filled, machine
from ibau.games import game
from ibau.lab.arena import Tally
from ibau.players import LEVELS
from ibau.players.settings import EIGHTHS, Setting, levels_file

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/measured/levels.md"


class Settled(NamedTuple):
    """The levels of a game by their numbers, each against the one below, and the lowest against others."""

    ruleset: str
    levels: Mapping[int, Rung]
    steps: tuple[Tally, ...]
    against: Mapping[str, Tally]

    def data(self) -> dict[str, dict[str, Any]]:
        """What players/settings.py reads."""
        return {f"level{number}": as_data(rung.setting) for number, rung in self.levels.items()}

    def section(self) -> str:
        """The part of the page about this game."""
        below = ["", *map(scored, self.steps)]
        games = [" | ", *(f"{gap_of(tally):.0f} | {tally.games}" for tally in self.steps)]
        levels = self.levels.items()
        rows = [row(*level, *beside) for level, beside in zip(levels, zip(below, games, strict=True), strict=True)]
        heading = (
            "| level | notices | looks ahead | score against the level below | in Elo | games |",
            "|---|---|---|---|---|---|",
        )
        title = game(self.ruleset).system.title
        return "\n".join((f"### {title}", "", *heading, *rows, "", self._notes(), ""))

    def _notes(self) -> str:
        greedy, random = self.against["greedy"], self.against["random"]
        lost = f"Level 1 lost {greedy.losses / greedy.games:.1%} of {greedy.games} games against `greedy`"
        scores = f"scored {scored(random)} of {random.games} against `random`."
        return f"{lost} and {scores} Measured on {machine()}."


def row(number: int, rung: Rung, score: str, games: str) -> str:
    """A level in the table; what stands below `games` are two cells, the step in Elo first."""
    setting = rung.setting
    cells = (f"{number} {LEVELS[number - 1].name}", f"{setting.notices} of {EIGHTHS}", thought(setting), score, games)
    return f"| {' | '.join(cells)} |"


def as_data(setting: Setting) -> dict[str, Any]:
    """What differs from a setting of nothing."""
    return {name: value for name, value in setting._asdict().items() if value != Setting._field_defaults[name]}


def thought(setting: Setting) -> str:
    """How far a level looks, in words."""
    if not setting.searches:
        return "one ply"
    ahead = f"{setting.nodes:,} positions"
    return f"{ahead} by `{setting.search}`" if setting.search else ahead


def scored(tally: Tally) -> str:
    """A score and its interval."""
    low, high = tally.interval
    return f"{tally.score:.1%} ({low:.1%} to {high:.1%})"


def write(settled: Settled) -> None:
    """Put the levels of a game into its folder and into the page."""
    levels = (f'  "{name}": {json.dumps(setting)}' for name, setting in settled.data().items())  # a line each
    system = game(settled.ruleset).system
    levels_file(system).write_text("{\n" + ",\n".join(levels) + "\n}\n", "utf-8")
    PAGE.write_text(filled(PAGE.read_text("utf-8"), system.id, settled.section()), "utf-8")

"""The levels of a game as they were measured: as data for the players, as a table for people."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from benchmarks.rungs import Rung, gap_of
from benchmarks.table import machine, save
from ibau.games import game
from ibau.lab.arena import Tally
from ibau.players import LEVELS
from ibau.players.level_settings import EIGHTHS, LevelSetting, levels_file

HEADING = ("level", "notices", "looks ahead", "score against the level below", "in Elo", "games")


class Settled(NamedTuple):
    """The levels of a game by their numbers, each against the one below, and the lowest against others."""

    ruleset: str
    levels: Mapping[int, Rung]
    steps: tuple[Tally, ...]
    against: Mapping[str, Tally]

    def data(self) -> dict[str, dict[str, Any]]:
        """What players/level_settings.py reads."""
        return {f"level{number}": as_data(rung.setting) for number, rung in self.levels.items()}

    def rows(self) -> list[tuple[str, ...]]:
        """The table of this game."""
        steps = [("", "", ""), *((scored(tally), f"{gap_of(tally):.0f}", str(tally.games)) for tally in self.steps)]
        return [row(*level, *step) for level, step in zip(self.levels.items(), steps, strict=True)]

    def notes(self) -> str:
        """What else was measured, and where."""
        greedy, random = self.against["greedy"], self.against["random"]
        lost = f"Level 1 lost {greedy.losses / greedy.games:.1%} of {greedy.games} games against `greedy`"
        scores = f"scored {scored(random)} of {random.games} against `random`."
        return f"{lost} and {scores} Measured on {machine()}."


def row(number: int, rung: Rung, *step: str) -> tuple[str, ...]:
    """A level in the table, with its step from the level below."""
    setting = rung.setting
    return f"{number} {LEVELS[number - 1].name}", f"{setting.notices} of {EIGHTHS}", thought(setting), *step


def as_data(setting: LevelSetting) -> dict[str, Any]:
    """What differs from a setting of nothing."""
    return {name: value for name, value in setting._asdict().items() if value != LevelSetting._field_defaults[name]}


def thought(setting: LevelSetting) -> str:
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
    """Save the levels of a game in its folder, and the table in docs/measured/levels."""
    levels = (f'  "{name}": {json.dumps(setting)}' for name, setting in settled.data().items())  # a line each
    system = game(settled.ruleset).system
    levels_file(system).write_text("{\n" + ",\n".join(levels) + "\n}\n", "utf-8")
    save(f"levels/{system.id}", settled.notes(), settled.rows(), HEADING)

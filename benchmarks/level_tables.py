"""The levels of a game as they were measured: as data for the players, as a table for people."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from benchmarks.figure_tables import machine_text, save
from benchmarks.level_ladder import LadderEntrant, gap_of
from ibau.games import game
from ibau.lab.arena import Tally
from ibau.players import LEVELS
from ibau.players.level_settings import EIGHTHS, LevelSetting, levels_file

HEADING = ("level", "noticed", "looks ahead", "score against the level below", "in Elo", "games")


class MeasuredLevels(NamedTuple):
    """The levels of a game by their numbers, each against the one below, and the lowest against others."""

    ruleset: str
    levels: Mapping[int, LadderEntrant]
    steps: tuple[Tally, ...]
    against: Mapping[str, Tally]

    def data(self) -> dict[str, dict[str, Any]]:
        """What players/level_settings.py reads."""
        return {f"level{number}": as_data(rung.setting) for number, rung in self.levels.items()}

    def rows(self) -> list[tuple[str, ...]]:
        """The table of this game."""
        steps = [("", "", ""), *((score_text(tally), f"{gap_of(tally):.0f}", str(tally.games)) for tally in self.steps)]
        return [level_row(*level, *step) for level, step in zip(self.levels.items(), steps, strict=True)]

    def notes(self) -> str:
        """What else was measured, and where."""
        greedy, random = self.against["greedy"], self.against["random"]
        lost = f"Level 1 lost {greedy.losses / greedy.games:.1%} of {greedy.games} games against `greedy`"
        scores = f"scored {score_text(random)} of {random.games} against `random`."
        return f"{lost} and {scores} Measured on {machine_text()}."


def level_row(number: int, rung: LadderEntrant, *step: str) -> tuple[str, ...]:
    """A level in the table, with its step from the level below."""
    setting = rung.setting
    return f"{number} {LEVELS[number - 1].name}", f"{setting.noticed} of {EIGHTHS}", search_text(setting), *step


def as_data(setting: LevelSetting) -> dict[str, Any]:
    """What differs from a setting of nothing."""
    return {name: value for name, value in setting._asdict().items() if value != LevelSetting._field_defaults[name]}


def search_text(setting: LevelSetting) -> str:
    """How far a level looks, in words."""
    if not setting.searches:
        return "one ply"
    ahead = f"{setting.nodes:,} positions"
    return f"{ahead} by `{setting.search}`" if setting.search else ahead


def score_text(tally: Tally) -> str:
    """A score and its interval."""
    low, high = tally.interval
    return f"{tally.score:.1%} ({low:.1%} to {high:.1%})"


def write_levels(measured: MeasuredLevels) -> None:
    """Save the levels of a game in its folder, and the table in docs/measured/levels."""
    levels = (f'  "{name}": {json.dumps(setting)}' for name, setting in measured.data().items())  # a line each
    system = game(measured.ruleset).system
    levels_file(system).write_text("{\n" + ",\n".join(levels) + "\n}\n", "utf-8")
    save(f"levels/{system.id}", measured.notes(), measured.rows(), HEADING)

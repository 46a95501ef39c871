"""The measured levels of a game, as data for the players and as a table."""

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
    """The levels of a game by number, each measured against the one below, and the lowest against other players."""

    ruleset: str
    levels: Mapping[int, LadderEntrant]
    steps: tuple[Tally, ...]
    against: Mapping[str, Tally]

    def data(self) -> dict[str, dict[str, Any]]:
        """The data that players/level_settings.py reads."""
        return {f"level{number}": as_data(rung.setting) for number, rung in self.levels.items()}

    def rows(self) -> list[tuple[str, ...]]:
        """The table of this game."""
        steps = [("", "", ""), *((score_text(tally), f"{gap_of(tally):.0f}", str(tally.games)) for tally in self.steps)]
        return [level_row(*level, *step) for level, step in zip(self.levels.items(), steps, strict=True)]

    def notes(self) -> str:
        """The results of level 1 against other players, and the machine."""
        greedy, random = self.against["greedy"], self.against["random"]
        lost = f"Level 1 lost {greedy.losses / greedy.games:.1%} of {greedy.games} games against `greedy`"
        scores = f"scored {score_text(random)} of {random.games} against `random`."
        return f"{lost} and {scores} Measured on {machine_text()}."


def level_row(number: int, rung: LadderEntrant, *step: str) -> tuple[str, ...]:
    """The row of a level, with its step from the level below."""
    setting = rung.setting
    return f"{number} {LEVELS[number - 1].name}", f"{setting.noticed} of {EIGHTHS}", search_text(setting), *step


def as_data(setting: LevelSetting) -> dict[str, Any]:
    """The fields of a setting that differ from their defaults."""
    return {name: value for name, value in setting._asdict().items() if value != LevelSetting._field_defaults[name]}


def search_text(setting: LevelSetting) -> str:
    """The search of a level, in words."""
    if not setting.searches:
        return "one ply"
    ahead = f"{setting.nodes:,} positions"
    return f"{ahead} by `{setting.search}`" if setting.search else ahead


def score_text(tally: Tally) -> str:
    """Format a score and its interval."""
    low, high = tally.interval
    return f"{tally.score:.1%} ({low:.1%} to {high:.1%})"


def write_levels(measured: MeasuredLevels) -> None:
    """Write the levels of a game to its folder, and the table to docs/measured/levels."""
    levels = (f'  "{name}": {json.dumps(setting)}' for name, setting in measured.data().items())
    system = game(measured.ruleset).system
    levels_file(system).write_text("{\n" + ",\n".join(levels) + "\n}\n", "utf-8")
    save(f"levels/{system.id}", measured.notes(), measured.rows(), HEADING)

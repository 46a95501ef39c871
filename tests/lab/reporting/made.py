"""A folder of results with made-up figures, by the columns that the lab writes."""

import random
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import polars as pl

from ibau.core.options import Ruleset
from ibau.games import game
from ibau.lab.studies.folder import TABLES
from ibau.lab.studies.manifest import FORMAT, Manifest

PLAYERS = ("random", "greedy")
WATCHED = "mcts nodes=500"
SCHEMA: dict[str, Any] = {
    **dict.fromkeys(("ruleset", "base", "option", "setting", "position", "players", "measure", "unit"), pl.String),
    "exact": pl.Boolean,
    "games": pl.Int64,
    **dict.fromkeys(("value", "lower", "upper", "difference", "difference_lower", "difference_upper", "p"), pl.Float64),
    **dict.fromkeys(("significant", "reached"), pl.Boolean),
}
USUAL = {  # measure: unit, what a base has, half the width of its interval, and how much readings change it
    "balance.starter": ("share", 0.54, 0.004, 0.03),
    "ends.draw": ("share", 0.08, 0.003, 0.02),
    "length.minutes.lower_quartile": ("minutes", 18, 0.2, 3),
    "length.minutes.median": ("minutes", 24, 0.2, 4),
    "length.minutes.upper_quartile": ("minutes", 33, 0.3, 5),
    "length.minutes.p99": ("minutes", 70, 1, 9),
    "choice.actions": ("count", 6.5, 0.02, 0.3),
    "choice.forced": ("share", 0.2, 0.003, 0.02),
}
JUDGED = {
    "luck.share": ("share", 0.4, 0.02, 0.05),
    "skill.share": ("share", 0.45, 0.02, 0.05),
    "drama.decided": ("share", 0.7, 0.01, 0.02),
}


def made(folder: Path, systems: Iterable[str], most: int = 100) -> Path:
    """Results of all one-option changes of some games, at most so many of each; the same ones every time."""
    chance = random.Random(5)
    rows = [row for system in systems for row in _game_rows(system, most, chance)]
    folder.mkdir(parents=True, exist_ok=True)
    pl.DataFrame(rows, schema=SCHEMA, orient="row").write_parquet(folder / "results.parquet")
    rulesets = {(row[0], row[1], row[5]) for row in rows}
    bars = [bar for key in sorted(rulesets) for bar in _bars(*key, chance)]
    columns = {**dict.fromkeys(("ruleset", "base", "position", "players", "of"), pl.String), "x": pl.Float64}
    shares = pl.DataFrame(bars, schema={**columns, "share": pl.Float64}, orient="row")
    shares.write_parquet(folder / "distributions.parquet")
    (folder / "manifest.json").write_text(_manifest(folder).text, "utf-8")
    return folder


def _manifest(folder: Path) -> Manifest:
    files = {name: sha256((folder / name).read_bytes()).hexdigest() for name in TABLES.values()}
    text = 'title = "made up"\nseed = 5\n'
    pace = {"decision": 8.0, "throw": 4.0}
    return Manifest(FORMAT, "made up", 5, 0.05, pace, 20_000, {"ibau": "0.1.0"}, files, text)


def _game_rows(system: str, most: int, chance: random.Random) -> Iterator[Sequence[Any]]:
    base = game(system).ruleset
    changes = list(base.one_option_changes())[:most]
    own = {measure: middle * chance.uniform(0.8, 1.2) for measure, (_, middle, _, _) in (USUAL | JUDGED).items()}
    for players in (*PLAYERS, WATCHED):
        measures = USUAL | JUDGED if players == WATCHED else USUAL
        for ruleset in [base] if players == WATCHED else [base, *changes]:
            option = next((name for name, value in ruleset.values.items() if value != base.values[name]), None)
            for measure, (unit, _, half, spread) in measures.items():
                yield _row(ruleset, base, option, players, measure, unit, own[measure], half, spread, chance)
        for use in game(system).system.uses if players != WATCHED else ():
            share = chance.random() ** 2
            yield _row(base, base, None, players, f"use.{use.id}", "share", share, 0.004, 0, chance)


def _row(  # noqa: PLR0913, PLR0917 - a row has many columns
    ruleset: Ruleset,
    base: Ruleset,
    option: str | None,
    players: str,
    measure: str,
    unit: str,
    own: float,
    half: float,
    spread: float,
    chance: random.Random,
) -> Sequence[Any]:
    size = chance.choice((0, 0.1, 1, 3)) if option else 0
    difference = chance.gauss(0, 1) * spread * size
    value = max(own + difference, 0.001)
    compared = (difference, difference - half, difference + half, 0.01) if option else (None,) * 4
    significant = abs(difference) > half if option else None
    setting = ruleset.values[option] if option else None
    key = str(ruleset), str(base), option, setting, None, players, measure, unit, False, 20_000
    return *key, value, value - half, value + half, *compared, significant, True


def _bars(ruleset: str, base: str, players: str, chance: random.Random) -> Iterator[Sequence[Any]]:
    middle = chance.uniform(40, 60)
    if players == WATCHED:
        yield from ((ruleset, base, None, players, "lead", x / 10, 0.5 + 0.045 * x) for x in range(1, 10))
    turns = [round(chance.gauss(middle, 12)) for _ in range(400)]
    for x in sorted(set(turns)):
        yield ruleset, base, None, players, "turns", float(x), turns.count(x) / len(turns)

"""The results of a study for one game, as shipped with it: verdicts, and the figures used in texts."""

from typing import Any

import polars as pl

from ibau.core.contract import System
from ibau.lab.studies.measure_study import ASPECTS, MAX_TRUNCATED, READING

PLAYERS = {"greedy": ("greedy", "greedy v careless greedy"), "ahead": ("ahead", "ahead v careless ahead")}
DIGITS = 4  # significant digits; pages show fewer

EffectData = dict[str, Any]


def effect_data(results: pl.DataFrame, system: System, of: str = READING) -> EffectData:
    """The results for a system: `games`, figures of the `base`, and verdicts on `rulesets`, by kind of players."""
    own = results.filter(pl.col("base") == system.default_preset.id)
    found: EffectData = {"games": {}, "base": {}, "rulesets": {}}
    for players, plays in PLAYERS.items():
        rows = own.filter(pl.col("players").is_in(plays))
        base = {row["measure"]: row for row in rows.filter(pl.col("of").is_null()).iter_rows(named=True)}
        if not base:
            continue
        kept = [aspect.measure for aspect in ASPECTS if aspect.measure in base and is_uncapped(aspect.measure, base)]
        found["games"][players] = base["minutes"]["games"]
        found["base"][players] = {measure: round_significant(base[measure]["value"]) for measure in kept}
        for row in rows.filter(pl.col("of") == of, pl.col("verdict").is_not_null()).iter_rows(named=True):
            if row["measure"] in (*kept, "truncated"):
                changes = found["rulesets"].setdefault(row["ruleset"], {}).setdefault(players, {})
                changes[row["measure"]] = [round_significant(row["difference"]), row["verdict"]]
    return found


def is_uncapped(measure: str, base: EffectData) -> bool:
    """Whether a measure is not distorted by the cap that truncates games."""
    return measure not in ("minutes", "actions") or base["long"]["value"] <= MAX_TRUNCATED


def round_significant(number: float) -> float:
    """Round a figure to DIGITS significant digits."""
    return float(f"{number:.{DIGITS}g}")

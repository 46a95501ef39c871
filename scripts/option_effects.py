#!/usr/bin/env python
"""Publish studies: write their results to docs/readings, and the effects of options to the folder of each game.

python scripts/option_effects.py RESULTS ...
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path

import polars as pl

from ibau.games import systems
from ibau.lab.reporting.effect_data import EffectData, effect_data
from ibau.lab.studies.measure_study import RESULTS
from ibau.learn.option_effects import FILE

PUBLISHED = Path(__file__).resolve().parents[1] / "docs/readings"


def lines(facts: EffectData) -> str:
    """Format effects as JSON, with one line per reading."""
    rulesets = ",\n".join(f"    {json.dumps(name)}: {json.dumps(found)}" for name, found in facts["rulesets"].items())
    head = "".join(f"  {json.dumps(name)}: {json.dumps(facts[name])},\n" for name in ("games", "base"))
    return f'{{\n{head}  "rulesets": {{\n{rulesets}\n  }}\n}}\n'


def publish(folders: Iterable[Path]) -> None:
    """Publish the results of studies.  Raises OSError."""
    PUBLISHED.mkdir(exist_ok=True)
    results = pl.concat([pl.read_parquet(folder / RESULTS) for folder in folders])
    results.write_parquet(PUBLISHED / RESULTS, compression="zstd")
    for system in systems().values():
        if facts := effect_data(results, system):
            (system.folder / FILE).write_text(lines(facts), "utf-8")


if __name__ == "__main__":
    if len(sys.argv) == 1:
        sys.exit("usage: python scripts/option_effects.py RESULTS ...")
    publish(map(Path, sys.argv[1:]))

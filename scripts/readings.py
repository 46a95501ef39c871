#!/usr/bin/env python
"""Publish a study of readings: results and reports in docs/readings, and in each game's folder what its readings do.

    python scripts/readings.py RESULTS

A reading counts as the best players of the study have played it; all readings of a game as players of one kind.
"""

import json
import shutil
import sys
from pathlib import Path
from typing import Any

from ibau.core.contract import System
from ibau.games import game
from ibau.lab.reporting import report
from ibau.lab.reporting.study import Study, read
from ibau.lab.studies.store import MANIFEST
from ibau.learn.effects import FILE, as_changed

PUBLISHED = Path(__file__).resolve().parents[1] / "docs/readings"
DIGITS = 4  # significant ones: a page tells fewer


def told(study: Study, system: System) -> dict[str, Any]:
    """What a study says of a game; nothing where it says nothing of its first preset."""
    readings = [reading for reading in study.of(system) if reading.base == system.id and not reading.is_base]
    players = max((by for reading in readings if (by := study.strongest(reading))), key=study.players.index, default="")
    effects = {plainly(system, reading.ruleset): study.effect(reading, players) for reading in readings}
    found = {ruleset: effect for ruleset, effect in effects.items() if effect.changes}
    if not found:
        return {}
    return {
        "players": players,
        "base": {aspect: short(value) for aspect, value in next(iter(found.values())).base.items()},
        "readings": {
            ruleset: {aspect: [short(number) for number in change] for aspect, change in effect.changes.items()}
            for ruleset, effect in found.items()
        },
    }


def plainly(system: System, ruleset: str) -> str:
    """A ruleset as its game's first preset and what it changes."""
    return str(as_changed(system, game(ruleset).ruleset.values))


def short(number: float | bool) -> float | bool:
    """A figure with as many digits as anybody needs."""
    return number if isinstance(number, bool) else float(f"{number:.{DIGITS}g}")


def lines(facts: dict[str, Any]) -> str:
    """JSON with a line for each reading."""
    readings = ",\n".join(f"    {json.dumps(name)}: {json.dumps(found)}" for name, found in facts["readings"].items())
    head = "".join(f"  {json.dumps(name)}: {json.dumps(facts[name])},\n" for name in ("players", "base"))
    return f'{{\n{head}  "readings": {{\n{readings}\n  }}\n}}\n'


def publish(results: Path) -> None:
    """Keep the results of a study with the documentation, and tell them.  Raises ResultsError."""
    study = read(results)
    if results.resolve() != PUBLISHED:  # what is published may be told anew, in other words
        shutil.rmtree(PUBLISHED, ignore_errors=True)
        PUBLISHED.mkdir()
        for name in (*study.manifest.files, MANIFEST):
            shutil.copy(results / name, PUBLISHED)
    report(PUBLISHED)
    for system in study.systems:
        if facts := told(study, system):
            (system.folder / FILE).write_text(lines(facts), "utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python scripts/readings.py RESULTS")
    publish(Path(sys.argv[1]))

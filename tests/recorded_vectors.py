"""What tests/data keeps: vectors, made by an independent, slow reading of the rulings (see tests/data/pack.py)."""

import functools
import json
import lzma
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"


YOUNGER = {"senet-formation-settled": "senet-formation+settled_safe=true"}  # presets, and rules with the same paths
YOUNGER_OPTIONS = {"at_cap"}  # what they change lies beyond the paths that are counted


def recorded_presets() -> list[str]:
    """The presets with recorded games: all but those that are younger than the independent reading."""
    return sorted(file.name.removesuffix(".jsonl.xz") for file in DATA.glob("*.jsonl.xz"))


@functools.cache
def perft_tables() -> dict[str, dict[str, list[int]]]:
    """By ruleset text, by the actions so far: the number of paths of length 1, 2, …"""
    tables: dict[str, dict[str, list[int]]] = json.loads(unpacked("perft.json"))
    return tables


def recorded_games(preset: str, step: int = 1) -> list[dict[str, Any]]:
    """The recorded games of a preset and of its one-option changes: every `step`th of them."""
    return [json.loads(line) for line in unpacked(f"{preset}.jsonl").splitlines()[::step]]


def unpacked(name: str) -> bytes:
    """What is in a file that is kept compressed."""
    return lzma.decompress((DATA / f"{name}.xz").read_bytes())

"""The folder of results: tables as Parquet, and a manifest of all that they follow from."""

import json
from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl

from ibau.lab.errors import ResultsError
from ibau.lab.results import Tables
from ibau.lab.store import MANIFEST, Store
from ibau.lab.study import Study
from ibau.lab.versions import versions

FORMAT = 1
TABLES = {name: f"{name}.parquet" for name in Tables._fields}
GAMES = "games.parquet"


def write(store: Store, study: Study, frames: Mapping[str, pl.DataFrame], games: int) -> None:
    """The frames by the names of their files, and at last the manifest, which names them all.  Raises OSError."""
    digests: dict[str, str] = {}
    for file, frame in frames.items():
        stream = BytesIO()
        frame.write_parquet(stream, compression="zstd")
        store.write(file, stream.getvalue())
        digests[file] = sha256(stream.getvalue()).hexdigest()
    manifest = {
        "format": FORMAT,
        "title": study.title,
        "seed": study.seed,
        "level": study.level,
        "pace": study.pace._asdict(),
        "games": games,
        "versions": versions(),
        "files": digests,
        "study": study.text,
    }
    store.write(MANIFEST, json.dumps(manifest, indent=2, ensure_ascii=False).encode() + b"\n")


def read_manifest(folder: Path | str) -> dict[str, Any]:
    """What the results follow from.  Raises ResultsError where a folder holds none."""
    file = Path(folder) / MANIFEST
    try:
        manifest: dict[str, Any] = json.loads(file.read_text("utf-8"))
        known = manifest["format"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ResultsError(f"{folder} holds no results of a study: there is no {MANIFEST} of one.") from error
    if known != FORMAT:
        raise ResultsError(f"{folder} holds results in format {known}; this version of Ibau reads format {FORMAT}.")
    return manifest


def read(folder: Path | str) -> Tables:
    """The tables of a folder.  Raises ResultsError where it holds none, or others than its manifest names."""
    digests: dict[str, str] = read_manifest(folder)["files"]
    for file, digest in digests.items():
        whole = Path(folder) / file
        if not whole.is_file() or sha256(whole.read_bytes()).hexdigest() != digest:
            raise ResultsError(f"{whole} is not the file that was written: it is lost, changed or damaged.")
    return Tables(*(pl.read_parquet(Path(folder) / file) for file in TABLES.values()))

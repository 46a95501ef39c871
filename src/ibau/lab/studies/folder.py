"""The folder of results: tables as Parquet, and a manifest of all that they follow from."""

from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import polars as pl

from ibau.lab.studies.errors import ResultsError
from ibau.lab.studies.manifest import FORMAT, Manifest
from ibau.lab.studies.results import Tables
from ibau.lab.studies.store import MANIFEST, Store
from ibau.lab.studies.study import Study
from ibau.lab.studies.versions import versions

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
    manifest = Manifest(
        format=FORMAT,
        title=study.title,
        seed=study.seed,
        level=study.level,
        pace=study.pace._asdict(),
        games=games,
        versions=versions(),
        files=digests,
        study=study.text,
    )
    store.write(MANIFEST, manifest.text.encode())


def read_manifest(folder: Path | str) -> Manifest:
    """What the results follow from.  Raises ResultsError where a folder holds none."""
    return Manifest.read(Path(folder) / MANIFEST)


def read(folder: Path | str) -> Tables:
    """The tables of a folder.  Raises ResultsError where it holds none, or others than its manifest names."""
    for file, digest in read_manifest(folder).files.items():
        whole = Path(folder) / file
        if not whole.is_file() or sha256(whole.read_bytes()).hexdigest() != digest:
            raise ResultsError(f"{whole} is not the file that was written: it is lost, changed or damaged.")
    return Tables(*(pl.read_parquet(Path(folder) / file) for file in TABLES.values()))

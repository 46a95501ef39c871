"""The folder of a study while it is being played: rows in parts, so that nothing is played twice.

study.toml              the study, as it was read
parts/NAME/0-1000.npz   the rows of these games of a source
"""

import json
import shutil
from hashlib import sha256
from pathlib import Path

import numpy as np

from ibau.lab.studies.errors import ResultsError
from ibau.lab.studies.rows import Rows, head, joined
from ibau.lab.studies.sources import Source
from ibau.lab.studies.study import Study
from ibau.lab.studies.versions import versions
from ibau.machine.files import whole_file

STUDY, PARTS, MADE_BY, MANIFEST = "study.toml", "parts", "made_by.json", "manifest.json"
DIGITS = 16


class Store:
    """What has been played so far."""

    def __init__(self, folder: Path, study: Study, *, resume: bool) -> None:
        """Raises ResultsError where the folder holds something else, and OSError."""
        self.folder = folder
        if folder.exists() and not folder.is_dir():
            raise ResultsError(f"{folder} is a file; results need a folder of their own.")
        if folder.is_dir() and any(folder.iterdir()):
            self._check(study, resume=resume)
        else:
            folder.mkdir(parents=True, exist_ok=True)
            self.write(MADE_BY, json.dumps(versions(), indent=2).encode() + b"\n")
            self.write(STUDY, study.text.encode())

    def _check(self, study: Study, *, resume: bool) -> None:
        known = self.folder / STUDY
        if not known.is_file():
            raise ResultsError(f"{self.folder} holds something else than results; name a new folder.")
        if not resume:
            raise ResultsError(f"{self.folder} holds results; go on with --resume, or name a new folder.")
        if known.read_text("utf-8") != study.text:
            raise ResultsError(f"{self.folder} belongs to another study than this; name a new folder.")
        made_by = self.folder / MADE_BY
        if not made_by.is_file() or json.loads(made_by.read_text("utf-8")) != versions():
            raise ResultsError(f"{self.folder} was begun by another version of Ibau or of what it needs; begin anew.")

    @property
    def is_finished(self) -> bool:
        """Are the results of the study there?"""
        return (self.folder / MANIFEST).exists()

    def write(self, name: str, content: bytes) -> None:
        """A file as a whole."""
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(file) as stream:
            stream.write(content)

    def add(self, source: Source, first: int, rows: Rows, games: int) -> None:
        """Keep some rows."""
        folder = self._folder_of(source)
        folder.mkdir(parents=True, exist_ok=True)
        with whole_file(folder / f"{first}-{first + games}.npz") as stream:
            np.savez_compressed(stream, **rows)  # type: ignore[arg-type]

    def ranges(self, source: Source) -> list[tuple[int, int]]:
        """The first number of each part and the one after its last, in order."""
        files = self._folder_of(source).glob("*.npz")
        return sorted((int(first), int(after)) for first, _, after in (file.stem.partition("-") for file in files))

    def rows(self, source: Source, games: int) -> Rows:
        """The rows of the first games, which must all be there."""
        folder, have = self._folder_of(source), 0
        parts: list[Rows] = []
        for first, after in self.ranges(source):
            if have < games and first == have:
                with np.load(folder / f"{first}-{after}.npz") as kept:
                    parts.append({name: kept[name] for name in kept.files})
                have = after
        return head(joined(parts), games)

    def drop_parts(self) -> None:
        """Remove the parts, once there are results."""
        shutil.rmtree(self.folder / PARTS, ignore_errors=True)

    def _folder_of(self, source: Source) -> Path:
        return self.folder / PARTS / sha256(source.name.encode()).hexdigest()[:DIGITS]

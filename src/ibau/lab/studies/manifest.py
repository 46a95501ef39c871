"""The manifest of results: all that they follow from, and a checksum of each file."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Self

from ibau.lab.studies.errors import ResultsError

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a study says of its results; fields are named as the file names them."""

    format: int
    title: str
    seed: int
    level: float  # the share of false discoveries among all differences that are called significant
    pace: Mapping[str, float]  # seconds
    games: int
    versions: Mapping[str, str]
    files: Mapping[str, str]  # the SHA-256 of each
    study: str  # its text

    @classmethod
    def read(cls, file: Path) -> Self:
        """The manifest of a file.  Raises ResultsError where there is none, or one of another format."""
        try:
            told: dict[str, Any] = json.loads(file.read_text("utf-8"))
            number = told["format"]
            found = cls(**{field.name: told[field.name] for field in fields(cls)}) if number == FORMAT else None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ResultsError(
                f"{file.parent} holds no results of a study; `ibau lab run STUDY.toml --out {file.parent}` makes some."
            ) from error
        if found is None:
            raise ResultsError(
                f"{file.parent} holds results in format {number}; this version of Ibau reads format {FORMAT}."
            )
        return found

    @property
    def text(self) -> str:
        """The manifest as its file has it."""
        return json.dumps(asdict(self), indent=2, ensure_ascii=False) + "\n"

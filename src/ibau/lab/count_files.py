"""Files of what random games have come to, so that more of the same can be played."""

import time
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from ibau.core.errors import IbauError
from ibau.core.quoting import repeated
from ibau.core.record import RULES_VERSION
from ibau.lab.summary import Counts
from ibau.machine.files import whole_file

SECONDS_BETWEEN_NOTES = 10.0


class CountError(IbauError):
    """A file that holds no random games, or others."""


class Kept(msgspec.Struct, forbid_unknown_fields=True):
    """Which random games were played, and what has been counted."""

    playouts: str  # their ruleset
    rules: str  # the version of the rules
    seed: int
    counts: Counts


def read_kept(file: Path, ruleset: str, seed: int | None) -> Kept | None:
    """What a file holds of random games of a ruleset, if it is there.

    Raises CountError for a file of something else, and for one of another ruleset or seed.
    """
    if not file.exists():
        return None
    try:
        kept = msgspec.json.decode(file.read_bytes(), type=Kept)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise CountError(f"{str(file)!r} does not hold what `ibau playouts` has counted: {repeated(error)}.") from error
    if kept.playouts != ruleset or (seed is not None and kept.seed != seed) or kept.rules != RULES_VERSION:
        begun = f"ibau playouts {kept.playouts} --seed {kept.seed}"
        raise CountError(
            f"{str(file)!r} was begun with `{begun}`, by version {kept.rules} of the rules (this is {RULES_VERSION}); "
            "go on with that, or name another file."
        )
    return kept


class Keeper:
    """Writes down what is being counted: now and then, and when the block is left."""

    def __init__(self, file: Path | None, kept: Kept) -> None:
        """Keep what is counted in a file; without one nothing is written."""
        self._file = file
        self._kept = kept
        self._noted = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.note()

    def note(self) -> None:
        """Write what has been counted to the file now."""
        if self._file:
            with whole_file(self._file) as stream:
                stream.write(msgspec.json.encode(self._kept))
        self._noted = time.monotonic()

    def note_now_and_then(self) -> None:
        """Write it down unless that was done a moment ago."""
        if time.monotonic() - self._noted >= SECONDS_BETWEEN_NOTES:
            self.note()

    def no_more(self) -> None:
        """Write it down for the last time: what is counted from now on is not kept."""
        self.note()
        self._file = None

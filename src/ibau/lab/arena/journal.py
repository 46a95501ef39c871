"""The file of a tournament that is being played.

Pairs stand in order, so whatever is missing comes after the last one.
"""

from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from ibau.core.game import Game
from ibau.lab.arena.contest import Pairing
from ibau.lab.arena.errors import ArenaError
from ibau.lab.arena.gamefile import END, Heading, heading_of, line_of, read_heading, read_played
from ibau.lab.arena.results import Pair, PairedGame
from ibau.machine.lock import lock


class Journal:
    """The file of a pairing, new or to be continued; a line torn by a kill is cut off.  Nobody else writes to it.

    Raises ArenaError where it is in use, holds something else or is damaged, and OSError where it cannot be opened.
    """

    def __init__(self, path: Path, pairing: Pairing, game: Game) -> None:
        self._path = path
        self._heading = heading_of(pairing, game)
        self._game = game
        self._file = path.open("a+b")
        try:
            self.pairs = self._begun()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, pair: Pair) -> None:
        """Note the next pair."""
        self._write(b"".join(line_of(played) for played in pair))

    def _write(self, data: bytes) -> None:
        self._file.write(data)
        self._file.flush()

    def _begun(self) -> list[Pair]:
        """The whole pairs of the file, which is then ready for the next one."""
        try:
            lock(self._file)
        except BlockingIOError as error:
            raise ArenaError(f"{self._path} is in use by another tournament. Name another file.") from error
        self._file.seek(0)
        pairs, whole = self._read(self._file.read())
        self._file.truncate(whole)
        if not whole:
            self._write(line_of(self._heading))
        return pairs

    def _read(self, content: bytes) -> tuple[list[Pair], int]:
        """The whole pairs of some content, and how many of its bytes they and the heading take."""
        if line_of(self._heading).startswith(content):  # nothing yet, or a heading that was torn
            return [], len(content) if content.endswith(END) else 0
        heading, end, rest = content.partition(END)
        self._check_heading(heading)
        if not end:
            return [], 0
        lines = rest.split(END)[:-1]
        whole = lines[: len(lines) // 2 * 2]
        games = [self._played(line, number) for number, line in enumerate(whole)]
        return list(zip(games[::2], games[1::2], strict=True)), sum(len(line + END) for line in (heading, *whole))

    def _check_heading(self, line: bytes) -> None:
        try:
            found = read_heading(line)
        except ArenaError as error:
            raise ArenaError(f"{self._path}, {error}. Name another file.") from error
        for name in Heading.__struct_fields__:
            theirs, ours = (msgspec.json.encode(getattr(heading, name)).decode() for heading in (found, self._heading))
            if theirs != ours:
                raise ArenaError(
                    f"{self._path} holds another tournament: its {name} is {theirs}, not {ours}. Name another file."
                )

    def _played(self, line: bytes, number: int) -> PairedGame:
        try:
            return read_played(line, number, self._game)
        except ArenaError as error:
            raise ArenaError(
                f"{self._path}, {error} (the tournament can go on without this line and those after it)"
            ) from error

"""The file of a tournament, JSON Lines (docs/arena.md): a heading, then a line a game, the two of a pair together.

Pairs stand in their order, so that what is missing is what comes after the last one.
"""

from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from ibau.players.arena.contest import Pairing
from ibau.players.arena.errors import ArenaError
from ibau.players.arena.results import Pair, Played

FORM = 1  # of the file
END = b"\n"


class Heading(msgspec.Struct, forbid_unknown_fields=True):
    """Which tournament it is."""

    arena: int
    ruleset: str
    contestants: tuple[str, str]
    seed: int
    opening: int | None
    clock: str


def heading_of(pairing: Pairing) -> Heading:
    one, other = pairing.contestants
    return Heading(FORM, pairing.ruleset, (one.text, other.text), pairing.seed, pairing.opening, pairing.clock)


class Journal:
    """The file of a pairing, new or to be gone on with; what a kill has torn is cut off.

    Raises ArenaError where it holds something else or is damaged, and OSError where it cannot be opened.
    """

    def __init__(self, path: Path, pairing: Pairing) -> None:
        self._path = path
        self._heading = msgspec.json.encode(heading_of(pairing)) + END
        content = path.read_bytes() if path.exists() else b""
        self.pairs, whole = self._read(content)
        self._file = path.open("r+b" if content else "wb")
        self._file.truncate(whole)
        self._file.seek(whole)
        if not whole:
            self._write(self._heading)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, pair: Pair) -> None:
        """Note the next pair."""
        self._write(b"".join(msgspec.json.encode(played) + END for played in pair))

    def _write(self, data: bytes) -> None:
        self._file.write(data)
        self._file.flush()

    def _read(self, content: bytes) -> tuple[list[Pair], int]:
        """The whole pairs of a file, and how many bytes they and the heading take."""
        if self._heading.startswith(content):  # nothing yet, or a heading that was torn
            return [], len(content) if content == self._heading else 0
        self._check_heading(content.partition(END)[0])
        pairs: list[Pair] = []
        whole = content.index(END) + 1
        lines = content[whole : content.rindex(END) + 1].splitlines(keepends=True)
        for one, other in zip(lines[::2], lines[1::2], strict=False):
            pairs.append((self._game(one, len(pairs), 0), self._game(other, len(pairs), 1)))
            whole += len(one) + len(other)
        return pairs, whole

    def _check_heading(self, line: bytes) -> None:
        try:
            found = msgspec.json.decode(line, type=Heading)
        except msgspec.DecodeError as error:
            raise ArenaError(f"{self._path} holds no tournament: {error}. Name another file.") from error
        wanted = msgspec.json.decode(self._heading, type=Heading)
        for name in Heading.__struct_fields__:
            theirs, ours = getattr(found, name), getattr(wanted, name)
            if theirs != ours:
                raise ArenaError(
                    f"{self._path} holds another tournament: its {name} is {_shown(theirs)}, not {_shown(ours)}. "
                    "Name another file."
                )

    def _game(self, line: bytes, pair: int, game: int) -> Played:
        where = f"{self._path}, line {2 * pair + game + 2}"
        try:
            played = msgspec.json.decode(line, type=Played)
        except msgspec.DecodeError as error:
            raise ArenaError(f"{where}: no game of the arena: {error}.") from error
        if played.pair != pair:
            raise ArenaError(f"{where}: expected a game of pair {pair}, not of pair {played.pair}.")
        return played


def _shown(value: object) -> str:
    return msgspec.json.encode(value).decode()

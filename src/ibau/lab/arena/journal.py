"""The journal of a tournament that is being played.

Pairs stand in order, so whatever is missing comes after the last one.
"""

from pathlib import Path

import msgspec

from ibau.core.game import Game
from ibau.lab.arena.contest import Pairing
from ibau.lab.arena.errors import ArenaError
from ibau.lab.arena.gamefile import Heading, heading_of, read_heading, read_played
from ibau.lab.arena.results import Pair, PairedGame
from ibau.lab.journal import Journal


class PairJournal(Journal):
    """The journal of a pairing: its heading, then a line for each game.

    Raises ArenaError where it is in use, holds something else or is damaged, and OSError where it cannot be opened.
    """

    def __init__(self, path: Path, pairing: Pairing, game: Game) -> None:
        super().__init__(path, ArenaError(f"{path} is in use by another tournament. Name another file."))
        self._heading = heading_of(pairing, game)
        self._game = game
        try:
            self.pairs = self._begun()
        except BaseException:
            self._file.close()
            raise

    def add_pair(self, pair: Pair) -> None:
        """Note the next pair."""
        self.add(*map(msgspec.json.encode, pair))

    def _begun(self) -> list[Pair]:
        """The whole pairs of the file, which is then ready for the next one."""
        heading = msgspec.json.encode(self._heading)
        if self.lines or not heading.startswith(self.torn):
            self._check_heading(self.lines[0] if self.lines else self.torn)
        whole = self.lines[1 : 1 + (len(self.lines) - 1) // 2 * 2] if self.lines else []
        games = [self._played(line, number) for number, line in enumerate(whole)]
        self.keep(len(self.lines[:1]) + len(whole))
        if not self.lines:
            self.add(heading)
        return list(zip(games[::2], games[1::2], strict=True))

    def _check_heading(self, line: bytes) -> None:
        try:
            found = read_heading(line)
        except ArenaError as error:
            raise ArenaError(f"{self.path}, {error}. Name another file.") from error
        for name in Heading.__struct_fields__:
            theirs, ours = (msgspec.json.encode(getattr(heading, name)).decode() for heading in (found, self._heading))
            if theirs != ours:
                raise ArenaError(
                    f"{self.path} holds another tournament: its {name} is {theirs}, not {ours}. Name another file."
                )

    def _played(self, line: bytes, number: int) -> PairedGame:
        try:
            return read_played(line, number, self._game)
        except ArenaError as error:
            raise ArenaError(
                f"{self.path}, {error} (the tournament can go on without this line and those after it)"
            ) from error

"""A tournament's file (docs/arena.md): a header, then a line for each game, those of a pair together.

Pairs stand in order, so whatever is missing comes after the last one.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from ibau.core.errors import IbauError, IllegalActionError, RecordError
from ibau.core.game import Game
from ibau.core.line import Line
from ibau.core.quoting import decoder_message
from ibau.core.record import OPENING, Record, Variation
from ibau.lab.arena.entrants import ArenaError
from ibau.lab.arena.pair_runner import SEATINGS, Pairing, returns_and_kind
from ibau.lab.arena.paired_game import Pair, PairedGame
from ibau.lab.journal import END, Journal

FORMAT_VERSION = 1  # of the file


class TournamentHeader(msgspec.Struct, forbid_unknown_fields=True):
    """Which tournament it is."""

    arena: int
    ruleset: str
    entrants: tuple[str, str]
    evaluators: tuple[str, str]  # what each evaluates by, since files of networks change
    seed: int
    opening: int | None
    clock: str


def header_of(pairing: Pairing, game: Game) -> TournamentHeader:
    """The header of a tournament in a game."""
    one, other = pairing.entrants
    evaluators = (one.evaluator_text(game), other.evaluator_text(game))
    return TournamentHeader(
        FORMAT_VERSION,
        pairing.ruleset,
        (one.text, other.text),
        evaluators,
        pairing.seed,
        pairing.opening,
        pairing.clock,
    )


def read_header(line: bytes) -> TournamentHeader:
    """The header of a file.  Raises ArenaError."""
    try:
        header = msgspec.json.decode(line, type=TournamentHeader)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ArenaError(f"line 1: no header of a tournament: {decoder_message(error)}") from error
    if header.arena != FORMAT_VERSION:
        raise ArenaError(f"line 1: a tournament in form {header.arena}; this program knows form {FORMAT_VERSION}")
    return header


def read_game(line: bytes, number: int, game: Game) -> PairedGame:
    """The `number`-th game of the file, from 0, replayed and checked.

    Raises ArenaError, naming the line, where it holds no game, or not the one that belongs there.
    """
    try:
        played = msgspec.json.decode(line, type=PairedGame)
        check_number(played, number)
        check_replay(played, game)
    except (msgspec.DecodeError, UnicodeError, RecursionError, ArenaError) as error:
        raise ArenaError(f"line {number + 2}: {decoder_message(error)}") from error
    return played


def check_number(played: PairedGame, number: int) -> None:
    """Raise ArenaError unless a game is the `number`-th of its tournament, from 0."""
    pair, game = divmod(number, len(SEATINGS))
    if played.pair != pair:
        raise ArenaError(f"expected a game of pair {pair}, not of pair {played.pair}")
    if played.seats != SEATINGS[game]:
        raise ArenaError(f"expected the seats {list(SEATINGS[game])} in this game of a pair, not {list(played.seats)}")


def check_replay(played: PairedGame, game: Game) -> None:
    """Raise ArenaError where a game cannot be replayed, or does not end as it says."""
    line = Line(game.initial())
    for number, action in enumerate(played.actions, 1):
        try:
            line = line.play(action)
        except IllegalActionError as error:
            raise ArenaError(f"action {number}: {error}") from error
    returns, kind = returns_and_kind(line.state, played.fault)
    if (played.returns, played.kind) != (returns, kind):
        raise ArenaError(
            f"the game returns {list(played.returns)} by {played.kind!r}, its replay {list(returns)} by {kind!r}"
        )


def read_tournament(lines: Iterable[bytes], make_game: Callable[[str], Game]) -> Iterator[Record]:
    """The games of a tournament, each replayed and checked; `make_game` gives the game of a ruleset text.

    A last line without an end is still being written, or was cut short, and is ignored.  Raises RecordError.
    """
    whole = (line for line in lines if line.endswith(END))
    try:
        header = read_header(next(whole, b""))
        game = make_game(header.ruleset)
        for number, line in enumerate(whole):
            yield to_record(read_game(line, number, game), header, game)
    except IbauError as error:
        raise RecordError(str(error)) from error


def to_record(played: PairedGame, header: TournamentHeader, game: Game) -> Record:
    """The record of a game; one that was lost by a fault stops before its end, one with an opening says so."""
    first, second = (header.entrants[number] for number in played.seats)
    tags = {"First": first, "Second": second, "Seed": str(played.seed)}
    if played.opening:
        tags[OPENING] = str(played.opening)
    if played.fault:
        tags["Fault"] = played.fault
    return Record(game, Variation.of(played.actions), tags)


class PairJournal(Journal):
    """The journal of a pairing: its header, then a line for each game.

    Raises ArenaError where it is in use, holds something else or is damaged, and OSError where it cannot be opened.
    """

    def __init__(self, path: Path, pairing: Pairing, game: Game) -> None:
        super().__init__(path, ArenaError(f"{path} is in use by another tournament. Name another file."))
        self._header = header_of(pairing, game)
        self._game = game
        try:
            self.pairs = self._read_pairs()
        except BaseException:
            self._file.close()
            raise

    def add_pair(self, pair: Pair) -> None:
        """Note the next pair."""
        self.add(*map(msgspec.json.encode, pair))

    def _read_pairs(self) -> list[Pair]:
        """The whole pairs of the file, which is then ready for the next one."""
        header = msgspec.json.encode(self._header)
        if self.lines or not header.startswith(self.torn):
            self._check_header(self.lines[0] if self.lines else self.torn)
        whole = self.lines[1 : 1 + (len(self.lines) - 1) // 2 * 2] if self.lines else []
        games = [self._read_game(line, number) for number, line in enumerate(whole)]
        self.keep(len(self.lines[:1]) + len(whole))
        if not self.lines:
            self.add(header)
        return list(zip(games[::2], games[1::2], strict=True))

    def _check_header(self, line: bytes) -> None:
        try:
            found = read_header(line)
        except ArenaError as error:
            raise ArenaError(f"{self.path}, {error}. Name another file.") from error
        for name in TournamentHeader.__struct_fields__:
            theirs, ours = (msgspec.json.encode(getattr(header, name)).decode() for header in (found, self._header))
            if theirs != ours:
                raise ArenaError(
                    f"{self.path} holds another tournament: its {name} is {theirs}, not {ours}. Name another file."
                )

    def _read_game(self, line: bytes, number: int) -> PairedGame:
        try:
            return read_game(line, number, self._game)
        except ArenaError as error:
            raise ArenaError(
                f"{self.path}, {error} (the tournament can go on without this line and those after it)"
            ) from error

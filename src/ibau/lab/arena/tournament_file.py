"""A tournament's file (docs/arena.md): a header, then one line per game, pair by pair in order."""

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
    """The header: which tournament it is."""

    arena: int
    ruleset: str
    entrants: tuple[str, str]
    evaluators: tuple[str, str]  # the evaluator of each, as network files may change
    seed: int
    opening: int | None
    clock: str


def header_of(pairing: Pairing, game: Game) -> TournamentHeader:
    """The header of a pairing's tournament."""
    one, other = pairing.entrants
    evaluators = (one.evaluator_text(game), other.evaluator_text(game))
    names = one.text, other.text
    return TournamentHeader(
        FORMAT_VERSION, pairing.ruleset, names, evaluators, pairing.seed, pairing.opening, pairing.clock
    )


def read_header(line: bytes) -> TournamentHeader:
    """Read the header of a file.  Raises ArenaError."""
    try:
        header = msgspec.json.decode(line, type=TournamentHeader)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ArenaError(f"line 1: no header of a tournament: {decoder_message(error)}") from error
    if header.arena != FORMAT_VERSION:
        raise ArenaError(f"line 1: a tournament in form {header.arena}; this program knows form {FORMAT_VERSION}")
    return header


def read_game(line: bytes, number: int, game: Game) -> PairedGame:
    """Read, replay and check the `number`-th game of the file, from 0.  Raises ArenaError, naming the line."""
    try:
        played = msgspec.json.decode(line, type=PairedGame)
        check_number(played, number)
        check_replay(played, game)
    except (msgspec.DecodeError, UnicodeError, RecursionError, ArenaError) as error:
        raise ArenaError(f"line {number + 2}: {decoder_message(error)}") from error
    return played


def check_number(played: PairedGame, number: int) -> None:
    """Raise ArenaError unless this is the `number`-th game of its tournament, from 0."""
    pair, game = divmod(number, len(SEATINGS))
    if played.pair != pair:
        raise ArenaError(f"expected a game of pair {pair}, not of pair {played.pair}")
    if played.seats != SEATINGS[game]:
        raise ArenaError(f"expected the seats {list(SEATINGS[game])} in this game of a pair, not {list(played.seats)}")


def check_replay(played: PairedGame, game: Game) -> None:
    """Raise ArenaError if a game cannot be replayed, or its replay ends differently."""
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
    """Read the games of a tournament, each replayed and checked; `make_game` makes the game of a ruleset text.

    A last line without a line end (being written, or cut short) is ignored.  Raises RecordError.
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
    """The record of a game, with tags for its opening and fault; after a fault the record has no end."""
    first, second = (header.entrants[number] for number in played.seats)
    tags = {"First": first, "Second": second, "Seed": str(played.seed)}
    if played.opening:
        tags[OPENING] = str(played.opening)
    if played.fault:
        tags["Fault"] = played.fault
    return Record(game, Variation.of(played.actions), tags)


class PairJournal(Journal):
    """The tournament file of a pairing, open for adding pairs.

    Raises ArenaError if it is in use, damaged or of another tournament, and OSError if it cannot be opened.
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
        """Write the next pair."""
        self.add(*map(msgspec.json.encode, pair))

    def _read_pairs(self) -> list[Pair]:
        """Read the complete pairs of the file, and cut off what follows them."""
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

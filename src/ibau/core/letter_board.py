"""A board as text, like FEN: rows with `/` between them, one letter per piece, numbers for runs of empty squares."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from ibau.core.bits import members
from ibau.core.board import Piece
from ibau.core.errors import PositionError
from ibau.core.form import PLAIN_PIECE, Fields, Kind, Squares
from ibau.core.outcome import FIRST, SEATS, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import quote

MAX_CACHED_ROWS = 4096  # texts of rows, for each board
MAX_CACHED_BOARDS = 64  # texts of whole boards: a throw leaves the board as it was

Sets = Mapping[str, int]  # the squares of each letter as bits, the letters in the order in which a square lists them


class Letter(NamedTuple):
    """The piece that a letter stands for."""

    seat: int
    kind: Kind = PLAIN_PIECE


LIGHT_AND_DARK = {"L": Letter(FIRST), "D": Letter(SECOND)}


def light_and_dark(position: Any) -> Sets:
    """The squares of each letter in a game of plain pieces."""
    return {"L": position.own, "D": position.enemy}


def own_and_enemy(sets: Sets) -> Fields:
    """The fields of a position in a game of plain pieces."""
    return {"own": sets["L"], "enemy": sets["D"]}


class LetterBoard(NamedTuple):
    """The text format of a board, declared by its rows and letters."""

    rows: Sequence[Sequence[int]]  # the numbers of the squares, in the order of the text
    names: Sequence[str]  # by their numbers
    letters: Mapping[str, Letter] = LIGHT_AND_DARK
    sets: Callable[[Any], Sets] = light_and_dark  # of a position
    fields: Callable[[Sets], Fields] = own_and_enemy
    together: tuple[tuple[str, str], ...] = ()  # kinds that may share a square, (lower, upper); written "(upper lower)"

    def squares(self) -> Squares:
        """The format as the first word of a Form."""
        kinds = tuple(dict.fromkeys(letter.kind for letter in self.letters.values()))
        write = self._writer()

        def text(position: Any) -> str:
            return write(self.sets(position))

        def set_up(pieces: Sequence[Piece]) -> str:
            return write(self._sets_of(pieces))

        return Squares(kinds, self._notation(), self._reader(), text, set_up, self.together)

    def _notation(self) -> str:
        width, first, last = len(self.rows[0]), self.names[self.rows[0][0]], self.names[self.rows[-1][0]]
        rows = f"rows of {width}, that of {first} first and that of {last} last, `/` between"
        squares = f"squares {first} to {self.names[self.rows[0][-1]]}" if len(self.rows) == 1 else rows
        pieces = (f"`{name}` {SEATS[seat]}'s {kind}" for name, (seat, (kind, _)) in self.letters.items())
        two = "".join(f", two on one square as in `{pair}`" for pair in [*self._pairs()][:1])
        return f"{squares}: {', '.join(pieces)}{two}, numbers for runs of empty squares"

    def _writer(self) -> Callable[[Sets], str]:
        row_text = lru_cache(MAX_CACHED_ROWS)(_row_text)
        rows = [(tuple(row), sum(1 << n for n in row)) for row in self.rows]

        @lru_cache(MAX_CACHED_BOARDS)
        def board_text(letters: tuple[str, ...], sets: tuple[int, ...]) -> str:
            return "/".join([row_text(row, letters, *[squares & of_row for squares in sets]) for row, of_row in rows])

        return lambda sets: board_text(tuple(sets), tuple(sets.values()))

    def _sets_of(self, pieces: Sequence[Piece]) -> Sets:
        of_piece = {(letter.seat, letter.kind): name for name, letter in self.letters.items()}
        numbers = {name: n for n, name in enumerate(self.names)}
        sets = dict.fromkeys(self.letters, 0)
        for piece in pieces:
            sets[of_piece[piece.seat, (piece.kind, piece.side)]] |= 1 << numbers[piece.place]
        return sets

    def _pairs(self) -> Iterable[str]:
        """The texts of two pieces on one square."""
        kinds = {name: letter.kind[0] for name, letter in self.letters.items()}
        for low, high in self.together:
            for upper, lower in product(kinds, kinds):
                if (kinds[lower], kinds[upper]) == (low, high):
                    yield f"({upper}{lower})"

    def _reader(self) -> Callable[[Any, str], Fields]:
        read_row = _row_reader(tuple(self.letters), tuple(self._pairs()), len(self.rows[0]))

        def read(_rules: Any, text: str) -> Fields:
            words = text.split("/")
            if len(words) != len(self.rows):
                first = self.names[self.rows[0][0]]
                raise PositionError(
                    N_("{given}: a board has {count} rows, that of {first} first, separated by '/'."),
                    given=quote(text),
                    count=len(self.rows),
                    first=first,
                )
            sets = dict.fromkeys(self.letters, 0)
            for row, word in zip(self.rows, words, strict=True):
                for n, standing in zip(row, read_row(self._where(row), word), strict=True):
                    for letter in standing:
                        sets[letter] |= 1 << n
            return self.fields(sets)

        return read

    def _where(self, row: Sequence[int]) -> Phrase:
        """The place of a row in a message, on a board of several rows."""
        return Phrase(N_(" (from {square} on)") if len(self.rows) > 1 else "", {"square": self.names[row[0]]})


def _row_text(row: Sequence[int], letters: Sequence[str], *sets: int) -> str:
    """The text of a row of squares, from the squares of each letter in it."""
    standing: dict[int, str] = {}
    for letter, squares in zip(letters, sets, strict=True):
        for n in members(squares):
            standing[n] = f"({standing[n].strip('()')}{letter})" if n in standing else letter
    words, empty = list[str](), 0
    for n in row:
        if n not in standing:
            empty += 1
            continue
        words += (str(empty), standing[n]) if empty else (standing[n],)
        empty = 0
    return "".join(words) + (str(empty) if empty else "")


def _row_reader(letters: Sequence[str], pairs: Sequence[str], width: int) -> Callable[[Phrase, str], list[str]]:
    """The reader of a row: (place in messages, text) to the letters on each square; raises PositionError."""
    run = "(?<![0-9])[1-9][0-9]?" if width > 9 else f"[1-{width}]"  # two numbers of two digits would be read as one
    token = re.compile("|".join((*map(re.escape, (*pairs, *letters)), "[.]", run)))
    whole = re.compile(f"(?:{token.pattern}){{1,{width}}}")
    text = N_("{letters}, two as in {pair}") if pairs else "{letters}"
    known = Phrase(text, {"letters": ", ".join(letters), "pair": "".join(pairs[:1])})

    def read(where: Phrase, row: str) -> list[str]:
        if not whole.fullmatch(row):
            raise PositionError(
                N_("{row}{where}: write {known} and numbers for empty squares, {width} squares in all."),
                row=quote(row),
                where=where,
                known=known,
                width=width,
            )
        squares: list[str] = []
        for found in token.findall(row):
            squares += [""] * int(found) if found.isdigit() else [found.strip("().")]
        if len(squares) != width:
            raise PositionError(
                N_("{row}{where} describes {count} squares; there are {width}."),
                row=quote(row),
                where=where,
                count=len(squares),
                width=width,
            )
        return squares

    return read

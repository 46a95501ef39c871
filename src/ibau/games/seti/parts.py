"""Words that the position texts of both Seti games are made of."""

import re

from ibau.core.bits import index
from ibau.core.errors import PositionError
from ibau.core.outcome import FIRST, ONGOING, SECOND
from ibau.core.quoting import quoted
from ibau.games.seti.ends import End
from ibau.games.seti.figures import RANKS


def square_names(files: str) -> tuple[str, ...]:
    """The names of all squares of a board, from the letters of its files."""
    return tuple(f"{file}{rank}" for rank in range(1, RANKS + 1) for file in files)


def square_name(names: tuple[str, ...], square: int) -> str:
    """The name of a set of one square, "" for none."""
    return names[index(square)] if square else ""


def board_text(files: int, white: int, brown: int, pharaohs: int, white_ships: int, brown_ships: int) -> str:
    """The ranks from the tenth to the first."""

    def square(n: int) -> str:
        figure = ("P" if pharaohs >> n & 1 else "H") if (white | brown) >> n & 1 else ""
        ship = "S" if white_ships >> n & 1 else "s" if brown_ships >> n & 1 else ""
        figure = figure.lower() if brown >> n & 1 else figure
        return f"({figure}{ship})" if figure and ship else figure or ship or "."

    rows = ("".join(square(files * rank + file) for file in range(files)) for rank in reversed(range(RANKS)))
    return "/".join(re.sub(r"\.+", lambda empty: str(len(empty[0])), row) for row in rows)


def read_board(files: int, text: str, *, ships: bool) -> tuple[int, int, int, int, int]:
    """White and brown figures, pharaohs, white and brown ships."""
    rows = text.split("/")
    if len(rows) != RANKS:
        raise PositionError(f"{quoted(text)}: a Seti board has {RANKS} ranks, rank {RANKS} first, separated by '/'.")
    sets = dict.fromkeys("PHSphs", 0)
    for rank, row in zip(range(RANKS, 0, -1), rows, strict=True):
        for file, pieces in enumerate(_read_row(files, rank, row, ships=ships)):
            for piece in pieces:
                sets[piece] |= 1 << files * (rank - 1) + file
    white, brown = sets["P"] | sets["H"], sets["p"] | sets["h"]
    return white, brown, sets["P"] | sets["p"], sets["S"], sets["s"]


def _read_row(files: int, rank: int, row: str, *, ships: bool) -> list[str]:
    piece = r"\([PHph][Ss]\)|[PHSphs]" if ships else "[PHph]"
    if not re.fullmatch(rf"(?:{piece}|[1-{files}]){{1,{files}}}", row):
        known = "P H S (PS) and small letters" if ships else "P H p h"
        raise PositionError(f"{quoted(row)} (rank {rank}): write {known}, digits for empty squares, {files} in all.")
    squares: list[str] = []
    for token in re.findall(rf"{piece}|[1-{files}]", row):
        squares += [""] * int(token) if token.isdigit() else [token.strip("()")]
    if len(squares) != files:
        raise PositionError(f"{quoted(row)} (rank {rank}) tells {len(squares)} squares; the board has {files}.")
    return squares


def read_words(name: str, text: str, expected: tuple[str, ...]) -> list[str]:
    """The words of a position's text.  Raises PositionError unless there are as many as expected."""
    words = text.split()
    if len(words) != len(expected):
        raise PositionError(
            f"A position of {name} has {len(expected)} words ({', '.join(expected)}), not {len(words)}."
        )
    return words


def read_player(text: str) -> int:
    """Whose turn it is.  Raises PositionError."""
    if text not in ("first", "second"):
        raise PositionError(f"{quoted(text)} cannot be to act; write first or second.")
    return SECOND if text == "second" else FIRST


def read_number(what: str, text: str) -> int:
    """A whole number.  Raises PositionError."""
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise PositionError(f"{quoted(text)} is no number of {what}.")
    return int(text)


def read_pending(names: tuple[str, ...], text: str) -> int:
    """The arrived figure that waits for its answer, 0 for none.  Raises PositionError."""
    if text != "-" and text not in names:
        raise PositionError(f"{quoted(text)}: the square of an arrived figure, or - without one.")
    return 0 if text == "-" else 1 << names.index(text)


def read_end(text: str) -> int:
    """End.GOAL where an arrival was not answered.  Raises PositionError."""
    if text not in ("-", "goal"):
        raise PositionError(f"{quoted(text)} is no end; write goal or -.")
    return End.GOAL.value if text == "goal" else ONGOING

"""Words that the position texts of all Senet rulesets are made of."""

import re
from collections.abc import Mapping

from ibau.core.errors import PositionError, listed
from ibau.core.outcome import FIRST, SEATS, SECOND
from ibau.core.quoting import quoted
from ibau.games.senet.track import LAST

PAWNS = re.compile(rf"(?:[LD]|(?<![0-9])[1-9][0-9]?){{1,{LAST}}}")  # numbers side by side would be one
PLAYERS = {SEATS[FIRST]: FIRST, SEATS[SECOND]: SECOND}


def pawns_text(light: int, dark: int) -> str:
    """The thirty squares in order: `L` light, `D` dark, numbers for runs of empty squares."""
    letters = "".join("L" if light >> n & 1 else "D" if dark >> n & 1 else "." for n in range(1, LAST + 1))
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), letters)


def read_pawns(text: str) -> tuple[int, int]:
    """The light and dark pawns of such a text.  Raises PositionError."""
    if not PAWNS.fullmatch(text):
        raise PositionError(f"{quoted(text)}: write L, D and numbers for runs of empty squares, {LAST} squares in all.")
    letters = re.sub("[0-9]+", lambda run: "." * int(run[0]), text)
    if len(letters) != LAST:
        raise PositionError(f"{quoted(text)} tells {len(letters)} squares; the board has {LAST}.")
    light = sum(1 << n for n, letter in enumerate(letters, 1) if letter == "L")
    dark = sum(1 << n for n, letter in enumerate(letters, 1) if letter == "D")
    return light, dark


def read_number(what: str, text: str) -> int:
    """A whole number.  Raises PositionError."""
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise PositionError(f"{quoted(text)} is no number of {what}.")
    return int(text)


def read_word(what: str, text: str, valid: Mapping[str, int]) -> int:
    """The meaning of one of a few words.  Raises PositionError."""
    if text not in valid:
        raise PositionError(f"{quoted(text)} is no {what}; write {listed(valid)}.")
    return valid[text]


def light_and_dark(player: int, own: int, enemy: int) -> tuple[int, int]:
    """The pawns of FIRST and of SECOND, given those of a player and of the other."""
    return (own, enemy) if player == FIRST else (enemy, own)

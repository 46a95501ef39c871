"""Seega's actions and positions as text.

Actions: `lot1` `lot2`, `c2` (place), `c2-c3` (step), `stop`, `pass`.

A position is eight words, for example `LDL2/5/2D2/5/5 first 24 - - 3 17 -`:
board (ranks 5 to 1, `L` light, `D` dark, digits empty squares), who is to act (`first`, `second`, or `lot` before the
lot), pieces placed so far, the square of a piece in the middle of a chain, `waiting` while the other player has passed
and waits to be let out, moves without capture, finished turns, and `small` or `grand` where the last move ended the
game.
"""

import re

from ibau.core.bits import index
from ibau.core.contract import Notation
from ibau.core.errors import PositionError, listed
from ibau.core.outcome import FIRST, ONGOING, SEATS, SECOND
from ibau.core.quoting import quoted
from ibau.games.seega.rules import BEFORE_LOT, STEP, STOP, End, Position, Rules, step

RANK = re.compile("[LD.1-5]{1,5}")
SQUARES = tuple(file + rank for rank in "12345" for file in "abcde")
ENDS = {"-": ONGOING, "small": End.SMALL.value, "grand": End.GRAND.value}


def square_name(bit: int) -> str:
    """The name of a set of one square."""
    return SQUARES[index(bit)]


def _step_text(action: int) -> str:
    source, direction = divmod(action - STEP, 4)
    arrival = step(1 << source, direction)
    return f"{SQUARES[source]}-{square_name(arrival)}" if arrival else ""


ACTION_TEXTS = (*SQUARES, *map(_step_text, range(STEP, STOP)), "stop", "pass")


def action_text(rules: Rules, position: Position, action: int) -> str:
    """The text of a legal action."""
    return f"lot{action + 1}" if position.placed == BEFORE_LOT else ACTION_TEXTS[action]


def light_and_dark(position: Position) -> tuple[int, int]:
    """The pieces of FIRST and of SECOND."""
    if position.player == FIRST:
        return position.own, position.enemy
    return position.enemy, position.own


def position_text(rules: Rules, position: Position) -> str:
    """A position in one line that `read_position` takes back."""
    return " ".join(
        (
            board_text(*light_and_dark(position)),
            "lot" if position.placed == BEFORE_LOT else SEATS[position.player],
            str(max(position.placed, 0)),
            square_name(position.runner) if position.runner else "-",
            "waiting" if position.waiting else "-",
            str(position.quiet),
            str(position.turns),
            next(word for word, end in ENDS.items() if end == position.end),
        )
    )


def board_text(light: int, dark: int) -> str:
    """The ranks from the fifth to the first."""
    return "/".join(_rank_text(light >> shift, dark >> shift) for shift in (20, 15, 10, 5, 0))


def _rank_text(light: int, dark: int) -> str:
    letters = "".join("L" if light >> n & 1 else "D" if dark >> n & 1 else "." for n in range(5))
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), letters)


def read_position(rules: Rules, text: str) -> Position:
    """The position of a text.  Raises PositionError with what is wrong and what would be right."""
    words = text.split()
    if len(words) != 8:
        raise PositionError(
            "A Seega position has 8 words (board, player, placed, chain, waiting, quiet, turns, end), "
            f"not {len(words)}."
        )
    board, to_act, placed, runner, waiting, quiet, turns, end = words
    light, dark = _read_board(board)
    if to_act not in ("first", "second", "lot"):
        raise PositionError(f"{quoted(to_act)} cannot be to act; write first, second or lot.")
    if waiting not in ("-", "waiting"):
        raise PositionError(f"{quoted(waiting)}: write waiting, or - when nobody waits.")
    if end not in ENDS:
        raise PositionError(f"{quoted(end)} is no end; write {listed(ENDS)}.")
    if runner != "-" and runner not in SQUARES:
        raise PositionError(f"{quoted(runner)}: the square of the chain's piece is a1 to e5, or - without a chain.")
    player = SECOND if to_act == "second" else FIRST
    own, enemy = (light, dark) if player == FIRST else (dark, light)
    return Position(
        own=own,
        enemy=enemy,
        player=player,
        placed=BEFORE_LOT if to_act == "lot" else _number("pieces placed", placed),
        runner=0 if runner == "-" else 1 << SQUARES.index(runner),
        waiting=int(waiting == "waiting"),
        quiet=_number("moves without capture", quiet),
        turns=_number("finished turns", turns),
        end=ENDS[end],
    )


def _number(what: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise PositionError(f"{quoted(text)} is no number of {what}.")
    return int(text)


def _read_board(text: str) -> tuple[int, int]:
    ranks = text.split("/")
    if len(ranks) != 5:
        raise PositionError(f"{quoted(text)}: a board has 5 ranks, rank 5 first, separated by '/'.")
    light = dark = 0
    for rank, row in zip((5, 4, 3, 2, 1), ranks, strict=True):
        letters = re.sub("[1-5]", lambda digit: "." * int(digit[0]), row) if RANK.fullmatch(row) else ""
        if len(letters) != 5:
            raise PositionError(
                f"{quoted(row)} (rank {rank}): write L, D and digits for empty squares, five squares in all."
            )
        for file, letter in enumerate(letters):
            bit = 1 << 5 * (rank - 1) + file
            light |= bit if letter == "L" else 0
            dark |= bit if letter == "D" else 0
    return light, dark


NOTATION = Notation(action_text, position_text, read_position)

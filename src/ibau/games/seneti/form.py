"""The text of actions and positions of Seneti.

Actions: `lot1` `lot2`, `+12` (bring a stone in), `4-12` (move), `12-off` (take out).

A position, for example: `.,WBw,.,b,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,. first 5,5 17`.
"""

import re
from collections.abc import Sequence
from functools import cache

from ibau.core.board import Piece
from ibau.core.errors import PositionError
from ibau.core.form import UNREACHABLE, Derive, Fields, Form, Squares, before_the_lot, number, whose_turn
from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import quote
from ibau.games.seneti.board import ROSETTES, SQUARES
from ibau.games.seneti.rules import EMPTY, OFFSETS, STONES, Position, Rules, source_and_arrival, stack_on, value_of
from ibau.games.seneti.rulesets import FirstPlayer


def side(player: int) -> Phrase:
    """The name of a seat's stones."""
    return Phrase(N_("White") if player == FIRST else N_("Black"))


def action_text(rules: Rules, position: Position, action: int) -> str:
    """The text of a legal action."""
    if not position.begun:
        return f"lot{action + 1}"
    source, arrival = source_and_arrival(action)
    return f"{source}-{arrival or 'off'}" if source else f"+{arrival}"


def owners(position: Position, square: int) -> tuple[int, ...]:
    """The owners of the stones on a square, from the bottom up."""
    return in_stack(stack_on(position.stacks, square))


def in_stack(stack: int) -> tuple[int, ...]:
    """The owners of the stones of a stack, from the bottom up."""
    height = max(stack.bit_length() - 1, 0)
    return tuple(stack >> n & 1 for n in reversed(range(height)))


def hands(position: Position) -> tuple[int, int]:
    """The numbers of stones in hand of FIRST and of SECOND."""
    own, enemy = position.own_hand, position.enemy_hand
    return (own, enemy) if position.player == FIRST else (enemy, own)


# --- Positions --------------------------------------------------------------------------------------------------------


LETTERS = "WB"  # by seat
NOTATION = (
    "squares 1 to 20, commas between: `.` or the stones from the bottom up, `W` first's and `B` second's; "
    "the top one is a small letter if it is closed"
)


def text(position: Position) -> str:
    """The word of all stacks of a position."""
    stacks, closed = position.stacks, position.closed
    return ",".join([_stack(stack_on(stacks, square), closed >> square & 1) for square in SQUARES])


def set_up(pieces: Sequence[Piece]) -> str:
    """The word of all stacks, from pieces that are listed from the bottom up."""
    stacks = ([piece for piece in pieces if piece.place == str(square)] for square in SQUARES)
    return ",".join(
        _letters([stone.seat for stone in stack], closed=[stone.side for stone in stack[-1:]] == ["closed"])
        for stack in stacks
    )


def _letters(owners: Sequence[int], *, closed: bool) -> str:
    letters = "".join(LETTERS[owner] for owner in owners)
    return (letters[:-1] + letters[-1].lower() if closed else letters) or "."


@cache
def _stack(stack: int, closed: int) -> str:
    """The letters of a stack, cached: there are few different ones, and each position has twenty."""
    return _letters(in_stack(stack), closed=bool(closed))


def read(rules: Rules, text: str) -> Fields:
    """The fields of the word of all stacks.  Raises PositionError."""
    stacks, count = text.split(","), len(SQUARES)
    if len(stacks) != count:
        raise PositionError(N_("{count} squares; write all {all}, separated by commas."), count=len(stacks), all=count)
    word, tops, closed, full = EMPTY, [0, 0], 0, 0
    for square, stack in zip(SQUARES, stacks, strict=True):
        if stack == ".":
            continue
        check(rules, square, stack)
        coded = int("1" + "".join(str(LETTERS.index(letter)) for letter in stack.upper()), 2)
        word ^= (coded ^ 1) << OFFSETS[square]
        tops[coded & 1] |= 1 << square
        closed |= stack[-1].islower() << square
        full |= (len(stack) == value_of(rules, square)) << square
    return {"stacks": word, "own": tops[FIRST], "enemy": tops[SECOND], "closed": closed, "full": full}


def check(rules: Rules, square: int, stack: str) -> None:
    """Raise PositionError unless a stack is well-formed and fits its square (SENETI-6, SENETI-11)."""
    if not re.fullmatch("[WB]*[WBwb]", stack):
        text = N_("{stack} on {square}: write . or W B w b from the bottom up; a covered stone is never closed.")
        raise PositionError(text, stack=quote(stack), square=square)
    if ROSETTES >> square & 1:
        raise PositionError(N_("{square} is a rosette; no stone rests there."), square=square)
    most = value_of(rules, square)
    if len(stack) > most:
        raise PositionError(N_("{n} stones on {square}; it holds {most}."), n=len(stack), square=square, most=most)


def left(seat: int) -> Derive:
    """The number of stones of a seat that are not on the board."""
    return lambda pieces, _words: str(max(0, STONES - sum(piece.seat == seat for piece in pieces)))


FORM = Form(
    "Seneti",
    Position,
    Squares((("stone", "open"), ("stone", "closed")), NOTATION, read, text, set_up, together=(("stone", "stone"),)),
    (
        whose_turn(side(FIRST), side(SECOND), before_the_lot({"begun": 0}), begun={"begun": 1}),
        number("own_hand", N_("white's stones in hand"), "White's stones in hand", derived=left(FIRST)),
        number(
            "enemy_hand", N_("black's stones in hand"), "Black's stones in hand", derived=left(SECOND), separator=","
        ),
        number("plies", N_("moves played"), N_("Moves played")),
    ),
    sides=(("own", "enemy"), ("own_hand", "enemy_hand")),
)


def miscounted(rules: Rules, position: Position) -> Phrase | None:
    """A player has not exactly seven stones, on the board and in hand (section 3)."""
    standing = [owner for square in SQUARES for owner in owners(position, square)]
    for seat, hand, many in zip(
        (FIRST, SECOND),
        hands(position),
        (
            N_("{n} white stones on the board and {hand} in hand; there are {most}."),
            N_("{n} black stones on the board and {hand} in hand; there are {most}."),
        ),
        strict=True,
    ):
        if standing.count(seat) + hand != STONES:
            return Phrase(many, {"n": standing.count(seat), "hand": hand, "most": STONES})
    return None


def contradictory(rules: Rules, position: Position) -> Phrase | None:
    """A lot after the first stone, or if none is drawn (section 0, C23)."""
    untouched = (position.own_hand, position.enemy_hand, position.plies) == (STONES, STONES, 0)
    drawn = rules.first_player == FirstPlayer.LOT and untouched
    return None if position.begun or drawn else UNREACHABLE


IMPOSSIBLE = (miscounted, contradictory)

"""Seneti's actions and positions as text.

Actions: `lot1` `lot2`, `+12` (bring a stone in), `4-12` (move), `12-off` (take out).

A position is four words, for example `.,WBw,.,b,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,. first 5,5 17`: squares 1 to 20 with
commas between them, each `.` or its stones from the bottom up (`W` `B` open, `w` `b` closed; only the top one can be
closed), who is to act (`first`, `second`, or `lot` before the lot), white's and black's stones in hand, and plies
played.
"""

import re

from ibau.core.contract import Notation
from ibau.core.errors import PositionError
from ibau.core.outcome import FIRST, SEATS, SECOND
from ibau.core.quoting import quoted
from ibau.games.seneti.board import SQUARES
from ibau.games.seneti.impossible import too_high
from ibau.games.seneti.rules import EMPTY, EXIT, MOVE, OFFSETS, Position, Rules, stack_on, value_of


def action_text(rules: Rules, position: Position, action: int) -> str:
    """The text of a legal action."""
    if not position.begun:
        return f"lot{action + 1}"
    if action < EXIT:
        return f"+{action}"
    if action < MOVE:
        return f"{action - EXIT}-off"
    source, target = divmod(action - MOVE, 21)
    return f"{source}-{target}"


def owners(position: Position, square: int) -> tuple[int, ...]:
    """The owners of the stones on a square, from the bottom up."""
    stack = stack_on(position.stacks, square)
    height = max(stack.bit_length() - 1, 0)
    return tuple(stack >> n & 1 for n in reversed(range(height)))


def hands(position: Position) -> tuple[int, int]:
    """Stones in hand of FIRST and of SECOND."""
    if position.player == FIRST:
        return position.own_hand, position.enemy_hand
    return position.enemy_hand, position.own_hand


def position_text(rules: Rules, position: Position) -> str:
    """A position in one line that `read_position` takes back."""
    to_act = SEATS[position.player] if position.begun else "lot"
    white, black = hands(position)
    squares = ",".join(_stack_text(position, square) for square in SQUARES)
    return f"{squares} {to_act} {white},{black} {position.plies}"


def _stack_text(position: Position, square: int) -> str:
    letters = "".join("WB"[owner] for owner in owners(position, square))
    if position.closed >> square & 1:
        letters = letters[:-1] + letters[-1].lower()
    return letters or "."


def read_position(rules: Rules, text: str) -> Position:
    """The position of a text.  Raises PositionError with what is wrong and what would be right."""
    words = text.split()
    if len(words) != 4:
        raise PositionError(f"A Seneti position has 4 words (squares, player, hands, plies), not {len(words)}.")
    squares, to_act, hand_word, plies = words
    if to_act not in ("first", "second", "lot"):
        raise PositionError(f"{quoted(to_act)} cannot be to act; write first, second or lot.")
    if not re.fullmatch("[0-7],[0-7]", hand_word):
        raise PositionError(f"{quoted(hand_word)}: write white's and black's stones in hand as in 7,7.")
    if not (plies.isascii() and plies.isdigit() and len(plies) <= 18):
        raise PositionError(f"{quoted(plies)} is no number of plies.")
    stacks = _read_stacks(rules, squares)
    white, black = int(hand_word[0]), int(hand_word[2])
    player = SECOND if to_act == "second" else FIRST
    return _position(rules, stacks, (white, black), player, to_act != "lot", int(plies))


def _read_stacks(rules: Rules, text: str) -> tuple[str, ...]:
    stacks = text.split(",")
    if len(stacks) != len(SQUARES):
        raise PositionError(f"{len(stacks)} squares; write all {len(SQUARES)}, separated by commas.")
    for square, stack in zip(SQUARES, stacks, strict=True):
        if stack != "." and not re.fullmatch("[WB]*[WBwb]", stack):
            raise PositionError(
                f"{quoted(stack)} on {square}: write . or W B w b from the bottom up; a covered stone is never closed."
            )
        if stack != "." and (reason := too_high(rules, square, len(stack))):
            raise PositionError(reason)
    return tuple("" if stack == "." else stack for stack in stacks)


def _position(
    rules: Rules, stacks: tuple[str, ...], in_hand: tuple[int, int], player: int, begun: bool, plies: int
) -> Position:
    word, tops, closed, full = EMPTY, [0, 0], 0, 0
    for square, stack in zip(SQUARES, stacks, strict=True):
        if not stack:
            continue
        coded = int("1" + "".join("01"[letter in "Bb"] for letter in stack), 2)
        word ^= (coded ^ 1) << OFFSETS[square]
        tops[coded & 1] |= 1 << square
        closed |= (1 << square) * stack[-1].islower()
        full |= (1 << square) * (len(stack) == value_of(rules, square))
    enemy = 1 - player
    return Position(
        stacks=word,
        own=tops[player],
        enemy=tops[enemy],
        closed=closed,
        full=full,
        own_hand=in_hand[player],
        enemy_hand=in_hand[enemy],
        player=player,
        begun=int(begun),
        plies=plies,
    )


NOTATION = Notation(action_text, position_text, read_position)

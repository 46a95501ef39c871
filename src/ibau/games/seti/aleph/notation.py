"""Actions and positions of Seti-Aleph as text.

Actions: `a1-b3` (move), `a1xb2` (conquer a lone ship), `a1xb2=c1` (conquer a figure, which re-enters on c1), `+b4`
`-b4` (place, lift a death ship), `pass`.

A position is six words, for example `hph/3/3/3/3/3/3/1(HS)1/3/HP1 first 2,3 - 4 -`: board (ranks 10 to 1; `P` pharaoh,
`H` high priest, `S` death ship, white in capitals, brown small; digits empty squares; a figure on a ship in brackets),
who is to act, white's and brown's reserve of ships, the square of an arrived figure that must be conquered now, moves
without conquest, and `goal` where an arrival was not answered.
"""

import re

from ibau.core.bits import index
from ibau.core.contract import Notation
from ibau.core.errors import PositionError
from ibau.core.outcome import FIRST, SEATS
from ibau.core.quoting import quoted
from ibau.games.seti.aleph.rules import FILES, LIFT, MOVE, PASS, Position, Rules, parts
from ibau.games.seti.parts import (
    board_text,
    read_board,
    read_end,
    read_number,
    read_pending,
    read_player,
    read_words,
    square_name,
    square_names,
)

NAMES = square_names("abc")


def action_text(rules: Rules, position: Position, action: int) -> str:
    """The text of a legal action."""
    if action == PASS:
        return "pass"
    if action < LIFT:
        return f"+{NAMES[action]}"
    if action < MOVE:
        return f"-{NAMES[action - LIFT]}"
    source, target, reentry = parts(action)
    conquest = target & (position.enemy | position.enemy_ships)
    text = f"{NAMES[index(source)]}{'x' if conquest else '-'}{NAMES[index(target)]}"
    return f"{text}={NAMES[index(reentry)]}" if reentry else text


def position_text(rules: Rules, position: Position) -> str:
    """A position in one line that `read_position` takes back."""
    white_moves = position.player == FIRST
    reserves = (position.own_reserve, position.enemy_reserve)
    return " ".join(
        (
            board_text(FILES, *sides(position)),
            SEATS[position.player],
            "{},{}".format(*(reserves if white_moves else reversed(reserves))),
            square_name(NAMES, position.pending) or "-",
            str(position.quiet),
            "goal" if position.end else "-",
        )
    )


def sides(position: Position) -> tuple[int, int, int, int, int]:
    """White and brown figures, pharaohs, white and brown ships."""
    if position.player == FIRST:
        return position.own, position.enemy, position.pharaohs, position.own_ships, position.enemy_ships
    return position.enemy, position.own, position.pharaohs, position.enemy_ships, position.own_ships


def read_position(rules: Rules, text: str) -> Position:
    """The position of a text.  Raises PositionError with what is wrong and what would be right."""
    board, player_word, reserves, pending_word, quiet, end = read_words(
        "Seti-Aleph", text, ("board", "player", "reserves", "arrived", "quiet", "end")
    )
    white, brown, pharaohs, white_ships, brown_ships = read_board(FILES, board, ships=True)
    player = read_player(player_word)
    if not re.fullmatch("[0-6],[0-6]", reserves):
        raise PositionError(f"{quoted(reserves)}: write white's and brown's reserve of ships as in 3,3.")
    white_reserve, brown_reserve = int(reserves[0]), int(reserves[2])
    both = ((white, white_ships, white_reserve), (brown, brown_ships, brown_reserve))
    (own, own_ships, own_reserve), (enemy, enemy_ships, enemy_reserve) = both if player == FIRST else both[::-1]
    return Position(
        own=own,
        enemy=enemy,
        pharaohs=pharaohs,
        own_ships=own_ships,
        enemy_ships=enemy_ships,
        own_reserve=own_reserve,
        enemy_reserve=enemy_reserve,
        player=player,
        pending=read_pending(NAMES, pending_word),
        quiet=read_number("moves without conquest", quiet),
        end=read_end(end),
    )


NOTATION = Notation(action_text, position_text, read_position)

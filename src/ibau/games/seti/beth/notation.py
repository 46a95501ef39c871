"""Actions and positions of Seti-Beth as text.

Actions: `a1-b3` (move), `a1xb2` (conquer a figure), `pass`.

A position is five words, for example `hhphh/5/5/5/5/5/5/5/5/HHPHH first - 0 -`: board (ranks 10 to 1; `P` pharaoh, `H`
high priest, white in capitals, brown small; digits empty squares), who is to act, the square of an arrived figure that
must be conquered now, moves without conquest, and `goal` where an arrival was not answered.
"""

from ibau.core.contract import Notation
from ibau.core.outcome import FIRST, SEATS
from ibau.games.seti.beth.rules import FILES, PASS, SQUARES, Position, Rules
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

NAMES = square_names("abcde")


def action_text(rules: Rules, position: Position, action: int) -> str:
    """The text of a legal action."""
    if action == PASS:
        return "pass"
    source, target = divmod(action, SQUARES)
    return f"{NAMES[source]}{'x' if position.enemy >> target & 1 else '-'}{NAMES[target]}"


def position_text(rules: Rules, position: Position) -> str:
    """A position in one line that `read_position` takes back."""
    return " ".join(
        (
            board_text(FILES, *sides(position), 0, 0),
            SEATS[position.player],
            square_name(NAMES, position.pending) or "-",
            str(position.quiet),
            "goal" if position.end else "-",
        )
    )


def sides(position: Position) -> tuple[int, int, int]:
    """White and brown figures, pharaohs."""
    if position.player == FIRST:
        return position.own, position.enemy, position.pharaohs
    return position.enemy, position.own, position.pharaohs


def read_position(rules: Rules, text: str) -> Position:
    """The position of a text.  Raises PositionError with what is wrong and what would be right."""
    board, player_word, pending_word, quiet, end = read_words(
        "Seti-Beth", text, ("board", "player", "arrived", "quiet", "end")
    )
    white, brown, pharaohs, _, _ = read_board(FILES, board, ships=False)
    player = read_player(player_word)
    own, enemy = (white, brown) if player == FIRST else (brown, white)
    return Position(
        own=own,
        enemy=enemy,
        pharaohs=pharaohs,
        player=player,
        pending=read_pending(NAMES, pending_word),
        quiet=read_number("moves without conquest", quiet),
        end=read_end(end),
    )


NOTATION = Notation(action_text, position_text, read_position)

"""The race as text.

Actions: `t1` … `t4` `t6` (throw), `14-18` (forward, or back: the numbers tell), `14x18` (hit), `28-off`, `pass`.
A position is five words, for example `LDLDLDLDL1D19 second - fresh 0`: squares 1 to 30 (`L` light, `D` dark, numbers
for runs of empty squares), who is on throw, the throw or `-` before it, `fresh` until light has used its first throw,
and finished turns.
"""

from ibau.core.contract import Notation
from ibau.core.errors import PositionError
from ibau.core.outcome import SEATS
from ibau.games.senet.parts import PLAYERS, light_and_dark, pawns_text, read_number, read_pawns, read_word
from ibau.games.senet.race.rules import BACKWARD, PASS, Position, Rules
from ibau.games.senet.track import LAST, SIX_SCALE


def action_text(rules: Rules, position: Position, action: int) -> str:
    """The text of a legal action."""
    if not position.throw:
        return f"t{SIX_SCALE[action]}"
    if action == PASS:
        return "pass"
    source, arrival = source_and_arrival(position, action)
    if arrival > LAST:
        return f"{source}-off"
    return f"{source}{'x' if position.enemy >> arrival & 1 else '-'}{arrival}"


def source_and_arrival(position: Position, action: int) -> tuple[int, int]:
    """Where a move starts and where it leads, before the water carries the pawn on."""
    if action >= BACKWARD:
        return action - BACKWARD, action - BACKWARD - position.throw
    return action, action + position.throw


def position_text(rules: Rules, position: Position) -> str:
    """A position in one line that `read_position` takes back."""
    return " ".join(
        (
            pawns_text(*light_and_dark(position.player, position.own, position.enemy)),
            SEATS[position.player],
            f"t{position.throw}" if position.throw else "-",
            "fresh" if position.fresh else "-",
            str(position.turns),
        )
    )


def read_position(rules: Rules, text: str) -> Position:
    """The position of a text.  Raises PositionError with what is wrong and what would be right."""
    words = text.split()
    if len(words) != 5:
        raise PositionError(f"A race position has 5 words (board, player, throw, fresh, turns), not {len(words)}.")
    board, player_word, throw, fresh, turns = words
    light, dark = read_pawns(board)
    player = read_word("player", player_word, PLAYERS)
    own, enemy = light_and_dark(player, light, dark)
    return Position(
        own=own,
        enemy=enemy,
        player=player,
        throw=read_word("throw", throw, {"-": 0, **{f"t{value}": value for value in SIX_SCALE}}),
        fresh=read_word("mark of light's first throw", fresh, {"-": 0, "fresh": 1}),
        turns=read_number("finished turns", turns),
    )


NOTATION = Notation(action_text, position_text, read_position)

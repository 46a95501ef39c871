"""The formation game as text.

Actions: `lot1` `lot2`, `t1` … `t5` (throw), `+27` (enter), `14-11`, `14x11` (hit), `stay`, `pass`.
A position is eight words, for example `30 first lot open - - 0 0`: squares 1 to 30 (`L` light, `D` dark, numbers for
runs of empty squares), who is on throw, the throw, `-` before it or `lot`, `filling` while pawns can only enter (else
`open`), the leader and the winner or `-`, the winner's points for the other's throws, and finished turns.
"""

from ibau.core.contract import Notation
from ibau.core.errors import PositionError
from ibau.core.outcome import NOBODY, SEATS
from ibau.games.senet.formation.rules import BEFORE_LOT, ENTER, STAY, Position, Rules
from ibau.games.senet.parts import PLAYERS, light_and_dark, pawns_text, read_number, read_pawns, read_word
from ibau.games.senet.track import FIVE_SCALE

THROWS = {"lot": BEFORE_LOT, "-": 0, **{f"t{value}": value for value in FIVE_SCALE}}
THROW_WORDS = {throw: word for word, throw in THROWS.items()}
PHASES = {"open": 0, "filling": 1}
PHASE_WORDS = {phase: word for word, phase in PHASES.items()}
SOMEBODY = {"-": NOBODY, **PLAYERS}
SOMEBODY_WORDS = {seat: word for word, seat in SOMEBODY.items()}


def action_text(rules: Rules, position: Position, action: int) -> str:
    """The text of a legal action."""
    if position.throw <= 0:
        return f"{'lot' if position.throw == BEFORE_LOT else 't'}{action + 1}"
    if action == ENTER:
        return f"+{31 - position.throw}"
    if action > ENTER:
        return "stay" if action == STAY else "pass"
    arrival = action - position.throw
    return f"{action}{'x' if position.enemy >> arrival & 1 else '-'}{arrival}"


def position_text(rules: Rules, position: Position) -> str:
    """A position in one line that `read_position` takes back."""
    return " ".join(
        (
            pawns_text(*light_and_dark(position.player, position.own, position.enemy)),
            SEATS[position.player],
            THROW_WORDS[position.throw],
            PHASE_WORDS[position.filling],
            SOMEBODY_WORDS[position.leader],
            SOMEBODY_WORDS[position.winner],
            str(position.solo),
            str(position.turns),
        )
    )


def read_position(rules: Rules, text: str) -> Position:
    """The position of a text.  Raises PositionError with what is wrong and what would be right."""
    words = text.split()
    if len(words) != 8:
        raise PositionError(
            "A position of the formation game has 8 words "
            f"(board, player, throw, filling or open, leader, winner, points, turns), not {len(words)}."
        )
    board, player_word, throw, phase, leader, winner, solo, turns = words
    player = read_word("player", player_word, PLAYERS)
    light, dark = read_pawns(board)
    own, enemy = light_and_dark(player, light, dark)
    return Position(
        own=own,
        enemy=enemy,
        player=player,
        throw=read_word("throw", throw, THROWS),
        filling=read_word("phase", phase, PHASES),
        leader=read_word("leader", leader, SOMEBODY),
        winner=read_word("winner", winner, SOMEBODY),
        solo=read_number("points", solo),
        turns=read_number("finished turns", turns),
    )


NOTATION = Notation(action_text, position_text, read_position)

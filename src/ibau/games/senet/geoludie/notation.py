"""The Geoludie game as text.

Actions: `t1` … `t5` (throw), `14-18` (forward, or back: the numbers tell), `14x18` (hit), `20~23` and `20~x23` (forward
and then back, ending on 23), `28-off`, `keep`, `pass`.
A position is eight words, for example `LDLDLDLDLDLDLD16 first throws - 0 - - 0`: squares 1 to 30 (`L` odd pawns, `D`
even pawns, numbers for runs of empty squares); whose turn it is; `throws`, `plays`, or `t1` … `t5` for a throw that may
be played at once; the throws of this turn that are still whole, such as `1,1,4`, or `-`; the rest of their sum; the
squares of the pawns that have had a share, or `-`; `advanced` once a share has gone forward, or `-`; finished turns.
"""

from ibau.core.bits import members
from ibau.core.contract import Notation
from ibau.core.errors import PositionError
from ibau.core.outcome import SEATS
from ibau.core.quoting import quoted
from ibau.games.senet.geoludie.position import BOUNCE, KEEP, Position, Rules
from ibau.games.senet.parts import PLAYERS, light_and_dark, pawns_text, read_number, read_pawns, read_word
from ibau.games.senet.track import FIVE_SCALE, LAST

PHASES = {"throws": 0, "plays": 6, **{f"t{value}": value for value in FIVE_SCALE}}


def action_text(rules: Rules, position: Position, action: int) -> str:
    """The text of a legal action."""
    if not position.throw and not position.playing:
        return f"t{action + 1}"
    if action >= KEEP:
        return "keep" if action == KEEP else "pass"
    source, arrival = source_and_arrival(action)
    hit = "x" if position.enemy >> arrival & 1 else ""
    if action >= BOUNCE:
        return f"{source}~{hit}{arrival}"
    if arrival > LAST:
        return f"{source}-off"
    return f"{source}{hit or '-'}{arrival}"


def source_and_arrival(action: int) -> tuple[int, int]:
    """Where a move starts and where it leads, before the water carries the pawn on."""
    return divmod(action % BOUNCE, 32)


def position_text(rules: Rules, position: Position) -> str:
    """A position in one line that `read_position` takes back."""
    phase = "plays" if position.playing else f"t{position.throw}" if position.throw else "throws"
    whole = (value for value, times in zip(FIVE_SCALE, counts(position), strict=True) for _ in range(times))
    return " ".join(
        (
            pawns_text(*light_and_dark(position.player, position.own, position.enemy)),
            SEATS[position.player],
            phase,
            ",".join(map(str, whole)) or "-",
            str(position.rest),
            ",".join(map(str, members(position.used))) or "-",
            "advanced" if position.advanced else "-",
            str(position.turns),
        )
    )


def counts(position: Position) -> tuple[int, int, int, int, int]:
    """How many whole throws of each value are left."""
    return position.ones, position.twos, position.threes, position.fours, position.fives


def read_position(rules: Rules, text: str) -> Position:
    """The position of a text.  Raises PositionError with what is wrong and what would be right."""
    words = text.split()
    if len(words) != 8:
        raise PositionError(
            "A position of the Geoludie game has 8 words "
            f"(board, player, phase, whole throws, rest, used pawns, advanced, turns), not {len(words)}."
        )
    board, player_word, phase_word, whole_word, rest, used, advanced, turns = words
    player = read_word("player", player_word, PLAYERS)
    phase = read_word("phase", phase_word, PHASES)
    whole = _read_numbers("throws", whole_word, FIVE_SCALE)
    own, enemy = light_and_dark(player, *read_pawns(board))
    return Position(
        own=own,
        enemy=enemy,
        player=player,
        throw=phase if phase < 6 else 0,
        playing=int(phase == 6),
        rest=read_number("the rest", rest),
        ones=whole.count(1),
        twos=whole.count(2),
        threes=whole.count(3),
        fours=whole.count(4),
        fives=whole.count(5),
        used=sum(1 << square for square in set(_read_numbers("squares", used, range(1, LAST + 1)))),
        advanced=read_word("mark of a share that went forward", advanced, {"-": 0, "advanced": 1}),
        turns=read_number("finished turns", turns),
    )


def _read_numbers(what: str, text: str, valid: range | tuple[int, ...]) -> list[int]:
    """Numbers between commas; `-` is none."""
    words = [] if text == "-" else text.split(",")
    known = {str(value): value for value in valid}
    wrong = [word for word in words if word not in known]
    if wrong:
        raise PositionError(f"{quoted(wrong[0])} is not one of the {what} {valid[0]} to {valid[-1]}; write - for none.")
    return [known[word] for word in words]


NOTATION = Notation(action_text, position_text, read_position)

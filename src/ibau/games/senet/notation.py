"""Actions and positions of the Senet rulesets as text.

The race: `t1` … `t4` `t6` (throw), `14-18` (forward, or back: the numbers tell), `14x18` (hit), `28-off`, `pass`.
A position is five words, for example `LDLDLDLDL1D19 second - fresh 0`: squares 1 to 30 (`L` light, `D` dark, numbers
for runs of empty squares), who is on throw, the throw or `-` before it, `fresh` until light has used its first throw,
and finished turns.
"""

import re

from ibau.core.errors import PositionError, listed
from ibau.core.outcome import FIRST, SEATS, SECOND
from ibau.games.senet import race
from ibau.games.senet.track import EXIT, LAST, ROW_3, SIX_SCALE, WATER


def pawns_text(light: int, dark: int) -> str:
    """The thirty squares in order."""
    letters = "".join("L" if light >> n & 1 else "D" if dark >> n & 1 else "." for n in range(1, LAST + 1))
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), letters)


def read_pawns(text: str) -> tuple[int, int]:
    """The light and dark pawns of such a text.  Raises PositionError."""
    if not re.fullmatch(r"([LD]|[1-9][0-9]?)+", text):
        raise PositionError(f"{text!r}: write L, D and numbers for runs of empty squares.")
    letters = re.sub("[0-9]+", lambda run: "." * int(run[0]), text)
    if len(letters) != LAST:
        raise PositionError(f"{text!r} tells {len(letters)} squares; the board has {LAST}.")
    light = sum(1 << n for n, letter in enumerate(letters, 1) if letter == "L")
    dark = sum(1 << n for n, letter in enumerate(letters, 1) if letter == "D")
    return light, dark


def read_number(what: str, text: str) -> int:
    """A whole number.  Raises PositionError."""
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise PositionError(f"{text!r} is no number of {what}.")
    return int(text)


def read_word(what: str, text: str, valid: dict[str, int]) -> int:
    """The meaning of one of a few words.  Raises PositionError."""
    if text not in valid:
        raise PositionError(f"{text!r} is no {what}; write {listed(valid)}.")
    return valid[text]


# --- The race ------------------------------------------------------------------------------------------------------


def race_action_text(rules: race.Rules, position: race.Position, action: int) -> str:
    """The text of a legal action."""
    if not position.throw:
        return f"t{SIX_SCALE[action]}"
    if action == race.PASS:
        return "pass"
    if action >= race.BACKWARD:
        square = action - race.BACKWARD
        return f"{square}-{square - position.throw}"
    arrival = action + position.throw
    if arrival > LAST:
        return f"{action}-off"
    return f"{action}{'x' if position.enemy >> arrival & 1 else '-'}{arrival}"


def race_light_and_dark(position: race.Position) -> tuple[int, int]:
    """The pawns of FIRST and of SECOND."""
    if position.player == FIRST:
        return position.own, position.enemy
    return position.enemy, position.own


def race_position_text(rules: race.Rules, position: race.Position) -> str:
    """A position in one line that `read_race_position` takes back."""
    return " ".join(
        (
            pawns_text(*race_light_and_dark(position)),
            SEATS[position.player],
            f"t{position.throw}" if position.throw else "-",
            "fresh" if position.fresh else "-",
            str(position.turns),
        )
    )


def read_race_position(rules: race.Rules, text: str) -> race.Position:
    """The position of a text.  Raises PositionError with what is wrong and what would be right."""
    words = text.split()
    if len(words) != 5:
        raise PositionError(f"A race position has 5 words (board, player, throw, fresh, turns), not {len(words)}.")
    board, player_word, throw, fresh, turns = words
    light, dark = read_pawns(board)
    for name, pawns in (("light", light), ("dark", dark)):
        _check_race_pawns(rules, name, pawns)
    if not light | dark:
        raise PositionError("There is no pawn on the board.")
    player = read_word("player", player_word, {"first": FIRST, "second": SECOND})
    own, enemy = (light, dark) if player == FIRST else (dark, light)
    return race.Position(
        own,
        enemy,
        player,
        read_word("throw", throw, {"-": 0, **{f"t{value}": value for value in SIX_SCALE}}),
        read_word("mark of light's first throw", fresh, {"-": 0, "fresh": 1}),
        read_number("finished turns", turns),
    )


def _check_race_pawns(rules: race.Rules, name: str, pawns: int) -> None:
    if pawns.bit_count() > race.PAWNS:
        raise PositionError(f"{pawns.bit_count()} {name} pawns; each side has {race.PAWNS}.")
    if pawns & WATER:
        raise PositionError(f"A {name} pawn on 27: nobody rests in the water.")
    if rules.bear_off == race.ON_30 and pawns & EXIT and not pawns & ~ROW_3:
        raise PositionError(f"A {name} pawn on 30 with all of its side on the last row would have been removed.")

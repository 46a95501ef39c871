"""What no position of Seneti can be: a sentence each."""

from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.games.seneti.board import ROSETTES, SQUARES
from ibau.games.seneti.rules import STONES, Position, Rules, stack_on, start, value_of
from ibau.games.seneti.rulesets import FirstPlayer


def too_high(rules: Rules, square: int, height: int) -> Phrase | None:
    """A square holds as many stones as it is worth, a rosette none (SENETI-6, SENETI-11)."""
    if ROSETTES >> square & 1:
        return Phrase(N_("{square} is a rosette; no stone rests there."), {"square": square})
    most = value_of(rules, square)
    if height <= most:
        return None
    return Phrase(N_("{n} stones on {square}; it holds {most}."), {"n": height, "square": square, "most": most})


def other_stones(rules: Rules, position: Position) -> Phrase | None:
    """Each player has seven stones, on the board or in hand (section 3)."""
    hands = {position.player: position.own_hand, 1 - position.player: position.enemy_hand}
    for seat, many in (
        (FIRST, N_("{n} white stones on the board and {hand} in hand; there are {most}.")),
        (SECOND, N_("{n} black stones on the board and {hand} in hand; there are {most}.")),
    ):
        placed = sum(stones_on(position, square, seat) for square in SQUARES)
        if placed + hands[seat] != STONES:
            return Phrase(many, {"n": placed, "hand": hands[seat], "most": STONES})
    return None


def stones_on(position: Position, square: int, seat: int) -> int:
    """How many of a seat's stones are in a stack."""
    stack = stack_on(position.stacks, square)
    height = max(stack.bit_length() - 1, 0)
    black = (stack & (1 << height) - 1).bit_count()
    return black if seat == SECOND else height - black


def second_lot(rules: Rules, position: Position) -> Phrase | None:
    """Lots decide who begins (section 0, C23)."""
    untouched = (position.own_hand, position.enemy_hand, position.plies) == (STONES, STONES, 0)
    if position.begun or (rules.first_player == FirstPlayer.LOT and untouched):
        return None
    return Phrase(N_("Lots are drawn before the first stone, and only with first_player=lot."))


def turn_of_the_other(rules: Rules, position: Position) -> Phrase | None:
    """White and black take turns (section 3.2)."""
    if rules.first_player == FirstPlayer.LOT or not position.begun:
        return None
    due = start(rules).player ^ position.plies & 1
    if position.player == due:
        return None
    whose = N_("After {n} moves it is White's turn.") if due == FIRST else N_("After {n} moves it is Black's turn.")
    return Phrase(whose, {"n": position.plies})


IMPOSSIBLE = (other_stones, second_lot, turn_of_the_other)

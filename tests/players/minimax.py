"""What searches are measured against: values by looking at everything, in a few lines of plain Python."""

from fractions import Fraction

from ibau.core.game import State
from ibau.core.outcome import FIRST, value_for_first
from ibau.players.path import WON
from ibau.players.pvs import QUIET_PLIES


def judgement(state: State) -> int:
    """The family's judgement for who decides."""
    value = state.game.system.evaluation.judge(state.game.rules, state.position)
    return value if state.turn == FIRST else -value


def urgent(state: State) -> list[int]:
    """The actions of a state that are followed beyond the depth."""
    urgency = state.game.system.evaluation.urgency
    return [action for action in state.legal if urgency(state.game.rules, state.position, action)]


def minimax(state: State, depth: int, ply: int = 0) -> int:
    """The value for FIRST of looking `depth` plies ahead, and at urgent actions beyond."""
    if state.outcome:
        return value_for_first(state.outcome) * (WON - ply)
    side = 1 if state.turn == FIRST else -1
    actions = list(state.legal) if depth > 0 else urgent(state)
    if depth == -QUIET_PLIES:
        return side * judgement(state)
    below = depth if depth > 0 and len(actions) == 1 else depth - 1
    values = [side * minimax(state.after(action), below, ply + 1) for action in actions]
    if len(actions) < len(state.legal):
        values.append(judgement(state))
    return side * max(values)


def expectiminimax(state: State, throws: int) -> Fraction:
    """The value for FIRST, in thousandths of a win, of looking ahead up to so many throws."""
    if state.outcome:
        return value_for_first(state.outcome) * Fraction(1000)
    if state.to_move == "chance":
        if not throws:
            return Fraction(state.game.system.evaluation.judge(state.game.rules, state.position))
        return sum(
            (chance * expectiminimax(state.play(throw), throws - 1) for throw, chance in state.chances.items()),
            Fraction(0),
        )
    values = [expectiminimax(state.after(action), throws) for action in state.legal]
    return max(values) if state.turn == FIRST else min(values)

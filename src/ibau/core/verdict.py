"""How a game ended, in a sentence."""

from ibau.core.game import State
from ibau.core.outcome import DRAW, KINDS, kind_of, winner_of
from ibau.core.phrase import N_, Phrase

REASONS = {
    "goal": N_("a figure has reached the far row"),
    "no_figures": N_("no figure is left to conquer with"),
    "stalemate": N_("no move is left"),
    "immobile": N_("no move is left"),
    "all_off": N_("all pawns are off the board"),
    "formation": N_("the pawns stand in formation"),
    "major": N_("all pieces of the other side are captured"),
    "grand": N_("play cannot go on"),
    "small": N_("a wall divides the board"),
    "repetition": N_("the same position has come three times"),
    "no_progress": N_("nothing has been captured for a long time"),
    "cap": N_("the game has grown too long"),
}


def verdict(state: State) -> Phrase | None:
    """Who has won and how, None while the game goes on."""
    if not state.outcome:
        return None
    winner = winner_of(state.outcome)
    reason = Phrase(REASONS[KINDS[kind_of(state.outcome)]])
    if winner == DRAW:
        return Phrase(N_("A draw: {reason}."), {"reason": reason})
    side = Phrase(state.game.system.seats[winner])
    return Phrase(N_("{winner} has won: {reason}."), {"winner": side, "reason": reason})

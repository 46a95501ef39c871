"""How a game ended, in a sentence."""

from collections.abc import Mapping
from enum import IntEnum

from ibau.core.contract import System
from ibau.core.game import State
from ibau.core.outcome import DRAW, Halt, end_of, other, winner_of
from ibau.core.phrase import N_, Phrase
from ibau.core.settlement import Settlement

REASONS: Mapping[IntEnum, str] = {
    Halt.REPETITION: N_("the same position has occurred three times"),
    Halt.NO_PROGRESS: N_("nothing has been captured for a long time"),
    Halt.CAP: N_("the game has gone on for too long"),
}


def reasons(system: System) -> Mapping[int, str]:
    """Why a game is over, by the number of its end."""
    return {int(end): reason for end, reason in (*REASONS.items(), *system.words.ends.items())}


SETTLED = {
    "resigned": N_("{winner} wins: {loser} has resigned."),
    "agreed": N_("A draw: both players have agreed to it."),
    "abandoned": N_("{winner} wins: {loser} has left the game."),
}
STOPPED = N_("{winner} wins; the players have ended the game.")  # for one who had won already


def verdict(state: State, settlement: Settlement | None = None) -> Phrase | None:
    """Who has won and how, None while the game goes on."""
    if settlement:
        return settled_verdict(state, settlement)
    if not state.outcome:
        return None
    winner = winner_of(state.outcome)
    reason = Phrase(reasons(state.game.system)[end_of(state.outcome)])
    if winner == DRAW:
        return Phrase(N_("A draw: {reason}."), {"reason": reason})
    side = Phrase(state.game.system.seats[winner])
    return Phrase(N_("{winner} wins: {reason}."), {"winner": side, "reason": reason})


def settled_verdict(state: State, settlement: Settlement) -> Phrase:
    """How the players ended a game themselves."""
    seats = [Phrase(seat) for seat in state.game.system.seats]
    if settlement.winner == DRAW:
        return Phrase(SETTLED[settlement.kind])
    sides = {"winner": seats[settlement.winner], "loser": seats[other(settlement.winner)]}
    return Phrase(STOPPED if settlement.kind == "agreed" else SETTLED[settlement.kind], sides)

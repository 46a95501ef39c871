"""The result of a game as a sentence."""

from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

from ibau.core.contract import System
from ibau.core.game import State
from ibau.core.outcome import DRAW, Halt, end_of, other, winner_of
from ibau.core.phrase import N_, Phrase
from ibau.core.player_end import PlayerEnd

COMMON_REASONS: Mapping[IntEnum, str] = {
    Halt.REPETITION: N_("the same position has occurred three times"),
    Halt.NO_PROGRESS: N_("nothing has been captured for a long time"),
    Halt.CAP: N_("the game has gone on for too long"),
}


def end_reasons(system: System) -> Mapping[int, str]:
    """The reason why a game is over, by the number of its kind of end."""
    return {int(end): reason for end, reason in (*COMMON_REASONS.items(), *system.words.ends.items())}


class ResultTexts(NamedTuple):
    """The texts of one kind of end: for spectators, for the winner, for the loser."""

    neutral: str
    to_winner: str = ""
    to_loser: str = ""

    def phrase_for(self, winner: int, values: Mapping[str, object], to: int | None) -> Phrase:
        """The sentence for the player on the seat `to`; None for spectators."""
        mine = "" if to is None else self.to_winner if to == winner else self.to_loser
        return Phrase(mine or self.neutral, values)


DRAWN = ResultTexts(N_("A draw: {reason}."))
WON = ResultTexts(N_("{winner} wins: {reason}."), N_("You have won: {reason}."), N_("You have lost: {reason}."))
PLAYER_END_TEXTS = {
    "resigned": ResultTexts(
        N_("{winner} wins: {loser} has resigned."),
        N_("You have won: {loser} has resigned."),
        N_("You have resigned: {winner} wins."),
    ),
    "agreed": ResultTexts(N_("A draw: both players have agreed to it.")),
    "abandoned": ResultTexts(
        N_("{winner} wins: {loser} has left the game."),
        N_("You have won: {loser} has left the game."),
        N_("You have lost: you have left the game."),
    ),
}
STOPPED = ResultTexts(  # with a winner by the rules
    N_("{winner} wins; the players have ended the game."),
    N_("You have won; the players have ended the game."),
    N_("You have lost; the players have ended the game."),
)


def margin_text(count: int, one: str, several: str) -> Phrase | None:
    """The margin of a win, by a count of something; None if the winner has not more of it."""
    return Phrase(one if count == 1 else several, {"count": count}) if count > 0 else None


def result_text(state: State, player_end: PlayerEnd | None = None, to: int | None = None) -> Phrase | None:
    """Who has won and why, for the player on the seat `to` or for spectators; None while the game goes on."""
    if player_end:
        return player_end_text(state, player_end, to)
    if not state.outcome:
        return None
    winner = winner_of(state.outcome)
    reason = Phrase(end_reasons(state.game.system)[end_of(state.outcome)])
    if winner == DRAW:
        return DRAWN.phrase_for(winner, {"reason": reason}, to)
    return WON.phrase_for(winner, {"winner": Phrase(state.game.system.seats[winner]), "reason": reason}, to)


def player_end_text(state: State, player_end: PlayerEnd, to: int | None = None) -> Phrase:
    """Who has won and why, in a game that the players ended."""
    winner = player_end.winner
    if winner == DRAW:
        return PLAYER_END_TEXTS[player_end.kind].phrase_for(winner, {}, to)
    seats = [Phrase(seat) for seat in state.game.system.seats]
    texts = STOPPED if player_end.kind == "agreed" else PLAYER_END_TEXTS[player_end.kind]
    return texts.phrase_for(winner, {"winner": seats[winner], "loser": seats[other(winner)]}, to)

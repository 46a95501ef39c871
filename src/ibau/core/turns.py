"""Turns: what one player does until the other decides or throws; drawing lots is nobody's and counts as turn 0."""

from typing import NamedTuple

from ibau.core.game import State
from ibau.core.outcome import CHANCE, NOBODY


class Turn(NamedTuple):
    """The turn that an action belongs to; before the first action it is nobody's."""

    actor: int = NOBODY
    players_turns: int = 0  # how many turns of players have begun

    @property
    def number(self) -> int:
        return 0 if self.actor == CHANCE else self.players_turns

    def of_action_in(self, state: State) -> "Turn":
        """The turn of the next action, which is played in `state`; the same one while the actor stays."""
        actor = state.actor
        if actor == self.actor:
            return self
        return Turn(actor, self.players_turns + (actor != CHANCE))

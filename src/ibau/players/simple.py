"""Players that look at most one ply ahead and need no budget."""

import threading

from ibau.core.chance import advance, below
from ibau.core.game import State
from ibau.players.base import Choice, Player, Report, static_choice, static_value_for
from ibau.search.budget import Budget


class RandomPlayer(Player):
    """Plays a legal action at random, all with the same probability."""

    def think(self, state: State, budget: Budget, stop: threading.Event, report: Report) -> Choice:
        started = self.clock()
        action = state.legal[below(self.generator(state), len(state.legal))]
        return static_choice(state, action, 1, self.clock() - started)


class GreedyPlayer(Player):
    """Plays the action after which the static evaluation is best for it; among equals, a random one."""

    finishes_won_games = True

    def think(self, state: State, budget: Budget, stop: threading.Event, report: Report) -> Choice:
        started = self.clock()
        action = best_one_ply(state, state.legal, self.generator(state))
        return static_choice(state, action, len(state.legal), self.clock() - started)


def best_one_ply(state: State, actions: tuple[int, ...], random: int) -> int:
    """The best of some actions one ply ahead; the generator state `random` decides between equals."""
    values = [static_value_for(state.after(action), state.turn) for action in actions]
    best = [action for action, value in zip(actions, values, strict=True) if value == max(values)]
    return best[below(advance(random), len(best))]

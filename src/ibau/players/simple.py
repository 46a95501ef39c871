"""Players that think at most one ply ahead; they need no budget."""

import threading
import time
from collections.abc import Callable

from ibau.core.chance import advance, below
from ibau.core.game import State
from ibau.players.player import SHIPPED, Budget, Choice, Player, Report, judged, plain_choice, wins

EIGHTHS = 8


class RandomPlayer(Player):
    """Plays any legal action, all alike."""

    def think(self, state: State, budget: Budget, stop: threading.Event, report: Report) -> Choice:
        started = self.clock()
        action = state.legal[below(self.generator(state), len(state.legal))]
        return plain_choice(state, action, 1, self.clock() - started)


class GreedyPlayer(Player):
    """Takes what it can see: the action after which its side looks best; among equals any."""

    def think(self, state: State, budget: Budget, stop: threading.Event, report: Report) -> Choice:
        started = self.clock()
        action = best_seen(state, state.legal, self.generator(state))
        return plain_choice(state, action, len(state.legal), self.clock() - started)


def best_seen(state: State, actions: tuple[int, ...], random: int) -> int:
    """The best of some actions one ply ahead; the generator state `random` chooses among equals."""
    values = [judged(state.after(action), state.turn) for action in actions]
    best = [action for action, value in zip(actions, values, strict=True) if value == max(values)]
    return best[below(advance(random), len(best))]


class CarelessPlayer(Player):
    """A beginner: notices each action with a chance of `notices` eighths, and always a win on the spot."""

    def __init__(
        self,
        seed: int = 0,
        clock: Callable[[], float] = time.perf_counter,
        notices: int = EIGHTHS,
        *,
        threads: int = 1,
        judge: str = SHIPPED,
    ) -> None:
        super().__init__(seed, clock, threads=threads, judge=judge)
        self.notices = notices

    def think(self, state: State, budget: Budget, stop: threading.Event, report: Report) -> Choice:
        started = self.clock()
        random = self.generator(state)
        noticed: list[int] = []
        for action in state.legal:
            random = advance(random)
            if below(random, EIGHTHS) < self.notices or wins(state, action):
                noticed.append(action)
        noticed = noticed or [state.legal[below(random, len(state.legal))]]
        action = best_seen(state, tuple(noticed), advance(random))
        return plain_choice(state, action, len(noticed), self.clock() - started)

"""Thinking on the other side's time: about what a person may play, while they think themselves."""

import threading
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from ibau.core.game import State
from ibau.players import Budget, Player

LONGER = 10  # times as long as about a move: somebody may have left the room


@contextmanager
def pondering(thinker: Player, state: State, budget: Budget) -> Generator[None]:
    """Let a player with a memory think about its opponent's move; the end of the block ends that at once."""
    stop, enough = threading.Event(), budget._replace(seconds=LONGER * (budget.seconds or 0.0))
    with ThreadPoolExecutor(1) as pool:
        thought = pool.submit(thinker.choose, state, enough, stop)
        try:
            yield
        finally:
            stop.set()
        thought.result()

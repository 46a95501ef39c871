"""A contestant in one process: its player in the current game, and what it spends."""

import time
from collections.abc import Callable

from ibau.core.game import Game, State
from ibau.lab.arena.results import Spent
from ibau.lab.arena.roster import Contestant
from ibau.lab.course import Course
from ibau.players.base import Choice
from ibau.players.engine import Engine
from ibau.search.budget import Budget


class Entrant:
    """Chooses a contestant's moves; `clock` measures its limits of time."""

    def __init__(self, contestant: Contestant, game: Game, clock: Callable[[], float]) -> None:
        self.spent = Spent()
        self._contestant = contestant
        self._clock = clock
        self._player = contestant.player(0)
        self._budget = contestant.budget or self._player.usual_in(game)
        self._has_thought = False

    def new_game(self, seed: int) -> None:
        """A new player, and nothing spent; an engine goes on in its process."""
        self.spent = Spent()
        if isinstance(self._player, Engine):
            self._player.new_game(seed)
        else:
            self._player = self._contestant.player(seed)
        self._player.clock = self._clock

    def choose(self, course: Course) -> str:
        """What it plays; the first thought, which loads what the player needs, is thought again and timed then.

        Raises EngineError where an engine fails.
        """
        if isinstance(self._player, Engine):
            self._player.actions = course.line.actions
            self._has_thought = self._player.has_thought
        if not self._has_thought:
            self._player.choose(course.state, self._budget)
            self._has_thought = True
        choice, spent = self._timed(course.state)
        self.spent.add(spent)
        return choice.action

    def close(self) -> None:
        """End the process of an engine."""
        if isinstance(self._player, Engine):
            self._player.close()

    def _timed(self, state: State) -> tuple[Choice, Spent]:
        """A choice, and what was spent on it."""
        wall, cpu, clock = time.perf_counter(), time.process_time(), self._clock()
        choice = self._player.choose(state, self._budget)
        over = beyond(self._budget, self._clock() - clock)
        return choice, Spent(1, choice.nodes, time.perf_counter() - wall, time.process_time() - cpu, over)


def beyond(budget: Budget, seconds: float) -> float:
    """Seconds by which a limit of time was exceeded."""
    return 0.0 if budget.seconds is None else max(0.0, seconds - budget.seconds)

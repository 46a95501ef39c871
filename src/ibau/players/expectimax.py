"""The player that weighs every throw of games with throws; see star2.py."""

import math

from ibau.core.game import Game, State
from ibau.players.deepening import Deepening, DeepeningPlayer
from ibau.players.ordering import new_ordering
from ibau.players.player import Budget
from ibau.players.star2 import DEEPEST, DONE, LONGEST, WIN, Ways, begin, make_star2, new_run
from ibau.players.table import SLOTS, new_table


class Search(Deepening):
    """An expectimax search; its depth is in throws, that before which positions are judged included."""

    def __init__(
        self, state: State, seed: int, deepest: int = DEEPEST, ways: Ways | None = None, slots: int = SLOTS
    ) -> None:
        system = state.game.system
        ordering = new_ordering(system.action_count, LONGEST + 1, seed)
        self.searched = new_run(new_table(slots), ordering, ways or Ways())
        self.loop = make_star2(system.rulebook, system.evaluation)
        super().__init__(state, min(deepest, DEEPEST))

    @property
    def nodes(self) -> int:
        return int(self.searched.nodes[0])

    @property
    def is_decided(self) -> bool:
        return abs(self.value) == 1

    def begin(self, depth: int) -> None:
        begin(self.searched, depth)

    def go_on(self, nodes: int) -> bool:
        return self.loop(self.state.game.rules, self.state.position, self.searched, nodes) == DONE

    def note_best(self) -> None:
        run = self.searched
        if not math.isinf(run.path.best[0]):
            self.value = float(run.path.best[0]) / WIN
            self.line = tuple(int(action) for action in run.lines[0, : run.ends[0]])


class ExpectimaxPlayer(DeepeningPlayer):
    """Expectimax search with a transposition table."""

    only = "games with throws"

    def plays(self, game: Game) -> bool:
        return game.system.has_throws

    def search(self, state: State, budget: Budget) -> Deepening:
        return Search(state, self.generator(state), budget.depth or DEEPEST)

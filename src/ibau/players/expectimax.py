"""The player that weighs every throw of games with throws; see star2.py."""

from ibau.core.game import Game, State
from ibau.players.deepening import Deepening, DeepeningPlayer, for_one_thread, slots_for
from ibau.players.lines import best_line
from ibau.players.network import Network, network_of, no_network
from ibau.players.ordering import new_ordering
from ibau.players.player import Budget
from ibau.players.star2 import DONE, make_star2
from ibau.players.star_path import DEEPEST, INFINITE, LONGEST, WIN, Ways, begin, glance, new_run
from ibau.players.table import SLOTS, new_table


class Search(Deepening):
    """An expectimax search; its depth is in throws, that before which positions are judged included."""

    def __init__(
        self,
        state: State,
        seed: int,
        deepest: int = DEEPEST,
        ways: Ways | None = None,
        slots: int = SLOTS,
        among: tuple[int, ...] | None = None,
        network: Network | None = None,
    ) -> None:
        system = state.game.system
        ordering = new_ordering(system.action_count, LONGEST + 1, seed)
        self.searched = new_run(new_table(slots), ordering, ways or Ways(), network or no_network(), among or ())
        self.loop = make_star2(system.rulebook, system.evaluation)
        self.points = 0  # the value as star_path.py counts it
        super().__init__(state, min(deepest, DEEPEST), among or ())

    def turn_to(self, state: State) -> None:
        self.points = 0
        super().turn_to(state)

    @property
    def nodes(self) -> int:
        return int(self.searched.nodes[0])

    @property
    def is_decided(self) -> bool:
        return abs(self.points) == WIN

    def glance(self) -> None:
        glance(self.searched)

    def begin(self, depth: int) -> None:
        begin(self.searched, depth)

    def go_on(self, nodes: int) -> bool:
        return self.loop(self.state.game.rules, self.state.position, self.searched, nodes) == DONE

    def note_best(self) -> None:
        run = self.searched
        if run.path.best[0] > -INFINITE:
            self.points = int(run.path.best[0])
            self.value = self.points / WIN
            self.line = best_line(run.lines)

    def twin(self, seed: int) -> "Search":
        run = self.searched
        twin = Search(self.state, seed, self.deepest, run.ways, 2, self.among, for_one_thread(run.network))
        twin.searched = twin.searched._replace(table=run.table)
        return twin


class ExpectimaxPlayer(DeepeningPlayer):
    """Expectimax search with a transposition table."""

    only = "games with throws"
    instead = "alphabeta or mcts"

    def plays(self, game: Game) -> bool:
        return game.system.has_throws

    def search(self, state: State, budget: Budget) -> Deepening:
        network = network_of(state.game, self.judge)
        deepest, slots = budget.depth or DEEPEST, slots_for(budget)
        return Search(state, self.generator(state), deepest, slots=slots, among=self.among, network=network)

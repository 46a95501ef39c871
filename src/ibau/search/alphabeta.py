"""The search of games without throws, ply by ply; see pvs.py."""

from ibau.core.contract import WIN
from ibau.core.game import State
from ibau.core.playout import history_of
from ibau.search.deepening import Deepening, for_one_thread
from ibau.search.lines import best_line
from ibau.search.network import Network, no_network
from ibau.search.ordering import new_ordering
from ibau.search.pvs import DONE, make_pvs
from ibau.search.stack import DECIDED, INFINITE, LONGEST, WON_AT_ONCE, Ways, begin, glance, new_run
from ibau.search.transposition import SLOTS, new_table


class AlphaBetaSearch(Deepening):
    """A principal-variation search; its depth is in plies."""

    def __init__(
        self,
        state: State,
        seed: int,
        deepest: int = LONGEST,
        ways: Ways | None = None,
        slots: int = SLOTS,
        among: tuple[int, ...] | None = None,
        network: Network | None = None,
    ) -> None:
        system = state.game.system
        self.history = history_of(state)
        ordering = new_ordering(system.action_count, LONGEST + 1, seed)
        self.searched = new_run(new_table(slots), ordering, ways or Ways(), network or no_network(), among or ())
        self.loop = make_pvs(system.rulebook, system.evaluation)
        self.points = 0  # the value as pvs.py counts it
        super().__init__(state, min(deepest, LONGEST), among or ())

    def turn_to(self, state: State) -> None:
        self.history, self.points = history_of(state), 0
        super().turn_to(state)

    @property
    def nodes(self) -> int:
        return int(self.searched.nodes[0])

    @property
    def is_decided(self) -> bool:
        return abs(self.points) >= DECIDED and WON_AT_ONCE - abs(self.points) <= self.depth

    def glance(self) -> None:
        glance(self.searched)

    def begin(self, depth: int) -> None:
        begin(self.searched, depth)

    def go_on(self, nodes: int) -> bool:
        return self.loop(self.state.game.rules, self.state.position, self.history, self.searched, nodes) == DONE

    def note_best(self) -> None:
        run = self.searched
        if run.path.best[0] > -INFINITE:
            self.points = int(run.path.best[0])
            self.value = max(-1.0, min(1.0, self.points / WIN))
            self.line = best_line(run.lines)

    def twin(self, seed: int) -> "AlphaBetaSearch":
        run = self.searched
        twin = AlphaBetaSearch(self.state, seed, self.deepest, run.ways, 2, self.among, for_one_thread(run.network))
        twin.searched = twin.searched._replace(table=run.table)
        return twin

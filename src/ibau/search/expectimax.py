"""The search of games with throws, which weighs every throw; see star2.py."""

from ibau.core.game import State
from ibau.search.deepening import Deepening, for_one_thread
from ibau.search.lines import best_line
from ibau.search.network import Network, no_network
from ibau.search.ordering import new_ordering
from ibau.search.star2 import DONE, make_star2
from ibau.search.star_stack import DEEPEST, FINE_WIN, INFINITE, LONGEST, Ways, begin, glance, new_run
from ibau.search.transposition import SLOTS, new_table


class ExpectimaxSearch(Deepening):
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
        self.points = 0  # the value as star_stack.py counts it
        super().__init__(state, min(deepest, DEEPEST), among or ())

    def turn_to(self, state: State) -> None:
        self.points = 0
        super().turn_to(state)

    @property
    def nodes(self) -> int:
        return int(self.searched.nodes[0])

    @property
    def is_decided(self) -> bool:
        return abs(self.points) == FINE_WIN

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
            self.value = self.points / FINE_WIN
            self.line = best_line(run.lines)

    def twin(self, seed: int) -> "ExpectimaxSearch":
        run = self.searched
        twin = ExpectimaxSearch(self.state, seed, self.deepest, run.ways, 2, self.among, for_one_thread(run.network))
        twin.searched = twin.searched._replace(table=run.table)
        return twin

"""The search of games without throws, ply by ply; see pvs.py."""

from collections.abc import Callable

from ibau.core.contract import WIN, System
from ibau.core.game import State
from ibau.core.playout import history_of
from ibau.core.tables.mapped import mapped_results
from ibau.search.deepening import Deepening
from ibau.search.pvs import DECIDED, LONGEST, WON_AT_ONCE, Notes, Ways, make_pvs, new_notes
from ibau.search.stack import begin


class AlphaBetaSearch(Deepening[Notes, Ways]):
    """A principal-variation search; its depth is in plies."""

    bottom = longest = LONGEST
    unit = WIN
    all_ways = Ways()

    def loop_of(self, system: System) -> Callable[..., int]:
        return make_pvs(system.rulebook, system.evaluation, system.tables)

    def new_notes(self, state: State) -> Notes:
        return new_notes(history_of(state), mapped_results(self.tablebase))

    @property
    def is_decided(self) -> bool:
        return abs(self.points) >= DECIDED and WON_AT_ONCE - abs(self.points) <= self.depth

    def glance(self) -> None:
        begin(self.searched, depth=1, highest=WON_AT_ONCE, horizon=1)

    def begin(self, depth: int) -> None:
        begin(self.searched, depth, WON_AT_ONCE, horizon=LONGEST)

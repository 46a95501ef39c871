"""Iterative deepening by principal-variation search, for games without throws; see pvs.py."""

from collections.abc import Callable

from ibau.core.contract import WIN, System
from ibau.core.game import Game, State
from ibau.search.deepening import IterativeDeepening
from ibau.search.history import History, clear, history_bytes, new_history
from ibau.search.playout import LONGEST_PLAYOUT, load_history
from ibau.search.pvs import (
    DECIDED,
    ENDLESS,
    LONGEST,
    RULED,
    UNRULED,
    WON_AT_ONCE,
    PvsStack,
    PvsTechniques,
    make_pvs,
    new_pvs_stack,
)
from ibau.search.stack import begin
from ibau.tables.table_arrays import array_bytes, result_arrays


class AlphaBetaSearch(IterativeDeepening[PvsStack, PvsTechniques]):
    """A principal-variation search; depth is in plies."""

    throws = False
    max_depth = max_plies = LONGEST
    value_unit = WIN
    all_techniques = PvsTechniques()

    def loop_of(self, system: System) -> Callable[..., int]:
        return make_pvs(system.rulebook, system.evaluation, system.table_layout)

    def new_stack(self, state: State) -> PvsStack:
        zeros = self.machine.zeros
        history = new_history(len(state.position), LONGEST_PLAYOUT, zeros)
        self._load_history(history, state)
        return new_pvs_stack(history, result_arrays(self.tablebase, zeros), repetition_rule(state.game), zeros)

    def renew_stack(self, state: State) -> None:
        history = self.search_run.stack.history
        clear(history)
        self._load_history(history, state)

    def stack_bytes(self, state: State) -> int:
        return history_bytes(len(state.position), LONGEST_PLAYOUT) + array_bytes(self.tablebase)

    def _load_history(self, history: History, state: State) -> None:
        load_history(history, state.history, self.machine)
        if state.reversible_history:
            load_history(history, state.reversible_history, self.machine)

    @property
    def is_decided(self) -> bool:
        return abs(self.points) >= DECIDED and WON_AT_ONCE - abs(self.points) <= self.depth

    def begin_shallow(self) -> None:
        begin(self.search_run, depth=1, highest=WON_AT_ONCE, horizon=1)

    def begin(self, depth: int) -> None:
        begin(self.search_run, depth, WON_AT_ONCE, horizon=LONGEST)


def repetition_rule(game: Game) -> int:
    """How a search treats repeated positions of a game: RULED, UNRULED or ENDLESS (see pvs.py)."""
    if not game.has_uncounted_repetition:
        return RULED
    return ENDLESS if game.longest_game is None else UNRULED

"""Iterative deepening by expectimax, for games with throws; see star2.py."""

from collections.abc import Callable

from ibau.core.contract import System
from ibau.core.game import State
from ibau.search.deepening import IterativeDeepening
from ibau.search.stack import begin
from ibau.search.star2 import make_star2
from ibau.search.star_throws import DEEPEST, FINE_WIN, LONGEST, Star2Stack, Star2Techniques, new_star2_stack


class ExpectimaxSearch(IterativeDeepening[Star2Stack, Star2Techniques]):
    """An expectimax search; depth is in throws, including the one before which positions are evaluated."""

    throws = True
    max_depth, max_plies = DEEPEST, LONGEST
    value_unit = FINE_WIN
    all_techniques = Star2Techniques()

    def loop_of(self, system: System) -> Callable[..., int]:
        return make_star2(system.rulebook, system.evaluation)

    def new_stack(self, state: State) -> Star2Stack:  # noqa: ARG002 - no repetitions are counted
        return new_star2_stack(self.machine.zeros)

    @property
    def is_decided(self) -> bool:
        return abs(self.points) == FINE_WIN

    def begin_shallow(self) -> None:
        begin(self.search_run, depth=0, highest=FINE_WIN, horizon=0)

    def begin(self, depth: int) -> None:
        begin(self.search_run, depth - 1, FINE_WIN, horizon=LONGEST - 1)

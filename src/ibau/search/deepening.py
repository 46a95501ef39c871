"""Iterative deepening: search the whole tree to depth 1, 2, … while the budget lasts."""

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, Self

from ibau.core.coercion import wrong_game_error
from ibau.core.contract import System
from ibau.core.game import State
from ibau.core.limits import check_type
from ibau.core.outcome import CHANCE
from ibau.machine.machines import machine_for
from ibau.search.batching import SearchThreads
from ibau.search.budget import Budget, SearchError
from ibau.search.depth_first import DONE
from ibau.search.move_ordering import new_ordering
from ibau.search.network import Network, check_fits, copy_network, no_network
from ibau.search.pv_table import best_line
from ibau.search.stack import INFINITE, Stack, Techniques, new_search_run
from ibau.search.transposition import FEWEST_SLOTS, SLOT_BYTES, SLOTS, new_table
from ibau.tables.tablebase import Tablebase

SLOTS_A_SECOND = 1 << 21
SLOTS_BY_NODES = 1 << 19  # at most, if nodes are the only limit, as at a level: 16 MiB on every machine
SPARE = 1 << 21  # bytes, more than a search's small arrays take


class IterativeDeepening(ABC, Generic[Stack, Techniques]):
    """A search from a state, in any number of runs, and the best line found so far.

    `among`: the legal actions to choose among; empty means all.
    `depth`: the depth searched in full; -1 at first, 0 once every action has been evaluated.
    `value`: -1 to 1 for the player to move at the root.  `line`: the best line, beginning with the best action.
    """

    throws: ClassVar[bool]  # searches games with throws, or only those without
    max_depth: ClassVar[int]  # the greatest depth to search to
    max_plies: ClassVar[int]  # plies from the root
    value_unit: ClassVar[int]  # the strategy's integer for a value of 1
    all_techniques: Techniques  # the default techniques

    def __init__(  # noqa: PLR0913 - the last ones are named
        self,
        state: State,
        seed: int,
        deepest: int | None = None,
        techniques: Techniques | None = None,
        slots: int = SLOTS,
        among: tuple[int, ...] | None = None,
        network: Network | None = None,
        *,
        tablebase: Tablebase | None = None,
        threads: int = 1,
    ) -> None:
        """Prepare a search of `state` to `deepest` at most.

        `seed`: orders actions of equal promise.  `slots`: size of the transposition table, a power of two.
        `tablebase`: exact results to use, in games without throws.  `threads`: how many will share the table.
        Raises SearchError, NetworkError, MachineError, ExtraError and MemoryError.
        """
        self.among = among or ()
        self._check(state)
        system = state.game.system
        network = check_fits(network or no_network(), system)
        loop = self.loop_of(system)
        self.tablebase = tablebase
        self.machine = machine_for(system.id, loop, self.stack_bytes(state) + slots * SLOT_BYTES + SPARE, threads)
        self.limit_depth(deepest)
        zeros = self.machine.zeros
        ordering = new_ordering(system.action_count, self.max_plies + 1, seed, zeros)
        network = copy_network(network, zeros)
        stack, techniques, table = self.new_stack(state), techniques or self.all_techniques, new_table(slots, zeros)
        self.search_run = new_search_run(stack, techniques, table, ordering, network, self.among, zeros)
        self.loop = self.machine.prepare(loop)
        self._begin_with(state)

    def limit_depth(self, deepest: int | None) -> None:
        """Search to this depth at most; None for the greatest possible."""
        self.deepest = self.max_depth if deepest is None else min(deepest, self.max_depth)

    def set_root(self, state: State) -> None:
        """Start over from another state of the same game, keeping the table.  Raises RulesetError."""
        if state.game != self.state.game:
            raise wrong_game_error("This search is one of", self.state.game, state.game)
        self._check(state)
        self.renew_stack(state)
        self._begin_with(state)

    def _check(self, state: State) -> None:
        """Raise SearchError for a state that the compiled loop, which checks nothing, cannot search."""
        system = check_type(state, State, f"{type(self).__name__} searches a State", SearchError).game.system
        if system.has_throws != self.throws:
            which = "with" if self.throws else "without"
            raise SearchError(f"{type(self).__name__} searches games {which} throws; {system.id} is none of them.")
        if state.turn == CHANCE and not self.throws:
            raise SearchError("A search cannot begin before lots are drawn.")
        if not set(self.among) <= set(state.legal):
            raise SearchError(f"Not all actions to search are legal here: {self.among}; legal are {state.legal}.")

    def _begin_with(self, state: State) -> None:
        self.state = state
        self.depth = -1
        self.points = 0  # the value in the strategy's unit
        self.value = 0.0
        self.line: tuple[int, ...] = ()
        self.begin_shallow()

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        return int(self.search_run.nodes[0])

    @property
    @abstractmethod
    def is_decided(self) -> bool:
        """Is the best line proven, so that searching deeper cannot change it?"""

    @abstractmethod
    def loop_of(self, system: System) -> Callable[..., int]:
        """The loop that searches a system's games; see depth_first.py."""

    def stack_bytes(self, state: State) -> int:  # noqa: ARG002 - for a search with a large stack
        """The size in bytes of the stack, if it is large."""
        return 0

    @abstractmethod
    def new_stack(self, state: State) -> Stack:
        """Allocate an empty stack for a path from a state."""

    def renew_stack(self, state: State) -> None:
        """Clear the stack for another state."""

    @abstractmethod
    def begin_shallow(self) -> None:
        """Go back to the root to evaluate the position after each of its actions."""

    @abstractmethod
    def begin(self, depth: int) -> None:
        """Go back to the root to search it to this depth."""

    def resume(self, nodes: int) -> bool:
        """Search until the depth is reached (True) or `nodes` have been visited in total (False)."""
        return self.loop(self.state.game.rules, self.state.position, self.search_run, nodes) == DONE

    def record_best(self) -> None:
        """Take value and line from the search to the current depth, if it has found any."""
        best = int(self.search_run.path.best[0])
        if best > -INFINITE:
            self.points = best
            self.value = max(-1.0, min(1.0, best / self.value_unit))
            self.line = best_line(self.search_run.lines)

    def for_thread(self, seed: int) -> Self:
        """A copy of this search for another thread: another move ordering, the same table."""
        run = self.search_run
        given = self.state, seed, self.deepest, run.techniques, FEWEST_SLOTS, self.among, run.network
        twin = type(self)(*given, tablebase=self.tablebase, threads=2)
        twin.search_run = twin.search_run._replace(table=run.table)
        return twin

    def run(self, nodes: int) -> None:
        """Search this many nodes more."""
        limit = self.nodes + nodes
        while not self.is_finished and self.resume(limit):
            self.record_best()
            self.depth += 1
            self.begin(self.depth + 1)

    @property
    def is_finished(self) -> bool:
        """Has it reached its depth, or is the result decided?"""
        return self.depth >= self.deepest or self.is_decided


class SearchMemory:
    """A search that a player keeps between its decisions in a game, for what its table has learnt."""

    def __init__(self) -> None:
        self._search: IterativeDeepening[Any, Any] | None = None

    def search_of(
        self, state: State, deepest: int | None, begin: Callable[[], IterativeDeepening[Any, Any]]
    ) -> IterativeDeepening[Any, Any]:
        """The kept search with `state` as its root and its node count at 0; a new one for another game."""
        if self._search is None or self._search.state.game != state.game:
            self._search = begin()
        else:
            self._search.set_root(state)
            self._search.limit_depth(deepest)
            self._search.search_run.nodes[0] = 0
        return self._search


class SmpTeam(SearchThreads):
    """A search with helper threads that search the same root and fill its table (lazy SMP) as long as the block lasts.

    `shares`: the budget of each thread, the main search first; it also spends what its helpers leave of their nodes.
    """

    def __init__(
        self,
        search: IterativeDeepening[Any, Any],
        shares: Sequence[Budget],
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__([search.for_thread(number) for number in range(1, len(shares))], shares[1:], clock)
        self.search = search
        self.share, *others = (math.inf if share.nodes is None else share.nodes for share in shares)
        self.most = self.share + sum(others)

    @property
    def nodes(self) -> int:
        """Nodes visited by all threads."""
        return self.search.nodes + super().nodes

    @property
    def is_finished(self) -> bool:
        """Is the main search finished?  Helpers do not count: one may have searched less deeply."""
        return self.search.is_finished

    def run(self, nodes: int) -> None:
        """Search this many nodes more, or what is left of the share."""
        if self.search.nodes >= self.share:
            self.end()
        left = self.most - self.nodes if self.enough.is_set() else self.share - self.search.nodes
        self.search.run(int(max(0, min(nodes, left))))


def slots_for(budget: Budget) -> int:
    """The size of the table for a budget: touching memory for the first time takes time too."""
    nodes = SLOTS if budget.nodes is None else min(budget.nodes, SLOTS_BY_NODES - 1)
    if budget.seconds is not None:
        nodes = min(nodes, int(budget.seconds * SLOTS_A_SECOND))
    return min(max(1 << nodes.bit_length(), FEWEST_SLOTS), SLOTS)


def action_texts(state: State, actions: tuple[int, ...]) -> tuple[str, ...]:
    """A line of actions as text."""
    found: list[str] = []
    for action in actions:
        found.append(state.text_of(action))
        state = state.after(action)
    return tuple(found)

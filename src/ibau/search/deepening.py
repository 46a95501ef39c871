"""Searches of the whole tree to one ply, to two, and so on while the budget lasts."""

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
SLOTS_BY_NODES = 1 << 19  # at most, where nodes are the only limit, as at a level: 16 MiB on every machine
SPARE = 1 << 21  # bytes of what lies in a room beside its table and large notes


class IterativeDeepening(ABC, Generic[Stack, Techniques]):
    """A search from a state, in any number of runs, and its best play so far.

    `among`: the actions to choose among, all where there are none.
    """

    throws: ClassVar[bool]  # does it search games with throws, or those without?
    max_depth: ClassVar[int]  # the greatest depth
    max_plies: ClassVar[int]  # plies from the root
    value_unit: ClassVar[int]  # how much the strategy counts for a value of 1
    all_techniques: Techniques  # the techniques to use unless told otherwise

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
        """What a tablebase says is taken for known, in games without throws; this many threads share its table.

        Raises SearchError, MachineError, ExtraError and MemoryError.
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
        """Search to this depth at most; None for as deep as can be."""
        self.deepest = self.max_depth if deepest is None else min(deepest, self.max_depth)

    def set_root(self, state: State) -> None:
        """Search another state of the game from its beginning, knowing what is known.  Raises RulesetError."""
        if state.game != self.state.game:
            raise wrong_game_error("This search is one of", self.state.game, state.game)
        self._check(state)
        self.renew_stack(state)
        self._begin_with(state)

    def _check(self, state: State) -> None:
        """Raise SearchError for a state that it cannot begin with: its loop trusts what it is given."""
        system = check_type(state, State, f"{type(self).__name__} searches a State", SearchError).game.system
        if system.has_throws != self.throws:
            which = "with" if self.throws else "without"
            raise SearchError(f"{type(self).__name__} searches games {which} throws; {system.id} is none of them.")
        if state.turn == CHANCE and not self.throws:
            raise SearchError("A search cannot begin before lots are drawn.")
        if not set(self.among) <= set(state.legal):
            raise SearchError(f"Of the actions {self.among} to search not every one is legal here: {state.legal}.")

    def _begin_with(self, state: State) -> None:
        self.state = state
        self.depth = -1  # how deep it has searched in full; at 0 it has judged each action
        self.points = 0  # the value as the strategy counts it
        self.value = 0.0  # -1..1 for who decides
        self.line: tuple[int, ...] = ()  # the best play, its action first
        self.begin_shallow()

    @property
    def nodes(self) -> int:
        """Nodes so far."""
        return int(self.search_run.nodes[0])

    @property
    @abstractmethod
    def is_decided(self) -> bool:
        """Is the best play known to be the best there is?"""

    @abstractmethod
    def loop_of(self, system: System) -> Callable[..., int]:
        """The loop that searches a game; see descent.py."""

    def stack_bytes(self, state: State) -> int:  # noqa: ARG002 - a search whose notes are large looks at it
        """The bytes of its notes, where there are more than a few."""
        return 0

    @abstractmethod
    def new_stack(self, state: State) -> Stack:
        """Nothing noted yet about the nodes of a path from a state; arrays of the room."""

    def renew_stack(self, state: State) -> None:
        """Forget what is noted, for another state."""

    @abstractmethod
    def begin_shallow(self) -> None:
        """Go back to the root, to judge where each of its actions leads."""

    @abstractmethod
    def begin(self, depth: int) -> None:
        """Go back to the root, to search it to a depth."""

    def resume(self, nodes: int) -> bool:
        """Search on, until the depth is reached (True) or this many nodes have been looked at in all (False)."""
        return self.loop(self.state.game.rules, self.state.position, self.search_run, nodes) == DONE

    def record_best(self) -> None:
        """Take value and line from the search to the present depth, where it has found any."""
        best = int(self.search_run.path.best[0])
        if best > -INFINITE:
            self.points = best
            self.value = max(-1.0, min(1.0, best / self.value_unit))
            self.line = best_line(self.search_run.lines)

    def for_thread(self, seed: int) -> Self:
        """This search again, in another order, for another thread: what one stores in the table, both know."""
        run = self.search_run
        given = self.state, seed, self.deepest, run.techniques, FEWEST_SLOTS, self.among, run.network
        twin = type(self)(*given, tablebase=self.tablebase, threads=2)
        twin.search_run = twin.search_run._replace(table=run.table)
        return twin

    def run(self, nodes: int) -> None:
        """Search this many nodes further."""
        limit = self.nodes + nodes
        while not self.is_finished and self.resume(limit):
            self.record_best()
            self.depth += 1
            self.begin(self.depth + 1)

    @property
    def is_finished(self) -> bool:
        """Has it come to its depth, or can going on find nothing better?"""
        return self.depth >= self.deepest or self.is_decided


class SearchMemory:
    """What a player keeps from one thought about a game to the next: a search, and so all that its table has learnt."""

    def __init__(self) -> None:
        self._search: IterativeDeepening[Any, Any] | None = None

    def search_of(
        self, state: State, deepest: int | None, begin: Callable[[], IterativeDeepening[Any, Any]]
    ) -> IterativeDeepening[Any, Any]:
        """The search that was kept, turned to a state and counting anew; another one for another game."""
        if self._search is None or self._search.state.game != state.game:
            self._search = begin()
        else:
            self._search.set_root(state)
            self._search.limit_depth(deepest)
            self._search.search_run.nodes[0] = 0
        return self._search


class SmpTeam(SearchThreads):
    """A search, and beside it threads that search the same and fill its table (lazy SMP) as long as the block lasts.

    All count as one search.  `shares`: what each may spend, the search itself first; what its helpers leave of their
    nodes it spends alone.
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
        """The nodes of all threads."""
        return self.search.nodes + super().nodes

    @property
    def is_finished(self) -> bool:
        """The helpers do not matter: one of them may have looked less deeply."""
        return self.search.is_finished

    def run(self, nodes: int) -> None:
        """Search this many nodes further, fewer where its share ends."""
        if self.search.nodes >= self.share:
            self.end()
        left = self.most - self.nodes if self.enough.is_set() else self.share - self.search.nodes
        self.search.run(int(max(0, min(nodes, left))))


def slots_for(budget: Budget) -> int:
    """How large a table a budget can fill: touching memory for the first time takes time too."""
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

"""Players that search, within a budget and in one or several threads."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from ibau.core.chance import seed_state
from ibau.core.game import Game, State
from ibau.core.phrase import N_
from ibau.players.base import Choice, Player, Report, static_choice, winning_action
from ibau.search.alphabeta import AlphaBetaSearch
from ibau.search.batching import SearchThreads, batches, shares_of
from ibau.search.budget import ONE_SECOND, Budget
from ibau.search.deepening import IterativeDeepening, SmpTeam, action_texts, slots_for
from ibau.search.expectimax import ExpectimaxSearch
from ibau.search.mcts import MctsSearch
from ibau.search.network import network_of
from ibau.search.tree import ROOT
from ibau.search.tree_search import TreeSearch, best_of
from ibau.search.uct import UctSearch
from ibau.tables.probing import available_tables

REPORT_SECONDS = 0.25  # between reports
FIRST_BATCH = 256  # nodes of iterative deepening; a tree search begins with a single iteration


# --- Iterative deepening ---------------------------------------------------------------------------------------------


class DeepeningPlayer(Player):
    """Iterative deepening; the best play of the deepest iteration counts, even if that was cut short."""

    default_budget = ONE_SECOND
    finishes_won_games = True
    among: tuple[int, ...] = ()  # the actions to choose from; () means all
    deepening: type[IterativeDeepening[Any, Any]]

    def search(self, state: State, budget: Budget) -> IterativeDeepening[Any, Any]:
        """A new search."""
        network, slots = network_of(state.game, self.evaluator), slots_for(budget)
        return self.deepening(
            state,
            self.generator(state),
            budget.depth,
            slots=slots,
            among=self.among,
            network=network,
            tablebase=available_tables(state.game) if self.probes else None,
            threads=len(shares_of(budget, self.threads)),
        )

    def think(self, state: State, budget: Budget, stop: threading.Event, report: Report) -> Choice:
        seconds = reported = 0.0
        with SmpTeam(self._search_of(state, budget), shares_of(budget, self.threads), self.clock) as team:
            for seconds in batches(team, budget, stop, self.clock, FIRST_BATCH):
                if seconds - reported >= REPORT_SECONDS:
                    report(deepest_choice(team.search, team.nodes, seconds))
                    reported = seconds
            return deepest_choice(team.search, team.nodes, seconds)

    def _search_of(self, state: State, budget: Budget) -> IterativeDeepening[Any, Any]:
        """A search that reuses the memory, unless only some actions are searched."""
        if self.memory is None or self.among:
            return self.search(state, budget)
        return self.memory.search_of(state, budget.depth, lambda: self.search(state, budget))


def deepest_choice(search: IterativeDeepening[Any, Any], nodes: int, seconds: float) -> Choice:
    """The best action so far; an immediate win is never missed, even before each action has been searched."""
    search.record_best()
    state, actions = search.state, search.among or search.state.legal
    win = winning_action(state, actions) if search.depth < 0 else None
    if win is not None or not search.line:
        return static_choice(state, actions[0] if win is None else win, nodes, seconds)
    line = action_texts(state, search.line)
    return Choice(line[0], search.value, line, nodes, seconds, max(search.depth, 0))


class AlphaBetaPlayer(DeepeningPlayer):
    """Alpha-beta search with a transposition table."""

    games_text = N_("games without throws")
    alternative = "expectimax or mcts"
    deepening = AlphaBetaSearch

    def plays(self, game: Game) -> bool:
        return not game.system.has_throws

    def ponders(self, game: Game) -> bool:
        return self.plays(game)


class ExpectimaxPlayer(DeepeningPlayer):
    """Expectimax search with a transposition table."""

    games_text = N_("games with throws")
    alternative = "alphabeta or mcts"
    deepening = ExpectimaxSearch

    def plays(self, game: Game) -> bool:
        return game.system.has_throws


# --- Trees -----------------------------------------------------------------------------------------------------------


class TreePlayer(Player, ABC):
    """Tree search: plays the most visited action; each thread has a tree of its own, whose visits are added up."""

    default_budget = ONE_SECOND
    finishes_won_games = True

    @abstractmethod
    def search(self, state: State, budget: Budget, random: int) -> TreeSearch:
        """A new search."""

    def think(self, state: State, budget: Budget, stop: threading.Event, report: Report) -> Choice:
        shares = shares_of(budget, self.threads)
        seeds = [seed_state(self.generator(state), number) for number in range(len(shares))]
        first, *others = [self.search(state, budget, seed) for seed in seeds]
        with SearchThreads(others, shares[1:], self.clock) as helpers:
            seconds = self._watch(first, shares[0], stop, report)
            if first.nodes == shares[0].nodes:  # it ended by the limit of nodes
                helpers.wait(stop)
        return most_visited([first, *(other for other in others if other.nodes)], seconds)

    def _watch(self, search: TreeSearch, share: Budget, stop: threading.Event, report: Report) -> float:
        """Search until the budget is spent; return the seconds taken."""
        seconds = reported = 0.0
        for seconds in batches(search, share, stop, self.clock):
            if seconds - reported >= REPORT_SECONDS:
                report(most_visited([search], seconds))
                reported = seconds
        return seconds


def most_visited(searches: Sequence[TreeSearch], seconds: float) -> Choice:
    """The best action of one or several trees, after at least one iteration of each."""
    state = searches[0].state
    n, best = best_of(searches, [ROOT] * len(searches), state)
    most_seen = max(searches, key=lambda search: int(search.tree.visits[search.child(ROOT, n)]))
    line = most_seen.line(n)
    nodes, depth = sum(search.nodes for search in searches), max(search.depth for search in searches)
    return Choice(line[0], best.value, line, nodes, seconds, depth)


class MctsPlayer(TreePlayer):
    """Monte Carlo tree search with evaluations instead of playouts."""

    def search(self, state: State, budget: Budget, random: int) -> TreeSearch:
        tablebase = available_tables(state.game) if self.probes else None
        return MctsSearch(state, random, budget, network_of(state.game, self.evaluator), tablebase=tablebase)


class UctPlayer(TreePlayer):
    """Monte Carlo tree search with random playouts to the end (UCT)."""

    def search(self, state: State, budget: Budget, random: int) -> TreeSearch:
        return UctSearch(state, random, budget)

    def think(self, state: State, budget: Budget, stop: threading.Event, report: Report) -> Choice:
        win = winning_action(state, state.legal)  # which playouts would take a while to prefer
        if win is not None:
            return static_choice(state, win, nodes=len(state.legal), seconds=0.0)
        return super().think(state, budget, stop, report)

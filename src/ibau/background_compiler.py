"""Compile one loop of a system with Numba, into its cache: `python -m ibau.background_compiler seega descent`.

Started by a process that has searched with a kernel for some seconds; see ibau.machine.takeover.
"""

import sys
from collections.abc import Callable
from itertools import count

from ibau.core.game import State
from ibau.core.outcome import CHANCE
from ibau.core.repetition import PositionHistory
from ibau.games import game
from ibau.machine.machines import NativeMachine
from ibau.machine.os_support import give_way
from ibau.search.alphabeta import AlphaBetaSearch
from ibau.search.budget import Budget
from ibau.search.expectimax import ExpectimaxSearch
from ibau.search.history import new_history
from ibau.search.mcts import MctsSearch
from ibau.search.network import network_of
from ibau.search.playout import load_history, perft, playouts
from ibau.search.uct import UctSearch

FEW = 1 << 10  # slots of a search that is run only to be compiled


def descent(state: State) -> None:
    """Run an iterative-deepening search: expectimax for games with throws, else alpha-beta."""
    search = ExpectimaxSearch if state.game.system.has_throws else AlphaBetaSearch
    search(state, 1, slots=FEW, network=network_of(state.game)).run(0)


def fill_history(state: State) -> None:
    """Load a history of positions, as every search does before it starts."""
    machine, key = NativeMachine(), state.game.system.rulebook.key(state.game.rules, state.position)
    load_history(new_history(len(state.position), 1, machine.zeros), PositionHistory.of([key]), machine)


COMPILE: dict[str, Callable[[State], object]] = {
    "descent": descent,
    "mcts": lambda state: MctsSearch(state, 1, Budget(nodes=1), network_of(state.game)).run(0),
    "uct": lambda state: UctSearch(state, 1, Budget(nodes=1), FEW).run(0),
    "playouts": lambda state: playouts(state, 0),
    "perft": lambda state: perft(state, 1),
}


def main(system: str, name: str) -> None:
    """Compile the loop `name` of `system`, at the lowest priority."""
    give_way(19)
    state = next_decision(game(system).initial())
    fill_history(state)
    COMPILE[name](state)


def next_decision(state: State) -> State:
    """The next state in which a player decides.  Each throw gets another result, as some are followed by a throw."""
    for n in count():
        if state.turn != CHANCE:
            break
        state = state.after(state.legal[n % len(state.legal)])
    return state


if __name__ == "__main__":
    main(*sys.argv[1:])

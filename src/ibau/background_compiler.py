"""Compile a loop of a system with Numba and cache it: `python -m ibau.background_compiler seega descent`.

Started by processes that have searched with a kernel for a while; see ibau.machine.takeover.
"""

import sys
from collections.abc import Callable
from itertools import count

from ibau.core.game import State
from ibau.core.outcome import CHANCE
from ibau.core.repetition import PositionHistory
from ibau.games import game
from ibau.machine.machines import NativeMachine
from ibau.machine.os_support import lower_priority
from ibau.search.alphabeta import AlphaBetaSearch
from ibau.search.budget import Budget
from ibau.search.expectimax import ExpectimaxSearch
from ibau.search.history import new_history
from ibau.search.mcts import MctsSearch
from ibau.search.network import network_of
from ibau.search.playout import load_history, perft, playouts
from ibau.search.uct import UctSearch

FEW = 1 << 10  # nodes and slots, as the search is only to be compiled


def descent(state: State) -> None:
    """Compile iterative deepening."""
    search = ExpectimaxSearch if state.game.system.has_throws else AlphaBetaSearch
    search(state, 1, slots=FEW, network=network_of(state.game)).run(0)


def fill_history(state: State) -> None:
    """Compile the loading of a history, which every search needs."""
    machine = NativeMachine()
    history = new_history(len(state.position), 1, machine.zeros)
    load_history(
        history, PositionHistory.of([state.game.system.rulebook.key(state.game.rules, state.position)]), machine
    )


COMPILE: dict[str, Callable[[State], object]] = {
    "descent": descent,
    "mcts": lambda state: MctsSearch(state, 1, Budget(nodes=1), network_of(state.game)).run(0),
    "uct": lambda state: UctSearch(state, 1, Budget(nodes=1), FEW).run(0),
    "playouts": lambda state: playouts(state, 0),
    "perft": lambda state: perft(state, 1),
}


def main(system: str, name: str) -> None:
    """Compile the loop `name` at low priority."""
    lower_priority(19)
    state = next_decision(game(system).initial())
    fill_history(state)
    COMPILE[name](state)


def next_decision(state: State) -> State:
    """The next state in which a player decides; throws vary, as after some the player throws again."""
    for n in count():
        if state.turn != CHANCE:
            break
        state = state.after(state.legal[n % len(state.legal)])
    return state


if __name__ == "__main__":
    main(*sys.argv[1:])

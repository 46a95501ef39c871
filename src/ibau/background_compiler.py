"""Let Numba compile a loop of a system and keep it, as a program: `python -m ibau.background_compiler seega descent`.

A process that has searched for a while by a kernel begins it; see ibau.machine.takeover.
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

FEW = 1 << 10  # nodes and slots of a search that only compiles


def descent(state: State) -> None:
    """Search deeper and deeper."""
    search = ExpectimaxSearch if state.game.system.has_throws else AlphaBetaSearch
    search(state, 1, slots=FEW, network=network_of(state.game)).run(0)


def fill_history(state: State) -> None:
    """Note what has been, as every search does."""
    room = NativeMachine()
    history = new_history(len(state.position), 1, room.zeros)
    load_history(history, PositionHistory.of([state.game.system.rulebook.key(state.game.rules, state.position)]), room)


COMPILE: dict[str, Callable[[State], object]] = {
    "descent": descent,
    "mcts": lambda state: MctsSearch(state, 1, Budget(nodes=1), network_of(state.game)).run(0),
    "uct": lambda state: UctSearch(state, 1, Budget(nodes=1), FEW).run(0),
    "playouts": lambda state: playouts(state, 0),
    "perft": lambda state: perft(state, 1),
}


def main(system: str, name: str) -> None:
    """Compile; others go first."""
    give_way(19)
    state = next_decision(game(system).initial())
    fill_history(state)
    COMPILE[name](state)


def next_decision(state: State) -> State:
    """The state after its throws and lots, of each another one: after some it is thrown again."""
    for n in count():
        if state.turn != CHANCE:
            break
        state = state.after(state.legal[n % len(state.legal)])
    return state


if __name__ == "__main__":
    main(*sys.argv[1:])

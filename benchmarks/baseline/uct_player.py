"""The player of the frozen tree search: plays an immediate win, or searches in short batches until its time is up and
plays the most visited action.
"""

import zlib
from collections.abc import Callable

import numpy as np

from benchmarks.baseline.uct_tree import ROOT, make_search, new_tree
from ibau.core.chance import seed_state
from ibau.core.game import State
from ibau.core.outcome import FIRST, value_for_first
from ibau.machine.machines import NativeMachine
from ibau.search.playout import history_of

BATCH_SECONDS = 0.01  # the target duration of a batch
LARGEST_BATCH = 1 << 14  # iterations
BATCH_GROWTH = 4  # the first batches are too short to be timed well
TREE_SIZE = 1 << 22  # nodes


def choose(state: State, seed: int, seconds: float, clock: Callable[[], float]) -> tuple[int, int]:
    """Choose an action; return it with the number of iterations."""
    for action in state.legal:
        if value_for_first(state.after(action).outcome) == side(state.turn):
            return action, len(state.legal)
    search = make_search(state.game.system.rulebook)
    random = seed_state(seed, zlib.crc32(str(state).encode()))
    tree, history, rules = new_tree(TREE_SIZE), history_of(state, NativeMachine()), state.game.rules
    search(rules, state.position, history, tree, 0, random)  # compiles before time is taken
    started = begun = clock()
    batch, left = 1, seconds
    while left > 0:
        random = int(search(rules, state.position, history, tree, batch, random))
        now = clock()
        left = started + seconds - now
        batch = next_batch(batch, now - begun, left)
        begun = now
    first = int(tree.first[ROOT])
    visits, value = (column[first : first + len(state.legal)] for column in (tree.visits, tree.value))
    return state.legal[int(np.lexsort((side(state.turn) * value, visits))[-1])], int(tree.visits[ROOT])


def next_batch(batch: int, took: float, left: float) -> int:
    """Iterations that fit into BATCH_SECONDS and `left` seconds, if `batch` iterations took `took` seconds."""
    fitting = int(batch * min(BATCH_SECONDS, left) / max(took, 1e-6))
    return max(1, min(fitting, BATCH_GROWTH * batch, LARGEST_BATCH))


def side(player: int) -> int:
    """The factor that converts a value for FIRST to one for `player`."""
    return 1 if player == FIRST else -1

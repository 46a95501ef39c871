"""States in which both tree searches are tested, and what a search has learnt."""

from typing import Any

import pytest

from ibau.core.chance import seed_state
from ibau.core.game import State
from ibau.games import game
from ibau.players import Budget
from ibau.search.mcts import MctsSearch
from ibau.search.network import no_network
from ibau.search.uct import UctSearch
from tests.machine_choice import machine

STATES = {
    "seega": "LLDDL/DLLDD/LD1LD/DLDLD/LDLDL first 24 - - 0 12 -",
    "seega+chain=optional": "L1D2/1LD1L/D1L1D/1D1L1/L3D second 24 - - 5 40 -",
    "senet-race": "1L1D3LD4L2D3L2DLD4 second t2 - 40",
}
OF_EACH = pytest.mark.parametrize("ruleset", STATES)


def sample_state(ruleset: str) -> State:
    return game(ruleset).state(STATES[ruleset])


def mcts(state: State, *batches: int, size: int = 99_999, stream: int = 0) -> MctsSearch:
    """A search by the features after some batches of iterations."""
    search = MctsSearch(state, seed_state(11, stream), Budget(), no_network(), size)
    for iterations in batches:
        search.run(iterations)
    return search


def uct(state: State, *batches: int, size: int = 99_999, stream: int = 0, plain: bool = False) -> UctSearch:
    """A search by random games after some batches of iterations."""
    with machine("plain" if plain else ""):
        search = UctSearch(state, seed_state(11, stream), Budget(), size)
    for iterations in batches:
        search.run(iterations)
    return search


def learnt(search: MctsSearch | UctSearch) -> list[list[Any]]:
    """Everything that a search has learnt of the nodes in use."""
    tree, used = search.tree, int(search.tree.used[0])
    values = search.evaluated.values if isinstance(search, MctsSearch) else search.values
    return [array.tolist() for array in (tree.first[:used], tree.visits[:used], values[:used], tree.used, tree.plies)]

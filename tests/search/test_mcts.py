"""The tree search by evaluation: worth follows from children, certain ends are certain, compiled equals plain."""

from array import array

import numpy as np
import pytest

from ibau.core.chance import SIXTEENTHS
from ibau.core.contract import WIN
from ibau.core.game import State
from ibau.core.outcome import CHANCE, FIRST
from ibau.games import game
from ibau.players import Budget, player
from ibau.players.base import static_value_for
from ibau.players.search_players import most_visited
from ibau.search.mcts import MctsSearch
from ibau.search.network import NetworkError, no_network
from ibau.search.tree import ROOT
from tests.search.minimax import expectiminimax
from tests.search.tree_states import OF_EACH, learnt, mcts, sample_state

WIN_AT_ONCE = "5/5/LD1L1/5/5 first 24 - - 0 30 -"


def race() -> State:
    return sample_state("senet-race")


def inner(search: MctsSearch) -> list[int]:
    """The nodes that have children."""
    return [node for node in range(search.tree.used[0]) if search.tree.first[node]]


def children(search: MctsSearch, node: int) -> slice:
    first = int(search.tree.first[node])
    return slice(first, first + int(search.evaluated.widths[node]))


# --- The tree --------------------------------------------------------------------------------------------------------


def test_a_search_ends_where_its_root_is_certain() -> None:
    """Not at the next check of the clock, which would depend on the speed of the machine."""
    state = game("seega+max_turns=15").state("LDDLD/LDDLL/DL1DL/LDLLD/DLLDD second 24 - - 0 11 -")
    search = mcts(state, 1000)
    assert search.is_certain(ROOT)
    assert search.nodes < 20
    assert learnt(search) == learnt(mcts(state, *[1] * 1000))


@OF_EACH
def test_the_first_look_judges_every_action(ruleset: str) -> None:
    state = sample_state(ruleset)
    search = mcts(state, 1)
    for n, action in enumerate(state.legal):
        assert search.value(search.child(ROOT, n)) == static_value_for(state.after(action), FIRST)


@OF_EACH
def test_worth_follows_from_the_children(ruleset: str) -> None:
    state = sample_state(ruleset)
    search = mcts(state, 400)
    for node in inner(search):
        worth, below = search.evaluated.values[node], np.asarray(search.evaluated.values[children(search, node)])
        seat = search.evaluated.seats[node]
        if seat == CHANCE:
            shares = np.asarray(search.evaluated.shares[children(search, node)])
            assert shares.sum() == SIXTEENTHS
            assert worth == (shares * below).sum() / SIXTEENTHS
        else:
            assert worth == (below.max() if seat == FIRST else below.min())


@OF_EACH
def test_every_visit_but_the_first_is_a_childs(ruleset: str) -> None:
    """What gave a node its children counts for itself alone."""
    state = sample_state(ruleset)
    search = mcts(state, 400)
    for node in inner(search):
        assert search.tree.visits[node] == 1 + sum(search.tree.visits[children(search, node)])


def test_throws_come_as_often_as_they_weigh() -> None:
    search = mcts(race(), 3000)
    for node in inner(search):
        if search.evaluated.seats[node] == CHANCE:
            shares = np.asarray(search.evaluated.shares[children(search, node)])
            due = shares * (search.tree.visits[node] - 1) / SIXTEENTHS
            assert np.abs(due - np.asarray(search.tree.visits[children(search, node)])).max() < 2


@OF_EACH
def test_a_full_tree_grows_no_more(ruleset: str) -> None:
    state = sample_state(ruleset)
    search = mcts(state, 2000, size=200)
    assert search.tree.used[0] <= 200
    assert search.is_finished
    assert learnt(search) == learnt(mcts(state, *[7] * 300, size=200)), "It ends where it is full, however it is asked."


# --- Values ----------------------------------------------------------------------------------------------------------


def test_comes_to_what_expectimax_says() -> None:
    """Curiosity looks everywhere in the end: the value comes near that of looking at everything."""
    state = game("senet-race+max_turns=42").state("23L3D2 first t2 - 40")
    wanted = float(expectiminimax(state, 8)) / WIN
    near, nearer = (abs(mcts(state, iterations).value(ROOT) - wanted) for iterations in (100, 20_000))
    assert nearer < near
    assert nearer < 0.005


def test_what_is_certain_is_known_to_be() -> None:
    state = game("seega-lenient").state(WIN_AT_ONCE)
    search = mcts(state, 1)
    assert search.is_certain(ROOT)
    assert search.is_finished
    assert search.value(ROOT) == 1


def test_a_certain_win_is_played_and_a_certain_loss_is_not() -> None:
    search = mcts(race(), 100)
    first = int(search.tree.first[ROOT])
    search.evaluated.values[first] = WIN  # second decides: a loss
    search.tree.visits[first] = 10_000
    legal = list(search.state.actions)
    assert most_visited([search], 0).action != legal[0]
    search.evaluated.values[first + 1] = -WIN
    search.tree.visits[first + 1] = 0
    assert most_visited([search], 0).action == legal[1]
    assert most_visited([search], 0).value == 1


# --- Limits ----------------------------------------------------------------------------------------------------------


def test_a_tree_that_is_full_ends_the_search() -> None:
    """It could learn nothing more, however long it went on."""
    search = MctsSearch(race(), 7, Budget(), no_network(), size=2000)
    while not search.is_finished:
        search.run(50)
        assert search.nodes < 2000
    assert search.tree.used[0] == 2000


def test_a_judgement_is_asked_by_name() -> None:
    with pytest.raises(NetworkError, match="nowhere"):
        player("mcts", evaluator="nowhere.npz").choose(race(), Budget(nodes=5))


# --- Threads ---------------------------------------------------------------------------------------------------------


def test_the_sum_of_trees_decides() -> None:
    """One tree likes an action a little, the other one another action much more: visits count, not what it is worth."""
    state = sample_state("seega")
    searches = [mcts(state, 50), mcts(state, 50)]
    for search, visits in zip(searches, ([30, 20], [10, 40]), strict=True):
        search.tree.visits[children(search, ROOT)] = array("i", visits)
        search.evaluated.values[children(search, ROOT)] = array("d", [0.5 * WIN, -0.5 * WIN])
    assert most_visited(searches, 0).action == state.actions[1]
    assert most_visited(searches, 0).value == -0.5
    assert most_visited(searches[:1], 0).action == state.actions[0]

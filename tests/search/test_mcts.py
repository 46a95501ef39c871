"""The tree search by judgement: worth follows from children, certain ends are certain, compiled equals plain."""

from array import array
from typing import Any

import numpy as np
import pytest

from ibau.core.chance import SIXTEENTHS, seeded
from ibau.core.contract import WIN
from ibau.core.game import State
from ibau.core.outcome import CHANCE, FIRST
from ibau.games import game
from ibau.machine.choosing import PlainRoom
from ibau.players import Budget, player
from ibau.players.base import value_at_sight
from ibau.players.searching import MctsPlayer, most_visited
from ibau.search.mcts import MctsSearch, make_mcts
from ibau.search.network import NetworkError, no_network
from ibau.search.playout import history_of
from ibau.search.tree import ROOT
from tests.machines import machine
from tests.search.minimax import expectiminimax

STATES = {
    "seega": "LLDDL/DLLDD/LD1LD/DLDLD/LDLDL first 24 - - 0 12 -",
    "seega+chain=optional": "L1D2/1LD1L/D1L1D/1D1L1/L3D second 24 - - 5 40 -",
    "senet-race": "1L1D3LD4L2D3L2DLD4 second t2 - 40",
}
WIN_AT_ONCE = "5/5/LD1L1/5/5 first 24 - - 0 30 -"


@pytest.fixture(params=list(STATES))
def state(request: pytest.FixtureRequest) -> State:
    ruleset = str(request.param)
    return game(ruleset).state(STATES[ruleset])


def race() -> State:
    return game("senet-race").state(STATES["senet-race"])


def searched(state: State, *batches: int, plain: bool = False, size: int = 99_999) -> MctsSearch:
    """A search by the features after some batches of iterations."""
    with machine("plain" if plain else ""):
        search = MctsSearch(state, seeded(11), Budget(), no_network(), size)
    for iterations in batches:
        search.run(iterations)
    return search


def arrays(search: MctsSearch) -> list[list[Any]]:
    """Everything that a search has learnt: of all nodes in use, of those with children, and of all but the root."""
    judged, used = search.judged, int(search.tree.used[0])
    of_all = [array[:used].tolist() for array in (judged.tree.first, judged.tree.visits, judged.worth)]
    of_parents = [[int(array[node]) for node in inner(search)] for array in (judged.seats, judged.widths)]
    rest = (judged.shares[1:used], judged.tree.used, judged.tree.plies)
    return [*of_all, *of_parents, *(array.tolist() for array in rest)]


def same(one: MctsSearch, other: MctsSearch) -> bool:
    return arrays(one) == arrays(other)


def inner(search: MctsSearch) -> list[int]:
    """The nodes that have children."""
    return [node for node in range(search.tree.used[0]) if search.tree.first[node]]


def children(search: MctsSearch, node: int) -> slice:
    first = int(search.tree.first[node])
    return slice(first, first + int(search.judged.widths[node]))


# --- The tree --------------------------------------------------------------------------------------------------------


def test_compiled_equals_plain(state: State) -> None:
    assert same(searched(state, 60), searched(state, 60, plain=True))


def test_batches_make_no_difference(state: State) -> None:
    assert same(searched(state, 300), searched(state, 1, 0, 99, 200))


def test_a_search_ends_where_its_root_is_certain() -> None:
    """Not when somebody asks again, which the clock decides: it would tell machines apart."""
    state = game("seega+max_turns=15").state("LDDLD/LDDLL/DL1DL/LDLLD/DLLDD second 24 - - 0 11 -")
    search = searched(state, 1000)
    assert search.is_certain(ROOT)
    assert search.nodes < 20
    assert same(search, searched(state, *[1] * 1000))


def test_the_history_comes_back_as_it_was(state: State) -> None:
    search = searched(state, 200)
    assert search.history.used[0] == history_of(state, PlainRoom()).used[0]


def test_the_first_look_judges_every_action(state: State) -> None:
    search = searched(state, 1)
    for n, action in enumerate(state.legal):
        assert search.value(search.child(ROOT, n)) == value_at_sight(state.after(action), FIRST)


def test_worth_follows_from_the_children(state: State) -> None:
    search = searched(state, 400)
    for node in inner(search):
        worth, below = search.judged.worth[node], np.asarray(search.judged.worth[children(search, node)])
        seat = search.judged.seats[node]
        if seat == CHANCE:
            shares = np.asarray(search.judged.shares[children(search, node)])
            assert shares.sum() == SIXTEENTHS
            assert worth == (shares * below).sum() / SIXTEENTHS
        else:
            assert worth == (below.max() if seat == FIRST else below.min())


def test_every_visit_but_the_first_is_a_childs(state: State) -> None:
    """What gave a node its children counts for itself alone."""
    search = searched(state, 400)
    for node in inner(search):
        assert search.tree.visits[node] == 1 + sum(search.tree.visits[children(search, node)])


def test_throws_come_as_often_as_they_weigh() -> None:
    search = searched(race(), 3000)
    for node in inner(search):
        if search.judged.seats[node] == CHANCE:
            shares = np.asarray(search.judged.shares[children(search, node)])
            due = shares * (search.tree.visits[node] - 1) / SIXTEENTHS
            assert np.abs(due - np.asarray(search.tree.visits[children(search, node)])).max() < 2


def test_a_full_tree_grows_no_more(state: State) -> None:
    search = searched(state, 2000, size=200)
    assert search.tree.used[0] <= 200
    assert search.is_finished
    assert same(search, searched(state, *[7] * 300, size=200)), "It ends where it is full, however it is asked."


# --- Values ----------------------------------------------------------------------------------------------------------


def test_comes_to_what_expectimax_says() -> None:
    """Curiosity looks everywhere in the end: the value comes near that of looking at everything."""
    state = game("senet-race+max_turns=42").state("23L3D2 first t2 - 40")
    wanted = float(expectiminimax(state, 8)) / WIN
    near, nearer = (abs(searched(state, iterations).value(ROOT) - wanted) for iterations in (100, 20_000))
    assert nearer < near
    assert nearer < 0.005


def test_what_is_certain_is_known_to_be() -> None:
    state = game("seega-lenient").state(WIN_AT_ONCE)
    search = searched(state, 1)
    assert search.is_certain(ROOT)
    assert search.is_finished
    assert search.value(ROOT) == 1


def test_a_certain_win_is_played_and_a_certain_loss_is_not() -> None:
    search = searched(race(), 100)
    first = int(search.tree.first[ROOT])
    search.judged.worth[first] = WIN  # second decides: a loss
    search.tree.visits[first] = 10_000
    legal = list(search.state.actions)
    assert most_visited([search], 0).action != legal[0]
    search.judged.worth[first + 1] = -WIN
    search.tree.visits[first + 1] = 0
    assert most_visited([search], 0).action == legal[1]
    assert most_visited([search], 0).value == 1


def test_the_line_ends_at_a_throw() -> None:
    found = MctsPlayer(1).choose(race(), Budget(nodes=500))
    assert found.line == (found.action,)


def test_a_line_can_be_played() -> None:
    state = game("seega").state(STATES["seega"])
    found = MctsPlayer(1).choose(state, Budget(nodes=3000))
    assert len(found.line) > 1
    for action in found.line:
        state = state.play(action)


# --- Limits ----------------------------------------------------------------------------------------------------------


def test_nodes_are_kept_exactly() -> None:
    assert MctsPlayer(1).choose(race(), Budget(nodes=777)).nodes == 777


def test_same_seed_same_choice(state: State) -> None:
    one, other = (MctsPlayer(5).choose(state, Budget(nodes=500)) for _ in range(2))
    assert one._replace(seconds=0) == other._replace(seconds=0)


def test_a_tree_that_is_full_ends_the_search() -> None:
    """It could learn nothing more, however long it went on."""
    search = MctsSearch(race(), 7, Budget(), no_network(), size=2000)
    while not search.is_finished:
        search.run(50)
        assert search.nodes < 2000
    assert search.tree.used[0] == 2000


def test_a_judgement_is_asked_by_name() -> None:
    with pytest.raises(NetworkError, match="nowhere"):
        player("mcts", judge="nowhere.npz").choose(race(), Budget(nodes=5))


def test_one_search_a_game_is_compiled() -> None:
    one, other = (game(text).system for text in ("seega", "seega+chain=none"))
    assert make_mcts(one.rulebook, one.evaluation) is make_mcts(other.rulebook, other.evaluation)


# --- Threads ---------------------------------------------------------------------------------------------------------


def test_trees_of_several_threads_differ(state: State) -> None:
    """Otherwise a second thread would find what the first one has found."""
    first, second = (MctsSearch(state, seeded(7, number), Budget(), no_network(), 99_999) for number in range(2))
    for search in (first, second):
        search.run(500)
    assert not same(first, second)


def test_the_sum_of_trees_decides() -> None:
    """One tree likes an action a little, the other one another action much more: visits count, not what it is worth."""
    state = game("seega").state(STATES["seega"])
    searches = [searched(state, 50), searched(state, 50)]
    for search, visits in zip(searches, ([30, 20], [10, 40]), strict=True):
        search.tree.visits[children(search, ROOT)] = array("i", visits)
        search.judged.worth[children(search, ROOT)] = array("d", [0.5 * WIN, -0.5 * WIN])
    assert most_visited(searches, 0).action == state.actions[1]
    assert most_visited(searches, 0).value == -0.5
    assert most_visited(searches[:1], 0).action == state.actions[0]

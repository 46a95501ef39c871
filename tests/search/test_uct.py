"""The tree search: what it finds, how it keeps its limits, and that compiled and plain code count alike."""

import itertools
from array import array
from fractions import Fraction

import numpy as np
import pytest

from ibau.core.chance import seeded
from ibau.core.contract import WIN
from ibau.core.game import State
from ibau.games import game
from ibau.machine.arrays import zeros
from ibau.machine.choosing import PlainRoom
from ibau.players import player
from ibau.players.searching import UctPlayer, most_visited
from ibau.search import uct
from ibau.search.budget import Budget
from ibau.search.pacing import LARGEST_BATCH, next_batch
from ibau.search.playout import history_of
from ibau.search.tree import LONGEST_PATH, ROOT, new_tree
from ibau.search.treesearch import MOST_NODES
from ibau.search.uct import UctSearch, make_uct
from tests.machines import machine

STATES = {
    "seega": "LLDDL/DLLDD/LD1LD/DLDLD/LDLDL first 24 - - 0 12 -",
    "seega+chain=optional": "L1D2/1LD1L/D1L1D/1D1L1/L3D second 24 - - 5 40 -",
    "senet-race": "1L1D3LD4L2D3L2DLD4 second t2 - 40",
}


@pytest.fixture(params=list(STATES))
def state(request: pytest.FixtureRequest) -> State:
    ruleset = str(request.param)
    return game(ruleset).state(STATES[ruleset])


def searched(state: State, *batches: int, plain: bool = False, size: int = 9999) -> UctSearch:
    """A search after some batches of iterations."""
    with machine("plain" if plain else ""):
        search = UctSearch(state, seeded(11), Budget(), size)
    for iterations in batches:
        search.run(iterations)
    return search


def arrays(search: UctSearch) -> list[list[int]]:
    """Everything that a search has learnt of the nodes in use."""
    tree, used = search.tree, int(search.tree.used[0])
    known = (tree.first[:used], tree.visits[:used], search.values[:used], tree.used, tree.plies)
    return [array.tolist() for array in known]


def same(one: UctSearch, other: UctSearch) -> bool:
    return arrays(one) == arrays(other)


def test_compiled_equals_plain(state: State) -> None:
    assert same(searched(state, 60), searched(state, 60, plain=True))


def test_batches_make_no_difference(state: State) -> None:
    assert same(searched(state, 300), searched(state, 1, 0, 99, 200))


def test_the_history_comes_back_as_it_was(state: State) -> None:
    search = UctSearch(state, seeded(1), Budget())
    before = history_of(state, PlainRoom())
    search.run(200)
    assert search.history.used[0] == before.used[0]
    assert search.history.heads.tolist() == before.heads.tolist()


def test_every_visit_is_a_childs_or_a_playout(state: State) -> None:
    """A node's visits are those of its children and the one playout that began there; the root had none."""
    tree = searched(state, 500).tree
    assert tree.visits[ROOT] == 500
    children = tree.visits[tree.first[ROOT] :][: len(state.legal)]
    assert sum(children) == 500
    inner = sorted((n for n in range(tree.used[0]) if tree.first[n]), key=lambda node: tree.first[node])
    ends = [*(tree.first[node] for node in inner[1:]), tree.used[0]]  # families lie side by side
    assert len(inner) > 10
    for node, end in zip(inner[1:], ends[1:], strict=True):
        assert tree.visits[node] == 1 + sum(tree.visits[tree.first[node] : end])


def test_a_full_tree_still_learns(state: State) -> None:
    tree = searched(state, 2000, size=200).tree
    assert tree.used[0] <= 200
    assert tree.visits[ROOT] == 2000


def exact(state: State, plies: int = 12) -> Fraction:
    """What a state is worth to FIRST under perfect play; games longer than this many plies count as draws."""
    if state.result:
        return Fraction(state.result.returns[0])
    if not plies:
        return Fraction(0)
    values = {action: exact(state.play(action), plies - 1) for action in state.actions}
    if state.to_move == "chance":
        return sum((chance * values[action] for action, chance in state.chances.items()), Fraction(0))
    return max(values.values()) if state.to_move == "first" else min(values.values())


@pytest.mark.parametrize(
    "position",
    ["L4/2L2/D4/1L3/1D1D1", "D3D/4L/1L1D1/4L/5", "1D2L/5/L1DL1/4D/5"],
)
def test_plays_the_best_where_a_look_at_single_moves_fails(position: str) -> None:
    """Three plies before the cap, light to move."""
    state = game("seega+max_turns=44").state(f"{position} first 24 - - 0 41 -")
    values = {action: exact(state.play(action)) for action in state.actions}
    best = max(values.values())
    assert values[player("greedy").choose(state).action] < best
    choice = UctPlayer(1).choose(state, Budget(nodes=2000))
    assert values[choice.action] == best
    assert choice.value == pytest.approx(float(best), abs=0.1)


def test_weighs_throws_as_they_fall() -> None:
    """A pawn a side near the end: nobody has a choice, all hangs on the throws."""
    state = game("senet-race+max_turns=42").state("23L3D2 first t2 - 40")
    search = searched(state, 20_000)
    assert exact(state) not in {-1, 0, 1}
    assert search.values[ROOT] == round(search.value(ROOT) * WIN * search.nodes)
    assert search.value(ROOT) == pytest.approx(float(exact(state)), abs=0.02)


def test_the_line_ends_at_a_throw() -> None:
    state = game("senet-race").state(STATES["senet-race"])
    choice = UctPlayer(1).choose(state, Budget(nodes=500))
    assert choice.line == (choice.action,)


def test_a_line_can_be_played() -> None:
    state = game("seega").state(STATES["seega"])
    choice = UctPlayer(1).choose(state, Budget(nodes=3000))
    assert len(choice.line) > 1
    for action in choice.line:
        state = state.play(action)


# --- Limits --------------------------------------------------------------------------------------------------------


def test_time_is_kept_by_the_clock() -> None:
    """By a clock that moves a hundredth of a second a look, five looks after the first are the budget."""
    looks = itertools.count()
    uct = UctPlayer(1, clock=lambda: next(looks) / 100)
    choice = uct.choose(game("seega").state(STATES["seega"]), Budget(seconds=0.05))
    assert choice.seconds == pytest.approx(0.05)
    assert next(looks) == 6


def test_nodes_are_kept_exactly() -> None:
    assert UctPlayer(1).choose(game("seega").state(STATES["seega"]), Budget(nodes=777)).nodes == 777


def test_depth_is_how_far_the_tree_reaches() -> None:
    state = game("seega").state(STATES["seega"])
    shallow, deep = (UctPlayer(1).choose(state, Budget(depth=depth)) for depth in (1, 4))
    assert shallow.nodes < deep.nodes


def test_a_depth_that_no_game_reaches_ends_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibau.search.treesearch.NODES_FOR_DEPTH", 500)
    assert UctPlayer(1).choose(game("seega").state(STATES["seega"]), Budget(depth=9999)).nodes == 500


def test_batches_grow_to_what_the_time_allows() -> None:
    assert next_batch(1, took=1e-9, left=1.0) == 4
    assert next_batch(1000, took=0.1, left=1.0) == 100
    assert next_batch(1000, took=0.1, left=0.001) == 10
    assert next_batch(1000, took=0.1, left=0.0) == 1
    assert next_batch(LARGEST_BATCH, took=1e-9, left=1.0) == LARGEST_BATCH


def test_visits_never_overflow() -> None:
    search = searched(game("seega").state(STATES["seega"]), 1)
    assert np.iinfo(np.asarray(search.tree.visits).dtype).max == MOST_NODES
    search.tree.visits[ROOT] = MOST_NODES - 5
    assert not search.is_finished
    search.run(100)
    assert search.nodes == MOST_NODES
    assert search.is_finished


def test_the_tree_goes_no_deeper_than_its_longest_path(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    """As far as it has room for a path; nodes lie behind their parents."""
    assert len(new_tree(1, zeros).path) == LONGEST_PATH + 1
    monkeypatch.setattr(uct, "LONGEST_PATH", 2)
    tree = searched(state, 150, plain=True).tree
    depth, used = [0] * int(tree.used[0]), int(tree.used[0])
    families = sorted((int(tree.first[node]), node) for node in range(used) if tree.first[node])
    for (first, parent), end in zip(families, [*(first for first, _ in families[1:]), used], strict=True):
        depth[first:end] = [depth[parent] + 1] * (end - first)
    assert max(depth) == 2


def test_one_search_a_game_is_compiled() -> None:
    """Variants of a ruleset share the compiled search."""
    one, other = (game(text).system for text in ("seega", "seega+chain=none"))
    assert make_uct(one.rulebook) is make_uct(other.rulebook)


# --- Threads -------------------------------------------------------------------------------------------------------


def test_threads_add_their_visits() -> None:
    state = game("seega").state(STATES["seega"])
    one, two = (UctPlayer(3, threads=threads).choose(state, Budget(nodes=600)) for threads in (1, 2))
    assert one.nodes == two.nodes == 600
    assert two.action in state.actions


def test_trees_of_several_threads_differ() -> None:
    """Otherwise a second thread would find what the first one has found."""
    state = game("seega").state(STATES["seega"])
    first, second = (UctSearch(state, seeded(7, number), Budget()) for number in range(2))
    for search in (first, second):
        search.run(500)
    assert not same(first, second)


def test_the_sum_of_trees_decides() -> None:
    """One tree likes an action a little, the other one another action much more."""
    state = game("seega").state(STATES["seega"])
    searches = [searched(state, 50), searched(state, 50)]
    for search, visits in zip(searches, ([30, 20], [10, 40]), strict=True):
        search.tree.visits[search.tree.first[ROOT] :][:2] = array("i", visits)
    assert most_visited(searches, 0).action == state.actions[1]
    assert most_visited(searches[:1], 0).action == state.actions[0]

"""The tree search: what it finds, how it keeps its limits, and that compiled and plain code count alike."""

from fractions import Fraction

import numpy as np
import pytest

from ibau.core.contract import WIN
from ibau.core.game import State
from ibau.games import game
from ibau.machine.arrays import zeros
from ibau.players import player
from ibau.players.search_players import UctPlayer
from ibau.search.batching import LARGEST_BATCH, next_batch
from ibau.search.budget import Budget
from ibau.search.tree import LONGEST_PATH, ROOT, new_tree
from ibau.search.tree_search import MOST_NODES
from tests.search.tree_states import OF_EACH, sample_state, uct


@OF_EACH
def test_every_visit_is_a_childs_or_a_playout(ruleset: str) -> None:
    """A node's visits are those of its children and the one playout that began there; the root had none."""
    state = sample_state(ruleset)
    tree = uct(state, 500).tree
    assert tree.visits[ROOT] == 500
    children = tree.visits[tree.first[ROOT] :][: len(state.legal)]
    assert sum(children) == 500
    inner = sorted((n for n in range(tree.used[0]) if tree.first[n]), key=lambda node: tree.first[node])
    ends = [*(tree.first[node] for node in inner[1:]), tree.used[0]]  # families lie side by side
    assert len(inner) > 10
    for node, end in zip(inner[1:], ends[1:], strict=True):
        assert tree.visits[node] == 1 + sum(tree.visits[tree.first[node] : end])


@OF_EACH
def test_a_full_tree_still_learns(ruleset: str) -> None:
    state = sample_state(ruleset)
    tree = uct(state, 2000, size=200).tree
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


@pytest.mark.parametrize("position", ["L4/2L2/D4/1L3/1D1D1", "D3D/4L/1L1D1/4L/5", "1D2L/5/L1DL1/4D/5"])
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
    """One pawn per side near the end: there are no choices, and throws decide."""
    state = game("senet-race+max_turns=42").state("23L3D2 first t2 - 40")
    search = uct(state, 20_000)
    assert exact(state) not in {-1, 0, 1}
    assert search.values[ROOT] == round(search.value(ROOT) * WIN * search.nodes)
    assert search.value(ROOT) == pytest.approx(float(exact(state)), abs=0.02)


# --- Limits --------------------------------------------------------------------------------------------------------


def test_depth_is_how_far_the_tree_reaches() -> None:
    state = sample_state("seega")
    shallow, deep = (UctPlayer(1).choose(state, Budget(depth=depth)) for depth in (1, 4))
    assert shallow.nodes < deep.nodes


def test_a_depth_that_no_game_reaches_ends_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibau.search.tree_search.NODES_FOR_DEPTH", 500)
    assert UctPlayer(1).choose(sample_state("seega"), Budget(depth=9999)).nodes == 500


def test_batches_grow_to_what_the_time_allows() -> None:
    assert next_batch(1, took=1e-9, left=1.0) == 4
    assert next_batch(1000, took=0.1, left=1.0) == 100
    assert next_batch(1000, took=0.1, left=0.001) == 10
    assert next_batch(1000, took=0.1, left=0.0) == 1
    assert next_batch(LARGEST_BATCH, took=1e-9, left=1.0) == LARGEST_BATCH


def test_visits_never_overflow() -> None:
    search = uct(sample_state("seega"), 1)
    assert np.iinfo(np.asarray(search.tree.visits).dtype).max == MOST_NODES
    search.tree.visits[ROOT] = MOST_NODES - 5
    assert not search.is_finished
    search.run(100)
    assert search.nodes == MOST_NODES
    assert search.is_finished


@OF_EACH
def test_the_tree_goes_no_deeper_than_its_longest_path(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As far as it has room for a path; nodes lie behind their parents."""
    state = sample_state(ruleset)
    assert len(new_tree(1, zeros).path) == LONGEST_PATH + 1
    monkeypatch.setattr("ibau.search.uct.LONGEST_PATH", 2)
    tree = uct(state, 60, plain=True).tree
    depth, used = [0] * int(tree.used[0]), int(tree.used[0])
    families = sorted((int(tree.first[node]), node) for node in range(used) if tree.first[node])
    for (first, parent), end in zip(families, [*(first for first, _ in families[1:]), used], strict=True):
        depth[first:end] = [depth[parent] + 1] * (end - first)
    assert max(depth) == 2

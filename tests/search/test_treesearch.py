"""What both tree searches have in common, that by evaluation and that by random games."""

from collections.abc import Callable

import pytest

from ibau.machine.machines import PlainMachine
from ibau.players import Budget, player
from ibau.search.mcts import MctsSearch
from ibau.search.playout import history_of
from ibau.search.uct import UctSearch
from tests.search.tree_states import OF_EACH, learnt, mcts, sample_state, uct

OF_BOTH = pytest.mark.parametrize("searched", [mcts, uct])
Searched = Callable[..., MctsSearch | UctSearch]


@OF_BOTH
@OF_EACH
def test_batches_make_no_difference(searched: Searched, ruleset: str) -> None:
    assert learnt(searched(sample_state(ruleset), 300)) == learnt(searched(sample_state(ruleset), 1, 0, 99, 200))


@OF_BOTH
@OF_EACH
def test_the_history_comes_back_as_it_was(searched: Searched, ruleset: str) -> None:
    state = sample_state(ruleset)
    history, before = searched(state, 200).history, history_of(state, PlainMachine())
    assert history.used[0] == before.used[0]
    assert history.heads.tolist() == before.heads.tolist()


@OF_BOTH
@OF_EACH
def test_trees_of_several_threads_differ(searched: Searched, ruleset: str) -> None:
    """Otherwise a second thread would find what the first one has found."""
    first, second = (searched(sample_state(ruleset), 500, stream=number) for number in range(2))
    assert learnt(first) != learnt(second)


@pytest.mark.parametrize("name", ["mcts", "uct"])
def test_a_line_can_be_played_and_ends_at_a_throw(name: str) -> None:
    state = sample_state("seega")
    choice = player(name, 1).choose(state, Budget(nodes=3000))
    assert len(choice.line) > 1
    for action in choice.line:
        state = state.play(action)
    choice = player(name, 1).choose(sample_state("senet-race"), Budget(nodes=500))
    assert choice.line == (choice.action,)

"""The search with throws: equal to looking at everything, with every kind of pruning."""

import itertools

import pytest

from ibau.core.game import State
from ibau.core.outcome import FIRST
from ibau.games import game
from ibau.players import Budget
from ibau.players.search_players import ExpectimaxPlayer
from ibau.search.expectimax import ExpectimaxSearch
from ibau.search.star_throws import Star2Techniques
from tests.search.minimax import NONE, estimated, expectiminimax
from tests.search.search_states import DEPTHS, for_first, searched, thrown

EVERY_WAY = [Star2Techniques(*switches) for switches in itertools.product((0, 1), repeat=4)]


def near_the_end() -> State:
    """A few pawns in the race, so that games end within the search."""
    return game("senet-race+max_turns=43").state("22L2L1DD1 first t2 - 40")


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("ruleset", DEPTHS)
def test_equals_looking_at_everything(ruleset: str, seed: int) -> None:
    state = thrown(ruleset, 40, seed)
    for depth in range(1, DEPTHS[ruleset]):
        assert for_first(searched(state, depth)) == expectiminimax(state, depth - 1), depth


@pytest.mark.parametrize("ruleset", DEPTHS)
def test_a_glance_judges_each_action(ruleset: str) -> None:
    state = thrown(ruleset, 40, 2)
    side = 1 if state.turn == FIRST else -1
    choice = ExpectimaxPlayer(1, evaluator="features").choose(state, Budget(nodes=1))
    assert choice.value * 1000 == max(side * estimated(state.after(action), NONE) for action in state.legal)


@pytest.mark.parametrize("ways", EVERY_WAY)
@pytest.mark.parametrize("ruleset", DEPTHS)
def test_no_shortcut_changes_the_value(ruleset: str, ways: Star2Techniques) -> None:
    state = thrown(ruleset, 60, 3)
    depth = DEPTHS[ruleset]
    assert searched(state, depth, ways).value == searched(state, depth, Star2Techniques(0, 0, 0, 0)).value


@pytest.mark.parametrize(("ruleset", "depth"), [*DEPTHS.items(), pytest.param("senet-race", 5, marks=pytest.mark.slow)])
def test_the_table_changes_no_value(ruleset: str, depth: int) -> None:
    """Of many states: a bound that is wrong by little is seldom met, and does seldom harm."""
    compared = 0
    for seed in range(30):
        state = thrown(ruleset, 20 + 2 * seed, seed)
        searches = [
            ExpectimaxSearch(state, 5, depth, ways, slots=1 << 16)
            for ways in (Star2Techniques(), Star2Techniques(table=0))
        ]
        for search in searches:
            search.run(60_000)
        if all(search.is_finished for search in searches):
            compared += 1
            assert searches[0].points == searches[1].points, seed
    assert compared >= 5


@pytest.mark.parametrize("ways", EVERY_WAY)
def test_ends_within_the_search_are_seen(ways: Star2Techniques) -> None:
    state = near_the_end()
    for depth in range(1, 5):
        assert for_first(searched(state, depth, ways)) == expectiminimax(state, depth - 1)


@pytest.mark.parametrize("ruleset", DEPTHS)
def test_pruning_prunes(ruleset: str) -> None:
    state = thrown(ruleset, 60, 3)
    none, star1, both = (
        searched(state, DEPTHS[ruleset], ways).nodes
        for ways in (Star2Techniques(1, 1, 0, 0), Star2Techniques(1, 1, 1, 0), Star2Techniques())
    )
    assert both < none
    assert star1 < none


def test_the_line_ends_at_a_throw_and_holds_the_whole_turn() -> None:
    state = game("senet-geoludie").initial().play("t4").play("t2")
    choice = ExpectimaxPlayer(1).choose(state, Budget(depth=1))
    for action in choice.line:
        state = state.play(action)
    assert state.to_move == "chance"

"""The search with throws: equal to looking at everything, with every kind of pruning."""

import inspect
import itertools
import random
import threading
from fractions import Fraction

import numpy as np
import pytest

from ibau.core.game import State
from ibau.core.outcome import FIRST
from ibau.games import game
from ibau.players import Budget, Choice, PlayerError, player
from ibau.players.searching import ExpectimaxPlayer, deepest_choice
from ibau.search.deepening import Team
from ibau.search.expectimax import ExpectimaxSearch
from ibau.search.network import Network
from ibau.search.pacing import shares_of
from ibau.search.star_stack import FINE, Ways
from tests.search.minimax import NONE, estimated, expectiminimax, random_network

EVERY_WAY = [Ways(*switches) for switches in itertools.product((0, 1), repeat=4)]
SYSTEMS = ("senet-race", "senet-formation", "senet-geoludie")
DEPTHS = {"senet-race": 4, "senet-formation": 3, "senet-geoludie": 2}


def walked(ruleset: str, plies: int, seed: int) -> State:
    """A decision after some random actions."""
    chosen, state = random.Random(seed), game(ruleset).initial()
    while plies > 0 or state.to_move == "chance" or len(state.legal) == 1:
        state, plies = state.after(chosen.choice(state.legal)), plies - 1
    return state


def near_the_end() -> State:
    """A few pawns in the race, so that games end within the search."""
    return game("senet-race+max_turns=43").state("22L2L1DD1 first t2 - 40")


def searched(
    state: State,
    depth: int,
    ways: Ways | None = None,
    *,
    plain: bool = False,
    network: Network | None = None,
    among: tuple[int, ...] | None = None,
) -> ExpectimaxSearch:
    """A search to a depth."""
    search = ExpectimaxSearch(state, 5, depth, ways, among=among, network=network)
    if plain:
        search.loop = inspect.unwrap(search.loop)
    while not search.is_finished:
        search.run(1000)
    return search


def value_for_first(search: ExpectimaxSearch) -> Fraction:
    """The exact value in thousandths."""
    return Fraction(search.points, FINE) * (1 if search.state.turn == FIRST else -1)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_equals_looking_at_everything(ruleset: str, seed: int) -> None:
    state = walked(ruleset, 40, seed)
    for depth in range(1, DEPTHS[ruleset]):
        assert value_for_first(searched(state, depth)) == expectiminimax(state, depth - 1), depth


@pytest.mark.parametrize("ways", [Ways(0, 0, 0, 0), Ways()])
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_looks_only_at_what_it_may_choose_among_and_asks_the_network(ruleset: str, ways: Ways) -> None:
    state = walked(ruleset, 40, 1)
    network = random_network(state.game.system, 2)
    for among in (state.legal[:1], state.legal[1:3]):
        search = searched(state, 2, ways, among=among, network=network)
        assert value_for_first(search) == expectiminimax(state, 1, network, among)
        assert search.line[0] in among


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_threads_find_the_same_value(ruleset: str) -> None:
    state, depth = walked(ruleset, 60, 3), DEPTHS[ruleset]
    with Team(ExpectimaxSearch(state, 7, depth), shares_of(Budget(), 3)) as team:
        while not team.is_finished:
            team.run(50)
    assert deepest_choice(team.search, team.nodes, 0).value == searched(state, depth).value
    assert [helper.done() for helper in team.helping] == [True, True]


def test_one_seed_one_thread_and_a_number_of_nodes_give_one_choice() -> None:
    state = walked("senet-race", 60, 2)
    choices = [ExpectimaxPlayer(5).choose(state, Budget(nodes=3000))._replace(seconds=0) for _ in range(2)]
    assert choices[0] == choices[1]


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_glance_judges_each_action(ruleset: str) -> None:
    state = walked(ruleset, 40, 2)
    side = 1 if state.turn == FIRST else -1
    choice = ExpectimaxPlayer(1, judge="features").choose(state, Budget(nodes=1))
    assert choice.value * 1000 == max(side * estimated(state.after(action), NONE) for action in state.legal)


@pytest.mark.parametrize("ways", EVERY_WAY)
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_no_shortcut_changes_the_value(ruleset: str, ways: Ways) -> None:
    state = walked(ruleset, 60, 3)
    depth = DEPTHS[ruleset]
    assert searched(state, depth, ways).value == searched(state, depth, Ways(0, 0, 0, 0)).value


@pytest.mark.parametrize(("ruleset", "depth"), [*DEPTHS.items(), ("senet-race", 5)])
def test_the_table_changes_no_value(ruleset: str, depth: int) -> None:
    """Of many states: a bound that is wrong by little is seldom met, and does seldom harm."""
    compared = 0
    for seed in range(30):
        state = walked(ruleset, 20 + 2 * seed, seed)
        searches = [ExpectimaxSearch(state, 5, depth, ways, slots=1 << 16) for ways in (Ways(), Ways(table=0))]
        for search in searches:
            search.run(60_000)
        if all(search.is_finished for search in searches):
            compared += 1
            assert searches[0].points == searches[1].points, seed
    assert compared >= 5


@pytest.mark.parametrize("ways", EVERY_WAY)
def test_ends_within_the_search_are_seen(ways: Ways) -> None:
    state = near_the_end()
    for depth in range(1, 5):
        assert value_for_first(searched(state, depth, ways)) == expectiminimax(state, depth - 1)


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_pruning_prunes(ruleset: str) -> None:
    state = walked(ruleset, 60, 3)
    none, star1, both = (
        searched(state, DEPTHS[ruleset], ways).nodes for ways in (Ways(1, 1, 0, 0), Ways(1, 1, 1, 0), Ways())
    )
    assert both < none
    assert star1 < none


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_compiled_equals_plain(ruleset: str) -> None:
    state = walked(ruleset, 40, 1)
    network = random_network(state.game.system, 1)
    one, other = (searched(state, 2, plain=plain, network=network) for plain in (False, True))
    assert (one.value, one.line, one.nodes) == (other.value, other.line, other.nodes)
    assert np.array_equal(one.searched.table.words, other.searched.table.words)


def test_stopping_and_going_on_makes_no_difference() -> None:
    state = walked("senet-formation", 60, 2)
    one, other = ExpectimaxSearch(state, 3), ExpectimaxSearch(state, 3)
    one.run(5000)
    for nodes in (1, 0, 99, 900, 4000):
        other.run(nodes)
    assert one.nodes == other.nodes == 5000
    assert deepest_choice(one, one.nodes, 0) == deepest_choice(other, other.nodes, 0)


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_never_plays_what_is_not_legal(ruleset: str) -> None:
    someone, chosen = ExpectimaxPlayer(2), random.Random(2)
    state = game(ruleset).initial()
    for _ in range(120):
        if state.to_move == "chance":
            state = state.play(state.drawn(chosen.randrange(16)))
            continue
        choice = someone.choose(state, Budget(nodes=300))
        assert -1 <= choice.value <= 1
        line_state = state
        for action in choice.line:
            line_state = line_state.play(action)
        state = state.play(choice.action)


def test_the_line_ends_at_a_throw_and_holds_the_whole_turn() -> None:
    state = game("senet-geoludie").initial().play("t4").play("t2")
    choice = ExpectimaxPlayer(1).choose(state, Budget(depth=1))
    for action in choice.line:
        state = state.play(action)
    assert state.to_move == "chance"


# --- Limits --------------------------------------------------------------------------------------------------------


def test_games_without_throws_are_refused() -> None:
    with pytest.raises(PlayerError, match="plays only games with throws; seti-beth is none of them"):
        player("expectimax").choose(game("seti-beth").initial())


def test_time_is_kept_by_the_clock() -> None:
    looks = itertools.count()
    someone = ExpectimaxPlayer(1, clock=lambda: next(looks) / 100)
    choice = someone.choose(walked("senet-formation", 60, 2), Budget(seconds=0.05))
    assert choice.seconds == pytest.approx(0.05)
    assert next(looks) == 6


@pytest.mark.parametrize("nodes", [1, 20, 777, 5000])
def test_nodes_are_kept_exactly(nodes: int) -> None:
    state = walked("senet-formation", 60, 2)
    assert ExpectimaxPlayer(1).choose(state, Budget(nodes=nodes)).nodes == nodes


def test_depth_is_kept() -> None:
    state = walked("senet-race", 40, 2)
    assert [ExpectimaxPlayer(1).choose(state, Budget(depth=depth)).depth for depth in (1, 3)] == [1, 3]


def test_a_set_stop_ends_the_thinking() -> None:
    stop = threading.Event()
    seen: list[Choice] = []

    def report(choice: Choice) -> None:
        seen.append(choice)
        stop.set()

    choice = ExpectimaxPlayer(1).choose(walked("senet-formation", 60, 2), Budget(), stop, report)
    assert len(seen) == 1
    assert choice.nodes >= seen[0].nodes >= 1

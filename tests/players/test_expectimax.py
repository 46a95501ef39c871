"""The search with throws: equal to looking at everything, with every kind of pruning."""

import inspect
import itertools
import random
import threading
from fractions import Fraction

import numpy as np
import pytest
from minimax import expectiminimax

from ibau.core.game import State
from ibau.core.outcome import FIRST
from ibau.games import game
from ibau.players import Budget, Choice, PlayerError, player
from ibau.players.expectimax import ExpectimaxPlayer, Search
from ibau.players.star_path import ONE, Ways

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


def searched(state: State, depth: int, ways: Ways | None = None, *, plain: bool = False) -> Search:
    """A search to a depth, for FIRST's eyes."""
    search = Search(state, 5, depth, ways)
    if plain:
        search.loop = inspect.unwrap(search.loop)
    while not search.is_finished:
        search.run(1000)
    return search


def value_for_first(search: Search) -> Fraction:
    """The exact value in thousandths."""
    return Fraction(search.points, ONE) * (1 if search.state.turn == FIRST else -1)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_equals_looking_at_everything(ruleset: str, seed: int) -> None:
    state = walked(ruleset, 40, seed)
    for depth in range(1, DEPTHS[ruleset]):
        assert value_for_first(searched(state, depth)) == expectiminimax(state, depth - 1), depth


@pytest.mark.parametrize("ways", EVERY_WAY)
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_no_shortcut_changes_the_value(ruleset: str, ways: Ways) -> None:
    state = walked(ruleset, 60, 3)
    depth = DEPTHS[ruleset]
    assert searched(state, depth, ways).value == searched(state, depth, Ways(0, 0, 0, 0)).value


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
    one, other = (searched(state, 2, plain=plain) for plain in (False, True))
    assert (one.value, one.line, one.nodes) == (other.value, other.line, other.nodes)
    assert np.array_equal(one.searched.table.words, other.searched.table.words)


def test_stopping_and_going_on_makes_no_difference() -> None:
    state = walked("senet-formation", 60, 2)
    one, other = Search(state, 3), Search(state, 3)
    one.run(5000)
    for nodes in (1, 0, 99, 900, 4000):
        other.run(nodes)
    assert one.nodes == other.nodes == 5000
    assert one.choice(0) == other.choice(0)


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

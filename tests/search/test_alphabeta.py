"""The principal-variation search: equal to looking at everything, sound, kept within its limits."""

import inspect
import itertools
import random
import threading

import numpy as np
import pytest

from ibau.core.game import State
from ibau.core.outcome import FIRST, SECOND, value_for_first
from ibau.core.playout import history_of
from ibau.games import game
from ibau.players import Budget, Choice, PlayerError, player
from ibau.players.searching import AlphaBetaPlayer, deepest_choice
from ibau.search.alphabeta import AlphaBetaSearch
from ibau.search.budget import SearchError
from ibau.search.deepening import Team
from ibau.search.network import Network
from ibau.search.ordering import NOISE, learn_refutation, new_ordering, promise
from ibau.search.pacing import shares_of
from ibau.search.stack import DECIDED, LONGEST, WON_AT_ONCE, Ways
from ibau.search.transposition import EXACT, NO_BOUND, TableEntry, action_in, bound_in, find, hash_of
from tests.search.minimax import NONE, estimated, minimax, random_network

SMALL = {  # few pieces, so that plain Python can look at everything
    "seega": "D1L2/5/2D1L/5/L2D1 first 24 - - 0 12 -",
    "seega-lenient": "1D1L1/L4/2D2/4D/1L3 second 24 - - 3 20 -",
    "seega+chain=optional": "L1D2/1LD2/D4/5/L3D second 24 - - 5 40 -",
    "seega+no_progress_plies=8": "D4/5/2L2/5/3LD first 24 - - 6 12 -",
    "seti-beth": "5/2h2/5/1H3/5/3p1/5/2P2/5/5 first - 4 -",
    "seti-beth+no_progress_plies=6": "5/2h2/5/1H3/5/3p1/5/2P2/5/5 second - 4 -",
    "seti-aleph": "h2/1s1/ss1/p2/2h/H2/2P/1S1/SS1/2H first 0,0 - 7 -",
    "seneti": None,
}

# Where a table goes wrong that forgets something: ruleset, position, what is played from there, and how deep to look.
PASTS = (
    # ... that positions of the game and of the path had occurred twice
    (
        "seega",
        "1L1D1/5/5/D4/5 second 24 - - 0 12 -",
        "a2-a1 b5-c5 a1-b1 c5-c4 b1-a1 c4-c5 a1-b1 c5-c4 b1-a1 c4-c3 a1-b1 c3-c2 d5-e5 c2-c3",
        5,
    ),
    (
        "seega-lenient",
        "5/5/3D1/1D3/L4 first 24 - - 0 12 -",
        "a1-b1 b2-a2 b1-b2 d3-d2 b2-c2 d2-e2 c2-c1 e2-d2 c1-c2 d2-e2 c2-c1 e2-d2 c1-d1 a2-b2 d1-e1",
        5,
    ),
    ("seega", "5/5/2DD1/L4/3D1 second 24 - - 0 12 -", "d3-e3 a2-a3 d1-c1 a3-b3 e3-d3 b3-a3 d3-e3 a3-b3", 6),
    (
        "seega",
        "4D/5/5/2D2/2D1L second 24 - - 0 12 -",
        "c2-c3 e1-d1 c3-d3 d1-e1 d3-c3 e1-d1 c3-d3 d1-e1 c1-c2 e1-e2 d3-e3",
        6,
    ),
    # ... that a repetition had decided a value, or how often a position itself had occurred: a blocked player waits
    ("seega-lenient", "1D1L1/5/3D1/5/5 second 24 - - 0 12 -", "", 7),
    # ... how far from the root a win was found
    ("seti-beth", "5/5/5/1h3/5/1p3/5/5/1P3/5 second - 5 -", "", 6),
    ("seti-beth", "5/2h2/5/5/5/5/4p/5/5/4P second - 11 -", "", 6),
    ("seti-beth", "5/5/5/5/3h1/5/3p1/5/5/2H2 second - 13 -", "", 6),
)


def small(ruleset: str) -> State:
    """A small position, given or reached."""
    text = SMALL[ruleset]
    return game(ruleset).state(text) if text else walked(ruleset, 3, 5)


def walked(ruleset: str, plies: int, seed: int) -> State:
    """A state after some random actions; the last one where the game ends sooner."""
    chosen, state = random.Random(seed), game(ruleset).initial()
    while plies and not state.after(action := chosen.choice(state.legal)).outcome:
        state, plies = state.after(action), plies - (state.to_move != "chance")
    return state


def searched(
    state: State,
    depth: int,
    ways: Ways | None = None,
    *,
    plain: bool = False,
    network: Network | None = None,
    among: tuple[int, ...] | None = None,
) -> AlphaBetaSearch:
    """A search to a depth."""
    search = AlphaBetaSearch(state, 7, depth, ways, among=among, network=network)
    if plain:
        search.loop = inspect.unwrap(search.loop)
    while not search.is_finished:
        search.run(500)
    return search


@pytest.mark.parametrize("ways", [Ways(0, 0, 0), Ways(1, 0, 0), Ways(0, 1, 0), Ways(1, 1, 0)])
@pytest.mark.parametrize("ruleset", SMALL)
def test_equals_looking_at_everything(ruleset: str, ways: Ways) -> None:
    state = small(ruleset)
    side = 1 if state.turn == FIRST else -1
    for depth in (1, 2, 3) if len(state.legal) < 20 else (1, 2):
        search = searched(state, depth, ways)
        assert side * search.points == minimax(state, search.depth), depth


@pytest.mark.parametrize("ways", [Ways(0, 0, 0), Ways(1, 1, 0)])
@pytest.mark.parametrize("ruleset", ["seega", "seti-beth", "seti-aleph"])
def test_looks_only_at_what_it_may_choose_among_and_asks_the_network(ruleset: str, ways: Ways) -> None:
    state = small(ruleset)
    side = 1 if state.turn == FIRST else -1
    network = random_network(state.game.system, 3)
    for among in (state.legal[1:2], state.legal[2:5]):
        search = searched(state, 2, ways, among=among, network=network)
        assert side * search.points == minimax(state, 2, 0, network, among)
        assert search.line[0] in among


def test_actions_that_are_not_legal_cannot_be_chosen_among() -> None:
    with pytest.raises(SearchError, match="not every one is legal"):
        AlphaBetaSearch(small("seega"), 1, among=(9999,))


@pytest.mark.parametrize("ruleset", ["seega", "seti-beth"])
def test_threads_find_the_same_value(ruleset: str) -> None:
    state = small(ruleset)
    alone = searched(state, 4, Ways(reductions=0))
    with Team(AlphaBetaSearch(state, 7, 4, Ways(reductions=0)), shares_of(Budget(), 3)) as team:
        while not team.is_finished:
            team.run(50)
    assert deepest_choice(team.search, team.nodes, 0).value == alone.value
    assert [helper.done() for helper in team.helping] == [True, True]
    assert team.nodes > team.search.nodes


def test_one_seed_one_thread_and_a_number_of_nodes_give_one_choice() -> None:
    state = walked("seti-aleph", 12, 4)
    choices = [AlphaBetaPlayer(5).choose(state, Budget(nodes=3000))._replace(seconds=0) for _ in range(2)]
    assert choices[0] == choices[1]


@pytest.mark.parametrize("ruleset", ["seega", "seneti"])
def test_a_glance_judges_each_action_and_sees_a_win(ruleset: str) -> None:
    state = small(ruleset)
    side = 1 if state.turn == FIRST else -1
    search = AlphaBetaSearch(state, 1)
    search.run(len(state.legal) + 1)
    search.note_best()
    after = [state.after(action) for action in state.legal]
    assert search.points == max(
        (WON_AT_ONCE - 1) * side * value_for_first(each.outcome) if each.outcome else side * estimated(each, NONE)
        for each in after
    )


def shuffled() -> State:
    """Light leads, and can make a position occur for the third time: then the pieces are counted."""
    state = game("seega").state("D4/5/2L2/4L/3L1 second 24 - - 0 12 -")
    for action in ("a5-a4", "e2-e3", "a4-a5", "e3-e2", "a5-a4", "e2-e3", "a4-a5"):
        state = state.play(action)
    return state


def test_counts_repetitions_of_the_game_and_of_the_path() -> None:
    state = shuffled()
    assert searched(state, 2, Ways(reductions=0)).points == minimax(state, 2) == WON_AT_ONCE - 1


# --- The table -----------------------------------------------------------------------------------------------------


def kept(search: AlphaBetaSearch, occurrences: int = 1) -> TableEntry:
    """What the table knows of the root, had it occurred so often."""
    return find(search.searched.table, hash_of(search.state.position, occurrences))


@pytest.mark.parametrize(("ruleset", "position", "past", "depth"), PASTS)
def test_the_table_changes_no_value(ruleset: str, position: str, past: str, depth: int) -> None:
    state = game(ruleset).state(position)
    for action in past.split():
        state = state.play(action)
    with_table, without = (searched(state, depth, Ways(table, 1, 0)) for table in (1, 0))
    assert (with_table.points, with_table.depth) == (without.points, without.depth)


def test_what_a_repetition_decides_is_not_kept() -> None:
    alone, repeating = small("seega"), shuffled()
    assert bound_in(kept(searched(alone, 2))) == EXACT
    search = searched(repeating, 2)
    assert bound_in(kept(search, 2)) == NO_BOUND
    assert action_in(kept(search, 2)) == search.line[0]


def test_a_position_is_kept_with_how_often_it_has_occurred() -> None:
    for state, occurrences in ((small("seega"), 1), (shuffled(), 2)):
        search = searched(state, 2)
        assert [times for times in range(4) if kept(search, times).facts] == [occurrences]


# --- The order -----------------------------------------------------------------------------------------------------


def test_what_has_refuted_is_promised_more() -> None:
    ordering = new_ordering(5, 9, 1)
    before = [promise(ordering, FIRST, 3, action, 0) for action in range(5)]
    for action in (4, 2):
        learn_refutation(ordering, FIRST, 3, action, depth=6)
    after = [promise(ordering, FIRST, 3, action, 0) for action in range(5)]
    assert [one > other for one, other in zip(after, before, strict=True)] == [False, False, True, False, True]
    assert after[2] > after[4]
    assert promise(ordering, FIRST, 7, 2, 0) == before[2] + 36
    assert promise(ordering, SECOND, 7, 2, 0) < NOISE


def learn_nothing(*_: object) -> None:
    """In place of what learns what refutes."""


@pytest.mark.parametrize("ruleset", ["seega", "seti-beth"])
def test_learning_what_refutes_saves_nodes(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = small(ruleset)
    learning = searched(state, 4, Ways(1, 1, 0), plain=True).nodes
    monkeypatch.setattr("ibau.search.pvs.learn_refutation", learn_nothing)
    assert learning < searched(state, 4, Ways(1, 1, 0), plain=True).nodes


def test_late_actions_that_turn_out_well_are_searched_in_full() -> None:
    """So the value is mostly that of searching all of them in full: 42 times of 48, without it 18 times."""
    same = 0
    for ruleset, seed in itertools.product(("seega", "seti-beth", "seti-aleph", "seneti"), range(12)):
        state = walked(ruleset, 20 + 3 * seed, seed)
        same += searched(state, 4).points == searched(state, 4, Ways(reductions=0)).points
    assert same >= 32


# --- Running -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", ["seega", "seti-beth", "seti-aleph", "seneti"])
def test_compiled_equals_plain(ruleset: str) -> None:
    state = small(ruleset)
    network = random_network(state.game.system, 1)
    one, other = (searched(state, 2, plain=plain, network=network) for plain in (False, True))
    assert (one.points, one.line, one.nodes) == (other.points, other.line, other.nodes)
    assert np.array_equal(one.searched.table.words, other.searched.table.words)


def test_stopping_and_going_on_makes_no_difference() -> None:
    state = walked("seega", 30, 2)
    one, other = AlphaBetaSearch(state, 3), AlphaBetaSearch(state, 3)
    one.run(5000)
    for nodes in (1, 0, 99, 900, 4000):
        other.run(nodes)
    assert one.nodes == other.nodes == 5000
    assert deepest_choice(one, one.nodes, 0) == deepest_choice(other, other.nodes, 0)


def test_the_history_comes_back_as_it_was() -> None:
    state = walked("seti-beth", 12, 1)
    search, before = searched(state, 3), history_of(state)
    assert search.history.used == before.used
    assert np.array_equal(search.history.heads, before.heads)


@pytest.mark.parametrize("ruleset", ["seega", "seti-beth", "seti-aleph"])
def test_a_mirrored_position_has_the_same_value(ruleset: str) -> None:
    state = small(ruleset)
    value = searched(state, 3, Ways(reductions=0)).points
    for symmetry in state.game.system.symmetries:
        twin = State(state.game, symmetry.position(state.position))
        assert searched(twin, 3, Ways(reductions=0)).points == value, symmetry.name


def test_finds_a_win_by_force_and_how_soon() -> None:
    """A pharaoh two ranks before the goal, and nobody near: it arrives, and that is not answered."""
    state = game("seti-beth").state("5/5/P4/5/3h1/5/5/5/5/5 first - 4 -")
    choice = AlphaBetaPlayer(1).choose(state, Budget(seconds=20))
    assert choice.value == 1
    assert choice.seconds < 20
    search = searched(state, 5)
    assert search.points == WON_AT_ONCE - 4 == minimax(state, 4)
    for action in choice.line:
        state = state.play(action)
    assert state.result
    assert state.result.returns == (1, -1)


@pytest.mark.parametrize("ruleset", ["seega+max_turns=40", "seti-beth+no_progress_plies=10", "seti-aleph", "seneti"])
def test_never_plays_what_is_not_legal(ruleset: str) -> None:
    someone, chosen = AlphaBetaPlayer(2), random.Random(2)
    state = game(ruleset).initial()
    for ply in range(60):
        if state.outcome:
            break
        if state.to_move == "chance" or ply % 3 == 0:
            state = state.after(chosen.choice(state.legal))
            continue
        line_state = state
        choice = someone.choose(state, Budget(nodes=500))
        assert -1 <= choice.value <= 1
        for action in choice.line:
            line_state = line_state.play(action)
        state = state.play(choice.action)


def test_another_seed_may_choose_otherwise() -> None:
    state = walked("seega", 0, 0).after(0)
    assert len({AlphaBetaPlayer(seed).choose(state, Budget(depth=1)).action for seed in range(8)}) > 1


# --- Limits --------------------------------------------------------------------------------------------------------


def test_games_with_throws_are_refused() -> None:
    state = game("senet-race").initial().play("t2")
    with pytest.raises(PlayerError, match="plays only games without throws; senet-race is none of them"):
        player("alphabeta").choose(state)


def test_time_is_kept_by_the_clock() -> None:
    looks = itertools.count()
    someone = AlphaBetaPlayer(1, clock=lambda: next(looks) / 100)
    choice = someone.choose(walked("seega", 30, 2), Budget(seconds=0.05))
    assert choice.seconds == pytest.approx(0.05)
    assert next(looks) == 6


@pytest.mark.parametrize("nodes", [1, 20, 777, 5000])
def test_nodes_are_kept_exactly(nodes: int) -> None:
    assert AlphaBetaPlayer(1).choose(walked("seega", 30, 2), Budget(nodes=nodes)).nodes == nodes


def test_depth_is_kept() -> None:
    state = walked("seega", 30, 2)
    assert [AlphaBetaPlayer(1).choose(state, Budget(depth=depth)).depth for depth in (1, 4)] == [1, 4]


def test_a_set_stop_ends_the_thinking() -> None:
    stop = threading.Event()
    seen: list[Choice] = []

    def report(choice: Choice) -> None:
        seen.append(choice)
        stop.set()

    choice = AlphaBetaPlayer(1).choose(walked("seega", 30, 2), Budget(), stop, report)
    assert len(seen) == 1
    assert choice.nodes >= seen[0].nodes >= 1


def test_decided_values_are_told_apart() -> None:
    assert 999 < DECIDED < WON_AT_ONCE - LONGEST

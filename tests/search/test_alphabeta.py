"""The principal-variation search: equal to looking at everything, sound, kept within its limits."""

import itertools
from functools import cache
from typing import Any

import pytest

from ibau.core.game import State
from ibau.core.outcome import FIRST, SECOND, value_for_first
from ibau.games import game
from ibau.machine.arrays import zeros
from ibau.machine.machines import PlainMachine
from ibau.players import Budget
from ibau.players.search_players import AlphaBetaPlayer
from ibau.search.alphabeta import AlphaBetaSearch
from ibau.search.deepening import IterativeDeepening
from ibau.search.move_ordering import NOISE, learn_refutation, new_ordering, score_of
from ibau.search.playout import history_of
from ibau.search.pvs import DECIDED, ENDLESS, LONGEST, RULED, UNRULED, WON_AT_ONCE, PvsTechniques
from ibau.search.transposition import EXACT, NO_BOUND, TableEntry, action_in, bound_in, find, hash_of
from tests.search.minimax import NONE, estimated, minimax
from tests.search.search_states import SMALL, begin_game, for_first, searched, small, walked
from tests.slow import slow_but

WAYS = (PvsTechniques(0, 0, 0), PvsTechniques(1, 0, 0), PvsTechniques(0, 1, 0), PvsTechniques(1, 1, 0))
looked_at = cache(minimax)  # once for all ways
ALL_WAYS = [*itertools.product(SMALL, WAYS)]
WIDEST = "seti-aleph"  # has enough actions to take a while

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


@pytest.mark.parametrize(("ruleset", "ways"), slow_but([way for way in ALL_WAYS if WIDEST not in way], ALL_WAYS))
def test_equals_looking_at_everything(ruleset: str, ways: PvsTechniques) -> None:
    state = small(ruleset)
    for depth in (1, 2, 3) if len(state.legal) < 20 else (1, 2):
        search = searched(state, depth, ways)
        assert for_first(search) == looked_at(state, search.depth), depth


@pytest.mark.parametrize("ruleset", ["seega", "seneti"])
def test_a_glance_judges_each_action_and_sees_a_win(ruleset: str) -> None:
    state = small(ruleset)
    side = 1 if state.turn == FIRST else -1
    search = AlphaBetaSearch(state, 1)
    search.run(len(state.legal) + 1)
    search.record_best()
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
    assert searched(state, 2, PvsTechniques(reductions=0)).points == minimax(state, 2) == WON_AT_ONCE - 1


# --- Repetitions that no rule counts ----------------------------------------------------------------------------


UNCOUNTED = "seega-khamsawee"
LEADING = "4D/3D1/2L2/1L3/L4 first 24 - - 3 40 -"  # Light has more, and room to step to and fro


def to_and_fro(ruleset: str) -> State:
    """Each side has stepped away and may step back."""
    return game(ruleset).state(LEADING).play("a1-b1").play("e5-d5")


def test_stepping_back_where_one_has_been_is_worth_nothing() -> None:
    state = to_and_fro(UNCOUNTED)
    there, back = state.play("b1-a1"), state.action("b1-a1")
    again = there.action("d5-e5")
    assert searched(state, 1, among=(back,)).points > 0
    assert searched(there, 1, among=(again,)).points == 0
    assert searched(State(there.game, there.position), 1, among=(again,)).points < 0


@pytest.mark.parametrize("depth", [3, 4, pytest.param(5, marks=pytest.mark.slow)])
def test_what_comes_again_is_a_draw_on_every_path(depth: int) -> None:
    state = to_and_fro(UNCOUNTED)
    assert for_first(searched(state, depth, PvsTechniques(0, 1, 0))) == minimax(state, depth)


def test_who_leads_does_not_shuffle() -> None:
    """Many ways are as good as each other to the evaluation alone; those that lead back get nowhere."""
    state, reached = game(UNCOUNTED).state(LEADING), set[object]()
    while state.reversible_history is None or len(state.reversible_history.keys()) < 40:
        player = state.turn
        state = state.play(AlphaBetaPlayer(1).choose(state, Budget(nodes=1000)).action)
        if state.outcome or state.reversible_history is None:
            break
        key = state.game.system.rulebook.key(state.game.rules, state.position)
        assert player == SECOND or key not in reached
        reached.add(key)


@pytest.mark.parametrize(
    ("ruleset", "again"),
    [
        ("seega", RULED),
        ("seega-lenient", RULED),
        ("seti-beth", RULED),
        ("seti-aleph", RULED),
        ("seneti", RULED),
        ("seega-khamsawee", UNRULED),
        ("seega+repetition=off", UNRULED),
        ("seti-beth+repetition=off+no_progress_plies=0", ENDLESS),
    ],
)
def test_only_what_no_rule_counts_is_looked_out_for(ruleset: str, again: int) -> None:
    assert AlphaBetaSearch(begin_game(ruleset), 1).search_run.stack.repetition == again


def test_who_would_win_by_a_count_need_not_fear_it() -> None:
    """With more pieces when nothing is captured any more, light wins: coming again is not worth nothing."""
    there = to_and_fro("seega+repetition=off").play("b1-a1")
    assert searched(there, 1, among=(there.action("d5-e5"),)).points < 0


# --- The table -----------------------------------------------------------------------------------------------------


def kept(search: IterativeDeepening[Any, Any], occurrences: int = 1) -> TableEntry:
    """What the table knows of the root, had it occurred so often."""
    return find(search.search_run.table, hash_of(search.state.position, occurrences))


@pytest.mark.parametrize(("ruleset", "position", "past", "depth"), PASTS)
def test_the_table_changes_no_value(ruleset: str, position: str, past: str, depth: int) -> None:
    state = game(ruleset).state(position)
    for action in past.split():
        state = state.play(action)
    with_table, without = (searched(state, depth, PvsTechniques(table, 1, 0)) for table in (1, 0))
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
    ordering = new_ordering(5, 9, 1, zeros)
    before = [score_of(ordering, FIRST, 3, action, 0) for action in range(5)]
    for action in (4, 2):
        learn_refutation(ordering, FIRST, 3, action, depth=6)
    after = [score_of(ordering, FIRST, 3, action, 0) for action in range(5)]
    assert [one > other for one, other in zip(after, before, strict=True)] == [False, False, True, False, True]
    assert after[2] > after[4]
    assert score_of(ordering, FIRST, 7, 2, 0) == before[2] + 36
    assert score_of(ordering, SECOND, 7, 2, 0) < NOISE


def learn_nothing(*_: object) -> None:
    """In place of what learns what refutes."""


@pytest.mark.parametrize("ruleset", ["seega", "seti-beth"])
def test_learning_what_refutes_saves_nodes(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = small(ruleset)
    learning = searched(state, 4, PvsTechniques(1, 1, 0), plain=True).nodes
    monkeypatch.setattr("ibau.search.pvs.learn_refutation", learn_nothing)
    assert learning < searched(state, 4, PvsTechniques(1, 1, 0), plain=True).nodes


def test_late_actions_that_turn_out_well_are_searched_in_full() -> None:
    """So the value is mostly that of searching all of them in full: 42 times of 48, without it 18 times."""
    same = 0
    for ruleset, seed in itertools.product(("seega", "seti-beth", "seti-aleph", "seneti"), range(12)):
        state = walked(ruleset, 20 + 3 * seed, seed)
        same += searched(state, 4).points == searched(state, 4, PvsTechniques(reductions=0)).points
    assert same >= 32


# --- Values --------------------------------------------------------------------------------------------------------


def test_the_history_comes_back_as_it_was() -> None:
    state = walked("seti-beth", 12, 1)
    history, before = searched(state, 3).search_run.stack.history, history_of(state, PlainMachine())
    assert history.used[0] == before.used[0]
    assert history.heads.tolist() == before.heads.tolist()


def test_finds_a_win_by_force_and_how_soon() -> None:
    """A pharaoh two ranks before the goal, with no enemy near: it arrives, and cannot be conquered."""
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


def test_decided_values_are_told_apart() -> None:
    assert 999 < DECIDED < WON_AT_ONCE - LONGEST

"""Advice: every action's own value, equal to looking at everything; budgets, seeds, threads."""

import itertools
import random
import threading
from fractions import Fraction

import pytest

from ibau.core.contract import WIN
from ibau.core.game import State
from ibau.core.outcome import FIRST
from ibau.games import game
from ibau.learn import Advice, advise, expected_value
from ibau.players import Budget, PlayerError
from ibau.players.base import static_value_for
from ibau.search.batching import run_until_spent
from ibau.search.child_search import ChildSearch, SearchSettings, search_children
from ibau.search.network import FEATURES
from tests.search.minimax import expectiminimax, minimax

SEEGA = "LLDDL/DLLDD/LD1LD/DLDLD/LDLDL first 24 - - 0 12 -"
WIN_AT_ONCE = "5/5/LD1L1/5/5 first 24 - - 0 30 -"
RACE = "1L1D3LD4L2D3L2DLD4 second t2 - 40"


UNTABLED = "+no_progress_plies=60"  # tables of other rules do not apply


def seega(position: str = SEEGA, ruleset: str = "seega") -> State:
    return game(ruleset).state(position)


def few_pieces() -> State:
    """Four pieces, so that everything can be looked at."""
    return seega("1L3/4D/2L2/1D3/5 second 24 - - 0 30 -", f"seega{UNTABLED}")


def race() -> State:
    return game("senet-race").state(RACE)


def chance_node(state: State, seed: int) -> State:
    """A throw after some random actions."""
    chosen = random.Random(seed)
    for _ in range(30):
        state = state.after(chosen.choice(state.legal))
    while state.to_move != "chance":
        state = state.after(chosen.choice(state.legal))
    return state


def for_first(state: State, value: float) -> float:
    """A value as FIRST sees it, in thousandths."""
    return WIN * value * (1 if state.actor == FIRST else -1)


def by_action(advice: tuple[Advice, ...]) -> dict[str, Advice]:
    return {one.action: one for one in advice}


# --- Values ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_every_action_has_the_value_of_looking_at_everything(depth: int) -> None:
    state = few_pieces()
    advice = by_action(advise(state, Budget(depth=depth), evaluator=FEATURES))
    assert sorted(advice) == sorted(state.actions)
    for action, one in advice.items():
        assert for_first(state, one.value) == pytest.approx(minimax(state.play(action), depth - 1)), action
        assert one.depth == depth


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_every_action_has_the_value_of_weighing_all_throws(depth: int) -> None:
    state = race()
    for one in advise(state, Budget(depth=depth), evaluator=FEATURES):
        assert for_first(state, one.value) == pytest.approx(float(expectiminimax(state.play(one.action), depth - 1)))


def test_the_best_comes_first_and_its_line_can_be_played() -> None:
    state = seega()
    advice = advise(state, Budget(nodes=3000))
    assert [one.value for one in advice] == sorted((one.value for one in advice), reverse=True)
    for one in advice:
        assert one.line[0] == one.action
        after = state
        for action in one.line:
            after = after.play(action)


def test_what_wins_at_once_is_certain_and_first() -> None:
    best, *others = advise(seega(WIN_AT_ONCE, f"seega-lenient{UNTABLED}"), Budget(depth=3))
    assert best == Advice("d3-c3", 1.0, 0.0, ("d3-c3",), 0, exact=True)
    assert all(one.value < 1 or one.depth > best.depth for one in others)


def test_what_wins_at_once_is_first_of_all_that_tables_say_will_win() -> None:
    best, *others = advise(seega(WIN_AT_ONCE, "seega-lenient"), Budget(depth=3))
    assert (best.action, best.plies) == ("d3-c3", 1)
    assert {(one.value, one.exact, one.plies) for one in others} == {(1.0, True, None)}


def test_a_decided_action_needs_no_further_search() -> None:
    """All but the win go deeper and deeper; the win stays as it was found."""
    advice = by_action(advise(seega(WIN_AT_ONCE, f"seega-lenient{UNTABLED}"), Budget(nodes=5000)))
    assert advice["d3-c3"].depth == 0
    assert len({one.depth for one in advice.values() if abs(one.value) < 1}) == 1


def test_uncertainty_is_what_the_last_round_has_moved() -> None:
    state = race()
    three, four = (by_action(advise(state, Budget(depth=depth))) for depth in (3, 4))
    for action, one in four.items():
        assert one.uncertainty == abs(one.value - three[action].value)
    assert {one.uncertainty for one in advise(state, Budget(depth=1))} == {1.0}


# --- Limits ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", [seega(), race()])
@pytest.mark.parametrize("nodes", [1, 100, 2000, 20_000])
def test_no_action_is_searched_less_than_another(state: State, nodes: int) -> None:
    advice = advise(state, Budget(nodes=nodes))
    assert len({one.depth for one in advice}) == 1
    assert len(advice) == len(state.legal)


def test_threads_that_come_to_different_depths_give_one() -> None:
    """After one action there is less to search than after the other: its thread comes further with as many nodes."""
    state = seega()
    after, half = [state.after(action) for action in state.legal], SearchSettings(Budget(nodes=10_000))
    shares = [ChildSearch(after[n::2], half) for n in range(2)]
    for share in shares:
        run_until_spent(share, half.budget, half.stop, half.clock)
    least, most = sorted(len(share.full) - 1 for share in shares)
    assert least < most
    found = search_children(state, SearchSettings(Budget(nodes=20_000), threads=2))
    assert {one.depth for one in found} == {least}
    assert found == [share.full[least][0] for share in shares]


def test_without_time_there_is_a_look() -> None:
    state = seega()
    for one in advise(state, Budget(nodes=1), evaluator=FEATURES):
        assert (one.depth, one.uncertainty, one.line) == (0, 1.0, (one.action,))
        assert one.value == static_value_for(state.play(one.action), state.turn)


def test_a_round_cut_short_does_not_count() -> None:
    """With a few nodes more than a full round takes, values are those of that round."""
    state = race()
    full = ChildSearch([state.after(action) for action in state.legal], SearchSettings(Budget()), 3)
    while not full.is_finished:
        full.run(100)
    assert advise(state, Budget(nodes=full.nodes + 3)) == advise(state, Budget(depth=3))


@pytest.mark.parametrize("state", [seega(), race()])
def test_batches_make_no_difference(state: State) -> None:
    after = [state.after(action) for action in state.legal]
    one, other = ChildSearch(after, SearchSettings(Budget(), 4)), ChildSearch(after, SearchSettings(Budget(), 4))
    one.run(5000)
    for nodes in (1, 0, 99, 900, 4000):
        other.run(nodes)
    assert one.nodes == other.nodes
    assert one.full == other.full


@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_seed_gives_the_same_advice(threads: int) -> None:
    for state in (seega(), race()):
        one, other = (advise(state, Budget(nodes=4000), seed=3, threads=threads) for _ in range(2))
        assert one == other


def test_threads_share_the_actions_out() -> None:
    state = race()
    assert set(advise(state, Budget(depth=3), threads=3)) == set(advise(state, Budget(depth=3)))


def test_time_is_kept_by_the_clock() -> None:
    """By a clock that moves a hundredth of a second a look, five looks after the first are the budget."""
    looks = itertools.count()
    search_children(race(), SearchSettings(Budget(seconds=0.05), clock=lambda: next(looks) / 100))
    assert next(looks) == 6


def test_a_set_stop_ends_the_thinking() -> None:
    stop = threading.Event()
    stop.set()
    assert {one.depth for one in advise(seega(), Budget(), stop=stop)} == {0}


def test_chance_gets_no_advice() -> None:
    with pytest.raises(PlayerError, match="Chance decides here"):
        advise(game("senet-race").initial())


# --- Throws and lots -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ruleset",
    ["senet-race", "senet-formation", pytest.param("senet-geoludie", marks=pytest.mark.slow)],
)
def test_a_throw_is_worth_the_exact_mean_of_its_chances(ruleset: str) -> None:
    state = chance_node(game(ruleset).initial(), 1)
    known = expected_value(state, Budget(depth=1), evaluator=FEATURES)
    assert sum((chance.probability for chance in known.chances), Fraction(0)) == 1
    assert for_first(state, known.value) == pytest.approx(float(expectiminimax(state, 1)))
    for chance in known.chances:
        assert for_first(state, chance.value) == pytest.approx(float(expectiminimax(state.play(chance.action), 0)))


def test_the_lot_is_seen_by_the_first_seat() -> None:
    state = game("seega").initial()
    assert state.to_move == "chance"
    known = expected_value(state, Budget(depth=2))
    assert [chance.action for chance in known.chances] == list(state.actions)
    assert known.value == pytest.approx(0)


def test_where_a_player_decides_nothing_is_thrown() -> None:
    with pytest.raises(PlayerError, match="There is no throw or lot here: second decides"):
        expected_value(race())

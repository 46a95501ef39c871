"""What holds for every player, in every game."""

import itertools
import math
import threading
from typing import Any

import pytest

from ibau.core.game import State
from ibau.games import game, systems
from ibau.players import PLAYERS, Budget, Choice, PlayerError, player
from ibau.search.budget import SearchError
from tests.slow import slow_but

QUICK = Budget(nodes=20)
SHORT = {
    "seega": "seega+max_turns=30",
    "senet-formation": "senet-formation+max_turns=12",
    "senet-geoludie": "senet-geoludie+max_turns=12",
    "senet-race": "senet-race+max_turns=12",
    "seneti": "seneti+max_plies=16",
    "seti-aleph": "seti-aleph+no_progress_plies=10",
    "seti-beth": "seti-beth+no_progress_plies=10",
}
WHO_PLAYS_WHAT = [(name, ruleset) for ruleset in SHORT for name in PLAYERS if player(name).plays(game(ruleset))]
WITHOUT_AND_WITH_THROWS = ("seega", "senet-race")
OFTEN = [pair for pair in WHO_PLAYS_WHAT if pair[1] in WITHOUT_AND_WITH_THROWS or pair[0] in ("level1", "level8")]
SEEGA_PLAYERS = [name for name, ruleset in WHO_PLAYS_WHAT if ruleset == "seega"]


def begun(ruleset: str) -> State:
    """A state in which a player decides."""
    state = game(ruleset).initial()
    for sixteenth in range(0, 16, 3):
        if state.to_move == "chance":
            state = state.play(state.chance_action(sixteenth))
    return state


@pytest.mark.parametrize(("name", "ruleset"), slow_but(OFTEN, WHO_PLAYS_WHAT))
def test_plays_legal_games_to_their_end(name: str, ruleset: str) -> None:
    state = game(SHORT[ruleset]).initial()
    someone = player(name, seed=3)
    actions = 0
    while not state.outcome:
        if state.to_move == "chance":
            action = state.chance_action(7 * actions % 16)
        else:
            choice = someone.choose(state, QUICK)
            action = choice.action
            assert action in state.actions
            assert choice.line[0] == action
            assert -1 <= choice.value <= 1
            assert choice.nodes >= 1
            assert choice.seconds >= 0
        state = state.play(action)
        actions += 1
    assert state.result is not None


@pytest.mark.parametrize(
    ("name", "ruleset"),
    slow_but([pair for pair in WHO_PLAYS_WHAT if pair[1] in WITHOUT_AND_WITH_THROWS], WHO_PLAYS_WHAT),
)
def test_same_seed_same_choice(name: str, ruleset: str) -> None:
    state = begun(ruleset)
    first, second = (player(name, seed=5).choose(state, QUICK) for _ in range(2))
    assert first._replace(seconds=0) == second._replace(seconds=0)


@pytest.mark.parametrize("name", ["random", "level1", "uct"])
def test_another_seed_may_choose_otherwise(name: str) -> None:
    state = begun("seega")
    assert len({player(name, seed).choose(state, QUICK).action for seed in range(8)}) > 1


def test_every_system_is_played() -> None:
    assert set(SHORT) == set(systems())


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize(
    ("name", "nodes"),
    [("uct", 100), ("mcts", 1000), *slow_but((), [("alphabeta", 100), ("alphabeta", 20_000)])],
)
def test_threads_spend_the_nodes_of_one(name: str, nodes: int, threads: int) -> None:
    choice = player(name, seed=3, threads=threads).choose(begun("seega"), Budget(nodes=nodes))
    assert choice.nodes == nodes


def test_threads_without_a_node_do_not_search() -> None:
    assert player("mcts", threads=4).choose(begun("seti-beth"), Budget(nodes=1)).nodes == 1


@pytest.mark.parametrize("level", [name for name in SEEGA_PLAYERS if name.startswith("level")])
def test_a_turn_that_wins_is_never_missed(level: str) -> None:
    """It takes the last piece but one, and then the last one."""
    state = game("seega-lenient").state("1L3/1D3/1L1L1/L1DL1/5 first 24 - - 0 30 -")
    for seed in range(10):
        after, chosen = state, list[str]()
        while after.turn == state.turn:
            chosen.append(player(level, seed).choose(after, Budget(nodes=1000)).action)
            after = after.play(chosen[-1])
        assert after.result is not None, chosen
        assert after.result.word == "p1win", chosen


@pytest.mark.parametrize("name", [name for name in SEEGA_PLAYERS if name != "random"])
def test_a_win_on_the_spot_is_never_missed(name: str) -> None:
    state = game("seega-lenient").state("5/5/LD1L1/5/5 first 24 - - 0 30 -")
    assert state.play("d3-c3").outcome
    for seed in range(10):
        assert player(name, seed).choose(state, QUICK).action == "d3-c3"


@pytest.mark.parametrize("name", SEEGA_PLAYERS)
def test_a_forced_action_needs_no_thought(name: str) -> None:
    state = game("seega").state("5/5/5/3LD/4L second 24 - - 0 30 -")
    assert list(state.actions) == [only := state.actions[0]]
    choice = player(name).choose(state, Budget(seconds=60))
    assert (choice.action, choice.nodes) == (only, 1)


@pytest.mark.parametrize("name", SEEGA_PLAYERS)
def test_chance_is_nobodys_choice(name: str) -> None:
    with pytest.raises(PlayerError, match="Chance decides here, not a player; play one of lot1, lot2 first"):
        player(name).choose(game("seega").initial())


@pytest.mark.parametrize("name", SEEGA_PLAYERS)
def test_nothing_to_choose_after_the_end(name: str) -> None:
    state = game("seega").state("5/5/2L2/5/5 first 24 - - 0 30 -")
    with pytest.raises(PlayerError, match="The game is over"):
        player(name).choose(state)


@pytest.mark.parametrize("budget", [Budget(seconds=0), Budget(nodes=-1), Budget(depth=0)])
def test_a_budget_of_nothing_is_refused(budget: Budget) -> None:
    with pytest.raises(SearchError, match="give more than 0"):
        player("uct").choose(begun("seega"), budget)


NO_LIMITS: list[tuple[dict[str, Any], str]] = [
    ({"seconds": math.inf}, "A budget's seconds are a number up to 1e[+]15, not inf; None sets no limit."),
    ({"seconds": -math.inf}, "A budget of -inf seconds leaves no time to think"),
    ({"seconds": math.nan}, "A budget's seconds are a number up to 1e[+]15, not nan"),
    ({"seconds": 1e300, "nodes": 100}, "A budget's seconds are a number up to 1e[+]15, not 1e[+]300"),
    ({"seconds": 10**400}, "A budget's seconds are a number up to 1e[+]15, not 1000"),
    ({"seconds": "1"}, "A budget's seconds are a number up to 1e[+]15, not '1'"),
    ({"nodes": 1e3}, "A budget's nodes must be a whole number such as 1000, not 1000.0"),
    ({"nodes": math.nan}, "A budget's nodes must be a whole number such as 1000, not nan"),
    ({"depth": 2.5}, "A budget's depth must be a whole number such as 1000, not 2.5"),
]


@pytest.mark.parametrize("name", SEEGA_PLAYERS)
@pytest.mark.parametrize(("limits", "text"), NO_LIMITS)
def test_what_is_no_limit_is_refused(name: str, limits: dict[str, Any], text: str) -> None:
    with pytest.raises(SearchError, match=text):
        player(name).choose(begun("seega"), Budget(**limits))


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("threads", [0, -1, 1.5, 9, 100_000])
def test_a_player_has_one_to_eight_threads(name: str, threads: Any) -> None:
    with pytest.raises(SearchError, match=f"{threads} threads cannot search; give a whole number from 1 to 8"):
        player(name, threads=threads)


@pytest.mark.parametrize(
    ("name", "ruleset", "others"),
    [("alphabeta", "senet-race", "expectimax or mcts"), ("expectimax", "seega", "alphabeta or mcts")],
)
def test_who_does_not_play_a_game_names_those_who_do(name: str, ruleset: str, others: str) -> None:
    with pytest.raises(PlayerError, match=rf"; {ruleset} is none of them\. Use {others} there\.$"):
        player(name).choose(begun(ruleset))
    assert all(player(other).plays(game(ruleset)) for other in others.split(" or "))


def test_an_unknown_player_gets_the_nearest_name() -> None:
    with pytest.raises(PlayerError, match=r"Unknown player 'gredy'\. Did you mean 'greedy'\?"):
        player("gredy")


SEARCHES = pytest.mark.parametrize(
    ("name", "ruleset"),
    [("alphabeta", "seega"), ("expectimax", "senet-race"), ("mcts", "senet-race"), ("uct", "seega")],
)


@SEARCHES
def test_a_set_stop_ends_the_thinking(name: str, ruleset: str) -> None:
    stop = threading.Event()
    seen: list[Choice] = []

    def report(choice: Choice) -> None:
        seen.append(choice)
        stop.set()

    choice = player(name).choose(begun(ruleset), Budget(), stop, report)
    assert len(seen) == 1
    assert choice.nodes >= seen[0].nodes >= 1


@SEARCHES
@pytest.mark.parametrize("nodes", [1, 20, 777, 5000])
def test_nodes_are_kept_exactly(name: str, ruleset: str, nodes: int) -> None:
    assert player(name, 1).choose(begun(ruleset), Budget(nodes=nodes)).nodes == nodes


@SEARCHES
def test_time_is_kept_by_the_clock(name: str, ruleset: str) -> None:
    """By a clock that moves a hundredth of a second a look, five looks after the first are the budget."""
    looks = itertools.count()
    someone = player(name, 1)
    someone.clock = lambda: next(looks) / 100
    choice = someone.choose(begun(ruleset), Budget(seconds=0.05))
    assert choice.seconds == pytest.approx(0.05)
    assert next(looks) == 6

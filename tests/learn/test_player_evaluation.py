"""Reviews by named players: their evaluation of every action, with exact averages over throws."""

import threading
from fractions import Fraction

import pytest

from ibau.core.game import State
from ibau.core.line import Line
from ibau.games import game
from ibau.learn import review
from ibau.learn.player_evaluation import questions, skip_forced_actions
from ibau.players import Budget, Choice, Player, PlayerError, player
from ibau.players.base import Report
from ibau.search.child_search import for_seat
from tests.game_lines import random_line
from tests.learn.test_game_review import MISSED_WIN, UNTABLED, approx_sum

NODES = Budget(nodes=200)


class Counting(Player):
    """Finds a position the better for itself the more it may do there, and remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[State, Budget]] = []

    def think(self, state: State, budget: Budget, stop: threading.Event, report: Report) -> Choice:
        assert not stop.is_set()
        assert callable(report)
        self.asked.append((state, budget))
        return Choice(state.actions[0], worth(state), (state.actions[0],), 1, 0.0, depth=2)


def worth(state: State) -> float:
    return len(state.legal) / 100


def test_a_throw_is_worth_the_mean_of_what_a_player_says() -> None:
    state = game("senet-race").initial().play("t1")
    played = state.actions[0]
    (ply,) = review(Line.of(state, [played]), NODES, player=Counting()).plies
    values = []
    for action in state.actions:
        thrown = state.play(action)
        reached = [(share, skip_forced_actions(thrown.play(throw))) for throw, share in thrown.chances.items()]
        values.append(sum(float(share) * for_seat(after.turn, worth(after)) for share, after in reached))
    best = max(for_seat(state.turn, value) for value in values)
    assert ply.after == pytest.approx(values[0])
    assert for_seat(state.turn, ply.before) == pytest.approx(best)
    assert ply.mistake == pytest.approx(best - for_seat(state.turn, values[0]))
    assert (ply.depth, ply.uncertainty) == (3, 1.0)


@pytest.mark.parametrize("ruleset", ["seega", "senet-geoludie", "seneti"])
def test_everything_adds_up_no_matter_who_judges(ruleset: str) -> None:
    line, judge = random_line(ruleset, 30), Counting()
    found = review(line, NODES, player=judge)
    assert found.is_complete
    approx_sum(found)
    assert all(len(state.legal) > 1 for state, _ in judge.asked)  # where there is a choice


def test_a_budget_is_shared_by_all_questions() -> None:
    judge, state = Counting(), game("seega+first_player=first").initial()
    review(Line.of(state, ["a1"]), Budget(seconds=6, nodes=2400, depth=3), player=judge)
    assert [budget for _, budget in judge.asked] == [Budget(0.25, 100, 3)] * 24


def test_probabilities_add_up_to_one() -> None:
    for ruleset in ("senet-geoludie", "senet-race", "seneti"):
        asked = list(questions(game(ruleset).initial()))
        assert sum((share for share, _ in asked), Fraction(0)) == 1


def test_a_player_without_memory_says_the_same_by_name_and_in_hand() -> None:
    line = random_line("senet-race", 12)
    assert review(line, NODES, player="greedy") == review(line, NODES, player=player("greedy"))


def test_a_searching_player_sees_a_missed_win() -> None:
    line = Line.of(game(UNTABLED).state(MISSED_WIN), ["a3-a4"])
    (ply,) = review(line, Budget(nodes=2000), player="alphabeta").plies
    assert (ply.line, ply.before) == (("d3-c3",), 1.0)


def test_players_that_cannot_judge_are_refused() -> None:
    line = random_line("senet-geoludie", 3)
    with pytest.raises(PlayerError, match="Did you mean 'level5'"):
        review(line, NODES, player="levle5")
    with pytest.raises(PlayerError, match="has no level 'level3'; it offers"):
        review(line, NODES, player="level3")

"""The arena: fair pairs, their measurements, and the results of tournaments."""

import math
import threading
from typing import NamedTuple

import pytest

from ibau.core.errors import NumberError
from ibau.core.game import Game, State
from ibau.core.interval import wilson
from ibau.core.limits import MOST_WORKERS
from ibau.core.outcome import CHANCE
from ibau.games import game
from ibau.lab.arena import Pair, PairedGame, Pairing, PairRunner, Spent, Sprt, Tally, parse_entrant, run_tournament
from ibau.lab.arena import pair_runner as contests
from ibau.lab.arena.pair_runner import open_game
from ibau.lab.live_game import nonfinal_actions
from ibau.lab.statistics import expected_score
from ibau.players.base import Choice, Report
from ibau.players.simple import RandomPlayer
from ibau.search.budget import Budget
from tests.slow import slow_but

RACE = "senet-race+max_turns=20"


def pairing(ruleset: str, one: str, other: str, **settings: object) -> Pairing:
    return Pairing(ruleset, (parse_entrant(one), parse_entrant(other)), **settings)  # type: ignore[arg-type]


def played(ruleset: str, one: str, other: str, pairs: int = 1, **settings: object) -> list[Pair]:
    with PairRunner(game, pairing(ruleset, one, other, **settings)) as contest:
        return [contest.play_pair(number) for number in range(pairs)]


def states(ruleset: str, actions: list[str]) -> list[State]:
    found = [game(ruleset).initial()]
    for action in actions:
        found.append(found[-1].play(action))
    return found


# --- Pairs -----------------------------------------------------------------------------------------------------------


def throws(ruleset: str, actions: list[str]) -> list[str]:
    return [action for state, action in zip(states(ruleset, actions), actions, strict=False) if state.turn == CHANCE]


@pytest.mark.parametrize("ruleset", slow_but([RACE], [RACE, "senet-formation", "senet-geoludie"]))
def test_both_games_of_a_pair_have_the_same_throws(ruleset: str) -> None:
    """The n-th throw is the same, no matter who throws it; the next pair has others."""
    (one, other), (next_one, _) = played(ruleset, "greedy", "random", pairs=2)
    assert one.seats == (0, 1)
    assert other.seats == (1, 0)
    assert one.seed == other.seed != next_one.seed
    common = list(zip(throws(ruleset, one.actions), throws(ruleset, other.actions), strict=False))
    assert len(common) > 10
    assert all(mine == theirs for mine, theirs in common)
    assert throws(ruleset, one.actions)[:20] != throws(ruleset, next_one.actions)[:20]
    assert one.actions != other.actions


@pytest.mark.parametrize(
    ("ruleset", "plies", "opening"), [("seega", 8, 9), ("seti-aleph", 4, 4), ("seti-beth", 4, 4), ("seneti", 4, 5)]
)
def test_games_without_throws_begin_with_two_turns_of_each_side_at_random(
    ruleset: str, plies: int, opening: int
) -> None:
    beginnings = {open_game(game(ruleset), seed, None).line.actions for seed in range(20)}
    assert len(beginnings) == 20
    assert {len(actions) for actions in beginnings} == {opening}
    one, other = played(ruleset, "greedy", "random")[0]
    assert one.opening == other.opening == opening
    assert one.actions[:opening] == other.actions[:opening]
    assert len(open_game(game(ruleset), 0, plies).line.actions) == opening


def test_games_with_throws_begin_at_once() -> None:
    assert open_game(game("senet-race"), 1, None).line.actions == open_game(game("senet-race"), 1, 0).line.actions
    assert len(open_game(game("senet-race"), 1, None).line.actions) == 1
    assert played(RACE, "greedy", "greedy", opening=6)[0][0].opening > 6


def test_an_opening_never_ends_the_game() -> None:
    """A game of twelve plies: an opening that wants more stops before its end."""
    ruleset = "seega+max_turns=4"
    live = open_game(game(ruleset), 3, 100)
    assert not live.state.outcome
    assert not nonfinal_actions(live.state)
    assert live.state.legal


@pytest.mark.slow
def test_who_plays_by_chance_plays_otherwise_in_both_seats_against_itself() -> None:
    pairs = played("seti-beth", "random", "random", pairs=6)
    assert any(one.actions != other.actions for one, other in pairs)
    assert all(one.seed == other.seed for one, other in pairs)
    tally = run_tournament(game, pairing("seti-beth", "random", "random"), 20)
    assert tally.pairs[2] < 20
    low, high = tally.interval
    assert low < 1 / 2 < high


def test_a_game_without_end_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contests, "LONGEST_GAME", 30)
    one, _ = played("senet-race", "random", "random")[0]
    assert (one.returns, one.kind, one.half_points) == ((0, 0), "unfinished", 1)


# --- Times -----------------------------------------------------------------------------------------------------------


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Sleeper(RandomPlayer):
    """Takes ten seconds for each search, an hour for the first."""

    thoughts = 0
    default_budget = Budget(seconds=8.0)

    def think(self, state: State, budget: Budget, stop: threading.Event, report: Report) -> Choice:
        assert isinstance(self.clock, Clock)
        self.clock.now += 10 if Sleeper.thoughts else 3600
        Sleeper.thoughts += 1
        return super().think(state, budget, stop, report)


class Sleeping(NamedTuple):
    text: str = "sleeper"
    budget: Budget | None = None

    def player(self, seed: int) -> Sleeper:
        return Sleeper(seed)

    def check(self, known: Game) -> None:
        """It plays everything."""

    def evaluator_text(self, known: Game) -> str:  # noqa: ARG002 - in no game
        return ""


def test_a_first_thought_is_not_timed_and_overshoot_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(contests.CLOCKS, "hand", Clock())
    monkeypatch.setattr(Sleeper, "thoughts", 0)
    with PairRunner(game, Pairing("seega+max_turns=6", (Sleeping(), parse_entrant("random")), clock="hand")) as contest:
        one, other = contest.play_pair(0)
    assert one.spent[0].over == other.spent[0].over == 2.0
    assert one.spent[1].over == 0.0
    assert Sleeper.thoughts == 1 + one.spent[0].moves + other.spent[0].moves


def test_both_clocks_measure_what_was_spent() -> None:
    for clock in ("wall", "cpu"):
        one, _ = played("seega", "greedy", "random", clock=clock)[0]
        assert one.spent[0].cpu > 0
        assert one.spent[0].seconds > 0


# --- Results ---------------------------------------------------------------------------------------------------------


def test_a_tally_counts_games_and_pairs() -> None:
    def game_of(pair: int, seats: tuple[int, int], returns: tuple[int, int]) -> PairedGame:
        return PairedGame(
            pair=pair, seats=seats, seed=0, opening=0, actions=[], returns=returns, kind="cap", spent=(Spent(), Spent())
        )

    won, lost, drawn = (1, -1), (-1, 1), (0, 0)
    pairs = [
        (game_of(0, (0, 1), won), game_of(0, (1, 0), lost)),  # both won by the first entrant
        (game_of(1, (0, 1), won), game_of(1, (1, 0), won)),  # one each
        (game_of(2, (0, 1), drawn), game_of(2, (1, 0), lost)),
        (game_of(3, (0, 1), lost), game_of(3, (1, 0), drawn)),
    ]
    tally = Tally.of(pairs)
    assert tally == Tally((0, 1, 1, 1, 1), wins=4, draws=2)
    assert (tally.games, tally.losses, tally.points, tally.score) == (8, 2, 5.0, 0.625)


def test_nothing_played_says_nothing() -> None:
    tally = Tally()
    assert (tally.games, tally.score, tally.interval, tally.elo) == (0, 0.5, (0.0, 1.0), 0.0)
    assert tally.elo_interval == (-math.inf, math.inf)


def test_games_that_go_alike_count_for_fewer() -> None:
    """Openings that decide: with the same score as independent games the interval is that of half as many."""
    alike = Tally((40, 0, 0, 0, 60), wins=120)
    independent = Tally((16, 0, 48, 0, 36), wins=120)
    opposite = Tally((0, 0, 80, 0, 20), wins=120)
    assert alike.interval == pytest.approx(wilson(60, 100), abs=0.002)
    assert independent.interval == pytest.approx(wilson(120, 200), abs=0.002)
    assert opposite.interval == wilson(120, 200)


def test_elo_follows_the_score() -> None:
    tally = Tally((0, 0, 50, 0, 50), wins=150)
    assert tally.elo == pytest.approx(190.848, abs=0.001)  # 400 log10(3)
    low, high = tally.elo_interval
    assert (expected_score(low), expected_score(high)) == pytest.approx(tally.interval)


def test_the_sequential_test_decides_both_ways_and_not_too_early() -> None:
    test = Sprt(0, 50)
    assert test.bounds == pytest.approx((-2.9444, 2.9444), abs=1e-4)
    assert test.accepted(Tally()) is None
    assert test.accepted(Tally((0, 0, 5, 0, 5), wins=15)) is None
    assert test.accepted(Tally((0, 0, 50, 0, 50), wins=150)) == 50
    assert test.accepted(Tally((50, 0, 100, 0, 50), wins=200)) == 0


@pytest.mark.parametrize("workers", [0, -1, MOST_WORKERS + 1])
def test_a_tournament_has_so_many_workers_as_make_sense(workers: int) -> None:
    with pytest.raises(NumberError, match="The number of workers is "):
        run_tournament(game, pairing("seti-beth", "greedy", "random"), 1, workers=workers)

"""The arena: contestants as text, fair pairs, what a tournament says, and that it can be gone on with."""

import itertools
import json
import math
import multiprocessing
import os
import random
import re
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from ibau.core.game import Game, State
from ibau.core.outcome import CHANCE
from ibau.core.statistics import score_of, wilson
from ibau.games import game
from ibau.players import LEVELS, settings
from ibau.players.arena import (
    ArenaError,
    Contest,
    ContestantError,
    Engine,
    Named,
    Pair,
    Pairing,
    Played,
    Spent,
    Sprt,
    Tally,
    contestant,
    contestants,
    entrant,
    run_arena,
)
from ibau.players.arena import contest as contests
from ibau.players.arena.course import Course, opened, quiet_actions
from ibau.players.arena.journal import Journal
from ibau.players.player import Budget, Choice, Report
from ibau.players.settings import settings_of
from ibau.players.simple import RandomPlayer

RACE = "senet-race+max_turns=20"


def pairing(ruleset: str, one: str, other: str, **settings: object) -> Pairing:
    return Pairing(ruleset, (contestant(one), contestant(other)), **settings)  # type: ignore[arg-type]


def played(ruleset: str, one: str, other: str, pairs: int = 1, **settings: object) -> list[Pair]:
    with Contest(game, pairing(ruleset, one, other, **settings)) as contest:
        return [contest.pair(number) for number in range(pairs)]


def states(ruleset: str, actions: list[str]) -> list[State]:
    found = [game(ruleset).initial()]
    for action in actions:
        found.append(found[-1].play(action))
    return found


# --- Contestants -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("greedy", None),
        ("uct:1s", Budget(seconds=1.0)),
        ("uct:0.1s", Budget(seconds=0.1)),
        ("uct:.5s", Budget(seconds=0.5)),
        ("uct:20ms", Budget(seconds=0.02)),
        ("alphabeta:depth=6", Budget(depth=6)),
        ("uct:2s,nodes=500,depth=3", Budget(2.0, 500, 3)),
    ],
)
def test_budgets_as_text(text: str, budget: Budget | None) -> None:
    assert contestant(text) == Named(text, text.partition(":")[0], budget)


def test_threads_and_judges_as_text() -> None:
    assert contestant("uct:1s,threads=2,judge=features") == Named(
        "uct:1s,threads=2,judge=features", "uct", Budget(1.0), 2, "features"
    )
    who = contestant("alphabeta:judge=nets/a.npz,threads=2").player(7)
    assert (who.seed, who.threads, who.judge) == (7, 2, "nets/a.npz")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("gredy", "Unknown player 'gredy'; .*Did you mean 'greedy'"),
        ("uct:", "'uct:': '' is no setting; there are: a time such as 1s or 20ms, nodes=N"),
        ("uct:1m", "'1m' is no setting; there are: a time"),
        ("uct:0s", "'0s' is no setting"),
        ("uct:-1s", "'-1s' is no setting"),
        ("uct:nodes=0", "nodes needs a whole number from 1, not '0'"),
        ("uct:nodes=1e6", "nodes needs a whole number from 1, not '1e6'"),
        ("uct:nodes=9999999999", "nodes needs a whole number"),
        ("uct:1s,20ms", "gives seconds twice"),
        ("uct:judge=", "'judge=' is no setting"),
        ("uct:strength=3", "'strength=3' is no setting"),
        ("engine:1s", "'engine:1s' needs a program: add --engine COMMAND"),
    ],
)
def test_contestants_that_make_no_sense(text: str, error: str) -> None:
    with pytest.raises(ContestantError, match=error):
        contestant(text)


def test_engines_as_text() -> None:
    commands = ("first --fast", "second 'a b'")
    assert contestant("engine:1s", commands) == Engine("engine:1s (first --fast)", ("first", "--fast"), Budget(1.0))
    found = contestant("engine2:nodes=5,depth=2", commands)
    assert isinstance(found, Engine)
    assert (found.command, found.budget) == (("second", "a b"), Budget(nodes=5, depth=2))
    for text, given, error in (
        ("engine3:1s", commands, "is the program of --engine number 3, but 2 are given"),
        ("engine", commands, "would think without end; give it a limit, as in engine:1s"),
        ("engine:1s,threads=2", commands, "an engine takes time, nodes or depth"),
        ("engine:1s", ["'open"], "cannot be read: No closing quotation"),
        ("engine:1s", [""], "has an empty command"),
    ):
        with pytest.raises(ArenaError, match=error):
            contestant(text, given)


SEARCHING = next(level.id for level in LEVELS if settings_of(game("seega").system)[level.id].searches)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("greedy:threads=2", "greedy:threads=2: greedy does not search in seega; it takes no setting"),
        ("random:1s", "random does not search in seega"),
        ("level1:1s", "level1 does not search in seega; it takes no setting"),
        ("level1:judge=features", "level1 does not search"),
        ("uct:judge=features", "uct judges no position; it takes a time such as 1s .* and threads=N"),
    ],
)
def test_settings_of_no_use_are_refused(text: str, error: str) -> None:
    with pytest.raises(ContestantError, match=error):
        contestant(text).check(game("seega"))


@pytest.mark.parametrize(
    "text", ["greedy", "level1", f"{SEARCHING}:20ms,threads=2", "uct:threads=2", "mcts:judge=features"]
)
def test_settings_of_use_are_taken(text: str) -> None:
    contestant(text).check(game("seega"))


def test_a_level_that_is_not_offered_names_the_nearest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    offered = {"seneti": {f"level{number}": {"notices": 1} for number in (1, 4, 6, 8)}}
    monkeypatch.setattr(settings, "_measured", lambda: offered)
    with pytest.raises(ContestantError, match="level5: seneti has no level5; it offers level4, level6, level8, level1"):
        contestant("level5").check(game("seneti"))


def test_what_nobody_uses_is_refused() -> None:
    seega = game("seega")
    with pytest.raises(ContestantError, match="Nobody is engine2, so the program 'b' would not play"):
        contestants(("engine:1s", "greedy"), seega, ("a", "b"))
    with pytest.raises(ContestantError, match="Neither contestant searches with threads that it does not tell itself"):
        contestants(("uct:threads=2", "greedy"), seega, threads=4)
    with pytest.raises(ContestantError, match="Neither"):
        contestants(("engine:1s", "level1"), seega, ("a",), threads=4)


def test_threads_for_both() -> None:
    """Whoever searches gets them, and is called so; what a text tells counts more."""
    found = contestants(("uct:1s", "alphabeta"), game("seega"), threads=3)
    assert found == (contestant("uct:1s,threads=3"), contestant("alphabeta:threads=3"))
    assert contestants(("greedy", "uct"), game("seega"), threads=3) == (
        contestant("greedy"),
        contestant("uct:threads=3"),
    )
    assert contestants(("uct:threads=2", "uct"), game("seega"), threads=3)[0] == contestant("uct:threads=2")


def test_whoever_does_not_play_the_game_is_refused_before_it_begins(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="expectimax: This player plays only games with throws"):
        run_arena(game, pairing("seega", "greedy", "expectimax"), 1)
    with pytest.raises(ContestantError, match=r"alphabeta:judge=.*: There is no file '.*nothing\.npz'"):
        run_arena(game, pairing("seega", "greedy", f"alphabeta:judge={tmp_path}/nothing.npz"), 1)
    with pytest.raises(ArenaError, match="no clock 'sun'"):
        run_arena(game, pairing("seega", "greedy", "random", clock="sun"), 1)


# --- Pairs -----------------------------------------------------------------------------------------------------------


def throws(ruleset: str, actions: list[str]) -> list[str]:
    return [action for state, action in zip(states(ruleset, actions), actions, strict=False) if state.turn == CHANCE]


@pytest.mark.parametrize("ruleset", [RACE, "senet-formation", "senet-geoludie"])
def test_both_games_of_a_pair_have_the_same_throws(ruleset: str) -> None:
    """The n-th throw is the same, whoever throws it; the next pair has others."""
    (one, other), (next_one, _) = played(ruleset, "greedy", "random", pairs=2)
    assert one.seats == (0, 1)
    assert other.seats == (1, 0)
    assert one.seed == other.seed != next_one.seed
    common = list(zip(throws(ruleset, one.actions), throws(ruleset, other.actions), strict=False))
    assert len(common) > 10
    assert all(mine == theirs for mine, theirs in common)
    assert throws(ruleset, one.actions)[:20] != throws(ruleset, next_one.actions)[:20]
    assert one.actions != other.actions


def test_throws_fall_as_often_as_they_should() -> None:
    seen: Counter[str] = Counter()
    for seed in range(2000):
        course = Course(game("senet-race"), seed)
        course.throw()
        seen.update(course.actions)
    shares = {throw: count / 2000 for throw, count in seen.items()}
    assert shares == pytest.approx({"t1": 0.25, "t2": 0.375, "t3": 0.25, "t4": 0.0625, "t6": 0.0625}, abs=0.03)


@pytest.mark.parametrize(
    ("ruleset", "plies", "opening"), [("seega", 8, 9), ("seti-aleph", 4, 4), ("seti-beth", 4, 4), ("seneti", 4, 5)]
)
def test_games_without_throws_begin_with_two_turns_of_each_side_at_random(
    ruleset: str, plies: int, opening: int
) -> None:
    beginnings = {tuple(opened(game(ruleset), seed, None).actions) for seed in range(20)}
    assert len(beginnings) == 20
    assert {len(actions) for actions in beginnings} == {opening}
    one, other = played(ruleset, "greedy", "random")[0]
    assert one.opening == other.opening == opening
    assert one.actions[:opening] == other.actions[:opening]
    assert len(opened(game(ruleset), 0, plies).actions) == opening


def test_games_with_throws_begin_at_once() -> None:
    assert opened(game("senet-race"), 1, None).actions == opened(game("senet-race"), 1, 0).actions
    assert len(opened(game("senet-race"), 1, None).actions) == 1
    assert played(RACE, "greedy", "greedy", opening=6)[0][0].opening > 6


def test_an_opening_never_ends_the_game() -> None:
    """A game of twelve plies: an opening that wants more stops before its end."""
    ruleset = "seega+max_turns=4"
    course = opened(game(ruleset), 3, 100)
    assert not course.state.outcome
    assert not quiet_actions(course.state)
    assert course.state.legal


def test_games_can_be_replayed_and_end_as_noted() -> None:
    for one in (each for pair in played("seti-beth", "greedy", "random", pairs=3) for each in pair):
        last = states("seti-beth", one.actions)[-1]
        assert last.result
        assert (one.returns, one.kind) == (last.result.returns, last.result.kind)
        assert one.spent[0].moves > 0
        assert one.spent[0].nodes >= one.spent[0].moves


def test_whoever_always_does_the_same_scores_half_against_itself() -> None:
    tally = run_arena(game, pairing(RACE, "greedy", "greedy"), 5)
    assert tally.pairs == (0, 0, 5, 0, 0)
    assert tally.score == 0.5


def test_a_game_without_end_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contests, "LONGEST_GAME", 30)
    one, _ = played("senet-race", "random", "random")[0]
    assert (one.returns, one.kind, one.halves) == ((0, 0), "unfinished", 1)


# --- Times -----------------------------------------------------------------------------------------------------------


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Sleeper(RandomPlayer):
    """Says that it compiles, and takes ten seconds for each thought, the first one an hour."""

    thoughts = 0
    usual = Budget(seconds=8.0)

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


def test_a_first_thought_is_not_timed_and_overshoot_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(contests.CLOCKS, "hand", Clock())
    monkeypatch.setattr(Sleeper, "thoughts", 0)
    with Contest(game, Pairing("seega+max_turns=6", (Sleeping(), contestant("random")), clock="hand")) as contest:
        one, other = contest.pair(0)
    assert one.spent[0].over == other.spent[0].over == 2.0
    assert one.spent[1].over == 0.0
    assert Sleeper.thoughts == 1 + one.spent[0].moves + other.spent[0].moves


def test_a_thought_that_compiled_is_had_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here every third one says that it did."""
    watched = itertools.count()

    @contextmanager
    def watch(report: Callable[[int], None]) -> Iterator[None]:
        yield
        if next(watched) % 3 == 2:
            report(1)

    monkeypatch.setattr(entrant, "watch_compilation", watch)
    monkeypatch.setattr(Sleeper, "compiled", True)
    monkeypatch.setitem(contests.CLOCKS, "hand", Clock())
    monkeypatch.setattr(Sleeper, "thoughts", 0)
    with Contest(game, Pairing("seega", (Sleeping(), contestant("random")), clock="hand")) as contest:
        one, other = contest.pair(0)
    moves = one.spent[0].moves + other.spent[0].moves
    assert Sleeper.thoughts == 1 + moves + moves // 3


def test_both_clocks_measure_what_was_spent() -> None:
    for clock in ("wall", "cpu"):
        one, _ = played("seega", "greedy", "random", clock=clock)[0]
        assert one.spent[0].cpu > 0
        assert one.spent[0].seconds > 0


# --- What it says ----------------------------------------------------------------------------------------------------


def test_a_tally_counts_games_and_pairs() -> None:
    def game_of(pair: int, seats: tuple[int, int], returns: tuple[int, int]) -> Played:
        return Played(
            pair=pair, seats=seats, seed=0, opening=0, actions=[], returns=returns, kind="cap", spent=(Spent(), Spent())
        )

    won, lost, drawn = (1, -1), (-1, 1), (0, 0)
    pairs = [
        (game_of(0, (0, 1), won), game_of(0, (1, 0), lost)),  # both won by the first contestant
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
    assert (score_of(low), score_of(high)) == pytest.approx(tally.interval)


def test_the_sequential_test_decides_both_ways_and_not_too_early() -> None:
    test = Sprt(0, 50)
    assert test.bounds == pytest.approx((-2.9444, 2.9444), abs=1e-4)
    assert test.accepted(Tally()) is None
    assert test.accepted(Tally((0, 0, 5, 0, 5), wins=15)) is None
    assert test.accepted(Tally((0, 0, 50, 0, 50), wins=150)) == 50
    assert test.accepted(Tally((50, 0, 100, 0, 50), wins=200)) == 0


def test_the_sequential_test_errs_as_seldom_as_it_says() -> None:
    """Pairs of independent games of equals: 150 Elo are accepted in about a twentieth of the tests at most."""
    test, dice, wrong = Sprt(0, 150), random.Random(2), 0
    for _ in range(200):
        tally = Tally()
        while (accepted := test.accepted(tally)) is None:
            counts = list(tally.pairs)
            halves = dice.choice((0, 2)) + dice.choice((0, 2))
            counts[halves] += 1
            tally = Tally(tuple(counts), tally.wins + halves // 2)  # type: ignore[arg-type]
        wrong += int(accepted == 150)
    assert wrong / 200 < 0.1


def test_a_tournament_ends_when_the_test_has_decided() -> None:
    seen: list[Tally] = []
    tally = run_arena(
        game,
        pairing("seti-beth", "greedy", "random"),
        100,
        sprt=Sprt(0, 100),
        progress=lambda so_far, _: seen.append(so_far),
    )
    assert Sprt(0, 100).accepted(tally) == 100
    assert all(Sprt(0, 100).accepted(so_far) is None for so_far in seen[:-1])
    assert tally.games < 100


# --- Files and processes ---------------------------------------------------------------------------------------------


def timeless(file: Path) -> list[object]:
    """The lines of a file without what differs from run to run."""
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    for line in lines[1:]:
        for spent in line["spent"]:
            del spent["seconds"], spent["cpu"], spent["over"]
    return lines


TOURNAMENT = pairing(RACE, "greedy", "random", seed=4)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a tournament of six pairs, played at a stretch."""
    file = tmp_path_factory.mktemp("arena") / "whole.jsonl"
    run_arena(game, TOURNAMENT, 6, file=file)
    return file


def test_the_file_tells_the_tournament(whole: Path) -> None:
    heading, *games = timeless(whole)
    assert heading == {
        "arena": 1,
        "ruleset": RACE,
        "contestants": ["greedy", "random"],
        "seed": 4,
        "opening": None,
        "clock": "wall",
    }
    lines = [msgspec.json.decode(line, type=Played) for line in whole.read_bytes().splitlines()[1:]]
    assert [line.pair for line in lines] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert Tally.of(zip(lines[::2], lines[1::2], strict=True)) == run_arena(game, TOURNAMENT, 6)
    assert len(games) == 12


def test_workers_make_no_difference(whole: Path, tmp_path: Path) -> None:
    file = tmp_path / "two.jsonl"
    seen: list[int] = []
    tally = run_arena(game, TOURNAMENT, 6, workers=2, file=file, progress=lambda _, pair: seen.append(pair[0].pair))
    assert timeless(file) == timeless(whole)
    assert seen == list(range(6))
    assert tally.games == 12
    assert multiprocessing.active_children() == []


def cut(content: bytes, lines: int, letters: int) -> bytes:
    """So many lines, and the beginning of the next one."""
    all_lines = content.splitlines(keepends=True)
    return b"".join(all_lines[:lines]) + (all_lines[lines][:letters] if letters else b"")


@pytest.mark.parametrize(("lines", "letters"), [(0, 0), (0, 9), (1, 0), (1, 20), (2, 0), (3, 0), (4, 30), (12, 5)])
def test_going_on_equals_playing_at_a_stretch(whole: Path, tmp_path: Path, lines: int, letters: int) -> None:
    """Wherever it was torn: in the heading, within a line, between the two games of a pair."""
    file = tmp_path / "torn.jsonl"
    file.write_bytes(cut(whole.read_bytes(), lines, letters))
    tallies: list[Tally] = []
    tally = run_arena(game, TOURNAMENT, 6, file=file, progress=lambda so_far, _: tallies.append(so_far))
    assert timeless(file) == timeless(whole)
    assert len(tallies) == 6
    assert tally == tallies[-1] == run_arena(game, TOURNAMENT, 6)


def test_a_finished_tournament_is_not_played_again(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = whole.read_bytes()
    monkeypatch.setattr(Contest, "pair", None)
    assert run_arena(game, TOURNAMENT, 6, file=whole).games == 12
    assert run_arena(game, TOURNAMENT, 2, file=whole).games == 4
    assert whole.read_bytes() == before


OTHERS = {
    "ruleset": (TOURNAMENT._replace(ruleset="senet-race"), f'its ruleset is "{re.escape(RACE)}", not "senet-race"'),
    "contestants": (
        TOURNAMENT._replace(contestants=(contestant("greedy"), contestant("greedy"))),
        r'its contestants is \["greedy","random"\], not \["greedy","greedy"\]',
    ),
    "seed": (TOURNAMENT._replace(seed=5), "its seed is 4, not 5"),
    "opening": (TOURNAMENT._replace(opening=2), "its opening is null, not 2"),
    "clock": (TOURNAMENT._replace(clock="cpu"), 'its clock is "wall", not "cpu"'),
}


@pytest.mark.parametrize("what", OTHERS)
def test_the_file_of_another_tournament_is_refused_and_left_alone(whole: Path, what: str) -> None:
    other, error = OTHERS[what]
    before = whole.read_bytes()
    with pytest.raises(ArenaError, match=error):
        run_arena(game, other, 6, file=whole)
    assert whole.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"my notes, no line break", "notes, line 1: no heading of a tournament: JSON is malformed"),
        (b"\xff\xfe\n", "line 1: no heading of a tournament"),
        (b"{}\n", "no heading of a tournament: Object missing required field `arena`"),
        (b'{"ruleset":"seega"}\n', "no heading of a tournament"),
        (b'{"arena":2,"ruleset":"a","contestants":["b","c"],"seed":0,"opening":0,"clock":"d"}\n', "form 2; .* form 1"),
    ],
)
def test_other_files_are_refused_and_left_alone(tmp_path: Path, content: bytes, error: str) -> None:
    file = tmp_path / "notes"
    file.write_bytes(content)
    with pytest.raises(ArenaError, match=error):
        run_arena(game, TOURNAMENT, 1, file=file)
    assert file.read_bytes() == content


def test_a_heading_alone_is_a_beginning(whole: Path, tmp_path: Path) -> None:
    """Also in another spelling, without the end of its line."""
    file = tmp_path / "heading.jsonl"
    file.write_text(json.dumps(timeless(whole)[0], indent=None, separators=(" , ", " : ")))
    run_arena(game, TOURNAMENT, 6, file=file)
    assert timeless(file) == timeless(whole)


DAMAGES: dict[str, tuple[dict[str, object], str]] = {
    "pair": ({"pair": 5}, "line 4: expected a game of pair 1, not of pair 5"),
    "seats of another game": (
        {"seats": [1, 0]},
        r"line 4: expected the seats \[0, 1\] in this game of a pair, not \[1,",
    ),
    "no seats": ({"seats": [1, 1]}, r"expected the seats \[0, 1\] in this game of a pair, not \[1, 1\]"),
    "no returns": ({"returns": [5, 5]}, r"line 4: the game returns \[5, 5\] by 'cap', its replay \[.*\] by 'cap'"),
    "kind": ({"kind": "major"}, "by 'major', its replay .* by 'cap'"),
    "no forfeit": ({"kind": "forfeit"}, "by 'forfeit', its replay .* by 'cap'"),
    "fault": ({"fault": "ended"}, "by 'cap', its replay .* by 'forfeit'"),
    "actions": ({"actions": ["zzz"]}, "line 4: action 1: 'zzz' is not legal here; legal: "),
    "no actions": ({"actions": []}, "by 'cap', its replay .* by 'unfinished'"),
    "field": ({"moves": 3}, "line 4: Object contains unknown field `moves`"),
}


@pytest.mark.parametrize("what", DAMAGES)
def test_a_damaged_game_is_named_and_left_alone(whole: Path, tmp_path: Path, what: str) -> None:
    changes, error = DAMAGES[what]
    lines = whole.read_bytes().splitlines(keepends=True)
    lines[3] = json.dumps(json.loads(lines[3]) | changes).encode() + b"\n"
    file = tmp_path / "damaged.jsonl"
    file.write_bytes(b"".join(lines))
    with pytest.raises(ArenaError, match=error) as raised:
        run_arena(game, TOURNAMENT, 6, file=file)
    assert str(raised.value).startswith(f"{file}, line 4: ")
    assert str(raised.value).endswith("(without this line and those behind it the tournament can go on)")
    assert file.read_bytes() == b"".join(lines)


def test_damaged_lines_are_named(whole: Path, tmp_path: Path) -> None:
    lines = whole.read_bytes().splitlines(keepends=True)
    file = tmp_path / "damaged.jsonl"
    for changed, error in (
        ([*lines[:3], b"oops\n", *lines[4:]], "line 4: JSON is malformed"),
        ([*lines[:3], b'{"kind":"\xff"}\n', *lines[4:]], "line 4: "),
        ([*lines[:3], *lines[5:]], "line 4: expected a game of pair 1, not of pair 2"),
        ([*lines[:2], lines[1], *lines[3:]], r"line 3: expected the seats \[1, 0\]"),
    ):
        file.write_bytes(b"".join(changed))
        with pytest.raises(ArenaError, match=error):
            run_arena(game, TOURNAMENT, 6, file=file)


HOLD = """
import sys, time
from ibau.players.arena.lock import lock

file = open(sys.argv[1], "a+b")
lock(file)
print("held", flush=True)
time.sleep(60)
"""


def test_a_file_is_one_tournaments_at_a_time(whole: Path, tmp_path: Path) -> None:
    """And anybody's again when that has ended, however it did."""
    file = tmp_path / "games.jsonl"
    file.write_bytes(whole.read_bytes())
    with Journal(file, TOURNAMENT, game(RACE)):
        with pytest.raises(ArenaError, match=r"games\.jsonl is in use by another tournament"):
            run_arena(game, TOURNAMENT, 6, file=file)
        assert file.read_bytes() == whole.read_bytes()
    holder = subprocess.Popen([sys.executable, "-c", HOLD, str(file)], stdout=subprocess.PIPE)  # noqa: S603 - our own
    assert holder.stdout
    assert holder.stdout.readline() == b"held\n"
    with pytest.raises(ArenaError, match="is in use"):
        run_arena(game, TOURNAMENT, 6, file=file)
    holder.kill()
    holder.communicate()
    assert run_arena(game, TOURNAMENT, 6, file=file).games == 12


class Dying(NamedTuple):
    """Whoever asks it to play dies."""

    text: str = "dying"
    budget: Budget | None = None

    def player(self, seed: int) -> RandomPlayer:
        if seed:
            os.kill(os.getpid(), signal.SIGKILL)
        return RandomPlayer(seed)

    def check(self, known: Game) -> None:
        """It seems to play everything."""


def test_a_worker_that_dies_is_no_silence() -> None:
    with pytest.raises(ArenaError, match="A process of the arena has ended in the midst of a game"):
        run_arena(game, Pairing(RACE, (Dying(), contestant("greedy"))), 2, workers=2)
    assert multiprocessing.active_children() == []

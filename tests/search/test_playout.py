"""Random games of the library: repeatable by seed, with texts for their ends."""

import signal
import subprocess
import sys
import time
from array import array
from collections import Counter

import numpy as np
import pytest

import ibau
from ibau.core.chance import seed_state
from ibau.core.outcome import DRAW, FIRST, ONGOING, SECOND, Halt, ended
from ibau.games.seega.rules import End
from ibau.search import playout
from ibau.search.playout import PlayoutColumns, Playouts, playouts_on

SEEGA = ibau.game("seega").initial()


def same(one: Playouts, other: Playouts) -> bool:
    return all(getattr(one, column) == getattr(other, column) for column in PlayoutColumns._fields)


@pytest.mark.parametrize("seed", [0, 1, 2, (1 << 63) + 1, -5, np.int64(3)])
def test_any_seed_plays_games_that_differ(seed: int) -> None:
    played = ibau.playouts(SEEGA, 200, seed)
    assert len(played.counts()) > 3
    assert np.asarray(played.actions).std() > 20
    assert same(played, ibau.playouts(SEEGA, 200, seed))


def test_without_a_seed_it_is_nought() -> None:
    assert same(ibau.playouts(SEEGA, 20), ibau.playouts(SEEGA, 20, seed=0))
    assert not same(ibau.playouts(SEEGA, 20), ibau.playouts(SEEGA, 20, seed=1))


def test_games_that_go_on_are_those_played_at_once() -> None:
    first, random = playouts_on(SEEGA, 5, seed_state(7))
    second, _ = playouts_on(SEEGA, 5, random)
    at_once = ibau.playouts(SEEGA, 10, seed=7)
    for column in PlayoutColumns._fields:
        assert getattr(at_once, column) == getattr(first, column) + getattr(second, column)


def test_numpy_reads_them_without_copying() -> None:
    played = ibau.playouts(SEEGA, 5)
    seen = np.asarray(played.actions)
    played.actions[0] += 1
    assert seen.dtype == np.dtype(np.int32)
    assert seen.tolist() == played.actions.tolist()


@pytest.mark.parametrize("seed", ["x", None, 3.7])
def test_what_is_no_seed_is_refused(seed: object) -> None:
    with pytest.raises(ibau.NumberError, match="A seed is a whole number such as 7, not "):
        ibau.playouts(SEEGA, 1, seed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (-1, "is a whole number from 0 on, not -1"),
        (1.5, "is a whole number such as 7, not 1.5"),
        (10**30, "is at most 1000000000, not 10000"),
        (1 << 20_000, "is at most 1000000000, not a number of thousands of digits"),
    ],
    ids=["negative", "broken", "too many", "far too many"],
)
def test_what_is_no_number_of_games_is_refused(count: int, text: str) -> None:
    with pytest.raises(ibau.NumberError, match=f"The number of playouts {text}"):
        ibau.playouts(SEEGA, count)


@pytest.mark.posix
@pytest.mark.parametrize("call", ["ibau.playouts(start, 10**8)", "ibau.perft(start, 60)"])
def test_ctrl_c_ends_what_would_take_hours(call: str) -> None:
    program = f"import ibau; start = ibau.game('seega').initial(); ibau.playouts(start, 1); print(flush=True); {call}"
    with subprocess.Popen(  # noqa: S603 - our own
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        process.stdout.readline()
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert errors.rstrip().endswith("KeyboardInterrupt")


@pytest.mark.parametrize("ruleset", ["seega", "senet-race", "seneti"])
def test_in_slices_the_same_is_counted(monkeypatch: pytest.MonkeyPatch, ruleset: str) -> None:
    """Games and paths, however often a loop stops on the way."""
    start = ibau.game(ruleset).initial()
    state = start.after(start.legal[0])
    paths, games = [ibau.perft(state, depth) for depth in range(4)], ibau.playouts(state, 50, seed=3)
    for size in (1, 2, 7):
        monkeypatch.setattr(playout, "FIRST_SLICE", size)
        monkeypatch.setattr(playout, "FEW_PLAYOUTS", size)
        monkeypatch.setattr(playout, "next_slice", lambda _size, _took, size=size: size)
        slices = list(playout.paths_in_slices(state, 3))
        assert sum(slices) == paths[3]
        assert len(slices) > paths[2] // size
        assert [ibau.perft(state, depth) for depth in range(4)] == paths
        assert same(games, ibau.playouts(state, 50, seed=3))


def test_ends_are_told_in_words() -> None:
    outcomes = [ended(FIRST, End.MAJOR), ONGOING, ended(DRAW, Halt.CAP), ended(SECOND, Halt.CAP)]
    lengths = array("i", bytes(20))
    played = Playouts(SEEGA.game.system, array("i", [*outcomes, outcomes[0]]), lengths, lengths)
    won, given_up = ibau.Ending("first", "major", (1, -1)), ibau.Ending("unfinished", "unfinished", (0, 0))
    drawn, lost = ibau.Ending("draw", "cap", (0, 0)), ibau.Ending("second", "cap", (-1, 1))
    assert played.endings() == [won, given_up, drawn, lost, won]
    assert played.counts() == Counter({won: 2, given_up: 1, drawn: 1, lost: 1})
    assert next(iter(played.counts())) == won


@pytest.mark.parametrize(
    ("depth", "text"), [(-1, "from 0 on, not -1"), (101, "at most 100, not 101"), (2.0, "not 2.0")]
)
def test_a_depth_that_makes_no_sense_is_refused(depth: int, text: str) -> None:
    with pytest.raises(ibau.NumberError, match=f"The depth of perft is .*{text}"):
        ibau.perft(SEEGA, depth)

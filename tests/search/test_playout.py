"""Random games as the library plays them: a seed repeats them, their ends are told in words."""

from array import array
from collections import Counter

import numpy as np
import pytest

import ibau
from ibau.core.chance import seeded
from ibau.core.outcome import DRAW, FIRST, ONGOING, SECOND, Halt, ended
from ibau.games.seega.rules import End
from ibau.search.playout import Columns, Playouts, playouts_on

SEEGA = ibau.game("seega").initial()


def same(one: Playouts, other: Playouts) -> bool:
    return all(getattr(one, column) == getattr(other, column) for column in Columns._fields)


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
    first, random = playouts_on(SEEGA, 5, seeded(7))
    second, _ = playouts_on(SEEGA, 5, random)
    at_once = ibau.playouts(SEEGA, 10, seed=7)
    for column in Columns._fields:
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


@pytest.mark.parametrize(("count", "said"), [(-1, "from 0 on, not -1"), (1.5, "such as 7, not 1.5")])
def test_what_is_no_number_of_games_is_refused(count: int, said: str) -> None:
    with pytest.raises(ibau.NumberError, match=f"The number of playouts is a whole number {said}"):
        ibau.playouts(SEEGA, count)


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
    ("depth", "said"), [(-1, "from 0 on, not -1"), (101, "at most 100, not 101"), (2.0, "not 2.0")]
)
def test_a_depth_that_makes_no_sense_is_refused(depth: int, said: str) -> None:
    with pytest.raises(ibau.NumberError, match=f"The depth of perft is .*{said}"):
        ibau.perft(SEEGA, depth)

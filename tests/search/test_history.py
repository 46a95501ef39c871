"""The compiled record of occurrences counts like a dictionary."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from ibau.games import game, systems
from ibau.machine.arrays import zeros
from ibau.machine.machines import NativeMachine, PlainMachine
from ibau.machine.rule import loop
from ibau.search.history import BUCKETS, History, add, bucket_of, new_history, note, occurrences_of, same, take_back
from ibau.search.playout import history_of
from tests.game_lines import play_all

WIDEST = 16  # numbers of a key
NUMBERS = st.integers(-(1 << 62), 1 << 62)
KEYS = st.tuples(NUMBERS, st.integers(0, 3))


@given(st.lists(KEYS, max_size=60), KEYS)
def test_looking_notes_nothing_and_noting_counts_nothing(keys: list[tuple[int, int]], other: tuple[int, int]) -> None:
    history = new_history(2, 60, zeros)
    for key in keys:
        note(history, key)
    heads = history.heads.tolist()
    for key in (*keys, other):
        assert occurrences_of(history, key) == keys.count(key)
    assert history.used[0] == len(keys)
    assert history.heads.tolist() == heads


@given(st.lists(KEYS, min_size=1, max_size=60), st.data())
def test_counts_and_taking_back(keys: list[tuple[int, int]], data: Any) -> None:
    """After any additions and takebacks, a count is the number of equal keys, this one included."""
    history = new_history(2, len(keys), zeros)
    line: list[tuple[int, int]] = []
    for key in keys:
        if line and data.draw(st.booleans()):
            line = line[: data.draw(st.integers(0, len(line)))]
            take_back(history, len(line))
        line.append(key)
        assert add(history, key) == Counter(line)[key]
        assert history.used[0] == len(line)
    take_back(history, 0)
    assert not any(history.heads)


def test_keys_of_one_bucket_are_told_apart() -> None:
    one, other = next(
        ((0, n), (0, m)) for n in range(BUCKETS + 1) for m in range(n) if bucket_of((0, n)) == bucket_of((0, m))
    )
    history = new_history(2, 4, zeros)
    assert [add(history, key) for key in (one, other, one, other)] == [1, 1, 2, 2]
    assert same(history.keys, 0, one)
    assert not same(history.keys, 0, other)


def test_a_full_history_still_counts_what_it_holds() -> None:
    history = new_history(1, 2, zeros)
    assert [add(history, (7,)) for _ in range(4)] == [1, 2, 3, 3]
    assert history.used[0] == 2


@loop
def buckets(history: History, found: NDArray[np.int64]) -> None:
    for row in range(found.size):
        key = history.keys[WIDEST * row : WIDEST * (row + 1)]
        # fmt: off
        found[row] = bucket_of((
            key[0], key[1], key[2], key[3], key[4], key[5], key[6], key[7],
            key[8], key[9], key[10], key[11], key[12], key[13], key[14], key[15],
        ))
        # fmt: on


@pytest.mark.slow
@given(st.lists(st.tuples(*[NUMBERS] * WIDEST), min_size=1, max_size=20))
def test_the_widest_key_finds_its_bucket_without_overflow(keys: list[tuple[int, ...]]) -> None:
    """Python's numbers have no end, compiled ones have: both give the same bucket."""
    history, found = new_history(WIDEST, len(keys), NativeMachine().zeros), np.zeros(len(keys), np.int64)
    for key in keys:
        add(history, key)
    buckets(history, found)
    assert found.tolist() == [bucket_of(key) for key in keys]
    assert all(0 <= bucket < BUCKETS for bucket in found)


def test_no_position_is_wider() -> None:
    for system in systems().values():
        assert len(game(system.id).initial().position) <= WIDEST


def test_the_past_of_a_state_without_the_state_itself() -> None:
    state = play_all(game("seega").state("LL3/5/5/5/4D first 24 - - 0 12 -"), "a5-a4 e1-e2 a4-a5 e2-e1 a5-a4")
    history = history_of(state, PlainMachine())
    assert history.used[0] == 5
    key = state.game.system.rulebook.key(state.game.rules, state.position)
    assert add(history, key) == state.occurrences[key] == 2

"""The transposition table: what is stored comes back, and nothing that two threads have torn."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibau.machine.arrays import zeros
from ibau.machine.machines import NativeMachine
from ibau.search.star_throws import FINE_WIN
from ibau.search.transposition import (
    AT_LEAST,
    EXACT,
    NO_ACTION,
    PAIR_WORDS,
    TranspositionTable,
    action_in,
    bound_in,
    depth_in,
    find,
    hash_of,
    new_table,
    opposite,
    store,
)

KEYS = st.integers(0, (1 << 61) - 1).map(lambda bits: bits << 1 | 1)
CONTENTS = st.tuples(
    st.integers(-FINE_WIN, FINE_WIN), st.integers(0, 200), st.integers(0, EXACT), st.integers(NO_ACTION, (1 << 22) - 2)
)


def known(table: TranspositionTable, key: int) -> tuple[int, int, int, int] | None:
    """The value, depth, bound and action of a hash."""
    entry = find(table, key)
    return (entry.value, depth_in(entry), bound_in(entry), action_in(entry)) if entry.facts else None


@given(KEYS, CONTENTS)
def test_what_is_stored_comes_back(key: int, content: tuple[int, int, int, int]) -> None:
    table = new_table(4, zeros)
    assert known(table, key) is None
    store(table, key, *content)
    assert known(table, key) == content
    assert known(table, key ^ 2 << 40) is None


def test_the_deepest_and_the_last_are_kept() -> None:
    table = new_table(2, zeros)
    for key, depth in ((1, 5), (3, 2), (5, 3)):
        store(table, key, 7, depth, EXACT, 0)
    assert [known(table, key) is not None for key in (1, 3, 5)] == [True, False, True]
    store(table, 3, 7, 5, EXACT, 0)
    assert [known(table, key) is not None for key in (1, 3, 5)] == [False, True, True]


@given(KEYS, KEYS, CONTENTS, CONTENTS)
def test_a_torn_entry_is_no_entry(
    one: int, other: int, content: tuple[int, int, int, int], newer: tuple[int, int, int, int]
) -> None:
    """Each word may be that of either writer: only an entry that is whole is found."""
    tables: list[TranspositionTable] = []
    for key, stored in ((one, content), (other, newer)):
        tables.append(new_table(2, zeros))
        store(tables[-1], key, *stored)
    for writers in itertools.product((0, 1), repeat=3):
        torn = new_table(2, zeros)
        for word, writer in enumerate(writers):
            torn.words[0, word] = tables[writer].words[0, word]
        assert known(torn, one) in (None, content, newer if one == other else None)
        assert known(torn, other) in (None, newer, content if one == other else None)


def test_pairs_lie_in_lines_of_the_cache() -> None:
    words = np.asarray(new_table(64, NativeMachine().zeros).words)
    assert words.shape == (32, PAIR_WORDS)
    assert words.ctypes.data % (PAIR_WORDS * words.itemsize) == 0
    assert not np.any(words)


def test_hashes_tell_numbers_and_occurrences_apart() -> None:
    positions = [(a, b, c) for a in (-1, 0, 1, 1 << 49) for b in (0, 1, 1 << 31) for c in (0, 1)]
    hashes = {hash_of(position, occurrences) for position in positions for occurrences in (0, 1, 2)}
    assert len(hashes) == 3 * len(positions)


@pytest.mark.parametrize("bound", range(4))
def test_a_bound_turns_with_its_value(bound: int) -> None:
    assert opposite(opposite(bound)) == bound
    assert (opposite(bound) & AT_LEAST != 0) == (bound & 2 != 0)

"""`@rule` and `@loop`: plain from Python, compiled inside loops; and the private names of Numba that they rely on."""

import inspect
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from ibau.core.bits import index, members, nth_bit
from ibau.machine.cache import cache_folder
from ibau.machine.rule import PLAIN, loop, once, rule

compiled_only = pytest.mark.skipif(PLAIN, reason="nothing is compiled under IBAU_MACHINE=plain")

WORDS = st.integers(0, (1 << 62) - 1)


@rule
def double(n: int) -> int:
    """Twice as much."""
    return n + n


@loop
def doubles(n: int) -> int:
    """Twice as much, compiled."""
    return double(n)


@loop
def bit_counts(numbers: NDArray[np.int64], counts: NDArray[np.int64], lengths: NDArray[np.int64]) -> None:
    for n in range(numbers.size):
        counts[n] = int(numbers[n]).bit_count()
        lengths[n] = int(numbers[n]).bit_length()


class Trio(NamedTuple):
    """What a position is like: numbers with names."""

    first: int
    second: int
    third: int


@rule
def turned(trio: Trio, n: int) -> Trio:
    """Some fields changed, in any order, once and once more."""
    after = trio._replace(third=trio.first, first=n)
    return after._replace(second=True) if n > 3 else after


@loop
def trios(trio: Trio, n: int) -> Trio:
    return turned(trio, n)


@loop
def bits_in_order(bits: int, found: NDArray[np.int64]) -> None:
    for n in range(found.size):
        found[n] = index(nth_bit(bits, n))


def test_a_rule_is_the_plain_function() -> None:
    assert inspect.isfunction(double)
    assert double(21) == doubles(21) == inspect.unwrap(doubles)(21) == 42


def test_a_loop_keeps_its_name_and_docstring() -> None:
    assert (getattr(doubles, "__qualname__", ""), doubles.__doc__) == ("doubles", "Twice as much, compiled.")


@given(st.lists(WORDS, min_size=1, max_size=50))
def test_whole_numbers_count_bits_alike_compiled(numbers: list[int]) -> None:
    counts, lengths = np.zeros(len(numbers), np.int64), np.zeros(len(numbers), np.int64)
    bit_counts(np.array(numbers, np.int64), counts, lengths)
    assert counts.tolist() == [number.bit_count() for number in numbers]
    assert lengths.tolist() == [number.bit_length() for number in numbers]


@given(WORDS, WORDS, WORDS, WORDS)
def test_fields_are_replaced_alike_compiled(first: int, second: int, third: int, n: int) -> None:
    assert trios(Trio(first, second, third), n) == turned(Trio(first, second, third), n)


@compiled_only
def test_a_field_that_is_none_is_not_replaced() -> None:
    @loop
    def wrong(trio: Trio) -> Trio:
        return trio._replace(fourth=1)  # type: ignore[call-arg] # what is tested

    with pytest.raises(Exception, match="_replace"):
        wrong(Trio(1, 2, 3))


@given(WORDS.filter(bool))
def test_the_members_of_a_set_in_order(bits: int) -> None:
    found = np.zeros(bits.bit_count(), np.int64)
    bits_in_order(bits, found)
    assert found.tolist() == list(members(bits)) == [n for n in range(63) if bits >> n & 1]


def test_a_factory_makes_a_loop_once() -> None:
    @once
    def make(n: int) -> list[int]:
        return [n]

    assert make(1) is make(1)
    assert make(1) is not make(2)


def test_the_cache_folder_can_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IBAU_CACHE_DIR", "/somewhere/else")
    assert str(cache_folder()) == "/somewhere/else"
    monkeypatch.delenv("IBAU_CACHE_DIR")
    assert cache_folder().name == "compiled"
    assert "ibau" in cache_folder().parts

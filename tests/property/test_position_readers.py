"""Whatever text is given as a position, it is read, or refused with the reason; nothing else happens."""

import random
import re
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ibau.core.errors import PositionError
from ibau.core.game import Game
from ibau.games import game, presets

PRESETS = list(presets())
LETTERS = "0123456789LDWBPHSocphs/-.+,:'[]() abcde first second lot small grand goal waiting fresh t1 t2 \t\n²٣é"


def positions(tested: Game, seed: int) -> Iterator[str]:
    """Texts of positions along a random game."""
    generator = random.Random(seed)
    state = tested.initial()
    for _ in range(60):
        if state.result:
            return
        yield str(state)
        state = state.after(generator.choice(state.legal))


def refused(tested: Game, text: str) -> str | None:
    """Why a text is no position; None where it is one."""
    try:
        tested.state(text)
    except PositionError as error:
        return str(error)
    return None


def check_reading(tested: Game, text: str) -> None:
    """Refused with a reason, or read; what is read can be looked at, written, and read again."""
    reason = refused(tested, text)
    if reason is not None:
        assert len(reason) > 10
        return
    state = tested.state(text)
    assert tested.state(str(state)) == state
    for action in state.legal:
        assert state.text_of(action)
        assert tested.state(str(state.after(action))).position == state.after(action).position
    assert bool(state.situation) == (state.result is None)
    assert state.pieces


@pytest.mark.parametrize("preset", PRESETS)
@given(text=st.text() | st.text(LETTERS))
@settings(max_examples=60)
def test_any_text(preset: str, text: str) -> None:
    check_reading(game(preset), text)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_number_without_end_costs_no_more_than_its_digits(preset: str) -> None:
    """No room is made for what a number claims, and no error repeats it at length."""
    tested = game(preset)
    start = str(tested.initial())
    for number in re.finditer("[0-9]+", start):
        for digits in (3, 8, 20, 5_000, 100_000):
            text = start[: number.start()] + "9" * digits + start[number.end() :]
            tracemalloc.start()
            reason = refused(tested, text)
            _, most = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            assert most < 20_000 + 8 * len(text)
            assert len(reason or "") < 300


WORDS = ("first", "second", "lot", "-", "goal", "small", "waiting", "fresh", "t2", "c3", "0", "7", "99", "")


def mutated(text: str, other: str, generator: random.Random) -> str:
    """A position with a few letters or words exchanged, put in another order, or taken from another position."""
    words, others = text.split(" "), other.split(" ")
    for _ in range(generator.randint(1, 3)):
        at = generator.randrange(len(words))
        letters = list(words[at])
        change = generator.randrange(4)
        if change == 0 and at < len(others):
            words[at] = others[at]
        elif change == 1:
            words[at] = generator.choice(WORDS)
        elif change == 2:
            generator.shuffle(letters)
            words[at] = "".join(letters)
        elif letters:
            letters[generator.randrange(len(letters))] = generator.choice(LETTERS)
            words[at] = "".join(letters)
    return " ".join(words)


@pytest.mark.parametrize("preset", PRESETS)
@given(seed=st.integers(0, 1 << 30))
@settings(max_examples=80)
def test_mutated_positions(preset: str, seed: int) -> None:
    tested = game(preset)
    known = list(positions(tested, seed % 5))
    generator = random.Random(seed)
    check_reading(tested, mutated(generator.choice(known), generator.choice(known), generator))

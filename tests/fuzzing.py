"""Fuzzing: what is right, made wrong in a few places, for as many seconds as there are.

All of it takes a quarter of a minute, and ten minutes more among the slow tests; `IBAU_FUZZ=60` makes it an hour.
Rounds are numbered and each draws the same every time, so that anyone who has more time goes further on the same way.
"""

import os
import random
import time
from collections.abc import Callable
from functools import lru_cache
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from ibau.core.game import Game, State
from ibau.core.line import Line
from ibau.games import base_ruleset, game, presets

DEFAULT_SECONDS = float(os.environ.get("IBAU_FUZZ", "0.25"))
SLOW_FACTOR = 10.0
EXAMPLES = 25  # of a round

fuzzed = pytest.mark.parametrize(
    "times", [DEFAULT_SECONDS, pytest.param(SLOW_FACTOR, marks=pytest.mark.slow)], ids=["usual", "often"]
)


def fuzz(seconds: float, times: float, check: Callable[..., None], *drawn: st.SearchStrategy[Any]) -> None:
    """Check what is drawn, round after round; the slow tests begin where others never come to."""
    until = time.monotonic() + seconds * times
    for number in count(0 if times == DEFAULT_SECONDS else 1_000_000):
        rounds = settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), database=None)
        seed(number)(rounds(given(*drawn)(check)))()
        if time.monotonic() > until:
            return


# --- What is right ---------------------------------------------------------------------------------------------------

numbers = st.integers(0, 1 << 20)


@lru_cache(maxsize=4096)
def ruleset(number: int) -> str:
    """A preset with up to three of its options changed."""
    lot = random.Random(number)
    found = base_ruleset(lot.choice(list(presets())))
    for _ in range(lot.randrange(4)):
        found = lot.choice(list(found.one_option_changes()))
    return str(found)


@lru_cache(maxsize=256)
def line(number: int) -> Line:
    """A random game of up to sixty actions under such a ruleset."""
    lot = random.Random(number)
    found = Line(game(ruleset(number % 997)).initial())
    for _ in range(lot.randrange(60)):
        if found.state.result:
            break
        found = found.after(lot.choice(found.state.legal))
    return found


def rulesets() -> st.SearchStrategy[str]:
    return numbers.map(ruleset)


def lines() -> st.SearchStrategy[Line]:
    return numbers.map(line)


# --- Made wrong ------------------------------------------------------------------------------------------------------

STRANGE = [
    "", " ", "\t", "\n", "\r", "\0", "\x1b[2J", "\ufeff", "\u202e", "\u2028", "\ud800", "é", "²", "٣", "\U0001d7d9",
    "0", "00", "1", "-1", "+1", "1.5", "1e9", "9" * 18, "9" * 19, "9" * 5000, "18446744073709551615", "NaN", "null",
    '"', "'", "\\", "\\n", "{", "}", "(", ")", "[", "]", "<", ">", "&", "%00", "%", "..", "/", ",", ".", ";", ":",
    "+", "=", "-", "|", "*", "moves", "first", "second", "lot", "lot1", "t1", "pass", "off", "true", "false", "x",
]  # fmt: skip


@st.composite
def mutated(draw: st.DrawFn, texts: st.SearchStrategy[str], most: int = 4) -> str:
    """A text with up to this many changes: parts left out, repeated, turned round, exchanged, and strange ones."""
    text = draw(texts)
    for _ in range(draw(st.integers(0, most))):
        first, last = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
        first = max(first, last - draw(st.sampled_from((1, 3, 20, 1000))))
        part = text[first:last]
        match draw(st.integers(0, 6)):
            case 0:
                part = ""
            case 1:
                part *= draw(st.sampled_from((2, 3, 50)))
            case 2:
                part = draw(st.sampled_from(STRANGE))
            case 3:
                part += draw(st.sampled_from(STRANGE))
            case 4:
                part = part[::-1]
            case 5:
                other = draw(texts)
                begin = draw(st.integers(0, len(other)))
                part = other[begin : begin + draw(st.sampled_from((1, 5, 100)))]
            case _:
                part = draw(st.text(max_size=5))
        text = text[:first] + part + text[last:]
    return text


# --- What must hold --------------------------------------------------------------------------------------------------

MAX_MESSAGE = 1000  # letters of a refusal


def assert_short_message(error: Exception) -> None:
    """An error message is not empty, and short."""
    assert 10 < len(str(error)) < MAX_MESSAGE, error


def assert_sound(state: State) -> None:
    """A position that was accepted can be looked at, written, read again, and played on from."""
    played: Game = state.game
    assert str(played.state(str(state))) == str(state)
    assert bool(state.legal) == bool(state.situation) == (state.result is None)
    for seat in (0, 1):
        assert isinstance(state.standing(seat), tuple)
    for place in sorted(played.board.places)[::7]:
        if state.result is None:
            assert str(state.refusal(place))
    for action in state.legal[:: max(1, len(state.legal) // 8)]:
        text = state.text_of(action)
        assert state.action(text) == action
        assert str(state.describe(action))
        assert isinstance(state.picks(action), tuple)
        assert isinstance(state.travels(action), tuple)
        assert isinstance(state.reasons(action), tuple)
        after = state.after(action)
        again = played.state(str(after))
        assert str(again) == str(after)
        if not after.history.keys():  # else it may be over by a repetition
            assert (again.legal, again.turn, again.outcome) == (after.legal, after.turn, after.outcome)

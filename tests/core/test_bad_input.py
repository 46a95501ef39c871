"""Invalid arguments of states: errors name what would be right, and no value is mistaken for another."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ibau.core.errors import IllegalActionError, NumberError, PositionError, RecordError
from ibau.core.game import State
from ibau.core.line import Line
from ibau.core.match import Match
from ibau.games import game

SEEGA = game("seega").initial().play("lot1")
CALLS: dict[str, Callable[[State, Any], object]] = {
    "after": State.after,
    "text_of": State.text_of,
    "spoken": State.describe,
    "reasons": State.reasons,
    "picks": State.picks,
    "travels": State.travels,
    "line": lambda state, action: Line(state).after(action),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("kind", [np.uint8, np.int8, np.int16, np.int64, np.uint64])
def test_an_action_is_an_index_first(call: Callable[..., object], kind: Callable[..., Any]) -> None:
    """NumPy's numbers wrap around, which rules do not expect."""
    for state in (SEEGA, game("senet-geoludie").initial(), game("seti-aleph").initial()):
        for action in state.legal:
            if action < 128:
                assert call(state, kind(action)) == call(state, action)


def test_a_line_keeps_plain_numbers() -> None:
    assert type(Line(SEEGA).after(np.uint8(8)).last.action) is int


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("wrong", [12, -1, 125, 126, 10**9, np.int64(12)], ids=str)
def test_no_other_number_is_an_action(call: Callable[..., object], wrong: int) -> None:
    with pytest.raises(IllegalActionError, match=f"{int(wrong)} is not legal here; legal: 0, 1, 2"):
        call(SEEGA, wrong)


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("wrong", [1 << 20_000, -(1 << 20_000)], ids=["large", "small"])
def test_a_number_that_python_does_not_write_is_no_action(call: Callable[..., object], wrong: int) -> None:
    with pytest.raises(IllegalActionError, match="a number of thousands of digits is not legal here; legal: 0, 1, 2"):
        call(SEEGA, wrong)


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("wrong", [8.0, "8", None, math.nan])
def test_what_is_no_index_is_no_action(call: Callable[..., object], wrong: object) -> None:
    with pytest.raises(IllegalActionError, match=r"An action is a number, one of `state\.legal`, not "):
        call(SEEGA, wrong)


def test_reasons_are_asked_for_at_throws_too() -> None:
    """Where they once ended in an error of Python's."""
    for text, position in (
        ("senet-geoludie+rest_goes_back=forfeit", "5L7L6D1L7 first throws - 0 - - 4"),
        ("senet-geoludie-recommended", "5L7L6D1L7 first throws - 0 - - 4"),
        ("senet-formation", "29L first - open - - 0 2"),
    ):
        state = game(text).state(position)
        assert {state.reasons(action) for action in state.legal} == {(None,) * len(state.game.system.reasons)}


@pytest.mark.parametrize("wrong", [-1, 16, 10**30, 1.5, math.nan, math.inf, None, "3"], ids=str)
def test_a_throw_is_drawn_by_a_sixteenth_alone(wrong: Any) -> None:
    with pytest.raises(NumberError, match="A sixteenth is "):
        game("senet-race").initial().chance_action(wrong)


@pytest.mark.parametrize("wrong", [0, -5, 1.5, math.nan, 10**9, 1 << 20_000], ids=range(6))
def test_a_board_has_so_many_columns(wrong: Any) -> None:
    with pytest.raises(NumberError, match="The number of columns is "):
        SEEGA.board(columns=wrong)
    assert SEEGA.board(columns=1)


def test_a_line_goes_back_to_a_whole_number() -> None:
    line = Line(SEEGA).play("a1").play("b1")
    assert line.back_to(np.uint8(1)) == line.back_to(1)
    with pytest.raises(TypeError):
        line.back_to(1.5)  # type: ignore[arg-type]
    for wrong in (-1, 3, 1 << 20_000):
        with pytest.raises(IndexError, match="a line of 2 actions cannot go back to "):
            line.back_to(wrong)


@pytest.mark.parametrize("wrong", ["", "z9", "9" * 30, "²", "hand:third", "1" * 10_000])
@pytest.mark.parametrize("ruleset", ["seega", "senet-race", "senet-formation", "senet-geoludie", "seneti", "seti-beth"])
def test_only_a_place_can_refuse(ruleset: str, wrong: str) -> None:
    with pytest.raises(PositionError, match="is not a place on this board"):
        game(ruleset).initial().refusal(wrong)


@pytest.mark.parametrize("wrong", [None, 5, "lot1 *"], ids=str)
def test_a_record_is_replayed_and_nothing_else(wrong: Any) -> None:
    with pytest.raises(RecordError, match="A game to replay is a Record, as read_record returns it, not "):
        Line.replay(wrong)


@pytest.mark.parametrize("wrong", [(), ("guest",), ("guest", "host", "other")], ids=str)
def test_a_match_is_between_two(wrong: Any) -> None:
    with pytest.raises(ValueError, match="A match is between two players: give two names, not "):
        Match(SEEGA.game, wrong)


def test_a_tag_is_a_text() -> None:
    for wrong in (1, None, b"x", 1 << 20_000):
        with pytest.raises(RecordError, match="the tag Note is a text, not "):
            Line(SEEGA).record({"Note": wrong})  # type: ignore[dict-item]


COUNTED = {
    "seega": ("LDLDL/5/5/5/5 first 24 - - {n} {n} -", 2),
    "senet-race": ("LDLDLDLDL1D19 second t2 - {n}", 1),
    "seti-aleph": ("hph/3/3/3/3/3/3/3/3/HPH first 3,3 - {n} -", 1),
    "seneti": (".,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,. first 7,7 {n}", 1),
}


@pytest.mark.parametrize("ruleset", COUNTED)
def test_whatever_is_counted_what_is_written_is_read(ruleset: str) -> None:
    """The digits of a counter end somewhere, and the game goes on."""
    largest = "9" * 18
    text, counters = COUNTED[ruleset]
    off = {"seega": "+no_progress_plies=0", "seti-aleph": "+no_progress_plies=0", "seneti": "+max_plies=0"}
    state = game(f"{ruleset}{off.get(ruleset, '+max_turns=0')}").state(text.format(n=largest))
    assert str(state).count(largest) == counters
    for _ in range(3):
        state = state.after(state.legal[0])
        again = state.game.state(str(state))
        assert (str(again), again.legal, again.turn) == (str(state), state.legal, state.turn)

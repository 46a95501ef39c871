"""What may be taken back, in a game without throws and in one with them."""

from collections.abc import Iterator

import pytest

from ibau.core.game import State
from ibau.core.outcome import FIRST, SECOND
from ibau.core.takeback import takeback
from ibau.core.turns import turn_numbers
from ibau.games import game

SEEGA = "lot1 a1 a2 b1 b2 c1 c2 d1 d2"
RACE = "t2 8-10 t4 9-13 t2 13-15"


def states(ruleset: str, actions: str) -> list[State]:
    return list(line(game(ruleset).initial(), actions))


def line(state: State, actions: str) -> Iterator[State]:
    yield state
    for action in actions.split():
        state = state.play(action)
        yield state


@pytest.mark.parametrize(
    ("played", "persons", "left"),
    [
        (0, {FIRST, SECOND}, None),  # nothing has been played
        (1, {FIRST, SECOND}, None),  # the lot stays
        (2, {FIRST}, 1),  # in the middle of a turn: its beginning
        (3, {FIRST}, 1),
        (4, {FIRST}, 1),  # with the beginning of the reply
        (5, {FIRST}, 1),  # with the reply
        (6, {FIRST}, 5),  # a new turn of one's own has begun
        (5, {SECOND}, 3),
        (3, {SECOND}, None),  # the computer began
        (9, {FIRST}, 5),
        (9, {FIRST, SECOND}, 7),  # two persons: one turn
        (9, set[int](), None),
    ],
)
def test_without_throws_the_last_own_turn(played: int, persons: set[int], left: int | None) -> None:
    assert takeback(states("seega", SEEGA)[: played + 1], persons) == left


def test_without_a_lot_the_first_turn_goes_back_to_the_start() -> None:
    assert takeback(states("seega+first_player=first", "a1 a2"), {FIRST}) == 0


def test_with_throws_only_what_followed_the_last_throw() -> None:
    everything = states("senet-race", RACE)
    both = {FIRST, SECOND}
    assert [takeback(everything[: n + 1], both) for n in range(7)] == [None, None, 1, None, 3, None, 5]


def test_with_throws_the_computers_move_stays() -> None:
    everything = states("senet-race", RACE)
    assert takeback(everything[:3], {FIRST}) is None
    assert takeback(everything[:5], {FIRST}) == 3


def test_turns_are_numbered_and_the_lot_is_turn_0() -> None:
    assert list(turn_numbers(states("seega", SEEGA)[:-1])) == [0, 1, 1, 2, 2, 3, 3, 4, 4]


def test_a_throw_that_keeps_the_turn_does_not_begin_another() -> None:
    assert list(turn_numbers(states("senet-race", RACE)[:-1])) == [1, 1, 2, 2, 2, 2]

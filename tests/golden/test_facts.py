"""Statements that the rulings call proved, tried on random boards."""

import random
from collections.abc import Iterator

import pytest

from ibau.games import game
from ibau.games.seega.rules import (
    ALL_PLACED,
    BOARD,
    CENTRE,
    Position,
    Rules,
    can_step,
    empty_squares,
    neighbours,
    opening_pieces,
    play,
    step,
)


def blocked_boards(n: int) -> Iterator[tuple[int, int]]:
    """Random (free pieces, blocked pieces): the blocked ones have no adjacent empty square."""
    generator = random.Random(41)
    while n:
        squares = generator.sample(range(25), generator.randint(3, 24))
        cut = generator.randint(1, len(squares) - 1)
        free, blocked = (sum(1 << square for square in part) for part in (squares[:cut], squares[cut:]))
        if max(free.bit_count(), blocked.bit_count()) <= ALL_PLACED // 2 and not can_step(
            blocked, BOARD ^ free ^ blocked
        ):
            n -= 1
            yield free, blocked


@pytest.mark.parametrize("boards", [30, pytest.param(400, marks=pytest.mark.slow)])
@pytest.mark.parametrize("refuge", ["true", "false"])
def test_c41_an_opening_is_a_single_step_without_capture(refuge: str, boards: int) -> None:
    """No step captures a blocked piece; an opening step is that of an adjacent piece (SEEGA-10 never arises)."""
    rules: Rules = game(f"seega+centre_refuge={refuge}").rules
    for free, blocked in blocked_boards(boards):
        position = Position(free, blocked, 0, ALL_PLACED, 0, 1, 0, 0, 0)
        opening = opening_pieces(position)
        for source in (1 << n for n in range(25) if free >> n & 1):
            for direction in range(4):
                if step(source, direction) & empty_squares(position):
                    after = play(rules, position, 25 + 4 * (source.bit_length() - 1) + direction)
                    assert after.own == blocked
                    let_out = can_step(after.own, empty_squares(after))
                    assert let_out == bool(source & opening)


def test_nothing_placed_is_ever_on_the_centre() -> None:
    """SEEGA-3: only c3 is empty at the first move, so its neighbours alone can step."""
    state = game("seega+first_player=first").initial()
    generator = random.Random(3)
    for _ in range(ALL_PLACED):
        state = state.after(generator.choice(state.legal))
    assert empty_squares(state.position) == CENTRE
    movers = neighbours(CENTRE) & state.position.own
    assert len(state.actions) == max(movers.bit_count(), 1)

"""What a batch offers, and what it says to a bad input."""

from typing import Any

import numpy as np
import pytest

import ibau
from ibau.core.chance import Dice, seeded
from ibau.core.errors import ArrayError, IllegalAction, NumberError
from ibau.core.outcome import CHANCE, NOBODY
from ibau.lab.batch.arrays import Autoreset
from ibau.lab.batch.batch import MOST_REMEMBERED
from ibau.lab.batch.occurrences import new_occurrences, note

SHORT = "senet-race+max_turns=4"  # ends soon


def played(batch: ibau.Batch, steps: int) -> list[Any]:
    """What a batch of random games shows, step by step."""
    shown: list[Any] = []
    for _ in range(steps):
        batch.step(np.full(batch.n, -1))
        shown.append([batch.positions.own.tolist(), batch.lengths.tolist(), batch.rewards.tolist()])
    return shown


def test_threads_change_nothing() -> None:
    one, two = (ibau.batch(SHORT, n=7, seed=3, threads=threads) for threads in (1, 2))
    assert played(one, 30) == played(two, 30)


def test_a_game_follows_from_its_seed_alone() -> None:
    """Game i of a seed plays like Dice(seed, i), whatever the size of the batch; seeds of one's own like Dice(seed)."""
    large, small = ibau.batch(SHORT, n=6, seed=9), ibau.batch(SHORT, n=2, seed=9)
    for steps in zip(played(large, 20), played(small, 20), strict=True):
        assert [column[:2] for column in steps[0]] == steps[1]
    own = ibau.batch("senet-race", n=2, seed=[4, 4])
    dice = Dice(4)
    start = ibau.game("senet-race").initial()
    assert own.positions.throw.tolist() == [start.play(start.drawn(dice.roll())).position.throw] * 2
    again = played(small, 5)
    small.reset(9)
    assert played(small, 25)[-5:] == again


def test_throws_can_be_given() -> None:
    batch = ibau.batch("senet-race", n=3, throws="given")
    assert batch.turns.tolist() == [CHANCE] * 3
    assert batch.legal.tolist() == [[0, 1, 2, 3, 4]] * 3
    batch.step([0, 1, 4])
    assert batch.positions.throw.tolist() == [1, 2, 6]
    assert batch.turns.tolist() == [1] * 3  # dark is on throw
    state = ibau.game("senet-race").initial().after(4)
    assert batch.state(2) == state
    assert batch.legal[2, : batch.counts[2]].tolist() == list(state.legal)


def test_a_game_that_ends_begins_anew_within_the_step() -> None:
    batch = ibau.batch(SHORT, n=4, seed=1)
    while not batch.terminated.any():
        batch.step(np.full(4, -1))
    i = int(batch.terminated.argmax())
    assert batch.lengths[i] == 0
    assert batch.final_lengths[i] > 0
    assert batch.final_positions.turns[i] == 4
    assert batch.game.system.ending(int(batch.outcomes[i])).kind == "cap"
    assert not batch.over.any()
    assert (batch.final_observations[i] != batch.observations[i]).any()


def test_a_game_that_ends_can_wait_for_the_next_step() -> None:
    batch = ibau.batch(SHORT, n=4, seed=1, autoreset="next_step")
    while not batch.terminated.any():
        batch.step(np.full(4, -1))
    i = int(batch.terminated.argmax())
    assert batch.turns[i] == NOBODY
    assert batch.counts[i] == 0
    assert batch.positions.turns[i] == 4
    batch.step(np.where(batch.over, 12345, -1))  # the action of a game that is over is not looked at
    assert not batch.terminated[i]
    assert (batch.lengths[i], batch.positions.turns[i]) == (0, 0)


def test_a_game_that_ends_can_stay_over() -> None:
    batch = ibau.batch(SHORT, n=2, seed=1, autoreset="disabled")
    while not batch.over.all():
        batch.step(np.full(2, -1), where=~batch.over)
    with pytest.raises(IllegalAction, match=r"Game 0 is over: begin it anew with reset\(where=batch.over\), leave"):
        batch.step([-1, -1])
    batch.reset(where=np.array([False, True]))
    assert batch.over.tolist() == [True, False]
    assert not batch.terminated.any()


def test_long_games_are_cut_off() -> None:
    batch = ibau.batch("senet-race+max_turns=0", n=2, longest=3)
    played(batch, 2)
    assert not batch.truncated.any()
    played(batch, 1)
    assert batch.truncated.all()
    assert not batch.terminated.any()
    assert batch.final_lengths.tolist() == [3, 3]
    assert ibau.batch("senet-race", n=1).longest is None
    assert ibau.batch("seti-beth+no_progress_plies=0", n=1).longest == MOST_REMEMBERED


def test_where_leaves_games_out() -> None:
    batch = ibau.batch("senet-race", n=3, seed=1)
    before = batch.positions.own.tolist()
    batch.step([-1, -1, -1], where=np.array([True, False, True]))
    assert batch.lengths.tolist() == [1, 0, 1]
    assert batch.positions.own.tolist()[1] == before[1]


def test_what_it_shows_is_for_reading() -> None:
    batch = ibau.batch("senet-race", n=2)
    for name in ("rewards", "turns", "legal", "mask", "bits", "inputs", "observations", "lengths", "counts"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(batch, name)[0] = 0
    with pytest.raises(ValueError, match="read-only"):
        batch.positions.own[0] = 0


def test_shapes_and_dtypes_are_those_of_the_page() -> None:
    batch = ibau.batch("senet-race", n=5)
    shapes = {
        "rewards": ((5, 2), np.int8),
        "terminated": ((5,), np.bool_),
        "truncated": ((5,), np.bool_),
        "outcomes": ((5,), np.int32),
        "turns": ((5,), np.int8),
        "over": ((5,), np.bool_),
        "lengths": ((5,), np.int32),
        "final_lengths": ((5,), np.int32),
        "counts": ((5,), np.int32),
        "legal": ((5, int(batch.counts.max())), np.int32),
        "bits": ((5, 8), np.uint8),
        "mask": ((5, 63), np.bool_),
        "inputs": ((5, 5), np.int64),
        "final_inputs": ((5, 5), np.int64),
        "observations": ((5, batch.layout.size), np.uint8),
        "final_observations": ((5, batch.layout.size), np.uint8),
    }
    for name, (shape, dtype) in shapes.items():
        array = getattr(batch, name)
        assert (array.shape, array.dtype) == (shape, np.dtype(dtype)), name
    assert batch.positions._fields == batch.game.system.rulebook.Position._fields
    assert {numbers.shape for numbers in batch.positions} == {(5,)}


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"n": 0}, NumberError, "The number of games of a batch is a whole number from 1 on, not 0."),
        ({"n": 2.5}, NumberError, "The number of games of a batch is a whole number such as 7, not 2.5."),
        ({"n": 1 << 40}, NumberError, "The number of games of a batch is at most 16777216"),
        ({"threads": 0}, NumberError, "The number of threads is a whole number from 1 on"),
        ({"seed": "x"}, NumberError, "A seed is a whole number such as 7, not 'x'."),
        (
            {"seed": [1, 2, 3]},
            ArrayError,
            r"2 games need one seed, or 2 seeds in one row, not an array of shape \(3,\)",
        ),
        ({"seed": [1.5, 2]}, NumberError, "A seed is a whole number"),
        ({"throws": "mine"}, ArrayError, "throws='mine': valid are 'drawn'"),
        ({"autoreset": "same step"}, ArrayError, "valid are same_step, next_step, disabled. Did you mean 'same_step'?"),
        ({"longest": 0}, NumberError, "The longest game of a batch, in steps, is a whole number from 1 on"),
    ],
)
def test_wrong_arguments_are_answered(options: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        ibau.batch("senet-race", **{"n": 2, **options})


@pytest.mark.parametrize(
    ("actions", "where", "error", "says"),
    [
        ([0.0, 1.0], None, ArrayError, "Actions are whole numbers, an array of a dtype such as int32, not float64."),
        ([1], None, ArrayError, r"Actions are an array of shape \(2,\), one for each game, not \(1,\)."),
        ([[1, 2]], None, ArrayError, r"not \(1, 2\)"),
        ([-2, -1], None, ArrayError, "or -1 for a random one, not -2."),
        ([-1, 62], None, IllegalAction, "62 is not legal in game 1; legal are "),
        ([1 << 62, -1], None, IllegalAction, "is not legal in game 0"),
        ([-1, -1], [1, 0], ArrayError, "an array of bool, not int64"),
        ([-1, -1], [True], ArrayError, r"`where` is an array of shape \(2,\)"),
    ],
)
def test_wrong_actions_are_answered_and_change_nothing(
    actions: Any, where: Any, error: type[Exception], says: str
) -> None:
    batch = ibau.batch("senet-race", n=2, seed=1, threads=2)
    before = [numbers.tolist() for numbers in batch.positions]
    with pytest.raises(error, match=says):
        batch.step(actions, where=where)
    assert [numbers.tolist() for numbers in batch.positions] == before
    assert batch.lengths.tolist() == [0, 0]


def test_wrong_resets_and_games_are_answered() -> None:
    batch = ibau.batch("senet-race", n=2)
    with pytest.raises(ArrayError, match="`where` is an array of shape"):
        batch.reset(where=[True])
    with pytest.raises(NumberError, match="A seed is a whole number"):
        batch.reset("x")
    with pytest.raises(NumberError, match=r"The number of a game is at most 1, not 2\."):
        batch.state(2)


def test_modes_are_gymnasiums() -> None:
    assert [mode.name for mode in Autoreset] == ["SAME_STEP", "NEXT_STEP", "DISABLED"]


def test_keys_of_one_hash_are_told_apart() -> None:
    """A sieve lets everything pass once it is full, and whole keys decide."""
    occurrences = new_occurrences(1, 1, 40)
    occurrences.sieve[:] = 0xFFFFFFFF
    keys = [(n % 13,) for n in range(39)]
    assert [note(occurrences, 0, key) for key in keys] == [1] * 13 + [2] * 13 + [3] * 13
    occurrences.hashes[:] = seeded(1) & 0x7FFF
    assert note(occurrences, 0, (14,)) == 1

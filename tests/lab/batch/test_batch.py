"""Batches: outputs, and errors for invalid arguments."""

import copy
import os
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ibau
from ibau.core.chance import MASK_32, MULTIPLIER, Dice, advance, seed_state
from ibau.core.errors import ArrayError, IllegalActionError, NumberError
from ibau.core.limits import MOST_WORKERS
from ibau.core.outcome import CHANCE, NOBODY
from ibau.lab.batch.batch import MAX_REMEMBERED
from ibau.lab.batch.batch_arrays import RANDOM, SKIP
from ibau.lab.batch.occurrences import add_occurrence, new_occurrences

SHORT = "senet-race+max_turns=4"  # ends soon
LEGAL = -100  # stands for an action that is legal


def sent(batch: ibau.Batch) -> Any:
    """A batch after pickling."""
    return pickle.loads(pickle.dumps(batch))  # noqa: S301 - just made


def played(batch: ibau.Batch, steps: int) -> list[Any]:
    """What a batch of random games shows, step by step."""
    shown: list[Any] = []
    for _ in range(steps):
        batch.step()
        shown.append([batch.positions.own.tolist(), batch.lengths.tolist(), batch.rewards.tolist()])
    return shown


@pytest.mark.slow
def test_as_many_threads_as_cores_may_share_a_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (os.cpu_count() or 1) <= MOST_WORKERS
    monkeypatch.setattr("ibau.lab.batch.batch.MOST_WORKERS", 40)
    many = ibau.batch(SHORT, n=7, seed=3, threads=40)
    assert played(many, 30) == played(ibau.batch(SHORT, n=7, seed=3), 30)
    with pytest.raises(NumberError, match="The number of threads is at most 40, not 41"):
        ibau.batch(SHORT, n=7, threads=41)


def test_a_game_follows_from_its_seed_alone() -> None:
    """Game i of a seed plays like Dice(seed, i), with any size of the batch; one of several seeds like Dice(seed)."""
    large, small = ibau.batch(SHORT, n=6, seed=9), ibau.batch(SHORT, n=2, seed=9)
    for steps in zip(played(large, 20), played(small, 20), strict=True):
        assert [column[:2] for column in steps[0]] == steps[1]
    own = ibau.batch("senet-race", n=2, seed=[4, 4])
    dice = Dice(4)
    start = ibau.game("senet-race").initial()
    assert own.positions.throw.tolist() == [start.play(start.chance_action(dice.roll())).position.throw] * 2
    again = played(small, 5)
    small.reset(9)
    assert played(small, 25)[-5:] == again


def test_without_a_seed_one_is_drawn_and_told() -> None:
    batches = [ibau.batch("senet-race", n=3, seed=None) for _ in range(2)]
    assert batches[0].seed != batches[1].seed
    shown = played(batches[0], 30)
    assert len({str(game) for game in zip(*shown[-1], strict=True)}) == 3, "all games would be one"
    assert played(ibau.batch("senet-race", n=3, seed=batches[0].seed), 30) == shown
    drawn = batches[0].seed
    batches[0].reset()
    assert batches[0].seed == drawn
    batches[0].reset(None)
    assert batches[0].seed != drawn
    shown = played(batches[0], 30)
    batches[1].reset(batches[0].seed)
    assert played(batches[1], 30) == shown


def test_a_reset_without_a_seed_goes_on_with_the_generators() -> None:
    one, two = (ibau.batch("senet-race", n=3, seed=5) for _ in range(2))
    for batch in (one, two):
        batch.reset()
        assert batch.seed == 5
    assert played(one, 9) == played(two, 9)
    two.reset(5)
    one.reset()
    assert played(one, 9) != played(two, 9)


def test_no_generator_stands_still() -> None:
    """Zeros and ones throughout are its only fixed points, and no seed leads there: each state has one before it."""
    ones = MULTIPLIER - 1 << 32 | MASK_32
    assert [advance(state) for state in (0, ones)] == [0, ones]
    for seed in [*range(-2000, 2000), *(1 << n for n in range(200))]:
        assert 0 < seed_state(seed) < ones
        assert advance(seed_state(seed)) != seed_state(seed)


@pytest.mark.slow  # compiles a large game
@pytest.mark.timeout(120)
def test_endless_throws_are_cut_off() -> None:
    """A generator that always throws a 1, after which Geoludie throws again: a step ends, and so does a game."""
    batch = ibau.batch("senet-geoludie", n=1, longest=3)
    batch._arrays.random[:] = 0
    for _ in range(3):
        assert not batch.truncated.any()
        batch.step()
    assert batch.truncated.tolist() == [True]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, sent])
def test_a_copy_goes_its_own_way(threads: int, copied: Callable[[ibau.Batch], ibau.Batch]) -> None:
    batch = ibau.batch("seti-beth", n=5, seed=2, threads=threads)
    played(batch, 40)
    seen = batch.observations.copy()
    other = copied(batch)
    assert (other.seed, other.threads, other.lengths.tolist()) == (2, threads, batch.lengths.tolist())
    assert (other.observations == seen).all()
    shown = played(other, 60)
    assert (batch.observations == seen).all()
    assert played(batch, 60) == shown


def test_actions_can_be_left_to_chance_here_and_there() -> None:
    batch, single = (ibau.batch("senet-race", n=2, seed=6) for _ in range(2))
    for _ in range(20):
        batch.step([-1, int(batch.legal[1, 0])], random=np.array([True, False]))
        single.step()
        assert batch.positions.own[0] == single.positions.own[0]
    assert batch.positions.own[1] != single.positions.own[1]


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
        batch.step()
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
        batch.step()
    i = int(batch.terminated.argmax())
    assert batch.turns[i] == NOBODY
    assert batch.counts[i] == 0
    assert batch.positions.turns[i] == 4
    batch.step(np.full(4, 12345), random=~batch.over)  # the action of a game that is over is not looked at
    assert not batch.terminated[i]
    assert (batch.lengths[i], batch.positions.turns[i]) == (0, 0)


def test_a_game_that_ends_can_stay_over() -> None:
    batch = ibau.batch(SHORT, n=2, seed=1, autoreset="disabled")
    while not batch.over.all():
        batch.step(where=~batch.over)
    with pytest.raises(
        IllegalActionError, match=r"Game 0 is over: start it again with reset\(where=batch.over\), leave"
    ):
        batch.step([1, 1])
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
    assert ibau.batch("seti-beth+no_progress_plies=0", n=1).longest == MAX_REMEMBERED


def test_where_leaves_games_out() -> None:
    batch = ibau.batch("senet-race", n=3, seed=1)
    before = batch.positions.own.tolist()
    batch.step(where=np.array([True, False, True]))
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
        "actors": ((5,), np.int8),
        "final_actors": ((5,), np.int8),
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
        ({"autoreset": "same step"}, ArrayError, "autoreset='same step' is unknown. Did you mean 'same_step'"),
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
        ([1], None, ArrayError, r"Actions are an array of shape \(2,\), one per game, not \(1,\)."),
        ([[1, 2]], None, ArrayError, r"not \(1, 2\)"),
        ([-1, 0], None, IllegalActionError, "-1 is not legal in game 0; legal are "),
        ([RANDOM, 0], None, IllegalActionError, "is not legal in game 0"),
        ([SKIP, 0], None, IllegalActionError, "is not legal in game 0"),
        ([LEGAL, 62], None, IllegalActionError, "62 is not legal in game 1; legal are "),
        ([1 << 62, 0], None, IllegalActionError, "is not legal in game 0"),
        ([0, 0], [1, 0], ArrayError, "`where` is a mask of games, an array of bool, not int64"),
        ([0, 0], [True], ArrayError, r"`where` is an array of shape \(2,\)"),
    ],
)
def test_wrong_actions_are_answered_and_change_nothing(
    actions: Any, where: Any, error: type[Exception], says: str
) -> None:
    batch = ibau.batch("senet-race", n=2, seed=1, threads=2)
    before = [numbers.tolist() for numbers in batch.positions]
    actions = [int(batch.legal[0, 0]) if action == LEGAL else action for action in actions]
    with pytest.raises(error, match=says):
        batch.step(actions, where=where)
    with pytest.raises(ArrayError, match=r"`random` is an array of shape \(2,\)"):
        batch.step(random=[True])
    assert [numbers.tolist() for numbers in batch.positions] == before
    assert batch.lengths.tolist() == [0, 0]


def test_wrong_resets_and_games_are_answered() -> None:
    batch = ibau.batch("senet-race", n=2)
    with pytest.raises(ArrayError, match="`where` is an array of shape"):
        batch.reset(where=[True])
    with pytest.raises(NumberError, match="A seed is a whole number"):
        batch.reset("x")
    with pytest.raises(NumberError, match="A seed is a whole number"):
        batch.reset([1, None])
    with pytest.raises(NumberError, match=r"The number of a game is at most 1, not 2\."):
        batch.state(2)


def test_keys_of_one_hash_are_told_apart() -> None:
    """A sieve lets everything pass once it is full, and whole keys decide."""
    occurrences = new_occurrences(1, 1, 40)
    occurrences.sieve[:] = 0xFFFFFFFF
    keys = [(n % 13,) for n in range(39)]
    assert [add_occurrence(occurrences, 0, key) for key in keys] == [1] * 13 + [2] * 13 + [3] * 13
    occurrences.hashes[:] = seed_state(1) & 0x7FFF
    assert add_occurrence(occurrences, 0, (14,)) == 1

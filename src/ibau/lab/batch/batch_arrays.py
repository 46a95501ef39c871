"""The state of a batch: arrays with one row per game."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.bits import Group
from ibau.lab.batch.occurrences import Occurrences, new_occurrences
from ibau.machine.rule import rule

RANDOM, BEGIN, SKIP = range(-(1 << 62), -(1 << 62) + 3)  # in place of an action: a random one, a new game, none


class Autoreset(IntEnum):
    """When a game that is over restarts; the names are Gymnasium's."""

    SAME_STEP = 0
    NEXT_STEP = 1
    DISABLED = 2


class StepSettings(NamedTuple):
    """The settings of a batch, as ints for compiled code."""

    autoreset: int
    throws_given: int  # 1 where throws and lots are actions of the caller
    longest: int  # steps after which a game is cut off


class BatchArrays(NamedTuple):
    """The arrays of n games."""

    positions: NDArray[np.int64]  # [n, fields]
    random: NDArray[np.int64]  # [n] one generator per game: results do not depend on the number of threads
    turns: NDArray[np.int8]  # [n] as `Batch.turns`
    groups: NDArray[np.int64]  # [n, most, 3] the legal actions: first, step and members of each group
    used: NDArray[np.int32]  # [n] groups in use
    lengths: NDArray[np.int32]  # [n] steps of the game so far
    rewards: NDArray[np.int8]  # [n, 2] of this step, by seat
    outcomes: NDArray[np.int32]  # [n] of a game that this step ended, else 0
    terminated: NDArray[np.bool_]  # [n] did this step end the game by its rules?
    truncated: NDArray[np.bool_]  # [n] did it cut the game off?
    final_positions: NDArray[np.int64]  # [n, fields] where the last game ended
    final_lengths: NDArray[np.int32]  # [n] after this many steps
    occurrences: Occurrences


def new_batch_arrays(n: int, fields: int, most: int, rows: int) -> BatchArrays:
    """Arrays for n games, with `fields` numbers per position, `most` groups of moves and `rows` occurrences."""
    return BatchArrays(
        positions=np.zeros((n, fields), np.int64),
        random=np.zeros(n, np.int64),
        turns=np.zeros(n, np.int8),
        groups=np.zeros((n, most, len(Group._fields)), np.int64),
        used=np.zeros(n, np.int32),
        lengths=np.zeros(n, np.int32),
        rewards=np.zeros((n, 2), np.int8),
        outcomes=np.zeros(n, np.int32),
        terminated=np.zeros(n, np.bool_),
        truncated=np.zeros(n, np.bool_),
        final_positions=np.zeros((n, fields), np.int64),
        final_lengths=np.zeros(n, np.int32),
        occurrences=new_occurrences(n, fields, rows),
    )


@rule
def group_parts(groups: NDArray[np.int64], i: int, n: int) -> tuple[int, int, int]:
    """First action, step and members of the n-th group of game i."""
    return int(groups[i, n, 0]), int(groups[i, n, 1]), int(groups[i, n, 2])

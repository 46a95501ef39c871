"""Random numbers of games by their number: a stream for the throws and one for each seat's choices.

A ruleset and its base play their games from the same streams (common random numbers), so that what differs between two
games of the same number is the rules' doing.  With a stream each, throws stay in step where choices no longer do.
"""

import numpy as np
from numpy.typing import NDArray

from ibau.core.chance import MASK_32, MULTIPLIER

STREAMS = 3  # of a game: its throws, the first seat, the second

GOLDEN = 0x9E3779B97F4A7C15
MIXERS = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))


def streams_of(seed: int, first: int, games: int) -> NDArray[np.int64]:
    """The generator states with which this many games begin: an array of shape (games, 3).

    Each is `chance.seeded(seed, 3 * number + stream)`, for all at once.
    """
    numbers = np.arange(STREAMS * first, STREAMS * (first + games), dtype=np.uint64)
    mixed = np.uint64(seed % (1 << 64)) + (numbers + np.uint64(1)) * np.uint64(GOLDEN)
    for shift, multiplier in MIXERS:
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(multiplier)
    mixed ^= mixed >> np.uint64(31)
    upper = (mixed >> np.uint64(32)) % np.uint64(MULTIPLIER - 1)
    states = upper << np.uint64(32) | mixed & np.uint64(MASK_32) | np.uint64(1)
    return states.astype(np.int64).reshape(games, STREAMS)

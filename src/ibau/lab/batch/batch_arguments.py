"""Checks of a batch's arguments; each error names what would be right."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibau.core.chance import seed_state
from ibau.core.errors import ArrayError, NumberError, suggestion_or_list
from ibau.core.limits import check_int, check_type
from ibau.core.quoting import quote
from ibau.lab.batch.batch_arrays import Autoreset

MAX_GAMES = 1 << 24
LARGEST_ACTION = (1 << 63) - 1  # that fits into an int64
LOWEST_ACTION = -(1 << 60)  # smaller numbers are raised to it, so that none is taken for RANDOM, BEGIN or SKIP
MAX_STEPS = 1 << 30  # of a game
KEEP_GENERATORS = "kept"  # in place of a seed: the generators continue


def check_game_count(n: Any) -> int:
    """Check the number of games.  Raises NumberError."""
    return check_int("The number of games of a batch", n, least=1, most=MAX_GAMES)


def autoreset_mode(mode: str) -> Autoreset:
    """The mode of a name.  Raises ArrayError."""
    names = {known.name.lower(): known for known in Autoreset}
    if check_type(mode, str, "autoreset is the name of a mode", ArrayError) not in names:
        raise ArrayError(f"autoreset={quote(mode)} is unknown{suggestion_or_list(mode, names)}")
    return names[mode]


def are_throws_given(throws: str) -> bool:
    """Whether throws and lots are actions of the caller.  Raises ArrayError."""
    if check_type(throws, str, "throws is a text", ArrayError) not in ("drawn", "given"):
        raise ArrayError(
            f"throws={quote(throws)}: valid are 'drawn' (by the batch, from its seed) and 'given' (they are actions)."
        )
    return throws == "given"


def generator_states(seed: Any, n: int, chosen: NDArray[np.bool_] | None = None) -> NDArray[np.int64]:
    """The generators of the chosen games, by default of all: one stream of `seed` per game, or one seed per game.

    Raises NumberError for an invalid seed, ArrayError for a wrong number of seeds.
    """
    places = range(n) if chosen is None else np.flatnonzero(chosen).tolist()
    if not np.ndim(seed):
        return np.array([seed_state(seed, stream) for stream in places], np.int64)
    seeds = list(seed)
    if len(seeds) != n or np.ndim(seed) != 1:
        raise ArrayError(f"{n} games need one seed, or {n} seeds in one row, not an array of shape {np.shape(seed)}.")
    return np.array([seed_state(seeds[i]) for i in places], np.int64)


def keeps_generators(seed: Any) -> bool:
    """Whether the generators continue."""
    return isinstance(seed, str) and seed == KEEP_GENERATORS


def action_array(given: Any, n: int) -> NDArray[np.int64]:
    """A copy of the actions, int64 [n].  Raises ArrayError."""
    array = np.asarray(given)
    if array.dtype.kind not in "iu":
        raise ArrayError(f"Actions are whole numbers, an array of a dtype such as int32, not {array.dtype}.")
    if array.shape != (n,):
        raise ArrayError(f"Actions are an array of shape ({n},), one per game, not {array.shape}.")
    if array.max() > LARGEST_ACTION:
        raise ArrayError(f"There is no action {array.max()}.")
    return np.maximum(array.astype(np.int64), LOWEST_ACTION)


def game_mask(name: str, given: Any, n: int) -> NDArray[np.bool_]:
    """Check the argument `name`, a mask of games, bool [n].  Raises ArrayError."""
    array = np.asarray(given)
    if array.dtype != np.bool_:
        raise ArrayError(f"`{name}` is a mask of games, an array of bool, not {array.dtype}.")
    if array.shape != (n,):
        raise ArrayError(f"`{name}` is an array of shape ({n},), one cell per game, not {array.shape}.")
    return array


def out_of_memory_error(n: int, steps: int) -> NumberError:
    """The error for a batch that does not fit into memory."""
    return NumberError(
        f"There is not enough memory for {n} games that remember up to {steps} positions each: "
        "use fewer games, or a smaller `longest`."
    )

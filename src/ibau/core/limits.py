"""How much may be asked for, in Python, on the command line and by the engine protocol alike."""

import operator
import os
from typing import Any

from ibau.core.errors import NumberError

MOST_THREADS = 8  # that search at once for one action
MOST_WORKERS = max(8, os.cpu_count() or 1)  # processes
LARGEST_SEED = (1 << 31) - 1  # that people are asked for; in Python any whole number is one
DEEPEST_PERFT = 100  # levels; no game of ours has so few paths that more could be counted
NARROWEST, WIDEST = 16, 10_000  # pixels of a picture of a board


def whole(what: str, number: Any, least: int | None = None, most: int | None = None) -> int:
    """A whole number within these limits, NumPy's included.  Raises NumberError."""
    try:
        found = operator.index(number)
    except TypeError:
        raise NumberError(f"{what} is a whole number such as 7, not {number!r}.") from None
    if least is not None and found < least:
        raise NumberError(f"{what} is a whole number from {least} on, not {found}.")
    if most is not None and found > most:
        raise NumberError(f"{what} is at most {most}, not {found}.")
    return found

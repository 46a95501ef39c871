"""How much may be asked for, in Python, on the command line and by the engine protocol alike."""

import operator
import os
from collections.abc import Iterable, Iterator
from typing import Any

from ibau.core.errors import IbauError, NumberError
from ibau.core.quoting import quote

MOST_THREADS = 8  # that search at once for one action
MOST_WORKERS = max(8, os.cpu_count() or 1)  # processes, or threads that share a batch of games
LARGEST_SEED = (1 << 31) - 1  # that people are asked for; in Python any whole number is one
MOST_COUNTED = 10**9  # games, or whatever else comes one after the other
LONGEST_SEED = 10_000  # bits, where it is written down: Python writes no number of more than 4,300 digits
DEEPEST_PERFT = 100  # levels; no game of ours has so few paths that more could be counted
NARROWEST, WIDEST = 16, 10_000  # pixels of a picture of a board


def check_type(value: Any, kind: type[Any] | tuple[type[Any], ...], rule: str, error: type[IbauError]) -> Any:
    """A value that is of a kind.  Raises the error, with the rule, for any other."""
    if not isinstance(value, kind):
        raise error(f"{rule}, not {quote(value)}.")
    return value


def check_items(
    values: Any, kind: type[Any] | tuple[type[Any], ...], rule: str, error: type[IbauError]
) -> Iterator[Any]:
    """The values of a list, or of anything else that gives them one after the other, each of a kind.

    Raises the error, with the rule, for anything else: at once for a single text, which would give its letters.
    """
    if isinstance(values, str | bytes):
        raise error(f"{rule}, not {quote(values)}.")
    return (check_type(value, kind, rule, error) for value in check_type(values, Iterable, rule, error))


def check_int(what: str, number: Any, least: int | None = None, most: int | None = None) -> int:
    """A whole number within these limits, NumPy's included.  Raises NumberError."""
    try:
        found = operator.index(number)
    except TypeError:
        raise NumberError(f"{what} is a whole number such as 7, not {quote(number)}.") from None
    if least is not None and found < least:
        raise NumberError(f"{what} is a whole number from {least} on, not {quote(found)}.")
    if most is not None and found > most:
        raise NumberError(f"{what} is at most {most}, not {quote(found)}.")
    return found


def check_seed(seed: Any) -> int:
    """A seed that is written down: any whole number that can be.  Raises NumberError."""
    found = check_int("A seed", seed)
    if found.bit_length() > LONGEST_SEED:
        raise NumberError(f"A seed that is written down has at most {LONGEST_SEED} bits; this is {quote(found)}.")
    return found

"""Limits and checks of arguments, for the Python API, the command line and the engine protocol alike."""

import operator
import os
from collections.abc import Iterable, Iterator
from typing import Any

from ibau.core.errors import IbauError, NumberError
from ibau.core.quoting import quote

MOST_THREADS = 8  # of a search
MOST_WORKERS = max(8, os.cpu_count() or 1)  # processes, or threads that share a batch of games
LARGEST_SEED = (1 << 31) - 1  # in commands and forms; the Python API takes any whole number
MOST_COUNTED = 10**9  # games, or other things that are counted
LONGEST_SEED = 10_000  # bits of a seed in a file, as Python converts no number of more than 4,300 digits to text
DEEPEST_PERFT = 100  # levels; no game of ours has so few paths that more could be counted
NARROWEST, WIDEST = 16, 10_000  # pixels of a picture of a board


Kind = type[Any] | tuple[type[Any], ...]  # as in isinstance


def check_type(value: Any, kind: Kind, rule: str, error: type[IbauError]) -> Any:
    """`value` if it is an instance of `kind`; else raises `error` with the message "`rule`, not `value`."."""
    if not isinstance(value, kind):
        raise error(f"{rule}, not {quote(value)}.")
    return value


def check_items(values: Any, kind: Kind, rule: str, error: type[IbauError]) -> Iterator[Any]:
    """The values of an iterable, each checked as in `check_type`, when it is reached.

    Raises `error` at once if `values` is not iterable, or a single text, which would be split into characters.
    """
    if isinstance(values, str | bytes):
        raise error(f"{rule}, not {quote(values)}.")
    return (check_type(value, kind, rule, error) for value in check_type(values, Iterable, rule, error))


def check_int(what: str, number: Any, least: int | None = None, most: int | None = None) -> int:
    """A whole number, of Python or NumPy, within limits, as an int.  Raises NumberError; `what` begins its message."""
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
    """A seed that can be written to a file: a whole number of at most LONGEST_SEED bits.  Raises NumberError."""
    found = check_int("A seed", seed)
    if found.bit_length() > LONGEST_SEED:
        raise NumberError(f"A seed that is written to a file has at most {LONGEST_SEED} bits; this is {quote(found)}.")
    return found

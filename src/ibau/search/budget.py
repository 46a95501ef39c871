"""How long a search may think, and with how many threads."""

from typing import NamedTuple, TypeGuard

from ibau.core.errors import IbauError
from ibau.core.limits import MOST_THREADS, check_type
from ibau.core.quoting import quote

MOST_SECONDS = 10**15  # thirty million years; a longer limit is none


class SearchError(IbauError):
    """A budget, threads or actions that no search can do anything with."""


class Budget(NamedTuple):
    """How long to think: whichever limit comes first; without any, until stopped."""

    seconds: float | None = None  # of the clock on the wall
    nodes: int | None = None  # positions looked at, iterations of a tree search
    depth: int | None = None  # plies, of a tree search on average


ONE_SECOND = Budget(seconds=1.0)


def check_budget(budget: Budget) -> None:
    """Raise SearchError for a budget that makes no sense."""
    check_type(budget, Budget, "A budget is one such as Budget(seconds=1)", SearchError)
    check_seconds(budget.seconds)
    for name, limit in (("nodes", budget.nodes), ("depth", budget.depth)):
        if limit is not None and not is_whole(limit):
            raise SearchError(f"A budget's {name} must be a whole number such as 1000, not {quote(limit)}.")
    for name, limit in budget._asdict().items():
        if limit is not None and limit <= 0:
            raise SearchError(f"A budget of {limit} {name} leaves no time to think; give more than 0.")


def check_seconds(seconds: object) -> None:
    """Raise SearchError for what is no limit of time; None is meant to be none."""
    if seconds is None:
        return
    if not isinstance(seconds, int | float) or not seconds <= MOST_SECONDS:
        raise SearchError(
            f"A budget's seconds are a number up to {MOST_SECONDS:g}, not {quote(seconds)}; None sets no limit."
        )


def check_threads(threads: object) -> None:
    """Raise SearchError unless this many threads can search."""
    if not is_whole(threads) or not 1 <= threads <= MOST_THREADS:
        raise SearchError(f"{quote(threads)} threads cannot search; give a whole number from 1 to {MOST_THREADS}.")


def is_whole(number: object) -> TypeGuard[int]:
    """Is it a whole number, and not just one with nothing after the point?"""
    return isinstance(number, int)

"""Budgets: how long a search may run, and on how many threads."""

from typing import NamedTuple, TypeGuard

from ibau.core.errors import IbauError
from ibau.core.limits import MOST_THREADS, check_type
from ibau.core.quoting import quote

MOST_SECONDS = 10**15  # thirty million years


class SearchError(IbauError):
    """A search was given an invalid budget, number of threads, state or set of actions."""


class Budget(NamedTuple):
    """Limits of a search, which ends at the first one reached; without any, it runs until stopped."""

    seconds: float | None = None  # real time, in seconds
    nodes: int | None = None  # positions visited, or iterations of a tree search
    depth: int | None = None  # plies; throws for expectimax; for a tree search, the average plies of an iteration


ONE_SECOND = Budget(seconds=1.0)


def check_budget(budget: Budget) -> None:
    """Raise SearchError unless each limit of a budget is None or positive, and nodes and depth are whole."""
    check_type(budget, Budget, "A budget is one such as Budget(seconds=1)", SearchError)
    check_seconds(budget.seconds)
    for name, limit in (("nodes", budget.nodes), ("depth", budget.depth)):
        if limit is not None and not is_whole(limit):
            raise SearchError(f"A budget's {name} must be a whole number such as 1000, not {quote(limit)}.")
    for name, limit in budget._asdict().items():
        if limit is not None and limit <= 0:
            raise SearchError(f"A budget of {limit} {name} leaves no time to think; give more than 0.")


def check_seconds(seconds: object) -> None:
    """Raise SearchError unless `seconds` is None (no limit) or a number of at most MOST_SECONDS."""
    if seconds is None:
        return
    if not isinstance(seconds, int | float) or not seconds <= MOST_SECONDS:
        raise SearchError(
            f"A budget's seconds are a number up to {MOST_SECONDS:g}, not {quote(seconds)}; None sets no limit."
        )


def check_threads(threads: object) -> None:
    """Raise SearchError unless `threads` is a whole number from 1 to MOST_THREADS."""
    if not is_whole(threads) or not 1 <= threads <= MOST_THREADS:
        raise SearchError(f"{quote(threads)} threads cannot search; give a whole number from 1 to {MOST_THREADS}.")


def is_whole(number: object) -> TypeGuard[int]:
    """Is this an int?  A float such as 2.0 is not."""
    return isinstance(number, int)

"""The positions that a game has reached, and how often, in memory that lines of play and their branches share.

A `PositionHistory` is the first keys of a `Trail`.  Each further ply appends to the trail, which all earlier histories
share; a branch from an earlier history begins another trail, which follows that history.

    trail     a b c a d          keys in the order of play
    history   └─────┘            of length 4: a has occurred twice
    trail             └ e f      follows that history

So a ply takes one entry, however long the game is and wherever it branches.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from threading import Lock
from typing import Any

MAX_BRANCHES = 128  # from the beginning of a game; a history that branches more often is copied


class Trail:
    """Position keys in the order of play, after those of a history on another trail; it only grows."""

    __slots__ = ("before", "branch_count", "indices", "keys")

    def __init__(self, keys: Iterable[Any], before: "PositionHistory | None" = None) -> None:
        self.before = before
        self.branch_count: int = before.branch_count + 1 if before else 0
        self.keys: list[Any] = []
        self.indices: dict[Any, list[int]] = {}  # of each key in `keys`, ascending
        for key in keys:
            self.append(key)

    def append(self, key: Any) -> None:
        self.indices.setdefault(key, []).append(len(self.keys))
        self.keys.append(key)


class PositionHistory:
    """The first `length` keys of a trail, and those before it; immutable."""

    __slots__ = ("length", "trail")

    def __init__(self, trail: Trail, length: int) -> None:
        self.trail = trail
        self.length = length

    @classmethod
    def of(cls, keys: Iterable[Any] = ()) -> "PositionHistory":
        """A history of keys, on a trail of its own."""
        trail = Trail(keys)
        return cls(trail, len(trail.keys))

    def count(self, key: Any) -> int:
        """How often a position has occurred."""
        times, part = 0, self
        while True:  # inlined, as every ply calls it
            trail = part.trail
            times += bisect_left(trail.indices.get(key, ()), part.length)
            if trail.before is None:
                return times
            part = trail.before

    def counts(self) -> Mapping[Any, int]:
        """How often each position has occurred, in the order of their first occurrences."""
        return Counter(self.keys())

    def keys(self) -> list[Any]:
        """The position keys, in the order of play."""
        parts = list(self._parts())[::-1]
        return [key for part in parts for key in part.trail.keys[: part.length]]

    def _parts(self) -> "Iterator[PositionHistory]":
        """The histories on each trail that it consists of, the latest first."""
        part: PositionHistory | None = self
        while part:
            yield part
            part = part.trail.before

    @property
    def branch_count(self) -> int:
        """The number of branches from the beginning of the game."""
        return self.trail.branch_count

    def with_key(self, key: Any) -> "PositionHistory":
        """The history with one more occurrence."""
        trail, length = self.trail, self.length
        with _GROWING:
            if len(trail.keys) == length:
                trail.append(key)
        if trail.keys[length] == key:
            return PositionHistory(trail, length + 1)
        if self.branch_count < MAX_BRANCHES:
            return PositionHistory(Trail((key,), before=self), 1)
        return PositionHistory.of((*self.keys(), key))

    def __eq__(self, other: object) -> bool:
        """Have both the same counts, in any order?"""
        if not isinstance(other, PositionHistory):
            return NotImplemented
        shared = self.trail is other.trail and self.length == other.length
        return shared or self.counts() == other.counts()

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return PositionHistory.of, (self.keys(),)


_GROWING = Lock()  # threads may play on from the same state

"""Which positions a game has reached, and how often: shared along a line of play, copied only where it branches.

Every `Past` is a stretch from the beginning of a `Trail`.  A game that goes on lengthens the trail, which the pasts
before it share; to play on differently from a past that has been left behind begins a trail of its own.

    trail   a b c a d          keys in the order of play
    past    └─────┘            its length is 4: a has occurred twice

Where nobody branches, a ply costs one entry, however long the game is.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Any


class Trail:
    """Position keys in the order of play; it only grows."""

    __slots__ = ("keys", "places")

    def __init__(self, keys: Iterable[Any]) -> None:
        self.keys: list[Any] = []
        self.places: dict[Any, list[int]] = {}  # where each key stands, in order
        for key in keys:
            self.append(key)

    def append(self, key: Any) -> None:
        self.places.setdefault(key, []).append(len(self.keys))
        self.keys.append(key)


class Past:
    """The first keys of a trail: a value."""

    __slots__ = ("_length", "_trail")

    def __init__(self, trail: Trail, length: int) -> None:
        self._trail = trail
        self._length = length

    @classmethod
    def of(cls, keys: Iterable[Any] = ()) -> "Past":
        """A past of its own."""
        trail = Trail(keys)
        return cls(trail, len(trail.keys))

    def count(self, key: Any) -> int:
        """How often a position has occurred."""
        return bisect_left(self._trail.places.get(key, ()), self._length)

    def counts(self) -> Mapping[Any, int]:
        """How often each position has occurred, in the order of their first occurrences."""
        return Counter(self.keys())

    def keys(self) -> list[Any]:
        """The positions without their counters, in the order of play."""
        return self._trail.keys[: self._length]

    def followed_by(self, key: Any) -> "Past":
        """The past with one more occurrence."""
        trail, length = self._trail, self._length
        with _GROWING:
            if len(trail.keys) == length:
                trail.append(key)
        if trail.keys[length] != key:  # the trail has gone another way
            trail = Trail((*self.keys(), key))
        return Past(trail, length + 1)

    def __eq__(self, other: object) -> bool:
        """Does it hold the same occurrences, in whatever order?"""
        if not isinstance(other, Past):
            return NotImplemented
        shared = self._trail is other._trail and self._length == other._length
        return shared or self.counts() == other.counts()

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return Past.of, (self.keys(),)


_GROWING = Lock()  # threads may play on from the same state

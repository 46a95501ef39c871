"""How many values were how large."""

from bisect import bisect_left
from collections.abc import Iterator


class Histogram:
    """How many values lay at or below each bound."""

    def __init__(self, *bounds: float) -> None:
        self.bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def add(self, value: float) -> None:
        self._counts[bisect_left(self.bounds, value)] += 1
        self._sum += value

    def lines(self, name: str) -> Iterator[str]:
        below = 0
        for bound, count in zip((*self.bounds, "+Inf"), list(self._counts), strict=True):
            below += count
            yield f'{name}_bucket{{le="{bound}"}} {below}'
        yield f"{name}_sum {self._sum}"
        yield f"{name}_count {below}"

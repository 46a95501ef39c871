"""Retrograde analysis for games without throws: win, loss or draw and the distance, level by level.

At level 0 every position of a group is worth what play without end is.  At level n + 1 it is worth what one step of the
rules makes of level n: so much can be forced within n + 1 plies.  Level 1 looks at every position; later ones only at
those from which a move leads to what the level before has changed.  So the cost follows what is decided.

A value only ever moves away from what endless play is worth.  The level of the last change is its distance: this many
plies until something happens that never comes again, or the end.  Where the rules count quiet plies, levels beyond
their count are never reached.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeVar

import numpy as np

from ibau.core.errors import TableError
from ibau.core.game import Game
from ibau.core.table_layout import Layer, TableLayout
from ibau.lab.solver.retrograde_loops import UNKNOWN, Codes, KnownCodes, Marks, Places, Results, make_decide, make_mark
from ibau.tables.table_file import LONGEST, RESULTS

CHUNK = 1 << 18  # places that a thread steps at once
TOO_LONG = (
    "These rules cannot be solved: distances are as long as the count of quiet plies, of which some may be over when a "
    "turn begins."
)

T = TypeVar("T")
A = TypeVar("A", Codes, Marks)


class LevelResult(NamedTuple):
    """What one more level did."""

    number: int
    changed: int


class LayerChange(NamedTuple):
    """New values of some places of a layer."""

    layer: Layer
    places: Places
    results: Results


class RetrogradeAnalysis:
    """The levels of a group of layers."""

    def __init__(
        self, game: Game, tables: TableLayout, group: Sequence[Layer], codes: Codes, starts: Places, threads: int
    ) -> None:
        """`codes` are those of all layers; `starts` says where they begin."""
        self._rules, self._tables, self._group = game.rules, tables, group
        self._known = KnownCodes(codes, starts, tables.retrograde.most_quiet(game.rules))
        self._decide = make_decide(game.system.rulebook, tables)
        self._mark = make_mark(game.system.rulebook, tables)
        self._threads = threads
        sizes = [tables.size(layer) for layer in group]
        self._starts = np.full(tables.numbers, -1, np.int64)  # where its layers begin in the group
        self._starts[[tables.number(layer) for layer in group]] = np.cumsum([0, *sizes[:-1]])
        start = int(starts[tables.number(group[0])])
        self._group_codes = codes[start : start + sum(sizes)]

    def begin(self) -> None:
        """Begin with level 0: every position is without end."""
        for layer in self._group:
            worth = self._tables.retrograde.endless(self._rules, self._tables.position(self._rules, layer, 0))
            self._codes(layer)[:] = 1 + worth

    def levels(self, done: int = 0) -> Iterator[LevelResult]:
        """Every level after one that is done, until nothing changes.  Raises TableError."""
        last = self._known.most_quiet or LONGEST + 1
        for number in range(done + 1, last + 1):
            changes = [*self._changes(number)]
            changed = sum(len(change.places) for change in changes)
            if changed and number > LONGEST:
                raise TableError(f"There are distances of more than {LONGEST} plies, and tables have no room for them.")
            for change in changes:
                self._codes(change.layer)[change.places] = RESULTS * number + 1 + change.results.astype(np.int64)
            yield LevelResult(number, changed)
            if not changed:
                return

    def _changes(self, number: int) -> list[LayerChange]:
        """What a level changes, in the order of its places."""
        marks = self._marks(number) if number > 1 else None

        def change(layer: Layer, part: slice) -> LayerChange:
            codes = self._codes(layer)[part]
            marked = np.arange(len(codes)) if marks is None else np.flatnonzero(self._part_of(marks, layer)[part])
            results = np.empty(len(marked), np.int8)
            self._decide(self._rules, layer, self._known, part.start + marked, results)
            if (results == UNKNOWN).any():
                raise TableError(TOO_LONG)
            changed = results != codes[marked] % RESULTS - np.int8(1)
            return LayerChange(layer, part.start + marked[changed], results[changed])

        return list(self._run_on_threads(change))

    def _marks(self, number: int) -> Marks:
        """A mark for each position of the group that may see what the level before has changed."""
        marks = np.zeros(sum(map(self._tables.size, self._group)), np.uint8)
        first = RESULTS * (number - 1)

        def mark(layer: Layer, part: slice) -> None:
            codes = self._codes(layer)[part]
            places = part.start + np.flatnonzero((codes >= first) & (codes < first + RESULTS))
            self._mark(self._rules, layer, self._starts, places, marks)

        for _ in self._run_on_threads(mark):
            pass
        return marks

    def _part_of(self, numbers: A, layer: Layer) -> A:
        """The numbers of a layer among those of its group."""
        start = int(self._starts[self._tables.number(layer)])
        return numbers[start : start + self._tables.size(layer)]

    def _codes(self, layer: Layer) -> Codes:
        return self._part_of(self._group_codes, layer)

    def _run_on_threads(self, work: Callable[[Layer, slice], T]) -> Iterator[T]:
        """Work at parts of all layers, shared by threads, in the order of the parts."""
        parts = [
            (layer, slice(first, first + CHUNK))
            for layer in self._group
            for first in range(0, self._tables.size(layer), CHUNK)
        ]
        with ThreadPoolExecutor(self._threads) as pool:
            yield from pool.map(work, *zip(*parts, strict=True))

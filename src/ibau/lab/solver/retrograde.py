"""Retrograde analysis for games without throws: win, loss or draw and the distance, level by level.

At level 0 every position of a group has the value of endless play.  The values of level n + 1 follow from those of
level n by one ply of the rules: they can be forced within n + 1 plies.  Level 1 computes every position, later levels
only those with a move to a position that the level before has changed, so that the cost is that of decided positions.

A value only ever moves away from that of endless play.  The level of its last change is the distance: the number of
plies to an irreversible move or the end.  Where the rules count quiet plies, levels beyond their count are not reached.
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

CHUNK = 1 << 18  # positions per task of a thread
TOO_LONG = (
    "These rules cannot be solved: distances reach the limit of quiet plies, some of which may have been played when a "
    "turn begins."
)

T = TypeVar("T")
A = TypeVar("A", Codes, Marks)


class LevelResult(NamedTuple):
    """A level that has been computed."""

    number: int
    changed: int


class LayerChange(NamedTuple):
    """New values of some positions of a layer."""

    layer: Layer
    places: Places
    results: Results


class RetrogradeAnalysis:
    """Computes the levels of a group of layers."""

    def __init__(
        self, game: Game, tables: TableLayout, group: Sequence[Layer], codes: Codes, starts: Places, threads: int
    ) -> None:
        """`codes` are those of all layers; `starts` are the indices at which layers begin in it."""
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
        """Set level 0: play is endless from every position."""
        for layer in self._group:
            worth = self._tables.retrograde.endless(self._rules, self._tables.position(self._rules, layer, 0))
            self._codes(layer)[:] = 1 + worth

    def levels(self, done: int = 0) -> Iterator[LevelResult]:
        """Compute the levels after `done`, until nothing changes.  Raises TableError."""
        last = self._known.most_quiet or LONGEST + 1
        for number in range(done + 1, last + 1):
            changes = [*self._changes(number)]
            changed = sum(len(change.places) for change in changes)
            if changed and number > LONGEST:
                raise TableError(f"There are distances of more than {LONGEST} plies, too long for tables.")
            for change in changes:
                self._codes(change.layer)[change.places] = RESULTS * number + 1 + change.results.astype(np.int64)
            yield LevelResult(number, changed)
            if not changed:
                return

    def _changes(self, number: int) -> list[LayerChange]:
        """The changes of a level, in the order of positions."""
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
        """Mark each position of the group with a move that may lead to a change of the level before."""
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
        """The part of a group's numbers that belongs to a layer."""
        start = int(self._starts[self._tables.number(layer)])
        return numbers[start : start + self._tables.size(layer)]

    def _codes(self, layer: Layer) -> Codes:
        return self._part_of(self._group_codes, layer)

    def _run_on_threads(self, work: Callable[[Layer, slice], T]) -> Iterator[T]:
        """Call `work` with parts of all layers, in threads, and yield the results in order."""
        parts = [
            (layer, slice(first, first + CHUNK))
            for layer in self._group
            for first in range(0, self._tables.size(layer), CHUNK)
        ]
        with ThreadPoolExecutor(self._threads) as pool:
            yield from pool.map(work, *zip(*parts, strict=True))

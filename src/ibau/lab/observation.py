"""Observations: what networks see of a state, as planes of the board followed by numbers.

    layout = layout_of(game.system.evaluation)
    seen = observe(state)                               # uint8 [layout.size], 0 or 1
    seen[: layout.numbers_start].reshape(layout.shape)  # [planes, rows, columns], named by layout.planes
    seen[layout.numbers["throw"]]                       # one of these is 1: the throw to play

"own" is the side of the player to move, or of `seat`; in the Seti games each side sees its own start row at the
bottom.  A number n is one-hot: of its bits only that at index n is set, except for flags (one bit) and Seneti's hands
(n bits).  Not included are how often positions have occurred, and how many turns or plies are left until a draw.
docs/environments.md explains the names.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibau.core.contract import Evaluation
from ibau.core.features import ENEMY, NOWHERE, OWN, Feature
from ibau.core.game import State
from ibau.core.outcome import CHANCE, FIRST
from ibau.machine.rule import loop, once, rule

Observation = NDArray[np.uint8]


@dataclass(frozen=True, eq=False, repr=False)
class ObservationLayout:
    """The layout of an observation: planes one after the other, each row by row, then the numbers."""

    shape: tuple[int, int, int]  # planes, rows from the top, columns from the left
    planes: tuple[str, ...]  # the feature of each plane; repeated for features of several planes
    numbers: Mapping[str, slice]  # the indices of each feature's numbers
    size: int  # of an observation
    cells: NDArray[np.int64]  # [bits of the inputs] their indices in an observation; NOWHERE if unused
    opposite: NDArray[np.intp]  # [size] the index with the same meaning for the other side

    def __repr__(self) -> str:
        return f"<Layout of {self.size}: planes {self.shape}, numbers {', '.join(self.numbers)}>"

    @property
    def numbers_start(self) -> int:
        """The index after the planes, where the numbers begin."""
        planes, rows, columns = self.shape
        return planes * rows * columns


@once
def layout_of(evaluation: Evaluation) -> ObservationLayout:
    """The layout of a system's observations, the same for all its rulesets."""
    features = [feature for word in evaluation.features for feature in word]
    rows, columns = evaluation.grid
    planes = tuple(feature.name for feature in features for _ in range(feature.planes))
    starts = _starts(features, rows * columns)
    numbers = {f.name: slice(starts[f.name], starts[f.name] + f.bits) for f in features if not f.planes}
    return ObservationLayout(
        shape=(len(planes), rows, columns),
        planes=planes,
        numbers=numbers,
        size=rows * columns * len(planes) + sum(f.bits for f in features if not f.planes),
        cells=np.array([cell for feature in features for cell in _cells(feature, starts[feature.name])], np.int64),
        opposite=np.array(list(_opposite(evaluation, features, starts)), np.intp),
    )


def _starts(features: list[Feature], board: int) -> dict[str, int]:
    """The first index of each feature in an observation: all planes, then all numbers."""
    starts: dict[str, int] = {}
    used = 0
    for feature in sorted(features, key=lambda feature: not feature.planes):
        starts[feature.name] = used
        used += board * feature.planes or feature.bits
    return starts


def _cells(feature: Feature, start: int) -> Iterator[int]:
    """The indices of a feature's bits in an observation."""
    for bit in range(feature.bits):
        cell = feature.cells[bit] if feature.planes else bit
        yield NOWHERE if cell == NOWHERE else start + cell


def _opposite(evaluation: Evaluation, features: list[Feature], starts: Mapping[str, int]) -> Iterator[int]:
    """For each index of an observation, that with the same meaning for the other side."""
    rows, columns = evaluation.grid
    for feature in sorted(features, key=lambda feature: starts[feature.name]):
        places = np.arange(feature.bits)
        if feature.planes:
            boards = np.arange(feature.planes * rows * columns).reshape(feature.planes, rows, columns)
            places = (boards[:, ::-1] if evaluation.flipped else boards).ravel()
        yield from (starts[_of_the_other(feature.name)] + places).tolist()


def _of_the_other(name: str) -> str:
    """The name of a feature from the other side."""
    if name.startswith(OWN):
        return ENEMY + name.removeprefix(OWN)
    return OWN + name.removeprefix(ENEMY) if name.startswith(ENEMY) else name


@once
def make_spread(evaluation: Evaluation) -> Callable[[Any, Any, Observation], None]:
    """Compile a rule that writes the observation of a position into an array.

    spread(rules, position, out) sets all of `out`, uint8 [layout.size], from the side of `actor`.
    """
    inputs, widths, cells = evaluation.inputs, evaluation.input_bits, layout_of(evaluation).cells

    @rule
    def spread(rules: Any, position: Any, out: Observation) -> None:
        out[:] = 0
        row = 0
        for column, bits in enumerate(inputs(rules, position)):
            while bits:
                low = bits & -bits
                out[cells[row + low.bit_length() - 1]] = 1
                bits ^= low  # noqa: PLW2901 - what is left of the set
            row += widths[column]

    return spread


@once
def make_observe(evaluation: Evaluation) -> Callable[[Any, Any, Observation], None]:
    """Compile a loop that writes the observation of one position into an array."""
    spread = make_spread(evaluation)

    @loop
    def observe(rules: Any, position: Any, out: Observation) -> None:
        spread(rules, position, out)

    return observe


def observe(state: State, seat: int | None = None) -> Observation:
    """Observe a state: uint8 [layout.size], 0 or 1, see `layout_of`.

    `seat`: from whose side, 0 or 1; by default that of the player to move or to throw, 0 at a lot.
    """
    evaluation = state.game.system.evaluation
    layout = layout_of(evaluation)
    seen = np.empty(layout.size, np.uint8)
    make_observe(evaluation)(state.game.rules, state.position, seen)
    actor = state.actor
    mover = FIRST if actor == CHANCE else actor
    return seen if seat is None or seat == mover else seen[layout.opposite]

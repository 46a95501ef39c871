"""One observation of a state for all who learn: what a network sees, spread to planes of the board and to numbers.

    layout = layout_of(game.system.evaluation)
    seen = observe(state)                               # uint8 [layout.size], 0 or 1
    seen[: layout.numbers_start].reshape(layout.shape)  # [planes, rows, columns], as layout.planes names them
    seen[layout.numbers["throw"]]                       # which throw is to be played

"own" is the side of the player to move, or of the seat that is asked for; where the two sides go opposite ways, each
sees its own start row below.  Numbers count by place: of the bits of a number just one is set, unless the feature is a
flag or says otherwise.  What is not seen on the board is not in it: how often a position has occurred, and how many
turns or plies are left until a draw.
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
    """Where everything lies in an observation: the planes one after the other, row by row, then the numbers."""

    shape: tuple[int, int, int]  # planes, rows from the top, columns from the left
    planes: tuple[str, ...]  # the feature that each plane shows; one of several planes has its name several times
    numbers: Mapping[str, slice]  # where in an observation the numbers of each feature are
    size: int
    cells: NDArray[np.int64]  # [bits of the inputs] their places in an observation; NOWHERE if unused
    opposite: NDArray[np.intp]  # [size] where the other side finds what it sees in each place

    def __repr__(self) -> str:
        return f"<Layout of {self.size}: planes {self.shape}, numbers {', '.join(self.numbers)}>"

    @property
    def numbers_start(self) -> int:
        """Where the planes end."""
        planes, rows, columns = self.shape
        return planes * rows * columns


@once
def layout_of(evaluation: Evaluation) -> ObservationLayout:
    """The layout of a system's observations, the same under all its rulesets."""
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
    """Where each feature begins in an observation: all planes, then all numbers."""
    starts: dict[str, int] = {}
    used = 0
    for feature in sorted(features, key=lambda feature: not feature.planes):
        starts[feature.name] = used
        used += board * feature.planes or feature.bits
    return starts


def _cells(feature: Feature, start: int) -> Iterator[int]:
    """The places of a feature's bits in an observation."""
    for bit in range(feature.bits):
        cell = feature.cells[bit] if feature.planes else bit
        yield NOWHERE if cell == NOWHERE else start + cell


def _opposite(evaluation: Evaluation, features: list[Feature], starts: Mapping[str, int]) -> Iterator[int]:
    """For each place of an observation that with the same meaning for the other side."""
    rows, columns = evaluation.grid
    for feature in sorted(features, key=lambda feature: starts[feature.name]):
        places = np.arange(feature.bits)
        if feature.planes:
            boards = np.arange(feature.planes * rows * columns).reshape(feature.planes, rows, columns)
            places = (boards[:, ::-1] if evaluation.turned else boards).ravel()
        yield from (starts[_of_the_other(feature.name)] + places).tolist()


def _of_the_other(name: str) -> str:
    """What a side's feature is called by the other."""
    if name.startswith(OWN):
        return ENEMY + name.removeprefix(OWN)
    return OWN + name.removeprefix(ENEMY) if name.startswith(ENEMY) else name


@once
def make_spread(evaluation: Evaluation) -> Callable[[Any, Any, Observation], None]:
    """A rule that writes the observation of a position into an array, for compiled loops.

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
    """A loop that writes the observation of one position into an array."""
    spread = make_spread(evaluation)

    @loop
    def observe(rules: Any, position: Any, out: Observation) -> None:
        spread(rules, position, out)

    return observe


def observe(state: State, seat: int | None = None) -> Observation:
    """A state as uint8 [layout.size], 0 or 1, from a seat's point of view; without one, whose turn or throw it is.

    At a lot, which is nobody's, it is the point of view of FIRST.
    """
    evaluation = state.game.system.evaluation
    layout = layout_of(evaluation)
    seen = np.empty(layout.size, np.uint8)
    make_observe(evaluation)(state.game.rules, state.position, seen)
    actor = state.actor
    mover = FIRST if actor == CHANCE else actor
    return seen if seat is None or seat == mover else seen[layout.opposite]

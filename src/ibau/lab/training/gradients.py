"""The gradient of a network's error, compiled; its cost is proportional to the number of inputs that are set."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.lab.training.training_files import Positions
from ibau.machine.rule import loop, rule
from ibau.search.network import CEILING, FIRST_UNIT

CLIP = CEILING / FIRST_UNIT
ZERO, ONE, TWO, LIMIT = np.float32(0), np.float32(1), np.float32(2), np.float32(CLIP)

FloatArray = NDArray[np.floating[Any]]  # of 32 bits


class NetworkWeights(NamedTuple):
    """The weights of a network; as they are learnt, with the hidden units of one symmetry of the board."""

    first: FloatArray  # [inputs, hidden]
    bias: FloatArray  # [hidden]
    second: FloatArray  # [hidden]
    offset: FloatArray  # [1]


def zeros_like(weights: NetworkWeights) -> NetworkWeights:
    """Zeros of the same shapes."""
    return NetworkWeights(*(np.zeros_like(array) for array in weights))


class Workspace(NamedTuple):
    """Buffers for one position."""

    hidden: FloatArray  # [hidden]
    inputs: NDArray[np.int64]  # [inputs] the indices of those that are set


def word_offsets(widths: Sequence[int]) -> NDArray[np.int64]:
    """The index of each word's lowest bit among the inputs."""
    return np.array([0, *accumulate(widths)][:-1], np.int64)


def new_workspace(network: NetworkWeights) -> Workspace:
    """Buffers for a spread network."""
    inputs, hidden = network.first.shape
    return Workspace(np.zeros(hidden, np.float32), np.zeros(inputs, np.int64))


def gradient_of(
    network: NetworkWeights, positions: Positions, chosen: NDArray[np.int64], widths: Sequence[int]
) -> NetworkWeights:
    """The gradient of the mean squared error over the positions whose indices are `chosen`.

    `network`: spread over the symmetries (`WeightSharing.spread`).
    `widths`: the number of bits of each word of inputs.
    """
    gradient, workspace = zeros_like(network), new_workspace(network)
    add_gradients(positions.words, positions.values, chosen, word_offsets(widths), network, gradient, workspace)
    return NetworkWeights(*(array / np.float32(len(chosen)) for array in gradient))


@rule
def set_inputs(words: NDArray[np.int64], position: int, starts: NDArray[np.int64], workspace: Workspace) -> int:
    """List the inputs of a position that are set, and return their number."""
    used = 0
    for column in range(starts.size):
        bits = words[position, column]
        while bits:
            low = bits & -bits
            workspace.inputs[used] = starts[column] + low.bit_length() - 1
            used += 1
            bits ^= low
    return used


@rule
def forward(network: NetworkWeights, used: int, workspace: Workspace) -> Any:
    """The output of a network for the listed inputs, before squashing to -1..1."""
    hidden = workspace.hidden
    for n in range(hidden.size):
        hidden[n] = network.bias[n]
    for k in range(used):
        row = workspace.inputs[k]
        for n in range(hidden.size):
            hidden[n] += network.first[row, n]
    z = network.offset[0]
    for n in range(hidden.size):
        z += min(max(hidden[n], ZERO), LIMIT) * network.second[n]
    return z


@rule
def add_gradient(network: NetworkWeights, gradient: NetworkWeights, used: int, workspace: Workspace, by_z: Any) -> None:
    """Add the gradient of the last output, times `by_z`, to `gradient`, which may be the network itself."""
    hidden = workspace.hidden
    gradient.offset[0] += by_z
    for n in range(hidden.size):
        value = hidden[n]
        hidden[n] = by_z * network.second[n] if ZERO < value < LIMIT else ZERO
        gradient.bias[n] += hidden[n]
        gradient.second[n] += by_z * min(max(value, ZERO), LIMIT)
    for k in range(used):
        row = workspace.inputs[k]
        for n in range(hidden.size):
            gradient.first[row, n] += hidden[n]


@loop
def add_gradients(
    words: NDArray[np.int64],
    values: FloatArray,
    chosen: NDArray[np.int64],
    starts: NDArray[np.int64],
    network: NetworkWeights,
    gradient: NetworkWeights,
    workspace: Workspace,
) -> None:
    """Add the gradients of the squared errors of the chosen positions."""
    for n in range(chosen.size):
        used = set_inputs(words, chosen[n], starts, workspace)
        z = forward(network, used, workspace)
        size = ONE + abs(z)
        add_gradient(network, gradient, used, workspace, TWO * (z / size - values[chosen[n]]) / (size * size))

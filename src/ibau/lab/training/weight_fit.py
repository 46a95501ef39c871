"""Fitting the weights of a network to positions, and quantizing them."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.contract import System
from ibau.lab.training.gradients import CLIP, FloatArray, NetworkWeights, gradient_of
from ibau.lab.training.training_files import Positions, read_arrays, unpack_bits, write_arrays
from ibau.search.network import CEILING, FIRST_UNIT, FORMATS, MOST_THOUSANDTHS, SECOND_UNIT, Network

BATCH_SIZE, CHUNK = 256, 1 << 14  # positions per step; positions that are evaluated at once
LEARNING_RATE = 0.02  # at the beginning; it falls to 0 along half a cosine
BETA_1, BETA_2, EPSILON = 0.9, 0.999, 1e-8  # Adam's constants
MAX_FIRST = 31.0  # the largest weights that fit into 16 bits
MAX_SECOND = 7.9
TYPICAL_BITS = 25  # roughly the number of inputs that are set, for the scale of random weights


def new_weights(inputs: int, hidden: int, random: np.random.Generator) -> NetworkWeights:
    """Random initial weights."""
    first = random.normal(0, 1 / np.sqrt(TYPICAL_BITS), (inputs, hidden))
    second = random.normal(0, 1 / np.sqrt(hidden), hidden)
    drawn = (first, np.full(hidden, 0.5), second, np.zeros(1))
    return NetworkWeights(*(array.astype(np.float32) for array in drawn))


def write_weights(file: Path, weights: NetworkWeights) -> None:
    write_arrays(file, **weights._asdict())


def read_weights(file: Path) -> NetworkWeights:
    """Read weights.  Raises TrainingError."""
    return NetworkWeights(*read_arrays(file, NetworkWeights._fields))


class WeightSharing(NamedTuple):
    """Shares weights among the symmetries of the board, as found by `input_permutations`."""

    permutations: NDArray[np.intp]  # [symmetries, inputs]
    known: NDArray[np.bool_]  # [inputs]

    def spread(self, weights: NetworkWeights) -> NetworkWeights:
        """Repeat the weights for each symmetry: the network with all hidden units."""
        times = len(self.permutations)
        first = np.zeros((times, *weights.first.shape), np.float32)
        for n, places in enumerate(self.permutations):
            first[n, places] = weights.first * self.known[:, None]
        return NetworkWeights(
            np.concatenate(list(first), axis=1),
            np.tile(weights.bias, times),
            np.tile(weights.second, times) / np.float32(times),
            weights.offset,
        )

    def fold(self, network: NetworkWeights) -> NetworkWeights:
        """Reverse `spread`, averaging the weights of all symmetries."""
        times = len(self.permutations)
        parts = np.split(network.first, times, axis=1)
        first = np.mean([part[places] for part, places in zip(parts, self.permutations, strict=True)], axis=0)
        return NetworkWeights(
            np.asarray(first, np.float32) * self.known[:, None],
            network.bias.reshape(times, -1).mean(axis=0),
            network.second.reshape(times, -1).mean(axis=0) * np.float32(times),
            network.offset,
        )

    def fold_gradient(self, gradient: NetworkWeights) -> NetworkWeights:
        """The gradient of the weights, from that of the spread network."""
        times = len(self.permutations)
        parts = np.split(gradient.first, times, axis=1)
        first = sum(part[places] for part, places in zip(parts, self.permutations, strict=True)) * self.known[:, None]
        return NetworkWeights(
            np.asarray(first, np.float32),
            gradient.bias.reshape(times, -1).sum(axis=0),
            gradient.second.reshape(times, -1).mean(axis=0),
            gradient.offset,
        )


def predict(network: NetworkWeights, bits: NDArray[np.uint8]) -> FloatArray:
    """The values of some positions, -1..1, by a spread network."""
    found: list[FloatArray] = []
    for begin in range(0, len(bits), CHUNK):
        hidden = bits[begin : begin + CHUNK].astype(np.float32) @ network.first + network.bias
        z = np.clip(hidden, 0, CLIP) @ network.second + network.offset
        found.append(z / (1 + np.abs(z)))
    return np.concatenate(found)


def loss(network: NetworkWeights, bits: NDArray[np.uint8], values: FloatArray) -> float:
    """The mean squared error of a spread network."""
    return float(np.mean((predict(network, bits) - values) ** 2))


def mean_error(network: NetworkWeights, positions: Positions, widths: Sequence[int]) -> float:
    """The mean squared error of a spread network over positions, unpacked a chunk at a time."""
    words, values = positions
    parts = [slice(begin, begin + CHUNK) for begin in range(0, len(values), CHUNK)]
    sums = [loss(network, unpack_bits(words[part], widths), values[part]) * len(values[part]) for part in parts]
    return sum(sums) / len(values)


class FitSettings(NamedTuple):
    """The settings of a fit."""

    random: np.random.Generator
    epochs: int
    progress: Callable[[int, int], None]  # (batches done, total)
    gain: float = 1.0  # by which the network will be amplified


def fit(
    weights: NetworkWeights, sharing: WeightSharing, positions: Positions, widths: Sequence[int], settings: FitSettings
) -> NetworkWeights:
    """Fit weights by Adam (Kingma and Ba 2015) in mini-batches; `widths` are the numbers of bits of words."""
    steps = settings.epochs * -(-len(positions.values) // BATCH_SIZE)
    mean, square = (NetworkWeights(*(np.zeros_like(array) for array in weights)) for _ in range(2))
    step = 0
    for _ in range(settings.epochs):
        shuffled = settings.random.permutation(len(positions.values))
        for batch in np.split(shuffled, range(BATCH_SIZE, len(shuffled), BATCH_SIZE)):
            step += 1
            gradient = sharing.fold_gradient(gradient_of(sharing.spread(weights), positions, batch, widths))
            mean = running_mean(mean, gradient, BETA_1)
            square = running_mean(square, NetworkWeights(*(slope * slope for slope in gradient)), BETA_2)
            rate = LEARNING_RATE * (1 + np.cos(np.pi * step / steps)) / 2
            weights = clip_weights(adam_step(weights, mean, square, np.float32(rate), step), settings.gain)
        settings.progress(step, steps)
    return weights


def running_mean(kept: NetworkWeights, new: NetworkWeights, share: float) -> NetworkWeights:
    """Update running means."""
    return NetworkWeights(
        *(np.float32(share) * old + np.float32(1 - share) * now for old, now in zip(kept, new, strict=True))
    )


def adam_step(
    weights: NetworkWeights, mean: NetworkWeights, square: NetworkWeights, rate: np.float32, step: int
) -> NetworkWeights:
    """The weights after a step of Adam."""
    mean_scale, square_scale = np.float32(1 - BETA_1**step), np.float32(1 - BETA_2**step)
    first, bias, second, offset = (
        array - rate * (m / mean_scale) / (np.sqrt(s / square_scale) + np.float32(EPSILON))
        for array, m, s in zip(weights, mean, square, strict=True)
    )
    return NetworkWeights(first, bias, second, offset)


def clip_weights(weights: NetworkWeights, gain: float) -> NetworkWeights:
    """Clip weights to what can be quantized after amplification."""
    most = np.float32(MAX_SECOND / gain)
    first, second = np.clip(weights.first, -MAX_FIRST, MAX_FIRST), np.clip(weights.second, -most, most)
    return weights._replace(first=first, second=second)


# --- Quantization ----------------------------------------------------------------------------------------------------


def amplify(network: NetworkWeights, gain: float) -> NetworkWeights:
    """Multiply a network's output by `gain`, which keeps the order of positions."""
    return network._replace(second=network.second * np.float32(gain), offset=network.offset * np.float32(gain))


def unamplify(value: float, gain: float) -> float:
    """The value, -1..1, before amplification."""
    size = abs(value)
    return value / (gain * (1 - size) + size)


def quantise(network: NetworkWeights) -> Network:
    """Round a spread network to whole numbers."""
    numbers: list[Any] = [
        np.rint(network.first * FIRST_UNIT).astype(np.int16),
        np.rint(network.bias * FIRST_UNIT).astype(np.int32),
        np.rint(network.second * SECOND_UNIT).astype(np.int16),
        np.rint(network.offset.astype(np.float64) * (FIRST_UNIT * SECOND_UNIT)).astype(np.int64),
        np.zeros(network.bias.size, np.int32),
    ]
    return Network(*numbers)


def write_network(stream: IO[bytes], network: Network, system: System) -> None:
    """Write a network of a system."""
    arrays: dict[str, Any] = {name: np.ascontiguousarray(getattr(network, name)) for name in FORMATS}
    np.savez_compressed(stream, system=np.array(system.id), **arrays)


def predict_thousandths(network: Network, bits: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The values by a quantized network, in thousandths for the player to move; as search/network.py, vectorized."""
    found: list[NDArray[np.int64]] = []
    first, bias = np.asarray(network.first, np.float64), np.asarray(network.bias)
    second, offset = np.asarray(network.second, np.int64), np.asarray(network.offset)
    for begin in range(0, len(bits), CHUNK):
        hidden = bits[begin : begin + CHUNK].astype(np.float64) @ first + bias  # exact: far below 2^53
        z = np.clip(hidden, 0, CEILING).astype(np.int64) @ second + offset
        size = np.abs(z)
        found.append(np.sign(z) * (MOST_THOUSANDTHS * size // (size + FIRST_UNIT * SECOND_UNIT)))
    return np.concatenate(found)

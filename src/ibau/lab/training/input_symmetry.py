"""The permutations of a network's inputs when the board is mirrored or rotated, found from sample positions.

A network has one set of weights, repeated for each symmetry of the board with permuted inputs, so that the value of a
mirrored position is exactly the mirrored value.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ibau.core.game import Game, State
from ibau.core.outcome import CHANCE, NOBODY
from ibau.lab.training.training_files import unpack_bits

SAMPLE = 4000  # positions


def input_permutations(game: Game, seed: int, sample: int = SAMPLE) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """The permutations, intp [symmetries, inputs], identity first, and the inputs for which they hold, bool [inputs].

    Input i of the image is input `permutations[s, i]` of the position.  Inputs that are never set in the sample, of
    `sample` positions of random games, count as not holding.
    """
    symmetries, evaluation = game.system.symmetries, game.system.evaluation
    positions = sample_positions(game, seed, sample)
    seen = [unpack_bits(input_words(game, positions), evaluation.input_bits)]
    for symmetry in symmetries:
        images = [symmetry.position(position) for position in positions]
        seen.append(unpack_bits(input_words(game, images), evaluation.input_bits))
    found = np.array([match_columns(seen[0], image) for image in seen])
    fitting = [np.all(image == seen[0][:, places], axis=0) for image, places in zip(seen, found, strict=True)]
    known: NDArray[np.bool_] = np.all([np.any(seen[0], axis=0), *fitting], axis=0)
    return found, closed_subset(found, known)


def closed_subset(found: NDArray[np.intp], known: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The known inputs that are permuted only with known ones."""
    while True:
        smaller: NDArray[np.bool_] = known & np.all(known[found], axis=0)
        if np.array_equal(smaller, known):
            return known
        known = smaller


def match_columns(bits: NDArray[np.uint8], image: NDArray[np.uint8]) -> NDArray[np.intp]:
    """For each column of the image an equal column of `bits`, each used once; the same column where it is equal."""
    places: dict[bytes, list[int]] = {}
    for column in reversed(range(bits.shape[1])):
        places.setdefault(bits[:, column].tobytes(), []).append(column)
    found = np.full(bits.shape[1], -1)
    keys = [image[:, column].tobytes() for column in range(image.shape[1])]
    for column, key in enumerate(keys):
        if column in places.get(key, ()):
            found[column] = column
            places[key].remove(column)
    for column, key in enumerate(keys):
        if found[column] < 0 and places.get(key):
            found[column] = places[key].pop()
    left = sorted(set(range(bits.shape[1])) - set(found.tolist()))
    found[found < 0] = left
    return found


def input_words(game: Game, positions: Sequence[object]) -> NDArray[np.int64]:
    """The network inputs of some positions, int64 [n, words]."""
    inputs = game.system.evaluation.inputs
    return np.array([inputs(game.rules, position) for position in positions], np.int64)


def sample_positions(game: Game, seed: int, sample: int) -> list[object]:
    """Sample `sample` positions of random games."""
    random = np.random.default_rng(seed)
    found: list[object] = []
    state: State = game.initial()
    while len(found) < sample:
        if state.turn == NOBODY:
            state = game.initial()
        if state.actor != CHANCE:
            found.append(state.position)
        state = state.after(int(random.choice(state.legal)))
    return found

"""How a network's inputs change places when the board is mirrored or turned: found by looking at positions of games.

A network learns one set of weights and has it once for each symmetry of the board, its inputs rearranged; so what it
says of a mirrored position is exactly the mirrored value.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ibau.core.game import Game, State
from ibau.core.outcome import CHANCE, NOBODY
from ibau.lab.training.training_files import unpack_bits

SAMPLE = 4000  # positions


def input_permutations(game: Game, seed: int, sample: int = SAMPLE) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """[symmetries, inputs] where each input of the rearranged position is found in the position, identity first;
    [inputs] which inputs keep to that throughout the sample.  An input that was never set is not among them.
    """
    symmetries, evaluation = game.system.symmetries, game.system.evaluation
    positions = sample_positions(game, seed, sample)
    seen = [unpack_bits(input_words(game, positions), evaluation.input_bits)]
    for symmetry in symmetries:
        turned = [symmetry.position(position) for position in positions]
        seen.append(unpack_bits(input_words(game, turned), evaluation.input_bits))
    found = np.array([match_columns(seen[0], image) for image in seen])
    fitting = [np.all(image == seen[0][:, places], axis=0) for image, places in zip(seen, found, strict=True)]
    known: NDArray[np.bool_] = np.all([np.any(seen[0], axis=0), *fitting], axis=0)
    return found, closed_subset(found, known)


def closed_subset(found: NDArray[np.intp], known: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The known inputs that change places only with known ones."""
    while True:
        smaller: NDArray[np.bool_] = known & np.all(known[found], axis=0)
        if np.array_equal(smaller, known):
            return known
        known = smaller


def match_columns(bits: NDArray[np.uint8], image: NDArray[np.uint8]) -> NDArray[np.intp]:
    """For each column of the image a column of the bits that equals it, each taken once; itself where that is equal."""
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
    """What a network sees of some positions."""
    inputs = game.system.evaluation.inputs
    return np.array([inputs(game.rules, position) for position in positions], np.int64)


def sample_positions(game: Game, seed: int, sample: int) -> list[object]:
    """Positions of random games."""
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

"""Small neural networks that evaluate positions: one hidden layer, in integers, so that compiled equals plain.

Its inputs are bits (`Evaluation.inputs`), few of them set, so the first layer is a sum of rows.

    hidden = bias + the rows of `first` of the bits that are set      FIRST_UNIT is 1
    z      = offset + the sum of clipped(hidden) * second              FIRST_UNIT * SECOND_UNIT is 1
    value  = z / (|z| + 1), in thousandths of a win for the player to move

Without a network `hidden` is empty, and the game's hand-written evaluation is used.
"""

import functools
import math
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from ibau.core.contract import WIN, Evaluation, Rulebook, System
from ibau.core.errors import IbauError
from ibau.core.game import Game
from ibau.core.outcome import CHANCE, FIRST
from ibau.machine.arrays import Zeros, fill, zeros
from ibau.machine.atomic_files import bytes_from_numbers, numbers_from_bytes
from ibau.machine.rule import once, rule
from ibau.search.npz import DAMAGED, Array, read_arrays

SHIPPED = "shipped"  # the evaluator shipped with a game: its network if it has one
FEATURES = "features"  # the hand-written evaluation

FIRST_UNIT, SECOND_UNIT = 1 << 10, 1 << 12
CEILING = 16 * FIRST_UNIT  # of hidden numbers; products of it and an int16 stay far below 2^62
MOST_THOUSANDTHS = WIN - 1
LARGEST_BIAS = 1 << 24  # with 62 bits an int and the largest weights, hidden numbers stay below 2^31
LARGEST_OFFSET = 1 << 40  # more than hidden numbers add up to; both, in thousandths, stay far below 2^62
MOST_HIDDEN = 1 << 10


class NetworkError(IbauError):
    """A file holds no network, or one that does not fit the game."""


class Network(NamedTuple):
    """The weights of a network, and scratch memory."""

    first: memoryview  # [inputs, hidden] int16
    bias: memoryview  # [hidden] int32
    second: memoryview  # [hidden] int16
    offset: memoryview  # [1] int64
    scratch: memoryview  # [hidden] int32, so no two threads may share it


FORMATS = {"first": "h", "bias": "i", "second": "h", "offset": "q"}  # the format codes of memoryviews
KINDS = {"first": "int16", "bias": "int32", "second": "int16", "offset": "int64"}  # the dtypes in files


def no_network() -> Network:
    """An empty network, which stands for the hand-written evaluation."""
    return Network(zeros((1, 1), "h"), zeros(0, "i"), zeros(0, "h"), zeros(1, "q"), zeros(0, "i"))


def check_fits(network: Network, system: System) -> Network:
    """Return the network if it has as many input bits as positions of the system.  Raises NetworkError."""
    bits = sum(system.evaluation.input_bits)
    if len(network.bias) and len(network.first) != bits:
        raise NetworkError(f"A network of {len(network.first)} bits does not fit {system.id}, which has {bits}.")
    return network


def copy_network(network: Network, zeros: Zeros) -> Network:
    """A copy of the network, with scratch memory of its own, in arrays that `zeros` makes."""
    arrays = {name: _copied(memoryview(getattr(network, name)), kind, zeros) for name, kind in FORMATS.items()}
    return Network(**arrays, scratch=zeros(len(network.bias), "i"))


def _copied(numbers: memoryview, kind: str, zeros: Zeros) -> Any:
    shape: Any = numbers.shape
    copy = zeros(shape if numbers.ndim > 1 else len(numbers), kind)
    fill(copy, 0, numbers)
    return copy


def network_of(game: Game, source: str = SHIPPED) -> Network:
    """The network of a game, for one thread; no network stands for the hand-written evaluation.

    `source`: "shipped" for the one that comes with the game, if there is one for this ruleset; "features" for none;
    or the path of a file that `ibau train` wrote.  Raises NetworkError if the file holds none for this game.
    """
    if source == FEATURES:
        return no_network()
    file = shipped_file(game.system) if source == SHIPPED else Path(source)
    if source == SHIPPED and not (file.exists() and game.system.network_applies(game.rules)):
        return no_network()
    network = _kept(file, _changed(file), game.system)
    return network._replace(scratch=zeros(len(network.bias), "i"))


def fingerprint(network: Network) -> str:
    """Eight hexadecimal digits that identify a network; "features" for none."""
    if not len(network.bias):
        return FEATURES
    return f"{zlib.crc32(b''.join(bytes_from_numbers(getattr(network, name)) for name in FORMATS)):08x}"


def shipped_file(system: System) -> Path:
    """The path of a system's shipped network, which need not exist."""
    return system.folder / "network.npz"


def _changed(file: Path) -> int | None:
    """When a file was last written; None if that is unknown, in which case reading it raises the error."""
    try:
        return file.stat().st_mtime_ns
    except (OSError, ValueError):
        return None


@functools.lru_cache(maxsize=16)
def _kept(file: Path, changed: int | None, system: System) -> Network:  # noqa: ARG001 - a changed file is read again
    return read_network(file, system)


# --- Files -----------------------------------------------------------------------------------------------------------


def read_network(file: Path, system: System) -> Network:
    """Read a network from a file.  Raises NetworkError if it holds none for this system."""
    try:
        arrays = read_arrays(file, (*FORMATS, "system"))
        trained_for = arrays.pop("system").text
    except FileNotFoundError as error:
        raise NetworkError(f"There is no file {str(file)!r}; a network is a file that `ibau train` wrote.") from error
    except DAMAGED as error:
        raise NetworkError(f"{str(file)!r} holds no network: it is not a file that `ibau train` wrote.") from error
    if trained_for != system.id:
        raise NetworkError(f"{str(file)!r} holds a network of {trained_for}, not of {system.id}.")
    _check_shapes(file, arrays, system)
    numbers = {name: numbers_from_bytes(arrays[name].data, kind, arrays[name].shape) for name, kind in FORMATS.items()}
    _check_sizes(file, numbers["bias"], numbers["offset"])
    return Network(**numbers, scratch=zeros(len(numbers["bias"]), "i"))


def _check_shapes(file: Path, arrays: dict[str, Array], system: System) -> None:
    """Raise NetworkError if the arrays do not fit together or do not fit the system."""
    inputs, hidden = sum(system.evaluation.input_bits), math.prod(arrays["bias"].shape)
    wanted = {"first": (inputs, hidden), "bias": (hidden,), "second": (hidden,), "offset": (1,)}
    for name, shape in wanted.items():
        kept = arrays[name]
        if (kept.kind, kept.shape) != (KINDS[name], shape):
            raise NetworkError(
                f"{str(file)!r}: {name!r} is {kept.kind} {kept.shape}; {system.id} needs {KINDS[name]} {shape}."
            )
    if not 0 < hidden <= MOST_HIDDEN:
        raise NetworkError(f"{str(file)!r}: a network has 1 to {MOST_HIDDEN} hidden numbers, not {hidden}.")


def _check_sizes(file: Path, bias: memoryview, offset: memoryview) -> None:
    """Raise NetworkError if a number is so large that sums may overflow."""
    for name, numbers, largest in (("bias", bias, LARGEST_BIAS), ("offset", offset, LARGEST_OFFSET)):
        far = max(map(abs, numbers))
        if far > largest:
            raise NetworkError(f"{str(file)!r}: {name!r} goes to {far}; a network's stays within {largest}.")


# --- Evaluation ------------------------------------------------------------------------------------------------------


@rule
def add_row(network: Network, row: int) -> None:
    """Add the weights of an input bit that is set to the hidden numbers."""
    first, scratch = network.first, network.scratch
    for n in range(len(scratch)):
        scratch[n] += first[row, n]


@rule
def answer(network: Network) -> int:
    """The value for the hidden numbers, in thousandths."""
    z = int(network.offset[0])
    for n in range(len(network.scratch)):
        z += min(max(int(network.scratch[n]), 0), CEILING) * int(network.second[n])
    size = abs(z)
    value = MOST_THOUSANDTHS * size // (size + FIRST_UNIT * SECOND_UNIT)
    return value if z >= 0 else -value


@once
def make_estimate(rulebook: Rulebook, evaluation: Evaluation) -> Callable[[Any, Any, Network], int]:
    """Compile a game's evaluation in thousandths of a win for FIRST: by the network, else the hand-written one."""
    evaluate, inputs, widths, actor = evaluation.evaluate, evaluation.inputs, evaluation.input_bits, rulebook.actor

    @rule
    def from_features(rules: Any, position: Any, network: Network) -> int:  # noqa: ARG001 - there can be none
        return evaluate(rules, position)

    if not widths:
        return from_features

    @rule
    def estimate(rules: Any, position: Any, network: Network) -> int:
        """The network's value, turned to FIRST's side; a lot counts as even."""
        if not len(network.bias):
            return evaluate(rules, position)
        for n in range(len(network.bias)):
            network.scratch[n] = network.bias[n]
        row = 0
        for column, bits in enumerate(inputs(rules, position)):
            while bits:
                low = bits & -bits
                add_row(network, row + low.bit_length() - 1)
                bits ^= low  # noqa: PLW2901 - what is left of the set
            row += widths[column]
        seat = actor(rules, position)
        value = answer(network)
        return 0 if seat == CHANCE else value if seat == FIRST else -value

    return estimate

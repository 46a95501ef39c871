"""Networks: compiled equals plain, both seats and mirrored boards look alike, and wrong files are refused."""

import io
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from ibau.core.contract import Evaluation, Rulebook
from ibau.core.game import Game
from ibau.core.outcome import CHANCE, FIRST, other
from ibau.games import game, systems
from ibau.games.seti.figures import seen_from_above
from ibau.lab.training.input_symmetry import input_permutations, input_words
from ibau.lab.training.training_files import unpack_bits
from ibau.lab.training.weight_fit import WeightSharing, new_weights, predict_thousandths, quantise, write_network
from ibau.machine.arrays import Zeros, numpy_zeros, zeros
from ibau.machine.rule import loop, once
from ibau.search.network import (
    FEATURES,
    SHIPPED,
    Network,
    NetworkError,
    copy_network,
    fingerprint,
    make_estimate,
    network_of,
    no_network,
    shipped_file,
)
from tests.machine_choice import sample_params

SYSTEMS = sorted(systems())
MIRRORED = [system for system in SYSTEMS if systems()[system].symmetries]
PLIES = 60
HIDDEN = 8


def positions_of(game: Game, plies: int = PLIES, seed: int = 1) -> list[Any]:
    """Positions on the way through random games."""
    choose = random.Random(seed)
    state, found = game.initial(), []
    for _ in range(plies):
        if not state.legal:
            state = game.initial()
        state = state.after(choose.choice(state.legal))
        found.append(state.position)
    return found


def drawn_network(game: Game, seed: int = 3) -> Network:
    """A network whose numbers are drawn, the same for every symmetry of the board."""
    shape = WeightSharing(*input_permutations(game, seed, sample=400))
    weights = new_weights(len(shape.known), HIDDEN, np.random.default_rng(seed))
    return quantise(shape.spread(weights))


def estimate(game: Game, position: Any, network: Network) -> int:
    return make_estimate(game.system.rulebook, game.system.evaluation)(game.rules, position, network)


@once
def make_compiled(rulebook: Rulebook, evaluation: Evaluation) -> Callable[[Any, Any, Network], int]:
    estimate = make_estimate(rulebook, evaluation)

    @loop
    def compiled(rules: Any, position: Any, network: Network) -> int:
        return estimate(rules, position, network)

    return compiled


@sample_params(SYSTEMS)
def test_compiled_equals_plain(ruleset: str) -> None:
    """With and without a network."""
    played = game(ruleset)
    compiled = make_compiled(played.system.rulebook, played.system.evaluation)
    for network in (copy_network(no_network(), numpy_zeros), drawn_network(played)):
        for position in positions_of(played):
            assert compiled(played.rules, position, network) == estimate(played, position, network)


@pytest.mark.parametrize("system", SYSTEMS)
def test_without_a_network_the_family_judges(system: str) -> None:
    played = game(system)
    positions = positions_of(played)
    judged = [played.system.evaluation.evaluate(played.rules, position) for position in positions]
    assert [estimate(played, position, no_network()) for position in positions] == judged
    network = drawn_network(played)
    values = [estimate(played, position, network) for position in positions]
    assert all(-1000 < value < 1000 for value in values)
    assert len(set(values)) > PLIES // 3


@pytest.mark.parametrize("system", SYSTEMS)
def test_inputs_stay_within_their_bits(system: str) -> None:
    played = game(system)
    evaluation = played.system.evaluation
    assert sum(evaluation.input_bits) <= 512
    for position in positions_of(played, 300):
        words = evaluation.inputs(played.rules, position)
        assert len(words) == len(evaluation.input_bits)
        assert all(0 <= word < 1 << bits <= 1 << 62 for word, bits in zip(words, evaluation.input_bits, strict=True))


@pytest.mark.parametrize("system", SYSTEMS)
def test_many_at_once_are_as_one_by_one(system: str) -> None:
    """The fit's own arithmetic gives the same whole numbers, for whose turn it is."""
    played = game(system)
    network = drawn_network(played)
    rulebook = played.system.rulebook
    positions = [p for p in positions_of(played) if rulebook.actor(played.rules, p) != CHANCE]
    bits = unpack_bits(input_words(played, positions), played.system.evaluation.input_bits)
    sides = [1 if rulebook.actor(played.rules, position) == FIRST else -1 for position in positions]
    values = [estimate(played, position, network) for position in positions]
    assert (predict_thousandths(network, bits) * sides).tolist() == values


@pytest.mark.parametrize("system", MIRRORED)
def test_a_mirrored_position_has_the_same_value(system: str) -> None:
    played = game(system)
    network = drawn_network(played)
    for position in positions_of(played, 100, seed=9):
        value = estimate(played, position, network)
        for symmetry in played.system.symmetries:
            assert estimate(played, symmetry.position(position), network) == value, symmetry.name


@pytest.mark.parametrize(("system", "files"), [("seti-aleph", 3), ("seti-beth", 5)])
def test_seti_looks_alike_from_both_ends(system: str, files: int) -> None:
    """With seats exchanged and the board flipped the value changes its sign."""
    played = game(system)
    network = drawn_network(played)
    sets = {"own", "enemy", "pharaohs", "own_ships", "enemy_ships", "pending"}
    for position in positions_of(played, 100):
        flipped = {name: seen_from_above(files, getattr(position, name)) for name in sets & set(position._fields)}
        twin = position._replace(**flipped, player=other(position.player))
        assert estimate(played, twin, network) == -estimate(played, position, network)


@pytest.mark.parametrize("system", ["seneti", "seega", "senet-race", "senet-geoludie", "senet-formation"])
def test_seats_exchanged(system: str) -> None:
    """Where both seats see one board, exchanging who is who changes the sign of the value."""
    played = game(system)
    network = drawn_network(played)
    for position in positions_of(played, 100, seed=5):
        if played.system.rulebook.actor(played.rules, position) == CHANCE or getattr(position, "fresh", False):
            continue
        twin = exchanged(system, position)
        assert estimate(played, twin, network) == -estimate(played, position, network)


def exchanged(system: str, position: Any) -> Any:
    """The position with the seats exchanged."""
    twin = position._replace(player=other(position.player))
    if system == "seneti":
        from ibau.games.seneti.evaluation import stones_in

        return twin._replace(stacks=position.stacks ^ stones_in(position.stacks))
    if system == "senet-formation":
        named = {name: getattr(position, name) for name in ("leader", "winner")}
        return twin._replace(**{name: other(seat) if seat < CHANCE else seat for name, seat in named.items()})
    return twin


def test_the_lot_is_fair() -> None:
    played = game("seneti")
    assert estimate(played, played.initial().position, drawn_network(played)) == 0


# --- Files -----------------------------------------------------------------------------------------------------------


def written(folder: Path, system: str, network: Network) -> Path:
    file = folder / f"{system}.npz"
    with file.open("wb") as stream:
        write_network(stream, network, game(system).system)
    return file


def test_a_network_is_read_as_it_was_written(tmp_path: Path) -> None:
    network = drawn_network(game("seti-beth"))
    file = written(tmp_path, "seti-beth", network)
    again = network_of(game("seti-beth"), str(file))
    for name in Network._fields:
        before, after = getattr(network, name), np.asarray(getattr(again, name))
        assert before.dtype == after.dtype, name
        assert np.array_equal(before, after) or name == "scratch"
    assert fingerprint(again) == fingerprint(network)
    assert fingerprint(no_network()) == FEATURES


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("maker", [zeros, numpy_zeros])
def test_a_copy_says_the_same_in_room_of_its_own(system: str, maker: Zeros) -> None:
    played = game(system)
    network = network_of(played)
    copy = copy_network(network, maker)
    assert copy.scratch is not network.scratch
    assert fingerprint(copy) == fingerprint(network)
    for position in positions_of(played, 20):
        assert estimate(played, position, copy) == estimate(played, position, network)
    start, judge = played.initial().position, played.system.evaluation.evaluate
    assert estimate(played, start, copy_network(no_network(), maker)) == judge(played.rules, start)


def test_every_call_has_its_own_room(tmp_path: Path) -> None:
    file = str(written(tmp_path, "seti-beth", drawn_network(game("seti-beth"))))
    one, two = network_of(game("seti-beth"), file), network_of(game("seti-beth"), file)
    assert one.scratch is not two.scratch


def test_a_file_that_changed_is_read_again(tmp_path: Path) -> None:
    played = game("seti-beth")
    file = written(tmp_path, "seti-beth", drawn_network(played))
    first = network_of(played, str(file))
    file.unlink()
    other_file = written(tmp_path, "seti-beth", drawn_network(played, seed=4))
    assert fingerprint(network_of(played, str(other_file))) != fingerprint(first)


@pytest.mark.parametrize("system", SYSTEMS)
def test_shipped_networks_fit(system: str) -> None:
    """What is shipped for a system can be read; where nothing is, the features judge."""
    network = network_of(game(system), SHIPPED)
    assert (len(network.bias) > 0) == shipped_file(systems()[system]).exists()


@pytest.mark.parametrize(
    ("ruleset", "holds"),
    [
        ("seega", True),
        ("seega-capture-placement", True),
        ("seega-lenient", True),
        ("seega+repetition=off", True),
        ("seega-khamsawee", False),
        ("seega+grand_victory=false", True),
        ("seega+grand_victory=false+small_victory=off", True),
        ("seega-lenient+repetition=off+no_progress_plies=0", False),
        ("seega-lenient+repetition=off+no_progress_plies=0+max_turns=300", True),
    ],
)
def test_a_network_judges_only_where_what_it_has_learnt_holds(ruleset: str, holds: bool) -> None:
    assert (len(network_of(game(ruleset), SHIPPED).bias) > 0) == holds


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(NetworkError, match=r"There is no file .*missing\.npz"):
        network_of(game("seneti"), str(tmp_path / "missing.npz"))
    for strange in ("x" * 5000, "\0", "\ud800"):
        with pytest.raises(NetworkError):
            network_of(game("seneti"), strange)


def saved(array: NDArray[Any]) -> bytes:
    """A file of one array, as NumPy writes it."""
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


@pytest.mark.parametrize("content", [b"", b"not a network", b"PK\x05\x06" + bytes(18), saved(np.zeros(3))])
def test_no_network_in_a_file(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "wrong.npz"
    file.write_bytes(content)
    with pytest.raises(NetworkError, match="holds no network"):
        network_of(game("seneti"), str(file))


def test_a_network_of_another_system(tmp_path: Path) -> None:
    file = written(tmp_path, "seti-beth", drawn_network(game("seti-beth")))
    with pytest.raises(NetworkError, match="a network of seti-beth, not of seneti"):
        network_of(game("seneti"), str(file))


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"first": np.zeros((3, 2), np.int16)}, r"'first' is int16 \(3, 2\); seti-beth needs int16 \(\d+, 16\)"),
        ({"second": np.zeros(HIDDEN, np.float64)}, "'second' is float64"),
        ({"bias": np.full(2 * HIDDEN, 1 << 30, np.int32)}, "'bias' goes to 1073741824; a network's stays within 1"),
        ({"bias": np.full(2 * HIDDEN, -1 << 31, np.int32)}, "'bias' goes to 2147483648"),
        ({"offset": np.array([-1 << 63])}, "'offset' goes to 9223372036854775808"),
    ],
)
def test_numbers_that_do_not_fit(tmp_path: Path, changes: dict[str, Any], text: str) -> None:
    network = drawn_network(game("seti-beth"))
    with pytest.raises(NetworkError, match=text):
        network_of(game("seti-beth"), str(written(tmp_path, "seti-beth", network._replace(**changes))))

"""Trainings of a few seconds: they run, go on after a kill to the same network, and refuse what makes no sense."""

import inspect
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ibau.core.chance import seeded
from ibau.core.game import Evaluation, Game
from ibau.core.outcome import value_for_first
from ibau.games import game
from ibau.players.network import network_of, no_network
from ibau.players.training import Plan, Setting, Trained, TrainingError, plan_for, report, train
from ibau.players.training.differences import Learner, Lesson, Manner, make_lessons, new_learner
from ibau.players.training.files import whole_file
from ibau.players.training.fitting import (
    Method,
    Shape,
    amplified,
    answers,
    fit,
    loss,
    new_weights,
    plain_value,
    quantised,
    slopes_of,
    thousandths,
)
from ibau.players.training.positions import bits_of
from ibau.players.training.selfplay import Seen, play_positions, targets
from ibau.players.training.shallow import Log, make_shallow, new_log, play_shallow, sparse
from ibau.players.training.symmetry import closed, matched

BETH = game("seti-beth")
TINY = {"hidden": 4, "generations": 2, "positions": 60, "nodes": 40, "epochs": 2, "pairs": 1, "final_pairs": 1}


class Killed(Exception):  # noqa: N818 - it stands for the end of a process
    """The training was stopped."""


def tiny(ruleset: str = "seti-beth", **changes: object) -> Plan:
    plan = plan_for(game(ruleset), **{**TINY, "final_seconds": 0.001, **changes})
    return plan._replace(games=min(plan.games, 60))


def quietly(what: str, done: int, of: int) -> None:
    assert 0 < done <= of, what


def trained_in(folder: Path, plan: Plan | None = None, *, resume: bool = False, workers: int = 1) -> Trained:
    return train(BETH, plan or tiny(), Setting(folder / "net.npz", resume, workers=workers), quietly)


def numbers_in(file: Path, played: Game) -> list[bytes]:
    """The numbers of a network."""
    network = network_of(played, str(file))
    return [array.tobytes() for array in network]


# --- A whole training ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ruleset", "shallow"), [("seti-beth", True), ("seti-beth", False), ("senet-race", True)])
def test_a_training_ends_with_a_network_and_a_report(tmp_path: Path, ruleset: str, *, shallow: bool) -> None:
    played = game(ruleset)
    trained = train(played, tiny(ruleset, shallow=shallow), Setting(tmp_path / "net.npz"), quietly)
    network = network_of(played, str(tmp_path / "net.npz"))
    assert 0 < network.bias.size <= 4
    assert [one.number for one in trained.generations] == [0, 1]
    assert all(one.match.tally.games == 2 for one in trained.generations)
    text = report(trained)
    assert f"ibau train {ruleset}" in text
    assert "Wilson" in text
    assert text.count("\n| ") >= 2 + len(Plan._fields) + 2 + 2 + 2


@pytest.mark.parametrize("killed_at", ["self-play", "learning", "measuring", "final match"])
@pytest.mark.parametrize("ruleset", ["seti-beth", "senet-geoludie"])
def test_a_killed_training_goes_on_to_the_same_network(tmp_path: Path, ruleset: str, killed_at: str) -> None:
    """Whatever it was doing in its last generation, or at the end."""
    played, plan = game(ruleset), tiny(ruleset)
    whole = train(played, plan, Setting(tmp_path / "whole" / "net.npz"), quietly)
    times = 1 if killed_at == "final match" else 2

    def kill(what: str, done: int, of: int) -> None:
        nonlocal times
        if what == killed_at and done == of:
            times -= 1
            if times == 0:
                raise Killed

    with pytest.raises(Killed):
        train(played, plan, Setting(tmp_path / "killed" / "net.npz"), kill)
    assert not (tmp_path / "killed" / "net.npz").exists()
    resumed = train(played, plan, Setting(tmp_path / "killed" / "net.npz", resume=True), quietly)
    assert resumed.generations == whole.generations
    assert resumed.final.equal_nodes == whole.final.equal_nodes
    assert numbers_in(tmp_path / "killed" / "net.npz", played) == numbers_in(tmp_path / "whole" / "net.npz", played)


@pytest.mark.parametrize("ruleset", ["seti-beth", "senet-geoludie"])
def test_the_number_of_processes_changes_nothing(tmp_path: Path, ruleset: str) -> None:
    played, plan = game(ruleset), tiny(ruleset, generations=1)
    files = [tmp_path / str(workers) / "net.npz" for workers in (1, 2)]
    one, two = (train(played, plan, Setting(files[n], workers=n + 1), quietly) for n in range(2))
    assert one.generations == two.generations
    assert numbers_in(files[0], played) == numbers_in(files[1], played)


def test_time_ends_a_training_between_generations(tmp_path: Path) -> None:
    """Two generations of ten seconds fit into 25, a third one would not."""
    times = iter(range(0, 1000, 10))
    setting = Setting(tmp_path / "net.npz", seconds=35, clock=lambda: float(next(times)))
    trained = train(BETH, tiny(generations=9), setting, quietly)
    assert 1 <= len(trained.generations) < 3


# --- Refusals --------------------------------------------------------------------------------------------------------


def test_a_training_under_way_is_not_begun_again(tmp_path: Path) -> None:
    trained_in(tmp_path, tiny(generations=1))
    with pytest.raises(TrainingError, match=r"under way in .*: go on with --resume, or remove"):
        trained_in(tmp_path, tiny(generations=1))


def test_a_training_goes_on_by_its_own_plan_only(tmp_path: Path) -> None:
    trained_in(tmp_path, tiny(generations=1))
    with pytest.raises(TrainingError, match="another plan: seed 0"):
        trained_in(tmp_path, tiny(generations=1, seed=7), resume=True)


def test_more_generations_may_be_added(tmp_path: Path) -> None:
    trained_in(tmp_path / "longer", tiny(generations=1))
    longer = trained_in(tmp_path / "longer", resume=True)
    assert longer.generations == trained_in(tmp_path / "whole").generations


def test_a_game_without_inputs_has_nothing_to_learn(tmp_path: Path) -> None:
    blind = replace(BETH.system, evaluation=Evaluation(BETH.system.evaluation.judge))
    with pytest.raises(TrainingError, match="says nothing of what a network would see"):
        train(Game(blind, BETH.ruleset), tiny(), Setting(tmp_path / "net.npz"), quietly)


# --- Self-play -------------------------------------------------------------------------------------------------------


def test_targets_lead_from_values_to_the_end() -> None:
    """By the lambda return, written out: each for whose turn it was."""
    seen = [Seen((0,), 1, 0.5), Seen((0,), -1, -0.25), Seen((0,), 1, 0.0)]
    assert targets(seen, 1.0, trust=1.0) == [1.0, -1.0, 1.0]
    assert targets(seen, 1.0, trust=0.0) == [0.5, 0.25, 0.0]
    assert targets(seen, 1.0, trust=0.5) == [0.5 * 0.5 + 0.5 * 0.125, -0.125, 0.5]


@pytest.mark.parametrize("ruleset", ["seti-beth", "senet-race"])
def test_self_play_repeats_itself(ruleset: str) -> None:
    """The same seed gives the same positions, another one others; values stay between lost and won."""
    one, again, other = (play_positions(game(ruleset), tiny(ruleset), no_network(), (seed,), 50) for seed in (1, 1, 2))
    assert len(one.values) >= 50
    assert np.array_equal(one.words, again.words)
    assert np.array_equal(one.values, again.values)
    assert not np.array_equal(one.words[:50], other.words[:50])
    assert np.abs(one.values).max() <= 1


@pytest.mark.parametrize("ruleset", ["seti-beth", "senet-geoludie"])
def test_shallow_play_is_the_same_compiled_and_plain(ruleset: str) -> None:
    """A whole game: what is put down, how it ends and the generator; its values lie between lost and won."""
    played = game(ruleset)
    rulebook, evaluation = played.system.rulebook, played.system.evaluation
    compiled = make_shallow(rulebook, evaluation)
    logs: list[Log] = []
    ends: list[tuple[int, int]] = []
    for play in (compiled, inspect.unwrap(compiled)):
        logs.append(new_log(len(evaluation.input_bits)))
        start = rulebook.start(played.rules)
        ends.append(play(played.rules, start, no_network(), logs[-1], 1 << 13, seeded(3)))
    used = int(logs[0].used[0])
    assert ends[0] == ends[1]
    assert value_for_first(ends[0][0]) in {1, -1}
    assert 10 < used == logs[1].used[0]
    for one, other in zip(logs[0], logs[1], strict=True):
        assert np.array_equal(one[:used], other[:used])
    positions = sparse(logs[0], tiny(ruleset, apart=3), 1.0, trust=0.9)
    assert len(positions.values) == -(-used // 3)
    assert np.abs(positions.values).max() <= 1


# --- Learning from games ---------------------------------------------------------------------------------------------


def taught(ruleset: str, games: int, *, plain: bool = False) -> tuple[Learner, Lesson]:
    """A learner after so many games."""
    played = game(ruleset)
    system = played.system
    learner = new_learner(new_weights(sum(system.evaluation.input_bits), 8, np.random.default_rng(1)))
    lessons = make_lessons(system.rulebook, system.evaluation)
    play = inspect.unwrap(lessons) if plain else lessons
    manner = Manner(np.float32(0.005), np.float32(0.9), 1 << 10)
    return learner, play(played.rules, system.rulebook.start(played.rules), learner, manner, games, seeded(3))


def test_lessons_are_the_same_compiled_and_plain() -> None:
    """To the bit: fractions too are reckoned in the same order."""
    (one, lesson), (other, again) = (taught("senet-geoludie", 1, plain=plain) for plain in (False, True))
    assert lesson == again
    assert lesson.decisions > 20
    for mine, yours in zip(one.weights, other.weights, strict=True):
        assert np.array_equal(mine, yours)


def test_what_games_teach_foretells_their_ends() -> None:
    """Of games that others have played; weights that know nothing are far off."""
    played = game("seneti")
    seen = play_shallow(played, tiny("seneti", apart=3, trust=1.0), no_network(), (1,), 4000)
    bits = bits_of(seen.words, played.system.evaluation.input_bits)
    errors = [loss(taught("seneti", games)[0].weights, bits, seen.values) for games in (0, 300)]
    assert errors[1] < 0.5 < errors[0] - 0.2


def test_what_was_spread_can_be_folded() -> None:
    """Also after each symmetry has changed for itself: then it is their mean."""
    shape = mirrored_shape(4)
    weights = new_weights(4, 3, np.random.default_rng(5))
    spread = shape.spread(weights)
    for one, other in zip(shape.folded(spread), weights, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-6)
    changed = spread.first.copy()
    changed[0, 0] += 1  # the straight half's first input
    folded = shape.folded(spread._replace(first=changed)).first - weights.first
    np.testing.assert_allclose(folded[:, 0], [0.5, 0, 0, 0], atol=1e-6)


# --- The fit ---------------------------------------------------------------------------------------------------------


def mirrored_shape(inputs: int) -> Shape:
    """Inputs that a mirror puts in the opposite order."""
    straight = np.arange(inputs)
    return Shape(np.array([straight, straight[::-1]]), np.ones(inputs, np.bool_))


def test_a_fit_learns_what_no_sum_of_bits_says() -> None:
    """Which bits are equal: a mirrored position has the same value, before and after."""
    random = np.random.default_rng(1)
    bits = random.integers(0, 2, (4000, 6)).astype(np.uint8)
    values = np.where(bits[:, 0] == bits[:, 5], 0.8, -0.8).astype(np.float32)
    shape = mirrored_shape(6)
    weights = new_weights(6, 8, random)
    before = loss(shape.spread(weights), bits, values)
    learnt = shape.spread(fit(weights, shape, bits, values, Method(random, 60, lambda _done, _of: None)))
    assert loss(learnt, bits, values) < 0.02 < before
    np.testing.assert_allclose(answers(learnt, bits[:, ::-1]), answers(learnt, bits), atol=1e-5)
    rounded = thousandths(quantised(learnt), bits) / 1000
    assert np.abs(rounded - answers(learnt, bits)).max() < 0.005


def test_slopes_are_those_of_the_error() -> None:
    """As small steps to both sides find them."""
    random = np.random.default_rng(2)
    shape = mirrored_shape(4)
    weights = new_weights(4, 3, random)
    bits = random.integers(0, 2, (50, 4)).astype(np.uint8)
    values = random.uniform(-1, 1, 50).astype(np.float32)
    slopes = shape.gathered(slopes_of(shape.spread(weights), bits.astype(np.float32), values))
    step = 1e-2
    for name, place in [("first", (1, 2)), ("bias", (0,)), ("second", (1,)), ("offset", (0,))]:
        errors = []
        for move in (step, -step):
            array = getattr(weights, name).astype(np.float64)
            array[place] += move
            errors.append(loss(shape.spread(weights._replace(**{name: array})), bits, values))
        assert getattr(slopes, name)[place] == pytest.approx((errors[0] - errors[1]) / (2 * step), abs=2e-3), name


@pytest.mark.parametrize("gain", [1.0, 8.0])
def test_an_amplified_value_is_told_from_the_plain_one(gain: float) -> None:
    random = np.random.default_rng(4)
    network = mirrored_shape(4).spread(new_weights(4, 3, random))
    bits = random.integers(0, 2, (50, 4)).astype(np.uint8)
    steep = answers(amplified(network, gain), bits)
    assert [plain_value(float(value), gain) for value in steep] == pytest.approx(answers(network, bits).tolist())
    assert [plain_value(end, gain) for end in (-1.0, 0.0, 1.0)] == [-1.0, 0.0, 1.0]


def test_columns_find_their_mirror_images() -> None:
    """Equal columns are taken once each; what never changes keeps its place."""
    bits = np.array([[1, 0, 0, 1, 0], [0, 1, 0, 0, 0], [0, 0, 1, 1, 0]], np.uint8)
    image = bits[:, [2, 1, 0, 3, 4]]
    assert matched(bits, image).tolist() == [2, 1, 0, 3, 4]


def test_an_input_is_known_with_its_mirror_image_only() -> None:
    found = np.array([[0, 1, 2, 3], [1, 0, 3, 2]])
    assert closed(found, np.array([True, False, True, True])).tolist() == [False, False, True, True]


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "new" / "kept"
    with pytest.raises(Killed):
        write_half(file)
    assert list(file.parent.iterdir()) == []
    with whole_file(file) as stream:
        stream.write(b"whole")
    assert file.read_bytes() == b"whole"


def write_half(file: Path) -> None:
    with whole_file(file) as stream:
        stream.write(b"half")
        raise Killed

"""Trainings of a few seconds end with a network, however many processes are at work; and the parts they are made of."""

import inspect
import os
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import numpy as np
import pytest
from numpy.typing import NDArray

from ibau.core.chance import LOT, THROW, advance, draw, seed_state, word
from ibau.core.contract import Evaluation
from ibau.core.errors import NumberError
from ibau.core.game import Game, State
from ibau.core.limits import MOST_WORKERS
from ibau.core.outcome import FIRST, NOBODY, SECOND, value_for_first
from ibau.core.repetition import PositionHistory
from ibau.games import game
from ibau.lab.training import RunSettings, TrainingError, learning_rounds, report, self_play, train
from ibau.lab.training.gradients import gradient_of
from ibau.lab.training.input_symmetry import closed_subset, match_columns
from ibau.lab.training.learning_rounds import PIECES_PER_ROUND, ROUNDS, games_of_piece, learn_piece, validation_piece
from ibau.lab.training.self_play import (
    SearchedPosition,
    SelfPlaySearch,
    play_searched_game,
    value_targets,
    with_repeats_only,
)
from ibau.lab.training.temporal_difference import (
    NOT_EVALUATED,
    Learner,
    LearningSettings,
    make_choose,
    make_evaluate,
    make_learn_after_throw,
    make_training_game,
    new_learner,
    squash,
    weak_side,
)
from ibau.lab.training.training_files import Positions, join_positions
from ibau.lab.training.training_plan import NOISE_PARTS, TrainingTask
from ibau.lab.training.training_report import spent_text
from ibau.lab.training.weight_fit import (
    FitSettings,
    WeightSharing,
    amplify,
    fit,
    loss,
    mean_error,
    new_weights,
    predict,
    predict_thousandths,
    quantise,
    unamplify,
)
from ibau.players.level_settings import best_search
from ibau.search.network import network_of, no_network
from tests.lab.training.small_training import numbers_in, quietly, tiny
from tests.machine_choice import sample_params
from tests.slow import slow_but
from tests.without_extras import decision

BETH = game("seti-beth")
MANNER = LearningSettings(np.float32(0.005), np.float32(0.9), 1 << 10, NOISE_PARTS // 2)

# --- A whole training ------------------------------------------------------------------------------------------------

WAYS: list[tuple[str, dict[str, Any]]] = [("seti-beth", {}), ("seti-beth", {"games": 40}), ("senet-race", {})]


@pytest.mark.parametrize(("ruleset", "changes"), slow_but(WAYS[:2], WAYS))
def test_a_training_ends_with_a_network_and_a_report(tmp_path: Path, ruleset: str, changes: dict[str, Any]) -> None:
    """Where positions are fitted and where games teach, with throws and without; the report lists every setting."""
    played, plan = game(ruleset), tiny(ruleset, **changes)
    phases: set[str] = set()
    trained = train(played, plan, RunSettings(tmp_path / "net.npz"), lambda phase, *_: phases.add(phase))
    assert {"learning", "measuring", "final match"} <= phases
    network = network_of(played, str(tmp_path / "net.npz"))
    assert len(network.bias) == 4
    assert [one.number for one in trained.generations] == [0, 1]
    assert all(one.match.tally.games == 2 and one.learnt > 0 for one in trained.generations)
    lines = report(trained, f"ibau train {ruleset} --hidden 4").splitlines()
    assert lines[0] == f"# `ibau train {ruleset} --hidden 4`"
    assert (spent := spent_text(trained._replace(on_cluster=False))) in lines
    assert f" on {os.cpu_count()} core" in spent
    settings = [f"| {name} | {value} |" for name, value in plan._asdict().items()]
    assert [line for line in lines if line in settings] == settings
    matches = *(one.match for one in trained.generations), trained.final.equal_nodes, trained.final.equal_time
    assert {match.search for match in matches} == {best_search(played.system)}  # so is its strength that in the game
    assert f"`{best_search(played.system)}`, the search that plays the game" in " ".join(lines)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["seti-beth", "senet-geoludie"])
def test_the_number_of_processes_changes_nothing(tmp_path: Path, ruleset: str) -> None:
    played, plan = game(ruleset), tiny(ruleset, generations=1)
    files = [tmp_path / f"net{workers}.npz" for workers in (1, 2)]
    one, two = (train(played, plan, RunSettings(files[n], workers=n + 1), quietly) for n in range(2))
    assert one.generations == two.generations
    assert numbers_in(files[0], played) == numbers_in(files[1], played)


# --- What cannot be trained ------------------------------------------------------------------------------------------


def test_a_game_without_inputs_has_nothing_to_learn(tmp_path: Path) -> None:
    blind = replace(BETH.system, evaluation=Evaluation(BETH.system.evaluation.evaluate))
    with pytest.raises(TrainingError, match="has no inputs for a network"):
        train(Game(blind, BETH.ruleset), tiny(), RunSettings(tmp_path / "net.npz"), quietly)


def test_games_with_throws_teach_while_they_are_played(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match=r"senet-race has throws: it is learnt from games, at least"):
        train(game("senet-race"), tiny("senet-race", games=0), RunSettings(tmp_path / "net.npz"), quietly)


def test_hidden_numbers_are_shared_out_among_symmetries(tmp_path: Path) -> None:
    """A number that cannot be is refused before anything is written."""
    with pytest.raises(
        TrainingError, match=r"3 hidden units .* multiple of 2, the symmetries of the board, .* 2 or 4\."
    ):
        train(BETH, tiny(hidden=3), RunSettings(tmp_path / "net.npz"), quietly)
    assert list(tmp_path.iterdir()) == []


# --- Self-play -------------------------------------------------------------------------------------------------------


def test_a_searched_position_tells_who_is_to_move() -> None:
    search = SelfPlaySearch(BETH, no_network(), tiny(), 1)
    begun = BETH.initial()
    assert [search.search_position(state).side for state in (begun, begun.after(begun.legal[0]))] == [1, -1]


def test_targets_lead_from_values_to_the_end() -> None:
    """By the lambda return, written out: each for whose turn it was."""
    seen = [SearchedPosition((0,), 1, 0.5), SearchedPosition((0,), -1, -0.25), SearchedPosition((0,), 1, 0.0)]
    assert value_targets(seen, 1.0, trust=1.0) == [1.0, -1.0, 1.0]
    assert value_targets(seen, 1.0, trust=0.0) == [0.5, 0.25, 0.0]
    assert value_targets(seen, 1.0, trust=0.5) == [0.5 * 0.5 + 0.5 * 0.125, -0.125, 0.5]


@pytest.mark.parametrize("opening", [0, 5])
def test_a_game_that_is_too_long_ends_with_its_last_value(monkeypatch: pytest.MonkeyPatch, opening: int) -> None:
    monkeypatch.setattr(self_play, "MAX_ACTIONS", 9)
    plan = tiny(opening=opening)
    seen, end = play_searched_game(BETH, plan, SelfPlaySearch(BETH, no_network(), plan, 1), np.random.default_rng(1))
    assert len(seen) == 9 - np.random.default_rng(1).integers(opening + 1)  # those after the opening
    assert end == seen[-1].value


def test_a_search_knows_what_may_not_occur_again() -> None:
    """The other positions that occurred twice."""
    begun = BETH.initial()
    once, twice = (begun.after(action).position for action in begun.legal[:2])
    key = partial(BETH.system.rulebook.key, BETH.rules)
    here = key(begun.position)
    past = PositionHistory.of([here, here, key(once), key(twice), key(twice)])
    found = with_repeats_only(State(BETH, begun.position, past))
    assert found.occurrences == {key(twice): 2, here: 1}


# --- Learning from games ---------------------------------------------------------------------------------------------


def trained_learner(
    ruleset: str, games: int, *, plain: bool = False, uneven: int = NOISE_PARTS // 2
) -> tuple[Learner, list[tuple[int, float, int]]]:
    """A learner after this many games, and what came of them."""
    played = game(ruleset)
    rules, system = played.rules, played.system
    learner = new_learner(new_weights(sum(system.evaluation.input_bits), 8, np.random.default_rng(1)))
    lesson = make_training_game(system.rulebook, system.evaluation)
    play, start = inspect.unwrap(lesson) if plain else lesson, system.rulebook.start(rules)
    manner = MANNER._replace(uneven=uneven)
    lessons: list[tuple[int, float, int]] = []
    random = seed_state(3)
    for _ in range(games):
        lessons.append(play(rules, start, learner, manner, random))
        random = lessons[-1][2]
    return learner, lessons


def test_a_game_begins_without_the_traces_of_the_last() -> None:
    _, lessons = trained_learner("seti-beth", 1)
    system = BETH.system
    learner = new_learner(new_weights(sum(system.evaluation.input_bits), 8, np.random.default_rng(1)))
    for trace in learner.traces:
        trace[:] = 1
    lesson = make_training_game(system.rulebook, system.evaluation)
    assert lesson(BETH.rules, system.rulebook.start(BETH.rules), learner, MANNER, seed_state(3)) == lessons[0]


@sample_params(["seti-beth", "seneti", "senet-geoludie"])
def test_lessons_are_the_same_compiled_and_plain(ruleset: str) -> None:
    """To the bit: fractions too are calculated in the same order."""
    (one, lessons), (other, again) = (trained_learner(ruleset, 1, plain=plain) for plain in (False, True))
    assert lessons == again
    known = {"seti-beth": (38, 51.272506), "seneti": (999, 20.476031), "senet-geoludie": (474, 30.218132)}
    assert lessons[0][:2] == pytest.approx(known[ruleset])
    for mine, yours in zip(one.weights, other.weights, strict=True):
        assert np.array_equal(mine, yours)


def test_of_uneven_games_one_side_is_weak() -> None:
    """Either as often as the other, in a quarter of its decisions, a half, three quarters or all."""
    manner = LearningSettings(np.float32(0), np.float32(0), 0, NOISE_PARTS // 2)
    drawn = Counter(weak_side(manner, seed_state(seed))[:2] for seed in range(8000))
    even = drawn.pop((NOBODY, 0))
    assert even == pytest.approx(4000, abs=200)
    assert set(drawn) == {(side, part * NOISE_PARTS // 4) for side in (FIRST, SECOND) for part in (1, 2, 3, 4)}
    assert all(times == pytest.approx(500, abs=100) for times in drawn.values())
    assert {weak_side(manner._replace(uneven=0), seed_state(seed))[:2] for seed in range(100)} == {(NOBODY, 0)}


def test_the_weak_side_tells_nothing_of_the_lot() -> None:
    """That is drawn next."""
    manner = LearningSettings(np.float32(0), np.float32(0), 0, NOISE_PARTS)
    drawn: Counter[tuple[int, int]] = Counter()
    for seed in range(4000):
        weak, _, random = weak_side(manner, seed_state(seed))
        drawn[weak, draw(LOT, word(advance(random)) >> 28)] += 1
    assert set(drawn) == {(side, lot) for side in (FIRST, SECOND) for lot in (0, 1)}
    assert all(times == pytest.approx(1000, abs=130) for times in drawn.values())


def test_an_action_at_random_tells_nothing_of_the_next_throw() -> None:
    """Nor does one that was chosen."""
    played, state = game("senet-geoludie"), decision("senet-geoludie")
    learner = new_learner(new_weights(sum(played.system.evaluation.input_bits), 8, np.random.default_rng(1)))
    decide = make_choose(played.system.rulebook, played.system.evaluation)
    best, _, _ = decide(played.rules, state.position, learner, 0, seed_state(0))
    drawn: dict[bool, Counter[int]] = {True: Counter(), False: Counter()}
    for seed in range(2000):
        action, _, random = decide(played.rules, state.position, learner, NOISE_PARTS // 2, seed_state(seed))
        drawn[action == best][draw(THROW, word(advance(random)) >> 28)] += 1
    for throws in drawn.values():
        expected = [throws.total() * weight / 16 for weight in THROW]
        assert throws.total() > 500
        assert sum((throws[n] - mean) ** 2 / mean for n, mean in enumerate(expected)) < 23.5  # chi square, 1 of 10,000


@pytest.mark.parametrize("seed", slow_but([0], range(3)))
def test_what_is_said_before_a_decision_comes_to_what_is_said_after(seed: int) -> None:
    """Of a position between a throw and the answer to it, by who takes the best it sees."""
    played, state = game("senet-geoludie"), decision("senet-geoludie")
    rulebook, evaluation = played.system.rulebook, played.system.evaluation
    learner = new_learner(new_weights(sum(evaluation.input_bits), 8, np.random.default_rng(seed)))
    decide, look = make_choose(rulebook, evaluation), make_evaluate(rulebook, evaluation)
    foresee = make_learn_after_throw(rulebook, evaluation)
    assert decide(played.rules, state.position, learner, NOISE_PARTS, seed_state(0))[1] == NOT_EVALUATED
    gaps: list[float] = []
    for _ in range(300):
        action, best, _ = decide(played.rules, state.position, learner, 0, seed_state(0))
        assert best == look(played.rules, state.after(action).position, learner)
        gaps.append(abs(float(squash(best) - squash(look(played.rules, state.position, learner)))))
        foresee(played.rules, state.position, learner, np.float32(0.02), best)
    assert gaps[-1] < gaps[0] / 2


@pytest.mark.slow
def test_a_weak_side_has_its_share_in_a_lesson() -> None:
    even, uneven = (trained_learner("seneti", 1, uneven=games)[1] for games in (0, NOISE_PARTS))
    assert even[0][0] != uneven[0][0]


def test_all_rounds_count_also_those_in_the_file(tmp_path: Path) -> None:
    weights, sharing = new_weights(4, 3, np.random.default_rng(1)), WeightSharing(np.arange(4)[None], np.ones(4, bool))
    piece = learning_rounds.LearntWeights(weights, 3, 0.5)
    workers: Any = SimpleNamespace(map=lambda _, pieces: [piece for _ in pieces])
    stage = learning_rounds.LearningStage(tiny(games=40), 0, sharing, tmp_path / "rounds.npz")
    for _ in range(2):
        learnt = learning_rounds.learn_from_games(stage, weights, workers, partial(quietly, "learning"))
        assert (learnt.decisions, learnt.error) == (3 * ROUNDS * PIECES_PER_ROUND, 0.5 * ROUNDS * PIECES_PER_ROUND)


@pytest.mark.parametrize("games", [0, 1, 7, 20, 60, 101])
def test_a_generation_plays_as_many_games_as_planned(games: int) -> None:
    """Its pieces are of one size, but for a game."""
    pieces = [games_of_piece(tiny(games=games), piece) for piece in range(ROUNDS * PIECES_PER_ROUND)]
    assert sum(pieces) == games
    assert max(pieces) - min(pieces) <= 1


def last_positions(learner: Learner, seed: int) -> list[Positions]:
    """The last four of another game of Seneti, by its own choices and now and then at random; none of a draw."""
    played, random = game("seneti"), seed_state(seed)
    system, rules = played.system, played.rules
    decide = make_choose(system.rulebook, system.evaluation)
    state = played.initial().after(0)
    seen: list[tuple[tuple[int, ...], int]] = []
    while not state.outcome and len(seen) < 400:
        seen.append((system.evaluation.inputs(rules, state.position), 1 if state.turn == FIRST else -1))
        action, _, random = decide(rules, state.position, learner, NOISE_PARTS // 8, random)
        state = State(played, state.after(action).position)
    end = value_for_first(state.outcome)
    words, sides = zip(*seen[-4:], strict=True)
    return [Positions(np.array(words, np.int64), np.array(sides, np.float32) * np.float32(end))] if end else []


@pytest.mark.slow
def test_what_games_teach_foretells_how_others_end() -> None:
    """Weights that know nothing are far off."""
    learner, _ = trained_learner("seneti", 600)
    widths = game("seneti").system.evaluation.input_bits
    seen = join_positions([part for seed in range(100, 120) for part in last_positions(learner, seed)])
    assert len(seen.values) > 40
    errors = [
        mean_error(weights, seen, widths) for weights in (trained_learner("seneti", 0)[0].weights, learner.weights)
    ]
    assert errors[0] > 1
    assert errors[1] < 0.7


def test_games_that_only_measure_teach_nothing() -> None:
    plan = tiny(games=60)
    weights = trained_learner("seti-beth", 0)[0].weights
    task, piece = TrainingTask(BETH, plan), validation_piece(plan, 0, weights)
    assert learn_piece(task, piece._replace(games=0))[1:] == (0, 0.0)
    played = learn_piece(task, piece)
    assert played.decisions > 20
    assert 0 < played.mean_error < 4
    assert all(np.array_equal(one, other) for one, other in zip(played.weights, weights, strict=True))


def test_what_was_spread_can_be_folded() -> None:
    """Also after each symmetry has changed for itself: then it is their mean."""
    shape = mirrored_shape(4)
    weights = new_weights(4, 3, np.random.default_rng(5))
    spread = shape.spread(weights)
    for one, other in zip(shape.fold(spread), weights, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-6)
    changed = spread.first.copy()
    changed[0, 0] += 1  # the straight half's first input
    folded = shape.fold(spread._replace(first=changed)).first - weights.first
    np.testing.assert_allclose(folded[:, 0], [0.5, 0, 0, 0], atol=1e-6)


# --- The fit ---------------------------------------------------------------------------------------------------------


def mirrored_shape(inputs: int) -> WeightSharing:
    """Inputs that a mirror puts in the opposite order."""
    straight = np.arange(inputs)
    return WeightSharing(np.array([straight, straight[::-1]]), np.ones(inputs, np.bool_))


def in_words(bits: NDArray[np.uint8], values: NDArray[np.float32]) -> Positions:
    """Positions of one word."""
    return Positions(bits.astype(np.int64) @ (1 << np.arange(bits.shape[1]))[:, None], values)


def test_a_fit_learns_what_no_sum_of_bits_says() -> None:
    """Which bits are equal: a mirrored position has the same value, before and after."""
    random = np.random.default_rng(1)
    bits = random.integers(0, 2, (4000, 6)).astype(np.uint8)
    values = np.where(bits[:, 0] == bits[:, 5], 0.8, -0.8).astype(np.float32)
    shape = mirrored_shape(6)
    weights = new_weights(6, 8, random)
    before = loss(shape.spread(weights), bits, values)
    at_the_end = fit(weights, shape, in_words(bits[:9], values[:9]), (6,), FitSettings(random, 1, lambda *_: None))
    assert all(np.array_equal(one, other) for one, other in zip(at_the_end, weights, strict=True))  # the rate is 0
    method = FitSettings(random, 60, lambda _done, _of: None)
    learnt = shape.spread(fit(weights, shape, in_words(bits, values), (6,), method))
    assert loss(learnt, bits, values) < 0.02 < before
    np.testing.assert_allclose(predict(learnt, bits[:, ::-1]), predict(learnt, bits), atol=1e-5)
    rounded = predict_thousandths(quantise(learnt), bits) / 1000
    assert np.abs(rounded - predict(learnt, bits)).max() < 0.005


def test_slopes_are_those_of_the_error() -> None:
    """As small steps to both sides find them."""
    random = np.random.default_rng(2)
    shape = mirrored_shape(4)
    weights = new_weights(4, 3, random)
    bits = random.integers(0, 2, (50, 4)).astype(np.uint8)
    values = random.uniform(-1, 1, 50).astype(np.float32)
    slopes = shape.fold_gradient(gradient_of(shape.spread(weights), in_words(bits, values), np.arange(50), (4,)))
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
    steep = predict(amplify(network, gain), bits)
    assert [unamplify(float(value), gain) for value in steep] == pytest.approx(predict(network, bits).tolist())
    assert [unamplify(end, gain) for end in (-1.0, 0.0, 1.0)] == [-1.0, 0.0, 1.0]


def test_columns_find_their_mirror_images() -> None:
    """Equal columns are taken once each; what never changes keeps its place."""
    bits = np.array([[1, 0, 0, 1, 0], [0, 1, 0, 0, 0], [0, 0, 1, 1, 0]], np.uint8)
    image = bits[:, [2, 1, 0, 3, 4]]
    assert match_columns(bits, image).tolist() == [2, 1, 0, 3, 4]
    equal = np.array([[1, 1, 0]], np.uint8)
    for row in ([1, 0, 0], [0, 1, 0]):
        assert match_columns(equal, np.array([row], np.uint8)).tolist() == [0, 1, 2]


def test_an_input_is_known_with_its_mirror_image_only() -> None:
    found = np.array([[0, 1, 2, 3], [1, 0, 3, 2]])
    assert closed_subset(found, np.array([True, False, True, True])).tolist() == [False, False, True, True]


@pytest.mark.parametrize("name", ["net.npz", "net.md"])
def test_a_new_training_overwrites_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr("ibau.lab.training.training.open_pool", forbidden)
    precious = tmp_path / name
    precious.write_text("my notes")
    with pytest.raises(TrainingError, match=f"{name}' exists, and is not part of this training: name another --out"):
        train(BETH, tiny(), RunSettings(tmp_path / "net.npz"), quietly)
    assert list(tmp_path.iterdir()) == [precious]
    assert precious.read_text() == "my notes"


@pytest.mark.parametrize("name", ["net.txt", "net", "net.npz.gz"])
def test_the_name_of_a_network_says_that_it_is_one(tmp_path: Path, name: str) -> None:
    with pytest.raises(TrainingError, match=f"ends in .npz, unlike '.*{name}': name another --out"):
        train(BETH, tiny(), RunSettings(tmp_path / name), quietly)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("workers", [0, -1, MOST_WORKERS + 1])
def test_a_training_has_so_many_workers_as_make_sense(tmp_path: Path, workers: int) -> None:
    with pytest.raises(NumberError, match="The number of workers is "):
        train(BETH, tiny(), RunSettings(tmp_path / "net.npz", workers=workers), quietly)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("folder", "text"), [("typo/deep", "does not exist"), ("file", "is no folder")])
def test_no_folder_is_made_for_a_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, text: str
) -> None:
    """Nothing is done before; where it were, it would end with the first process."""
    monkeypatch.setattr("ibau.lab.training.training.open_pool", forbidden)
    (tmp_path / "file").touch()
    file = tmp_path / folder / "net.npz"
    for resume in (False, True):
        with pytest.raises(
            TrainingError, match=f"net.npz': '.*{folder}' {text}. Make the folder, or name another --out"
        ):
            train(BETH, tiny(), RunSettings(file, resume), quietly)
    assert [left.name for left in tmp_path.iterdir()] == ["file"]


def forbidden(*_: object) -> NoReturn:
    """What stands for the processes of a training that must not begin."""
    raise AssertionError("It begins.")

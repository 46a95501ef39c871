"""Games without their luck: what they teach is what the rules, the network and the tables say, and nothing else."""

import inspect
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ibau.lab.training.expected import ExpectedPiece, kept_of, play_expected, tables_for
from ibau.lab.training.story import Manner, Story, look_back, make_story, new_story
from ibau.lab.training.worth import Chooser

from ibau.core.chance import seeded
from ibau.core.game import Game, State
from ibau.core.outcome import FIRST
from ibau.games import game
from ibau.games.senet.race.players import COUNTS
from ibau.lab.training import TrainingError, Workshop, plan_for, train
from ibau.lab.training.fitting import new_weights
from ibau.lab.training.plan import OF_NOISE, TrainingTask
from ibau.lab.training.temporal import new_learner
from ibau.machine.arrays import numpy_zeros
from ibau.tables.mapped import mapped
from ibau.tables.tablebase import Tablebase
from tests.lab.training.small_training import numbers_in, quietly, tiny

RACE = game("senet-race")
BEFORE_A_THROW = 1 << 2 * COUNTS  # in the fourth word
SMALL: dict[str, Any] = {"games": 0, "exact": 2, "by_hand": 1, "hidden": 4, "apart": 3, "noise": 0.1}


def chooser(tablebase: Tablebase | None = None, *, by_hand: bool = False) -> Chooser:
    """One whose network says what nobody has taught it."""
    weights = new_weights(sum(RACE.system.evaluation.input_bits), 4, np.random.default_rng(1))
    return Chooser(new_learner(weights), mapped(tablebase, numpy_zeros), int(by_hand))


def told(state: State, who: Chooser, manner: Manner, seed: int = 3, *, plain: bool = False) -> tuple[Story, Story, int]:
    """A game from a state: its positions, those beside them, and how many it has."""
    system = state.game.system
    tell = make_story(system.rulebook, system.evaluation, system.tables)
    story, others = (new_story(len(system.evaluation.input_bits)) for _ in range(2))
    play: Any = inspect.unwrap(tell) if plain else tell
    used, beside, _ = play(state.game.rules, state.position, who, manner, story, others, seeded(seed))
    assert beside <= int(others.kept.sum())
    return story, others, used


def few_pawns(own: int, enemy: int) -> State:
    """A state before a throw of FIRST, pawns on these sets of squares."""
    position = RACE.system.rulebook.start(RACE.rules)._replace(own=own, enemy=enemy, player=FIRST, fresh=0)
    return State(RACE, position)


FEW = few_pawns(1 << 12 | 1 << 22, 1 << 14 | 1 << 25)


@pytest.mark.parametrize("by_hand", [False, True])
def test_a_game_is_told_the_same_compiled_and_plain(by_hand: bool) -> None:
    manner = Manner(0.9, OF_NOISE // 8, 2)
    one, other = (told(FEW, chooser(by_hand=by_hand), manner, plain=plain) for plain in (False, True))
    assert one[2] == other[2] > 10
    for mine, yours in zip((*one[0], *one[1]), (*other[0], *other[1]), strict=True):
        assert np.array_equal(mine, yours)


def test_where_tables_know_a_position_its_exact_value_is_taught() -> None:
    """Before throws, in the game and beside it, however the network chooses."""
    tablebase = tables_for(RACE, 2)
    story, others, used = told(FEW, chooser(tablebase), Manner(0.5, OF_NOISE // 2, 1))
    compared = 0
    for kept in (kept_of(story, used), kept_of(others, others.kept.size)):
        for words, value in zip(kept.words.tolist(), kept.values.tolist(), strict=True):
            if words[3] & BEFORE_A_THROW:
                own, enemy = words[0] & (1 << 31) - 1, words[0] >> 31
                assert value == pytest.approx(2 * tablebase.value(few_pawns(own, enemy)).chance - 1, abs=1e-4)
                compared += 1
    assert compared > 10


def test_targets_are_what_is_expected_and_what_comes_of_it() -> None:
    """By the formula, written out; a random action ends it."""
    story = new_story(1)
    story.values[:4], story.said[:4], story.share[:4] = [0.1, 0.3, 0.2, 0.4], [0.0, 0.2, 0.1, 0.5], [1, 0.5, 0, 0.5]
    look_back(story, 4, -1.0)
    last = 0.4  # what is said at the end is what the last position counted it as
    random = 0.2
    before = 0.3 + 0.5 * (random - 0.1)
    assert story.values[:4].tolist() == pytest.approx([0.1 + (before - 0.2), before, random, last])


def test_a_position_counts_as_the_step_before_has_counted_it() -> None:
    """Also where an action follows an action, as in Geoludie: all that comes later is compared with that."""
    played, trust, seldom = game("senet-geoludie"), 0.9, 1 << 20
    weights = new_weights(sum(played.system.evaluation.input_bits), 4, np.random.default_rng(1))
    start = played.system.rulebook.start(played.rules)
    few = start._replace(own=start.own & -start.own, enemy=start.enemy & -start.enemy)
    who = Chooser(new_learner(weights), mapped(None, numpy_zeros), by_hand=0)
    story, _, used = told(State(played, few), who, Manner(trust, 0, seldom), plain=True)
    values, said = story.values[:used], story.said[:used]
    decisions = np.flatnonzero(story.share[: used - 1] == trust)
    assert np.isin(decisions + 1, decisions).sum() > 3
    after = decisions + 1
    assert values[decisions] == pytest.approx(said[after] + trust * (values[after] - said[after]))


def test_tables_with_more_men_change_nothing() -> None:
    """A training is the same whichever others are at hand."""
    assert {str(table.header.layer) for table in tables_for(RACE, 1).layers.values()} == {"1v1"}


def test_pieces_repeat_themselves() -> None:
    task = TrainingTask(RACE, tiny("senet-race", **SMALL))
    weights = new_weights(sum(RACE.system.evaluation.input_bits), 4, np.random.default_rng(1))
    one, again, other = (play_expected(task, ExpectedPiece(weights, False, (seed,), 50)) for seed in (1, 1, 2))
    assert len(one.values) >= 50
    assert np.array_equal(one.words, again.words)
    assert np.array_equal(one.values, again.values)
    assert not np.array_equal(one.words[:50], other.words[:50])


def test_a_training_by_exact_values_goes_on_where_it_was(tmp_path: Path) -> None:
    """With one generation more it comes to the same network as without a stop."""
    plan = tiny("senet-race", **SMALL)
    train(RACE, plan, Workshop(tmp_path / "whole.npz"), quietly)
    train(RACE, plan._replace(generations=1), Workshop(tmp_path / "net.npz"), quietly)
    ended = train(RACE, plan, Workshop(tmp_path / "net.npz", resume=True), quietly)
    assert ended.final.number == 1
    assert numbers_in(tmp_path / "net.npz", RACE) == numbers_in(tmp_path / "whole.npz", RACE)


@pytest.mark.parametrize(
    ("ruleset", "men", "error"),
    [
        ("seega", 3, "seega cannot be learnt from exact values"),
        ("senet-geoludie", 1, "senet-geoludie cannot be learnt from exact values"),
        ("senet-race", 6, "senet-race has 5 men a side, not 6"),
        ("senet-race", 5, "`ibau solve senet-race --pieces 5` makes them"),
    ],
)
def test_without_tables_nothing_exact_is_learnt(tmp_path: Path, ruleset: str, men: int, error: str) -> None:
    played: Game = game(ruleset)
    with pytest.raises(TrainingError, match=error):
        train(played, plan_for(played, exact=men), Workshop(tmp_path / "net.npz"), quietly)
    assert list(tmp_path.iterdir()) == []

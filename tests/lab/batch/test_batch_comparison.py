"""A batch plays exactly as single games do, seed by seed."""

import numpy as np
import pytest

from ibau.core.game import State
from ibau.games import game, presets, systems
from ibau.lab.batch import Batch
from tests.lab.batch.batch_comparison import at_random, compare_with_single_games, first_or_last
from tests.machine_choice import sample_params

POLICIES = (first_or_last, at_random, first_or_last)


@sample_params(systems())
def test_a_batch_is_its_games(ruleset: str) -> None:
    kinds = compare_with_single_games(
        game(ruleset), [policy(seed) for seed, policy in enumerate(POLICIES)], 120, seed=5
    )
    assert "repetition" in kinds or ruleset != "seega"
    assert "cut off" in compare_with_single_games(game(ruleset), [at_random(1), at_random(2)], 90, seed=8, longest=40)


@sample_params(["seneti+first_player=first", "seti-aleph", "seti-beth"])
def test_positions_that_come_back_end_a_game(ruleset: str) -> None:
    """Both sides repeat their moves in one game and not in another; in Seega the batch above has repetitions."""
    shuffled = 3 * back_and_forth(game(ruleset).initial())
    actions = iter(shuffled)
    assert compare_with_single_games(game(ruleset), [lambda _: next(actions), at_random(1)], len(shuffled), seed=1) == {
        "repetition"
    }


def back_and_forth(state: State) -> tuple[int, ...]:
    """Four actions after which everything is as it was."""
    key, rules = state.game.system.rulebook.key, state.game.rules
    here = key(rules, state.position)
    for there in state.legal:
        away = state.after(there)
        for reply in away.legal:
            gone = away.after(reply)
            for back in gone.legal:
                nearly = gone.after(back)
                for last in nearly.legal:
                    if key(rules, nearly.after(last).position) == here:
                        return there, reply, back, last
    raise AssertionError("nothing comes back")


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", presets())
def test_a_batch_is_its_games_under_every_preset(ruleset: str) -> None:
    compare_with_single_games(
        game(ruleset), [policy(seed) for seed, policy in enumerate(POLICIES)], 400, seed=6, threads=2
    )


@sample_params(systems())
def test_who_looks_after_every_step_sees_what_who_looks_once_sees(ruleset: str) -> None:
    looking, waiting = (Batch(game(ruleset), 70, seed=7, longest=60) for _ in range(2))
    some = np.arange(70) % 3 > 0
    for n in range(90):
        where = some if n % 5 == 0 else None
        for batch in (looking, waiting):
            batch.step(where=where)
        assert looking.mask.sum() == looking.counts.sum()
        _ = looking.inputs
    assert (looking.mask == waiting.mask).all()
    assert (looking.inputs == waiting.inputs).all()
    looking.reset(1)
    waiting.reset(1)
    assert (looking.mask == waiting.mask).all()

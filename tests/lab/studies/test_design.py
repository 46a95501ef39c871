"""The factorial design: main effects and interactions of two options are not aliased."""

from itertools import combinations

import numpy as np
import pytest

import ibau
from ibau.core.completion_rates import BOOKKEEPING, too_few_ended
from ibau.games import systems
from ibau.lab.studies import design
from ibau.lab.studies.game_figures import Figure
from ibau.lab.studies.measure_study import contrast


@pytest.mark.parametrize("count", [1, 2, 5, 9, 16])
def test_columns_of_options_and_of_pairs_are_orthogonal(count: int) -> None:
    runs = np.array([[2 * on - 1 for on in run] for run in design.design_runs(count)])
    columns = [runs[:, n] for n in range(count)]
    columns += [runs[:, n] * runs[:, m] for n, m in combinations(range(count), 2)]
    products = np.array(columns) @ np.array(columns).T
    assert (products == len(runs) * np.eye(len(columns))).all()


def test_a_contrast_finds_what_a_pair_does_beyond_the_sum_of_both() -> None:
    runs = list(design.design_runs(5))
    values = [10 + 3 * one - 2 * two + 5 * one * three + four for one, two, three, four, _ in runs]
    signs = np.array([[2 * on - 1 for on in run] for run in runs])
    figures = [Figure(value, np.full(10, float(value))) for value in values]
    found = {
        (n, m): contrast(figures, 4 * signs[:, n] * signs[:, m] / len(runs)).value for n, m in combinations(range(5), 2)
    }
    assert found == pytest.approx({pair: 5 if pair == (0, 2) else 0 for pair in found})


@pytest.mark.parametrize("name", systems())
def test_what_is_combined_is_what_a_source_may_mean_and_ends(name: str) -> None:
    game = ibau.game(ibau.systems()[name].default_preset.id)
    options = [option.name for option in design.factors(game)]
    assert not set(options) & set(BOOKKEEPING)
    rulesets = design.combinations(game)
    assert len(set(rulesets)) == len(rulesets)
    assert {option for ruleset in rulesets for option, _ in ruleset.changes} == set(options)
    assert not any(too_few_ended(ibau.game(str(ruleset))) for ruleset in rulesets)

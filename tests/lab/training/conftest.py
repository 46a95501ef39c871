"""Inputs are looked at in fewer positions, which takes half of the time of a small training."""

from collections.abc import Iterator

import pytest

from ibau.lab.training import pipeline
from ibau.lab.training.input_symmetry import input_permutations


@pytest.fixture(scope="package", autouse=True)
def few_samples() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pipeline, "SAMPLE", 400)
        patch.setattr(pipeline, "input_permutations", lambda game, seed: input_permutations(game, seed, 400))
        yield

"""Searches and loops on a machine that a test names."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import pytest

from ibau.machine import machines
from tests.slow import slow_but

SAMPLE = ("senet-race", "seti-beth")  # a game with throws and one without


def sample_params(names: Iterable[str]) -> pytest.MarkDecorator:
    """Try rulesets, the sample in every run and the others as slow tests: Numba compiles for each of them again."""
    return pytest.mark.parametrize("ruleset", slow_but(SAMPLE, names))


@contextmanager
def machine(name: str) -> Iterator[None]:
    """Within the block rooms are those of this machine, as if IBAU_MACHINE named it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(machines, "ASKED", name)
        yield

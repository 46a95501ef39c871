"""The logarithm of tree searches, which is the same on every machine."""

import math
import random

from ibau.search.tree import log

LARGEST = 1_000_000


def test_the_logarithm_is_the_systems_own_but_for_its_last_bits() -> None:
    sampled = [*range(1, 2000), *random.Random(1).sample(range(2000, LARGEST), 20_000), LARGEST]
    assert log(1) == 0.0
    for n in sampled:
        assert math.isclose(log(n), math.log(n), rel_tol=1e-14, abs_tol=1e-14), n


def test_powers_of_two_have_their_logarithms() -> None:
    for exponent in range(31):
        assert math.isclose(log(1 << exponent), exponent * math.log(2), rel_tol=1e-14)

"""Bounds are rounded outwards: what is exactly so is never outside them, not even by the last place."""

import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ibau.games import game
from ibau.lab.solver.chance_solver import difference_rounded_up
from ibau.tables.bounds import error_text, round_down, round_up
from ibau.tables.table_file import STEPS
from ibau.tables.tablebase import ExactValue, Tablebase, average, every_layer, mirror
from ibau.tables.throw_sums import hands
from ibau.terminal.commands.tablebase import error_of

CHANCES = st.floats(0, 1, allow_subnormal=False)
WEIGHTS = (4, 6, 4, 1, 1)


@given(CHANCES, CHANCES)
@example(0.1, 0.2)
def test_rounding_keeps_to_its_side_and_changes_nothing_that_is_exact(first: float, second: float) -> None:
    exact = Fraction(first) * Fraction(second)
    below, above = round_down(exact), round_up(exact)
    assert below <= exact <= above
    assert above in {below, np.nextafter(below, 2)}
    assert round_down(Fraction(first)) == round_up(Fraction(first)) == first


@pytest.mark.parametrize("ruleset", ["senet-race", "senet-geoludie"])
def test_what_is_read_of_a_table_is_within_the_error_of_its_header(ruleset: str) -> None:
    tablebase = Tablebase.open(game(ruleset))
    rulebook, rules, count = tablebase.game.system.rulebook, tablebase.rules, 0
    lot = random.Random(ruleset)
    for table in tablebase.layers.values():
        error = Fraction(table.header.error)
        for place in lot.sample(range(table.header.positions), 200):
            position = tablebase.tables.position(rules, table.header.layer, place)
            if rulebook.outcome(rules, position, 1):
                continue
            chance = Fraction(table.number(place) / STEPS)
            bounds = Fraction(tablebase.read(position).lower), Fraction(tablebase.read(position).upper)
            if not tablebase._sees_first(position):
                chance = 1 - chance
            assert bounds[0] <= max(chance - error, Fraction(0))
            assert bounds[1] >= min(chance + error, Fraction(1))
            count += 1
    assert count > 500


@given(st.lists(st.tuples(CHANCES, CHANCES), min_size=5, max_size=5), CHANCES)
def test_means_and_the_other_side_are_rounded_outwards(pairs: list[tuple[float, float]], rest: float) -> None:
    every = [ExactValue(lower, lower, upper) for lower, upper in map(sorted, pairs)]
    shares = [Fraction(weight, 16) * (1 - Fraction(rest)) for weight in WEIGHTS]
    mean = average(every, shares, Fraction(rest))
    assert mean.lower <= sum(share * Fraction(value.lower) for share, value in zip(shares, every, strict=True))
    upper = sum(share * Fraction(value.upper) for share, value in zip(shares, every, strict=True)) + Fraction(rest)
    assert mean.upper >= upper
    assert mean.lower <= mean.chance <= mean.upper
    other = mirror(mean)
    assert other.lower <= 1 - Fraction(mean.upper) <= 1 - Fraction(mean.lower) <= other.upper
    assert Fraction(error_of(mean)) >= max(Fraction(mean.upper) - Fraction(mean.chance), Fraction(0))


def test_the_chances_of_all_hands_are_exact() -> None:
    tablebase = Tablebase.open(game("senet-geoludie"))
    tables, rules, sums = tablebase.tables, tablebase.rules, tablebase.tables.iteration.sums
    assert sums
    for layer in every_layer(tables, 2):
        position = tables.position(rules, layer, 0)
        every, rest = hands(tablebase.game.system.rulebook, rules, position, sums.hand)
        assert len(every) > 20
        assert sum((Fraction(hand.chance) for hand in every), Fraction(rest)) == 1


def test_the_solver_rounds_an_error_up() -> None:
    lot = np.random.default_rng(9)
    high, low = lot.random(5000), lot.random(5000) / STEPS
    exact = [Fraction(more) - Fraction(less) for more, less in zip(high.tolist(), low.tolist(), strict=True)]
    assert difference_rounded_up(high, low).tolist() == list(map(round_up, exact))
    assert any(plain < distance for plain, distance in zip((high - low).tolist(), exact, strict=True))


def test_bounds_taken_from_a_header_are_rounded_outwards() -> None:
    error = 1e-5 / 3
    values = np.arange(0, STEPS, 16) / STEPS
    lower, upper = -difference_rounded_up(-values, -error), difference_rounded_up(values, -error)
    exact = [(Fraction(value) - Fraction(error), Fraction(value) + Fraction(error)) for value in values.tolist()]
    assert lower.tolist() == [round_down(below) for below, _ in exact]
    assert upper.tolist() == [round_up(above) for _, above in exact]
    assert any(plain > below for plain, (below, _) in zip((values - error).tolist(), exact, strict=True))


@pytest.mark.parametrize(("error", "text"), [(0.0, "0.000 %"), (1.04e-5, "0.002 %"), (0.25, "25.000 %")])
def test_an_error_is_printed_rounded_up(error: float, text: str) -> None:
    assert error_text(error) == text
    assert Fraction(text.removesuffix(" %")) / 100 >= Fraction(error)

"""The number of action paths of every ruleset, against tables of an independent implementation."""

import pytest

from ibau.games import game, presets
from ibau.search.playout import perft
from tests.game_lines import state_after
from tests.machine_choice import machine
from tests.recorded_vectors import YOUNGER, YOUNGER_OPTIONS, perft_tables, recorded_presets
from tests.slow import slow_but

pytestmark = pytest.mark.timeout(600)  # compiling takes a while


COUNTS = (("kernel", 3), ("kernel", 1), ("native", 1))  # on which machine, and of how many positions one is tried


@pytest.mark.parametrize(("by", "step"), slow_but(COUNTS[:1], COUNTS))
@pytest.mark.parametrize(("ruleset", "table"), [*((name, name) for name in perft_tables()), *YOUNGER.items()])
def test_path_counts(ruleset: str, table: str, by: str, step: int) -> None:
    for prefix, counts in [*perft_tables()[table].items()][::step]:
        state = state_after(ruleset, prefix)
        with machine(by):
            counted = [perft(state, depth) for depth in range(1, len(counts) + 1)]
        assert counted == counts, f"after {prefix!r}"


@pytest.mark.parametrize("preset", recorded_presets())
def test_tables_cover_every_option(preset: str) -> None:
    """Every preset and each of its one-option changes has a table, as far as the tables try other numbers."""
    ruleset = game(preset).ruleset
    numbers = {option.name for option in ruleset.options if option.is_number} | YOUNGER_OPTIONS
    for changed in ruleset.one_option_changes():
        name = str(changed).rpartition("+")[2].partition("=")[0]
        assert str(changed) in perft_tables() or name in numbers


def test_perft_of_depth_zero_is_one() -> None:
    assert perft(game("seega").initial(), 0) == 1


def test_repetitions_are_counted_across_the_prefix() -> None:
    """A third occurrence inside the tree, the first two before it, ends its paths."""
    state = state_after("seega", "a5-a4 e1-e2 a4-a5 e2-e1 a5-a4 e1-e2 a4-a5", "LL3/5/5/5/4D first 24 - - 0 12 -")
    third = state.play("e2-e1")
    assert third.result is not None
    assert third.result.kind == "repetition"
    others = [state.play(action) for action in state.actions if action != "e2-e1"]
    assert others
    assert perft(state, 1) == len(others) + 1
    assert perft(state, 2) == sum(len(after.actions) for after in others)


def test_every_preset_has_vectors() -> None:
    assert {*recorded_presets(), *YOUNGER} == set(presets())
    assert {text.partition("+")[0] for text in perft_tables()} == set(recorded_presets())

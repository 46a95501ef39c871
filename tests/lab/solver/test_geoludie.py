"""Geoludie solved by whole turns: against one step of the plain rules, and hands left out."""

import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ibau.core.errors import MissingTableError
from ibau.core.game import Game
from ibau.core.table_layout import Layer
from ibau.games import game
from ibau.lab.solver import turn_ends
from ibau.lab.solver.layer_solver import SolvingTask
from ibau.lab.solver.solve_game import solve
from ibau.players.levels import best_by_tables
from ibau.tables.probing import probe
from ibau.tables.table_file import Table
from ibau.tables.tablebase import Tablebase, essential, shipped_folder, tables_of
from ibau.tables.throw_sums import throw_sums
from ibau.tables.verification import check_values
from tests.slow import slow_but

ENDING = "3D23LLD first throws - 0 - - 0"
CHANCES = {1: 4 / 16, 2: 6 / 16, 3: 4 / 16, 4: 1 / 16, 5: 1 / 16}
READINGS = (
    "senet-geoludie",
    "senet-geoludie+exit_by=share+rest_goes_back=any_pawn",
    "senet-geoludie+forward_duty=none",
)


@pytest.fixture(scope="module")
def geoludie() -> Game:
    return essential(game("senet-geoludie"))


@pytest.fixture(scope="module")
def shipped(geoludie: Game) -> Path:
    return shipped_folder(geoludie)


@pytest.fixture(scope="module")
def tablebase(geoludie: Game, shipped: Path) -> Tablebase:
    return Tablebase(geoludie, [shipped])


def ends_of(given: Game, position: Any) -> Iterator[Any]:
    """The positions to which the sharing out of a sum may lead."""
    rulebook, rules = given.system.rulebook, given.rules
    moves = rulebook.moves(rules, position)
    for n in range(rulebook.count(moves)):
        after = rulebook.play(rules, position, rulebook.nth(moves, n))
        if after.playing:
            yield from ends_of(given, after)
        else:
            yield after


# --- One step --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("layer", "positions"), slow_but([("1v2", 60)], [("1v1", 60), ("1v2", 60), ("2v1", 8), ("2v2", 8)])
)
def test_one_turn_by_the_plain_rules_agrees(tablebase: Tablebase, shipped: Path, layer: str, positions: int) -> None:
    assert list(check_values(tablebase, Table(shipped / f"{layer}.table"), positions)) == []


@pytest.mark.parametrize("ruleset", slow_but(READINGS[:1], READINGS))
def test_hands_of_a_kind_lead_to_the_same_ends(ruleset: str) -> None:
    """So that a hand of each kind is enough."""
    given, lot = essential(game(ruleset)), random.Random(4)
    tables, rulebook, alike = tables_of(given), given.system.rulebook, 0
    method = tables.iteration.sums
    assert method
    for layer in (Layer(1, 1), Layer(2, 1), Layer(2, 2), Layer(2, 2)):
        position = tables.position(given.rules, layer, lot.randrange(tables.size(layer)))
        kinds = defaultdict(list)
        for thrown in throw_sums(rulebook, given.rules, position, 1e-4).nodes:
            if thrown.is_over:
                kinds[method.hand(given.rules, thrown.position)].append(thrown.position)
        for first, *others in kinds.values():
            alike += len(others)
            for other in others[:3]:
                assert set(ends_of(given, first)) == set(ends_of(given, other)), first
        assert max(kinds) < method.hands
    assert alike > 100


# --- Solving ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_one_pawn_a_side_is_solved_anew_to_the_same_bytes(geoludie: Game, shipped: Path, tmp_path: Path) -> None:
    solve(SolvingTask(geoludie, 1, tmp_path, threads=2), lambda _: None)
    assert (tmp_path / "1v1.table").read_bytes() == (shipped / "1v1.table").read_bytes()


@pytest.mark.slow
def test_hands_that_are_left_out_widen_the_bounds(
    geoludie: Game, shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn_ends, "MIN_CHANCE", 1e-3)
    solve(SolvingTask(geoludie, 1, tmp_path), lambda _: None)
    rough, exact = Table(tmp_path / "1v1.table"), Table(shipped / "1v1.table")
    assert rough.header.error > 100 * exact.header.error
    apart = np.abs(np.asarray(rough.values, float) - exact.values) / 65535
    assert apart.max() <= rough.header.error + exact.header.error


# --- Reading ---------------------------------------------------------------------------------------------------------


def test_positions_within_a_turn_are_told_too(tablebase: Tablebase) -> None:
    """What follows the throws is the mean of them; an end of the sharing out is read."""
    geoludie = game("senet-geoludie")
    start = geoludie.state(ENDING)
    value, throws = tablebase.value(start), tablebase.actions(start)
    assert list(throws) == ["t1", "t2", "t3", "t4", "t5"]
    mean = sum(chance * throws[f"t{throw}"].chance for throw, chance in CHANCES.items())
    assert mean == pytest.approx(value.chance, abs=1e-4)
    sharing = start.play("t1").play("t2")
    best = tablebase.best(sharing)
    assert {sharing.action(text) for text in best} == set(best_by_tables(sharing))
    assert tablebase.value(sharing).chance == pytest.approx(tablebase.value(sharing.play(best[0])).chance)


def test_where_there_are_many_pawns_or_the_cap_is_near_no_table_is_asked() -> None:
    geoludie = game("senet-geoludie")
    assert probe(geoludie.initial()) is None
    assert probe(geoludie.initial().play("t1")) is None
    assert probe(geoludie.state(ENDING))
    near = geoludie.state(ENDING)
    assert probe(game("senet-geoludie+max_turns=300").state(str(near))) is None


def test_rules_by_which_throws_may_be_played_at_once_have_no_tables() -> None:
    with pytest.raises(MissingTableError, match="only with direct_in_houses=false"):
        tables_of(game("senet-geoludie-recommended"))
    with pytest.raises(MissingTableError, match="only with one_share_per_pawn=true"):
        tables_of(game("senet-geoludie-by-throw"))

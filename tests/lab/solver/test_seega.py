"""Seega's endings solved: against a second solver that shares nothing with the first, and figures known before."""

import random
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from ibau.core.errors import MissingTableError
from ibau.core.game import Game, State
from ibau.core.outcome import FIRST, ONGOING, value_for_first
from ibau.core.repetition import PositionHistory
from ibau.core.table_layout import Layer
from ibau.games import game
from ibau.games.seega.rules import ALL_PLACED, Position
from ibau.lab.solver.layer_solver import SolvingTask
from ibau.lab.solver.retrograde_loops import UNKNOWN, KnownCodes, make_look_up
from ibau.lab.solver.solve_game import solve
from ibau.tables.table_file import RESULTS, Table
from ibau.tables.tablebase import ExactValue, Tablebase, essential, every_layer, tables_of
from ibau.tables.verification import check_values

Board = tuple[int, int, int]  # own pieces, the other's, and does the other wait to be let out?
After = tuple[int, Board | None]  # with None how it ended; else 1 where the same player has the turn, -1 where not


def at(board: Board) -> Position:
    """FIRST is to act, right after a capture."""
    own, enemy, waiting = board
    return Position(own, enemy, FIRST, ALL_PLACED, 0, waiting, 0, 0, ONGOING)


# --- A second solver -------------------------------------------------------------------------------------------------


def graph_of(given: Game, own: int, enemy: int) -> dict[Board, list[After]]:
    """What a turn leads to from every board with this many pieces, and from all boards that can follow."""
    waiting: list[Board] = [
        (sum(1 << n for n in ours), sum(1 << n for n in theirs), 0)
        for ours in combinations(range(25), own)
        for theirs in combinations([n for n in range(25) if n not in ours], enemy)
    ]
    graph: dict[Board, list[After]] = {}
    while waiting:
        board = waiting.pop()
        if board not in graph:
            graph[board] = list(turns(given, at(board)))
            waiting += [after for _, after in graph[board] if after]
    return graph


def turns(given: Game, here: Position) -> Iterator[After]:
    rulebook, rules = given.system.rulebook, given.rules
    moves = rulebook.moves(rules, here)
    for n in range(rulebook.count(moves)):
        after = rulebook.play(rules, here, rulebook.nth(moves, n))
        outcome = rulebook.outcome(rules, after, 1)
        if outcome:
            yield value_for_first(outcome), None
        elif after.runner:
            yield from turns(given, after)
        else:
            yield 1 if after.player == FIRST else -1, (after.own, after.enemy, after.waiting)


def brute_force(given: Game, own: int, enemy: int) -> dict[Board, tuple[int, int]]:
    """The value for the player to act, and after how many plies of looking ahead it no longer changes.

    Smaller boards first, each looked at one ply deeper until nothing changes or the count of quiet plies is reached.
    """
    graph = graph_of(given, own, enemy)
    found: dict[Board, tuple[int, int]] = {}
    for men in sorted({pieces(board) for board in graph}):
        here = [board for board in graph if pieces(board) == men]
        values = {board: endless(given, board) for board in here}
        found |= {board: (value, 0) for board, value in values.items()}
        changed, depth = True, 0
        while changed and (not given.rules.no_progress_plies or depth < given.rules.no_progress_plies):
            depth += 1
            worth = {board: value for board, (value, _) in found.items()} | values
            values = {
                board: max(sign * (worth[after] if after else 1) for sign, after in graph[board]) for board in here
            }
            changed = any(values[board] != worth[board] for board in here)
            found |= {board: (values[board], depth) for board in here if values[board] != worth[board]}
    return found


def pieces(board: Board) -> int:
    return (board[0] | board[1]).bit_count()


def endless(given: Game, board: Board) -> int:
    """The count of pieces, or a draw."""
    own, enemy = board[0].bit_count(), board[1].bit_count()
    return int(given.rules.grand_victory) * ((own > enemy) - (own < enemy))


def as_tabled(given: Game, board: Board, value: int, depth: int) -> ExactValue:
    chance = (1 + value) / 2
    return ExactValue(chance, chance, chance, None if value == endless(given, board) else depth)


BOARDS = (
    ("seega-khamsawee", 2, 1),
    ("seega", 2, 2),
    ("seega+grand_victory=false", 2, 1),
    ("seega+grand_victory=false+no_progress_plies=6", 2, 1),
    ("seega+grand_victory=false+blocked_rule=loss", 2, 1),
    ("seega-lenient+grand_victory=false", 2, 1),
    ("seega-khamsawee", 2, 2),
)


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "own", "enemy"), BOARDS)
def test_a_second_solver_finds_the_same(ruleset: str, own: int, enemy: int, tmp_path: Path) -> None:
    given = essential(game(ruleset))
    solve(SolvingTask(given, own + enemy, tmp_path), lambda _: None)
    tablebase = Tablebase(given, [tmp_path])
    found = brute_force(given, own, enemy)
    assert len(found) > 13_000
    decided = 0
    for board, (value, depth) in found.items():
        position = at(board)
        if tablebase.tables.rests(given.rules, position) and not given.system.rulebook.outcome(
            given.rules, position, 1
        ):
            assert tablebase.read(position) == as_tabled(given, board, value, depth), board
            decided += depth > 0
    assert decided > 100


# --- What was found --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("layer", "won", "drawn", "lost", "longest"),
    [
        (Layer(2, 1), 100, 0, 0, 0),
        (Layer(4, 1), 100, 0, 0, 0),
        (Layer(2, 2), 3.94, 95.89, 0.17, 9),
        (Layer(3, 2), 99.84, 0.16, 0, 4),
        (Layer(2, 3), 0, 5.13, 94.87, 3),
    ],
    ids=str,
)
def test_layers_are_worth_what_was_known(
    endings: Path, layer: Layer, won: float, drawn: float, lost: float, longest: int
) -> None:
    table = Table(endings / f"{layer}.table")
    shares = [100 * float((np.asarray(table.values) % RESULTS == result).mean()) for result in (2, 1, 0)]
    assert shares == pytest.approx([won, drawn, lost], abs=0.005)
    assert table.header.longest == longest == max(table.values) // RESULTS


@pytest.mark.parametrize(
    "layer", [layer for layer in every_layer(tables_of(game("seega")), 5) if sum(layer) > 3], ids=str
)
def test_one_step_of_the_rules_agrees_everywhere(seega: Game, endings: Path, layer: Layer) -> None:
    tablebase = Tablebase(seega, [endings])
    assert list(check_values(tablebase, Table(endings / f"{layer}.table"), 200)) == []


def far(tablebase: Tablebase, layer: Layer, least: int, count: int) -> list[Position]:
    """Some positions of a layer at a distance of at least so much, by lot."""
    tables, lot = tablebase.tables, random.Random(2)
    places = np.flatnonzero(np.asarray(tablebase.layers[tables.number(layer)].values) // RESULTS >= least)
    return [tables.position(tablebase.rules, layer, place) for place in lot.sample(places.tolist(), count)]


def test_games_of_two_table_players_end_as_tabled(seega: Game, endings: Path) -> None:
    tablebase, lot = Tablebase(seega, [endings]), random.Random(4)
    begins = (
        (Layer(2, 2), 4, 10),
        (Layer(2, 3), 2, 10),
        (Layer(3, 2), 2, 10),
        (Layer(2, 2), 0, 5),
        (Layer(3, 2), 0, 5),
    )
    for position in (position for begin in begins for position in far(tablebase, *begin)):
        state = State(seega, position)
        begun = tablebase.value(state)
        while not state.outcome:
            value = tablebase.value(state)
            assert value.lower == value.upper == begun.chance
            after = state.play(lot.choice(tablebase.best(state)))
            if (
                value.plies
                and not after.outcome
                and not seega.system.rulebook.irreversible(seega.rules, after.position)
            ):
                left = tablebase.value(after).plies
                assert left is not None
                assert left < value.plies
            state = after
        assert value_for_first(state.outcome) == 2 * begun.chance - 1


# --- What depends on history -----------------------------------------------------------------------------------------


def test_a_distance_that_no_longer_fits_leaves_an_interval(seega: Game, endings: Path) -> None:
    """No quiet ply is left over at 40 - 9; one later the count of pieces may come first."""
    tablebase = Tablebase(seega, [endings])
    (position,) = far(tablebase, Layer(2, 2), 9, 1)
    assert tablebase.read(position._replace(quiet=31)) == ExactValue(1, 1, 1, 9)
    late = position._replace(quiet=32)
    assert tablebase.read(late) == ExactValue(1, 0.5, 1, 9)
    assert tablebase.read(late._replace(player=1)) == ExactValue(0, 0, 0.5, 9)
    drawn = next(other for other in far(tablebase, Layer(2, 2), 0, 20) if tablebase.read(other).plies is None)
    assert tablebase.read(drawn._replace(quiet=39)) == ExactValue(0.5, 0.5, 0.5, None)


def test_a_position_that_occurred_twice_leaves_an_interval(seega: Game, endings: Path) -> None:
    tablebase = Tablebase(seega, [endings])
    here, other = far(tablebase, Layer(2, 2), 9, 2)
    (captured,) = far(tablebase, Layer(2, 3), 1, 1)
    assert tablebase.value(State(seega, here, PositionHistory.of([here]))) == ExactValue(1, 1, 1, 9)
    assert tablebase.value(State(seega, here, PositionHistory.of([other]))) == ExactValue(1, 1, 1, 9)
    assert tablebase.value(State(seega, here, PositionHistory.of([captured] * 2))) == ExactValue(1, 1, 1, 9)
    assert tablebase.value(State(seega, here, PositionHistory.of([other] * 2))) == ExactValue(1, 0.5, 1, 9)
    forever = essential(game("seega+repetition=off"))
    assert not State(forever, here, PositionHistory.of()).play(State(forever, here).actions[0]).occurrences


def test_what_no_table_holds_is_said(seega: Game, endings: Path) -> None:
    tablebase = Tablebase(seega, [endings])
    with pytest.raises(MissingTableError):
        tablebase.value(seega.initial())
    with pytest.raises(MissingTableError, match=r"3 pieces against 3; `ibau solve seega.* --pieces 6` makes it"):
        tablebase.read(tablebase.tables.position(seega.rules, Layer(3, 3), 0))


def test_rulesets_that_differ_only_while_placing_share_tables() -> None:
    placing = "seega+capture_in_placement=true+first_mover=first_placer+first_player=first+max_turns=90"
    assert essential(game(placing)) == essential(game("seega"))
    assert essential(game("seega+no_progress_plies=12")) != essential(game("seega"))


def test_a_distance_that_may_not_fit_is_not_taken_for_a_value(seega: Game, endings: Path) -> None:
    """Where a chain may stop, a turn begins a ply after its capture."""
    tablebase = Tablebase(seega, [endings])
    (here,) = far(tablebase, Layer(2, 2), 9, 1)
    starts = np.zeros(tablebase.tables.numbers, np.int64)
    codes = np.array(tablebase.layers[tablebase.tables.number(Layer(2, 2))].values, np.uint16)
    look_up = make_look_up(tablebase.tables)
    found = [look_up(seega.rules, here._replace(quiet=quiet), KnownCodes(codes, starts, 9), 0) for quiet in (0, 1)]
    assert found == [1, UNKNOWN]

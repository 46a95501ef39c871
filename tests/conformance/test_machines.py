"""Plain Python, kernels and Numba give the same results, to the bit.

Plain Python is compared at no more nodes than it has time for; the other two at the whole budget of each level.  Where
Numba takes part, which compiles for minutes, the tests are slow ones.
"""

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from ibau.core.contract import System
from ibau.core.game import State
from ibau.games import base_ruleset, game, presets, systems
from ibau.machine.machines import machine_name_for
from ibau.players import Budget, player
from ibau.players.base import Choice
from ibau.players.level_settings import settings_of
from ibau.search.mcts import MctsSearch, make_mcts
from ibau.search.network import network_of
from ibau.search.playout import make_perft, make_playouts, note_rows, perft, playouts
from ibau.search.pvs import make_pvs
from ibau.search.star2 import make_star2
from ibau.search.uct import make_uct
from ibau.tables.probing import available_tables
from tests.conformance.seeded_walks import LONGEST_WALK
from tests.game_lines import state_after
from tests.machine_choice import machine
from tests.recorded_vectors import recorded_games, recorded_presets

pytestmark = pytest.mark.timeout(1200)  # compiling takes minutes

ALL, BUT_NATIVE, BUT_PLAIN = ("kernel", "native", "plain"), ("kernel", "plain"), ("kernel", "native")

LEAST, FEW, MORE = 20, 60, 2000  # nodes that plain Python has time for, of which the first are in every run
CHANGES = 3  # one-option changes of a preset that are tried
GAMES = 4  # playouts
SHUFFLED = "a5-a4 e1-e2 a4-a5 e2-e1 a5-a4"  # both sides of Seega step there and back
CORNERS = "LL3/5/5/5/4D first 24 - - 0 12 -"


class Thought(NamedTuple):
    """What a search has found; the value as it is written, which shows every bit."""

    action: str
    value: str
    line: tuple[str, ...]
    nodes: int
    depth: int


def thought(choice: Choice) -> Thought:
    return Thought(choice.action, repr(choice.value), choice.line, choice.nodes, choice.depth)


def assert_thinks_alike(name: str, state: State, budget: Budget, machines: tuple[str, ...]) -> None:
    """A player of a name, in a state, on all of these machines."""
    found: dict[str, Thought] = {}
    for each in machines:
        with machine(each):
            found[each] = thought(player(name, 1).choose(state, budget))
    assert len(set(found.values())) == 1, f"{name} in {state.game.ruleset}, {state}, {budget}: {found}"


# --- What is compared ------------------------------------------------------------------------------------------------


def rulesets() -> list[str]:
    """Every preset, and some of its one-option changes, drawn by lot."""
    found: list[str] = []
    for preset in presets():
        changes = [str(changed) for changed in base_ruleset(preset).one_option_changes()]
        found += [preset, *random.Random(preset).sample(changes, min(CHANGES, len(changes)))]
    return found


def searches_of(system: System) -> tuple[str, ...]:
    """The names of the searches that play a game."""
    return "expectimax" if system.has_throws else "alphabeta", "mcts", "uct"


def budgets(system: System) -> dict[str, Budget]:
    """The levels of a game that search, and what each spends."""
    return {name: setting.budget for name, setting in settings_of(system).items() if setting.searches}


def limited(budget: Budget, nodes: int) -> Budget:
    """A budget of this many nodes at most."""
    assert budget.nodes
    return Budget(nodes=min(budget.nodes, nodes))


@cache
def decisions(ruleset: str) -> tuple[State, ...]:
    """States of a random game in which there is a choice: an early one, one of the middle and a late one."""
    chooser, state = random.Random(1), game(ruleset).initial()
    found: list[State] = []
    for _ in range(LONGEST_WALK):
        if not state.legal:
            break
        found += [state] * (state.to_move != "chance" and len(state.legal) > 1)
        state = state.after(chooser.choice(state.legal))
    return found[len(found) // 8], found[len(found) // 2], found[-1]


@cache
def repeated_decision(system: str) -> State:
    """A decision in a position that has been there before; the past holds more of the kind."""
    if system == "seega":
        return state_after("seega", SHUFFLED, CORNERS)
    chooser, rulebook = random.Random(43), systems()[system].rulebook  # this lot soon finds one in every game
    while True:
        state, known = game(system).initial(), set[Any]()
        while state.legal and len(known) < LONGEST_WALK:
            key = rulebook.key(state.game.rules, state.position)
            if key in known and state.to_move != "chance" and len(state.legal) > 1:
                return state
            known.add(key)
            state = state.after(chooser.choice(state.legal))


def tabled_rulesets() -> list[str]:
    """The presets with tables at hand."""
    at_hand = {preset: available_tables(game(preset)) for preset in presets()}
    return [preset for preset, tablebase in at_hand.items() if tablebase and tablebase.layers]


def tabled(ruleset: str, count: int) -> Iterator[State]:
    """Decisions that a search leaves for positions of tables, in its largest layer."""
    tested, lot = game(ruleset), random.Random(3)
    tablebase = available_tables(tested)
    assert tablebase is not None
    layer = tablebase.layers[
        max(tablebase.layers, key=lambda number: tablebase.layers[number].header.size)
    ].header.layer
    while count:
        position = tablebase.tables.position(tested.rules, layer, lot.randrange(tablebase.tables.size(layer)))
        state = State(tested, position)
        while state.to_move == "chance":
            state = state.after(lot.choice(state.legal))
        if len(state.legal) > 1:
            count -= 1
            yield state


# --- Searches --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", systems())
def test_kernels_think_as_plain_python_does(system: str) -> None:
    """A sample: each level and search of a game, from its middle and where positions have come again."""
    middle, again = decisions(system)[1], repeated_decision(system)
    for name, budget in budgets(systems()[system]).items():
        assert_thinks_alike(name, middle, limited(budget, LEAST), BUT_NATIVE)
    for name in searches_of(systems()[system]):
        assert_thinks_alike(name, again, Budget(nodes=LEAST), BUT_NATIVE)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", rulesets())
def test_levels_think_alike_at_their_whole_budgets(ruleset: str) -> None:
    for name, budget in budgets(game(ruleset).system).items():
        for state in decisions(ruleset):
            assert_thinks_alike(name, state, budget, BUT_PLAIN)
        assert_thinks_alike(name, decisions(ruleset)[1], limited(budget, MORE), ALL)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", rulesets())
def test_searches_think_alike(ruleset: str) -> None:
    for name in searches_of(game(ruleset).system):
        for state in decisions(ruleset):
            assert_thinks_alike(name, state, Budget(nodes=10 * MORE), BUT_PLAIN)
        assert_thinks_alike(name, decisions(ruleset)[1], Budget(nodes=MORE), ALL)


@pytest.mark.slow
@pytest.mark.parametrize("system", systems())
def test_searches_think_alike_where_positions_have_come_again(system: str) -> None:
    for name in searches_of(systems()[system]):
        assert_thinks_alike(name, repeated_decision(system), Budget(nodes=MORE), ALL)


def nodes_of_a_tree(state: State, by: str) -> tuple[bytes, bytes]:
    """What each node of a tree is worth and how often it was looked at, bit by bit."""
    with machine(by):
        search = MctsSearch(state, 1, Budget(nodes=FEW), network_of(state.game))
    search.run(FEW)
    used = int(search.tree.used[0])
    return bytes(memoryview(search.evaluated.values)[:used]), bytes(memoryview(search.tree.visits)[:used])


@pytest.mark.parametrize(
    "machines", [pytest.param(BUT_NATIVE, id="fast"), pytest.param(ALL, id="all", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("system", systems())
def test_trees_are_the_same_to_the_bit(system: str, machines: tuple[str, ...]) -> None:
    """Their bounds come from a logarithm and roots."""
    assert len({nodes_of_a_tree(decisions(system)[1], each) for each in machines}) == 1


# --- With tables -----------------------------------------------------------------------------------------------------


def search_with_tables(state: State, by: str, *, probes: bool = True) -> Thought:
    """What the search that looks into tables finds in a state."""
    thinker = player("mcts" if state.game.system.has_throws else "alphabeta", 1)
    thinker.probes = probes
    with machine(by):
        return thought(thinker.choose(state, Budget(nodes=FEW)))


def assert_reads_tables_alike(ruleset: str, positions: int, machines: tuple[str, ...]) -> None:
    """In searches that look into tables, and at the strongest level, which asks them first."""
    matters = 0
    for state in tabled(ruleset, positions):
        found = {each: search_with_tables(state, each) for each in machines}
        assert len(set(found.values())) == 1, f"{ruleset}, {state}: {found}"
        matters += found["kernel"] != search_with_tables(state, "kernel", probes=False)
        assert_thinks_alike("level8", state, Budget(nodes=FEW), machines)
    assert matters, "No search has looked into a table."


@pytest.mark.parametrize("ruleset", tabled_rulesets())
def test_kernels_read_tables_as_plain_python_does(ruleset: str) -> None:
    assert_reads_tables_alike(ruleset, 4, BUT_NATIVE)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", tabled_rulesets())
def test_tables_are_read_alike(ruleset: str) -> None:
    assert_reads_tables_alike(ruleset, 10, ALL)


# --- Playouts and perft ----------------------------------------------------------------------------------------------


def assert_plays_alike(state: State, games: int, machines: tuple[str, ...]) -> None:
    """Random games from a state on."""
    found: dict[str, tuple[list[int], ...]] = {}
    for each in machines:
        with machine(each):
            played = playouts(state, games, seed=4)
        found[each] = played.outcomes.tolist(), played.actions.tolist(), played.decisions.tolist()
    assert all(each == found["kernel"] for each in found.values()), f"{state.game.ruleset}, {state}: {found}"


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", rulesets())
def test_playouts_are_alike(ruleset: str) -> None:
    """From the start, and from positions that have a past."""
    for state in (game(ruleset).initial(), *decisions(ruleset)):
        assert_plays_alike(state, 1, ALL)
        assert_plays_alike(state, 1000, BUT_PLAIN)


@pytest.mark.parametrize("system", systems())
def test_kernels_play_at_random_and_count_as_plain_python_does(system: str) -> None:
    state = repeated_decision(system)
    assert_plays_alike(state, 1, BUT_NATIVE)
    for each in BUT_NATIVE:
        with machine(each):
            assert perft(state, 2) == sum(len(state.after(action).legal) for action in state.legal)


@pytest.mark.parametrize("step", [pytest.param(10, id="some"), pytest.param(1, id="all", marks=pytest.mark.slow)])
@pytest.mark.parametrize("preset", recorded_presets())
def test_kernels_count_the_actions_of_recorded_games(preset: str, step: int) -> None:
    """As an independent implementation has noted them, with all that has been before; some games at some actions."""
    with machine("kernel"):
        for record in recorded_games(preset, step * step):
            state = game(record["ruleset"]).initial()
            for at, ply in enumerate(record["plies"]):
                if at % step == 0:
                    assert perft(state, 1) == len(ply["actions"]), f"{record['ruleset']}: {state}"
                state = state.play(ply["played"])
            assert perft(state, 1) == len(state.legal), f"{record['ruleset']}: {state}"


# --- Kernels ---------------------------------------------------------------------------------------------------------


def loops_of(system: System) -> list[Callable[..., Any]]:
    """What a person waits for."""
    rulebook, tables = system.rulebook, system.table_layout if system.has_throws else None
    evaluation = system.evaluation
    return [
        make_star2(rulebook, evaluation) if system.has_throws else make_pvs(rulebook, evaluation, system.table_layout),
        make_mcts(rulebook, evaluation, tables),
        make_uct(rulebook),
        make_playouts(rulebook),
        make_perft(rulebook),
        note_rows,
    ]


@pytest.mark.parametrize("system", systems())
def test_every_loop_of_every_game_has_a_kernel(system: str) -> None:
    """So no test here compares plain Python with itself."""
    with machine("kernel"):
        assert {machine_name_for(system, loop) for loop in loops_of(systems()[system])} == {"kernel"}

"""Level 8 where positions are tabled: it loses nothing there, and sees what is tabled from where nothing is."""

import random

import pytest

from ibau.core.chance import seed_state
from ibau.core.game import Game, State
from ibau.core.outcome import FIRST
from ibau.core.table_layout import Layer
from ibau.games import game
from ibau.players import Budget, best_player, levels, player
from ibau.search.mcts import MctsSearch
from ibau.search.network import no_network
from ibau.search.tree import ROOT
from ibau.search.tree_search import TreeSearch
from ibau.tables.probing import available_tables, probe
from ibau.tables.tablebase import ExactValue, Tablebase
from tests.machine_choice import machine

BEFORE = "15L6DDL3L1 first t2 - 73"  # three pawns against two, of which one is soon home


@pytest.fixture(scope="module")
def race() -> Game:
    return game("senet-race")


@pytest.fixture(scope="module")
def tablebase(race: Game) -> Tablebase:
    found = available_tables(race)
    assert found is not None
    return found


def tabled_decisions(tablebase: Tablebase, race: Game, count: int) -> list[State]:
    """States with one pawn or two a side in which there is something to choose, drawn by lot."""
    found: list[State] = []
    lot, tables = random.Random(5), tablebase.tables
    while len(found) < count:
        layer = Layer(lot.randint(1, 2), lot.randint(1, 2))
        position = tables.position(race.rules, layer, lot.randrange(tables.size(layer)))
        turned = position._replace(player=lot.randint(0, 1), turns=lot.randrange(100))
        state = State(race, turned)
        if not state.outcome:
            state = state.play(lot.choice(list(state.actions)))
            found += [state] * (len(state.legal) > 1)
    return found


def test_level_8_loses_nothing_where_positions_are_tabled(tablebase: Tablebase, race: Game) -> None:
    for state in tabled_decisions(tablebase, race, 150):
        chances = {text: value.seen_by(state.turn).chance for text, value in tablebase.actions(state).items()}
        choice = player("level8").choose(state, Budget(nodes=1))
        assert chances[choice.action] == max(chances.values()), str(state)
        assert choice.action == best_player(race).choose(state, Budget(nodes=1)).action
        if len(tablebase.best(state)) == 1:
            assert choice.value == pytest.approx(2 * max(chances.values()) - 1)


def test_other_levels_stay_as_they_were_measured(
    monkeypatch: pytest.MonkeyPatch, tablebase: Tablebase, race: Game
) -> None:
    def forbidden(_: Game) -> None:
        raise AssertionError

    [state] = tabled_decisions(tablebase, race, 1)
    monkeypatch.setattr(levels, "available_tables", forbidden)
    for level in ("level1", "level3", "level5", "greedy", "mcts"):
        player(level).choose(state, Budget(nodes=10))
    with pytest.raises(AssertionError):
        player("level8").choose(state, Budget(nodes=10))


def test_an_action_that_may_be_best_is_kept(monkeypatch: pytest.MonkeyPatch, race: Game) -> None:
    """Of three actions one is better than another one for certain, and of the third nothing is known."""
    state = race.state("L3L3L13D2D4 first t1 - 0")
    bounds = dict(zip(state.legal, [(0.6, 0.6), (0.5, 0.5), (0.0, 1.0)], strict=True))

    def exact(after: State) -> ExactValue | None:
        least, most = next(bounds[action] for action in state.legal if state.after(action) == after)
        return None if most > least else ExactValue(least, least, most)

    monkeypatch.setattr(levels, "probe", exact)
    assert levels.best_by_tables(state) == (state.legal[0], state.legal[2])


# --- Leaves ----------------------------------------------------------------------------------------------------------


def searched(state: State, tablebase: Tablebase | None, *, plain: bool = False) -> MctsSearch:
    with machine("plain" if plain else ""):
        search = MctsSearch(state, seed_state(3), Budget(), no_network(), 9_999, tablebase)
    search.run(2000)
    return search


def leaves(search: TreeSearch, state: State, node: int = ROOT) -> list[tuple[State, int]]:
    """The states that have no children, and their nodes."""
    if not search.tree.first[node]:
        return [(state, node)]
    children = [(state.after(action), search.child(node, n)) for n, action in enumerate(state.legal)]
    return [leaf for after, child in children for leaf in leaves(search, after, child)]


def test_tabled_leaves_have_their_values_and_no_children(tablebase: Tablebase, race: Game) -> None:
    state = race.state(BEFORE)
    search = searched(state, tablebase)
    known = {node: probe(leaf) for leaf, node in leaves(search, state) if leaf.to_move == "chance"}
    exact = {node: value for node, value in known.items() if value}
    assert len(exact) > 5
    for node, value in exact.items():
        assert search.value(node) == pytest.approx(value.value, abs=1e-4)
    assert any(search.tree.visits[node] > 1 for node in exact)
    assert searched(state, None).value(ROOT) != search.value(ROOT)
    sight = search.evaluated.values[: int(search.tree.used[0])].tolist()
    assert searched(state, tablebase, plain=True).evaluated.values[: len(sight)].tolist() == sight


def test_both_seats_see_the_same(tablebase: Tablebase, race: Game) -> None:
    state = race.state(BEFORE)
    turned = State(race, state.position._replace(player=1 - FIRST))
    assert searched(turned, tablebase).value(ROOT) == pytest.approx(-searched(state, tablebase).value(ROOT))

"""What the searches with and without throws have in common: threads, limits, going on; only what is legal."""

import pytest

from ibau.core.errors import RulesetError
from ibau.core.game import State
from ibau.games import game
from ibau.players import Budget
from ibau.players.search_players import AlphaBetaPlayer, DeepeningPlayer, ExpectimaxPlayer, deepest_choice
from ibau.search import move_ordering, pvs, star2, star_throws
from ibau.search.alphabeta import AlphaBetaSearch
from ibau.search.batching import shares_of
from ibau.search.budget import SearchError
from ibau.search.deepening import SearchMemory, SmpTeam
from ibau.search.expectimax import ExpectimaxSearch
from ibau.search.mcts import MctsSearch
from ibau.search.network import NetworkError, no_network
from tests.search.minimax import expectiminimax, minimax, random_network
from tests.search.search_states import DEPTHS, begin_game, for_first, new_search, searched, thrown, walked

NONE, SOUND = (
    (pvs.PvsTechniques(0, 0, 0), star_throws.Star2Techniques(0, 0, 0, 0)),
    (pvs.PvsTechniques(reductions=0), star_throws.Star2Techniques()),
)
IN_PROGRESS = {AlphaBetaPlayer: walked("seega", 30, 2), ExpectimaxPlayer: thrown("senet-formation", 60, 2)}
EITHER = pytest.mark.parametrize("kind", IN_PROGRESS)


@pytest.mark.parametrize("ways", [NONE, SOUND])
@pytest.mark.parametrize("ruleset", ["seega", "seti-beth", "seti-aleph", *DEPTHS])
def test_looks_only_at_what_it_may_choose_among_and_asks_the_network(ruleset: str, ways: tuple[object, object]) -> None:
    state = begin_game(ruleset)
    network, has_throws = random_network(state.game.system, 3), state.game.system.has_throws
    for among in (state.legal[:1], state.legal[1:4]):
        search = searched(state, 2, ways[has_throws], among=among, network=network)
        exact = expectiminimax(state, 1, network, among) if has_throws else minimax(state, 2, 0, network, among)
        assert for_first(search) == exact
        assert search.line[0] in among


@pytest.mark.parametrize("ruleset", ["seega", "senet-race"])
def test_actions_that_are_not_legal_cannot_be_chosen_among(ruleset: str) -> None:
    with pytest.raises(SearchError, match="Not all actions to search are legal"):
        new_search(begin_game(ruleset), 1, among=(9999,))


@pytest.mark.slow  # Numba compiles each of them
@pytest.mark.parametrize(
    ("ruleset", "depth"),
    [
        ("seti-beth", 4),
        ("senet-race", 4),
        ("seega", 4),
        ("senet-formation", DEPTHS["senet-formation"]),
        ("senet-geoludie", 2),
    ],
)
def test_threads_find_the_same_value(ruleset: str, depth: int) -> None:
    state = begin_game(ruleset)
    ways = SOUND[state.game.system.has_throws]
    alone = searched(state, depth, ways)
    with SmpTeam(new_search(state, 7, depth, ways, threads=3), shares_of(Budget(), 3)) as team:
        while not team.is_finished:
            team.run(50)
    assert deepest_choice(team.search, team.nodes, 0).value == alone.value
    assert [helper.done() for helper in team.running] == [True, True]
    assert team.nodes > team.search.nodes


@pytest.mark.parametrize(("ruleset", "depth", "room"), [("senet-race", 4, 12), ("seega", 4, 20), ("seti-beth", 4, 30)])
def test_where_a_path_has_more_actions_than_room_it_ends(
    ruleset: str, depth: int, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plain Python raises for an index out of bounds; compiled code does not."""
    state = begin_game(ruleset)
    whole = searched(state, depth, plain=True)
    for module in (move_ordering, pvs, star2):
        monkeypatch.setattr(module, "ROOM", room)
    cut = searched(state, depth, plain=True)
    assert cut.is_finished
    assert cut.nodes < whole.nodes
    assert cut.line[0] in state.legal


@EITHER
def test_stopping_and_going_on_makes_no_difference(kind: type[DeepeningPlayer]) -> None:
    one, other = (new_search(IN_PROGRESS[kind], 3) for _ in range(2))
    one.run(5000)
    for nodes in (1, 0, 99, 900, 4000):
        other.run(nodes)
    assert one.nodes == other.nodes == 5000
    assert deepest_choice(one, one.nodes, 0) == deepest_choice(other, other.nodes, 0)


# --- Limits --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "state", "depths"),
    [(AlphaBetaPlayer, IN_PROGRESS[AlphaBetaPlayer], [1, 4]), (ExpectimaxPlayer, thrown("senet-race", 40, 2), [1, 3])],
)
def test_depth_is_kept(kind: type[DeepeningPlayer], state: State, depths: list[int]) -> None:
    assert [kind(1).choose(state, Budget(depth=depth)).depth for depth in depths] == depths


def test_what_is_remembered_of_one_thought_saves_nodes_in_the_next() -> None:
    state, deep, less = IN_PROGRESS[AlphaBetaPlayer], Budget(depth=4), Budget(depth=3)
    remembering, forgetful = AlphaBetaPlayer(1), AlphaBetaPlayer(1)
    remembering.memory = SearchMemory()
    thought = remembering.choose(state, deep)
    assert thought == forgetful.choose(state, deep)._replace(seconds=thought.seconds)
    reply = state.play(thought.action)
    again, anew = remembering.choose(reply, less), forgetful.choose(reply, less)
    assert again.depth == anew.depth == 3
    assert 0 < again.nodes < anew.nodes
    elsewhere = walked("seti-beth", 10, 2)
    found = remembering.choose(elsewhere, less)
    assert found == forgetful.choose(elsewhere, less)._replace(seconds=found.seconds)


def test_a_search_does_not_begin_before_the_lot() -> None:
    """It knows of no chance: what it would write lies beyond its arrays."""
    lot = game("seega").initial()
    with pytest.raises(SearchError, match="before lots are drawn"):
        AlphaBetaSearch(lot, 1)
    search = AlphaBetaSearch(lot.play("lot1"), 1)
    with pytest.raises(SearchError, match="before lots are drawn"):
        search.set_root(lot)
    assert search.state == lot.play("lot1")


def test_a_search_begins_only_with_what_its_loop_was_made_for() -> None:
    """Loops do not look whether what they are given fits: they would read and write elsewhere."""
    beth, race = begin_game("seti-beth"), begin_game("senet-race")
    with pytest.raises(SearchError, match="AlphaBetaSearch searches games without throws; senet-race is none of them"):
        AlphaBetaSearch(race, 1)
    with pytest.raises(SearchError, match="ExpectimaxSearch searches games with throws; seti-beth is none of them"):
        ExpectimaxSearch(beth, 1)
    with pytest.raises(RulesetError, match=r"This search is one of seti-beth, not of seega\+chain=none"):
        AlphaBetaSearch(beth, 1).set_root(game("seega+chain=none").initial().play("lot1"))
    for slots in (0, 1, 3, -4):
        with pytest.raises(SearchError, match=f"A table has a power of two of slots, at least 2, not {slots}"):
            AlphaBetaSearch(beth, 1, slots=slots)
    with pytest.raises(NetworkError, match=r"A network of .* bits does not fit seti-beth"):
        AlphaBetaSearch(beth, 1, network=random_network(race.game.system, 1))
    with pytest.raises(NetworkError, match=r"A network of .* bits does not fit senet-race"):
        MctsSearch(race, 1, Budget(nodes=9), random_network(beth.game.system, 1))
    with pytest.raises(SearchError, match="A tree needs room for at least one node, not 0"):
        MctsSearch(race, 1, Budget(nodes=9), no_network(), size=0)


def test_actions_to_choose_among_are_those_of_the_state_it_turns_to() -> None:
    before = begin_game("seti-beth")
    search = AlphaBetaSearch(before, 1, among=before.legal[:1])
    after = next(state for action in before.legal if before.legal[0] not in (state := before.after(action)).legal)
    with pytest.raises(SearchError, match="Not all actions to search are legal here"):
        search.set_root(after)

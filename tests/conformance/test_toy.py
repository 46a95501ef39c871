"""A game costs one folder: with it in the registry's path, everything written for any game runs it."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ibau.games
from ibau.core.errors import RulesetError
from ibau.core.line import Line
from ibau.games import base_ruleset, game, systems
from ibau.players import PLAYERS, Budget, player
from ibau.records.record_text import read_text
from ibau.search.playout import make_playouts, perft, playouts
from tests.conformance.checks import check_chance_nodes, run_every_check
from tests.slow import slow_but

TOY = Path(__file__).parent.parent / "toy"
QUICK = ("alphabeta", "greedy", "random", "level1")


@pytest.fixture(scope="module", autouse=True)
def toy_in_the_registry() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ibau.games, "__path__", [*ibau.games.__path__, str(TOY)])
        systems.cache_clear()
        yield
    systems.cache_clear()
    for name in [name for name in sys.modules if name.startswith("ibau.games.toy")]:
        del sys.modules[name]


def test_the_registry_finds_it_beside_the_others() -> None:
    assert {"toy", "seega", "senet-race"} <= set(systems())
    with pytest.raises(RulesetError, match="Did you mean 'toy'"):
        game("tay")


def test_it_passes_what_every_game_must_pass() -> None:
    rulesets = [base_ruleset("toy"), *base_ruleset("toy").one_option_changes()]
    assert [str(ruleset) for ruleset in rulesets] == [
        "toy",
        "toy+counters=7",
        "toy+first_player=first",
        "toy+first_player=second",
        "toy+last_loses=true",
    ]
    for ruleset in rulesets:
        run_every_check(str(ruleset), games=2, but=check_chance_nodes.__name__)  # its lot is no option


def test_perft_and_playouts_compile_for_it() -> None:
    start = game("toy+counters=4").initial()
    assert [perft(start, depth) for depth in range(1, 6)] == [2, 6, 12, 8, 2]
    results = playouts(start, 100, seed=1)
    assert all(results.outcomes)
    assert min(results.actions) == 3  # drawing lots, and two turns
    assert max(results.actions) == 5
    assert make_playouts(start.game.system.rulebook) is make_playouts(game("toy").system.rulebook)


def test_options_reach_its_rules() -> None:
    taken = ("lot1", "take3", "take1")
    for ruleset, winner in (("toy+counters=4", "p2win"), ("toy+counters=4+last_loses=true", "p1win")):
        record = Line.of(game(ruleset).initial(), taken).record()
        assert record.result is not None
        assert record.result.word == winner
        assert list(read_text(str(record).splitlines(keepends=True), game)) == [record]


@pytest.mark.parametrize("name", slow_but(QUICK, [name for name in PLAYERS if player(name).plays(game("seega"))]))
def test_players_play_it(name: str) -> None:
    """Leave a multiple of four: the player who looks far enough ahead finds it."""
    state = game("toy").state("7 second")
    choice = player(name, seed=1).choose(state, Budget(nodes=3000, depth=8))
    assert choice.action == "take3" if name == "mcts" else choice.action in state.actions

"""The eight levels: what they overlook, what never, and which games offer them."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from benchmarks.level_ladder import LadderEntrant
from ibau.core.chance import seed_state
from ibau.core.game import State
from ibau.core.outcome import CHANCE
from ibau.games import game, systems
from ibau.lab.arena import EntrantError
from ibau.lab.arena.entrants import parse_entrant
from ibau.players import (
    LEVELS,
    PLAYERS,
    Budget,
    PlayerError,
    best_player,
    level_settings,
    levels,
    levels_here,
    levels_of,
    offered_level,
    player,
    stored_level,
    stored_level_here,
)
from ibau.players.level_settings import EIGHTHS, UNMEASURED, LevelSetting, settings_of
from ibau.players.levels import PLAIN_NODES, CarelessPlayer, noticed_actions
from ibau.search.network import FEATURES, SHIPPED

WEAKEST, STRONGEST = LEVELS[0], LEVELS[-1]


@pytest.fixture
def placing() -> State:
    """A state of 24 actions."""
    return game("seega").initial().play("lot1")


@pytest.fixture
def few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that Seneti has only three measured levels."""
    levels: dict[str, Any] = {"level1": {"noticed": 1}, "level4": {"nodes": 20}, "level8": {"seconds": 1.0}}
    (tmp_path / "seneti.json").write_text(json.dumps(levels))
    monkeypatch.setattr(level_settings, "levels_file", lambda system: tmp_path / f"{system.id}.json")


def test_there_are_eight_and_each_is_a_player() -> None:
    assert [level.id for level in LEVELS] == [f"level{n}" for n in range(1, 9)]
    assert [level.number for level in LEVELS] == list(range(1, 9))
    assert {level.id for level in LEVELS} <= set(PLAYERS)
    assert len({text for level in LEVELS for text in (level.name, level.text)}) == 16


@pytest.mark.parametrize("system", systems().values(), ids=lambda system: system.id)
def test_every_game_offers_the_weakest_and_the_strongest(system: Any) -> None:
    offered = levels_of(system)
    assert {WEAKEST, STRONGEST} <= set(offered)
    levels = settings_of(system)
    assert (levels[STRONGEST.id].nodes or 0) > 50_000
    assert system.has_throws or offered == LEVELS
    assert all(setting.seconds is None for setting in levels.values())  # so a level plays the same on every machine
    assert all(setting.noticed == EIGHTHS for name, setting in levels.items() if name >= "level6")
    assert best_player(game(system.id)).plays(game(system.id))


@pytest.mark.usefixtures("few")
def test_a_game_that_nobody_measured_has_levels_too() -> None:
    assert levels_of(systems()["seega"]) == LEVELS


# --- Few levels ----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("few")
def test_a_level_that_is_not_offered_is_refused_with_those_that_are() -> None:
    system = systems()["seneti"]
    assert [level.id for level in levels_of(system)] == ["level1", "level4", "level8"]
    assert offered_level(system, "level4") is LEVELS[3]
    with pytest.raises(PlayerError, match=r"seneti has no level 'level2'; it offers level1, level4, level8\.$"):
        offered_level(system, "level2")
    state = game("seneti").initial().play("lot1")
    while state.to_move == "chance":
        state = state.play(state.chance_action(0))
    assert not player("level2").plays(state.game)
    with pytest.raises(PlayerError, match="seneti has no level 'level2'; it offers level1, level4, level8"):
        player("level2").choose(state)
    assert player("level4").choose(state).action in state.actions


@pytest.mark.usefixtures("few")
def test_a_stored_game_goes_on_with_the_nearest_level() -> None:
    seneti, seega = systems()["seneti"], systems()["seega"]
    assert stored_level(seneti, "level3").id == "level4"
    assert stored_level(seega, "level3").id == "level3"
    assert [stored_level(seneti, name).id for name in ("level1", "level5", "level8")] == ["level1", "level4", "level8"]
    with pytest.raises(PlayerError, match=r"seega has no level 'lvel3'.*Did you mean 'level3'"):
        stored_level(seega, "lvel3")


# --- Where nothing is compiled -------------------------------------------------------------------------------------


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is neither a kernel nor Numba."""
    monkeypatch.setattr(levels, "is_compiled", lambda _: False)


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("system", systems().values(), ids=lambda system: system.id)
def test_plain_python_offers_what_need_not_be_waited_for(system: Any) -> None:
    offered, measured = levels_here(system), settings_of(system)
    assert {LEVELS[0], LEVELS[4]} <= set(offered) < set(levels_of(system))
    assert all((measured[level.id].nodes or 0) <= PLAIN_NODES for level in offered)
    assert all((measured[level.id].nodes or 0) > PLAIN_NODES for level in set(levels_of(system)) - set(offered))


def test_where_it_is_compiled_a_game_offers_all_it_has() -> None:
    assert all(levels_here(system) == levels_of(system) for system in systems().values())


@pytest.mark.usefixtures("uncompiled")
def test_a_level_that_is_too_slow_here_says_what_to_install(placing: State) -> None:
    too_slow = r"level8 of seega would be too slow here; it offers level1, .*level6\. .*pip install .*ibau\[native\]"
    with pytest.raises(PlayerError, match=too_slow):
        offered_level(placing.game.system, "level8")
    with pytest.raises(PlayerError, match=too_slow):
        player("level8").choose(placing, Budget(nodes=10))
    with pytest.raises(EntrantError, match=too_slow):
        parse_entrant("level8").check(placing.game)
    assert not player("level8").plays(placing.game)


@pytest.mark.usefixtures("uncompiled")
def test_a_stored_game_goes_on_with_the_nearest_level_that_is_offered_here() -> None:
    seega = systems()["seega"]
    assert [stored_level_here(seega, name).id for name in ("level8", "level3")] == ["level6", "level3"]
    assert stored_level(seega, "level8") is STRONGEST  # how hard a puzzle is does not hang on the machine


# --- Overlooking ---------------------------------------------------------------------------------------------------


def test_so_many_of_eight_actions_are_noticed(placing: State) -> None:
    seeds = 200
    for notices in (1, 4, 7):
        noticed = [len(noticed_actions(placing, notices, seed_state(seed))) for seed in range(seeds)]
        assert sum(noticed) / seeds / len(placing.legal) == pytest.approx(notices / EIGHTHS, abs=0.03)
    assert noticed_actions(placing, EIGHTHS, seed_state(1)) == placing.legal
    assert len(noticed_actions(placing, 0, seed_state(1))) == 1


def test_who_overlooks_much_is_not_always_of_one_mind(placing: State) -> None:
    assert len({CarelessPlayer(seed, setting=LevelSetting(1)).choose(placing).action for seed in range(8)}) > 4


@pytest.mark.slow
def test_equals_are_chosen_alike(placing: State) -> None:
    """The first square to place on is no likelier than others."""
    chosen = Counter(CarelessPlayer(seed, setting=LevelSetting(1)).choose(placing).action for seed in range(1200))
    assert set(chosen) == set(placing.actions)
    share = 1200 / len(placing.actions)
    assert max(chosen.values()) < 1.8 * share


def test_a_beginner_misses_what_is_not_seen_at_once() -> None:
    """d3-c3 captures; a beginner overlooks it in about six of eight games, who sees everything never."""
    state = game("seega-lenient").state("5/5/LD1L1/5/4D first 24 - - 0 30 -")
    assert not state.play("d3-c3").outcome
    found = [
        sum(CarelessPlayer(seed, setting=LevelSetting(n)).choose(state).action == "d3-c3" for seed in range(80))
        for n in (2, 8)
    ]
    assert found[1] == 80
    assert 8 < found[0] < 48


def test_settings_are_what_the_texts_say() -> None:
    """Of measured games and of others: who thinks and how much is noticed."""
    for offered in (UNMEASURED, *map(settings_of, systems().values())):
        for level in LEVELS:
            if setting := offered.get(level.id):
                assert LadderEntrant(setting).suits_level(level.number), (level, setting)


# --- Thinking ------------------------------------------------------------------------------------------------------


def test_a_level_thinks_as_long_as_its_setting_says(placing: State) -> None:
    thoughtful = CarelessPlayer(1, setting=LevelSetting(nodes=3_000))
    assert thoughtful.choose(placing).nodes == 3_000
    assert thoughtful.choose(placing, Budget(nodes=700)).nodes == 700


def test_who_overlooks_some_searches_among_the_others(placing: State) -> None:
    for seed in range(5):
        careless = CarelessPlayer(seed, setting=LevelSetting(3, nodes=500))
        choice = careless.choose(placing)
        assert choice.nodes == 500
        noticed = noticed_actions(placing, 3, careless.generator(placing))
        assert placing.action(choice.action) in noticed
        assert len(noticed) < len(placing.legal)


def test_a_setting_may_name_its_search(placing: State) -> None:
    setting, budget = LevelSetting(search="mcts", nodes=300), Budget(nodes=300)
    by_tree = player("mcts", 4).choose(placing, budget)
    assert CarelessPlayer(4, setting=setting).choose(placing)._replace(seconds=0) == by_tree._replace(seconds=0)


def test_a_setting_may_name_its_evaluator() -> None:
    """A level goes on as it was measured when its game gets a network, unless another evaluator is asked for."""
    state = game("senet-geoludie").initial()
    while state.turn == CHANCE or len(state.legal) < 2:
        state = state.play(state.chance_action(9)) if state.turn == CHANCE else state.after(state.legal[0])
    setting = LevelSetting(nodes=300, evaluator=FEATURES)
    by_hand, by_network = (
        player("mcts", 4, evaluator=name).choose(state, Budget(nodes=300)) for name in (FEATURES, SHIPPED)
    )
    chosen = CarelessPlayer(4, setting=setting).choose(state)
    assert chosen._replace(seconds=0) == by_hand._replace(seconds=0)
    assert by_hand.value != by_network.value
    assert setting.evaluator_for("other.npz") == "other.npz"
    assert LevelSetting().evaluator_for(SHIPPED) == SHIPPED


def test_the_levels_of_the_race_evaluate_as_they_were_measured() -> None:
    *below, strongest = settings_of(systems()["senet-race"]).values()
    assert {setting.evaluator for setting in below if setting.nodes} == {FEATURES}
    assert strongest.evaluator == SHIPPED


def test_who_notices_all_searches_like_the_best(placing: State) -> None:
    budget = Budget(nodes=2_000)
    best = best_player(placing.game, 4).choose(placing, budget)
    assert player("level8", 4).choose(placing, budget)._replace(seconds=0) == best._replace(seconds=0)


def test_only_who_notices_all_and_keeps_a_table_ponders() -> None:
    for ruleset, able in {"seega": ["level6", "level7", "level8"], "senet-race": []}.items():
        there = levels_of(game(ruleset).system)
        assert [level.id for level in there if player(level.id).ponders(game(ruleset))] == able
    assert not player("greedy").ponders(game("seega"))

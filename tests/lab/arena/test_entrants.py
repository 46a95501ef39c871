"""Entrants of the arena, as text, and invalid ones."""

from pathlib import Path

import pytest

from ibau.games import game
from ibau.lab.arena import (
    ArenaError,
    EngineEntrant,
    EntrantError,
    NamedEntrant,
    Pairing,
    parse_entrant,
    parse_entrants,
    run_tournament,
)
from ibau.players import LEVELS, level_settings
from ibau.players.level_settings import settings_of
from ibau.search.budget import Budget, SearchError


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("greedy", None),
        ("uct:1s", Budget(seconds=1.0)),
        ("uct:0.1s", Budget(seconds=0.1)),
        ("uct:.5s", Budget(seconds=0.5)),
        ("uct:20ms", Budget(seconds=0.02)),
        ("alphabeta:depth=6", Budget(depth=6)),
        ("uct:2s,nodes=500,depth=3", Budget(2.0, 500, 3)),
    ],
)
def test_budgets_as_text(text: str, budget: Budget | None) -> None:
    assert parse_entrant(text) == NamedEntrant(text, text.partition(":")[0], budget)


def test_threads_and_evaluators_as_text() -> None:
    assert parse_entrant("uct:1s,threads=2,evaluator=features") == NamedEntrant(
        "uct:1s,threads=2,evaluator=features", "uct", Budget(1.0), 2, "features"
    )
    who = parse_entrant("alphabeta:evaluator=nets/a.npz,threads=2").player(7)
    assert (who.seed, who.threads, who.evaluator) == (7, 2, "nets/a.npz")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("gredy", "Unknown player 'gredy'. Did you mean 'greedy'"),
        ("uct:", "'uct:': '' is no setting; there are: a time such as 1s or 20ms, nodes=N"),
        ("uct:1m", "'1m' is no setting; there are: a time"),
        ("uct:0s", "'0s' is no setting"),
        ("uct:-1s", "'-1s' is no setting"),
        ("uct:nodes=0", "nodes needs a whole number from 1, not '0'"),
        ("uct:nodes=1e6", "nodes needs a whole number from 1, not '1e6'"),
        ("uct:nodes=9999999999", "nodes needs a whole number"),
        ("uct:threads=9", "'uct:threads=9': at most 8 threads search at once"),
        ("uct:1s,20ms", "gives seconds twice"),
        ("uct:evaluator=", "'evaluator=' is no setting"),
        ("uct:strength=3", "'strength=3' is no setting"),
        ("engine:1s", "'engine:1s' needs a program: add --engine COMMAND"),
    ],
)
def test_entrants_that_make_no_sense(text: str, error: str) -> None:
    with pytest.raises(EntrantError, match=error):
        parse_entrant(text)


def test_engines_as_text() -> None:
    commands = ("first --fast", "second 'a b'")
    assert parse_entrant("engine:1s", commands) == EngineEntrant(
        "engine:1s (first --fast)", ("first", "--fast"), Budget(1.0)
    )
    found = parse_entrant("engine2:nodes=5,depth=2", commands)
    assert isinstance(found, EngineEntrant)
    assert (found.command, found.budget) == (("second", "a b"), Budget(nodes=5, depth=2))
    for text, given, error in (
        ("engine3:1s", commands, "is the program of --engine number 3, but 2 are given"),
        ("engine", commands, "needs a limit, as in engine:1s"),
        ("engine:1s,threads=2", commands, "an engine takes time, nodes or depth"),
        ("engine:1s", ["'open"], "cannot be read: No closing quotation"),
        ("engine:1s", [""], "has an empty command"),
    ):
        with pytest.raises(ArenaError, match=error):
            parse_entrant(text, given)


SEARCHING = next(level.id for level in LEVELS if settings_of(game("seega").system)[level.id].searches)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("greedy:threads=2", "greedy:threads=2: greedy does not search in seega; it takes no setting"),
        ("level1:1s", "level1 does not search in seega; it takes no setting"),
        ("random:evaluator=shipped", "random does not search"),
        ("uct:evaluator=features", "uct evaluates no position; it takes a time such as 1s .* and threads=N"),
    ],
)
def test_settings_of_no_use_are_refused(text: str, error: str) -> None:
    with pytest.raises(EntrantError, match=error):
        parse_entrant(text).check(game("seega"))


@pytest.mark.parametrize(
    "text", ["greedy", "level1", f"{SEARCHING}:20ms,threads=2", "uct:threads=2", "mcts:evaluator=features"]
)
def test_settings_of_use_are_taken(text: str) -> None:
    parse_entrant(text).check(game("seega"))


def test_a_level_that_is_not_offered_names_the_nearest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    offered = {f"level{number}": level_settings.LevelSetting(noticed=1) for number in (1, 4, 6, 8)}
    monkeypatch.setattr(level_settings, "_measured", lambda _: offered)
    with pytest.raises(
        EntrantError, match="level5: seneti has no level 'level5'; it offers level1, level4, level6, level8"
    ):
        parse_entrant("level5").check(game("seneti"))


def test_what_nobody_uses_is_refused() -> None:
    seega = game("seega")
    with pytest.raises(EntrantError, match="Neither entrant is engine2, so the program 'b' would not play"):
        parse_entrants(("engine:1s", "greedy"), seega, ("a", "b"))
    with pytest.raises(EntrantError, match="Neither entrant could use the threads"):
        parse_entrants(("uct:threads=2", "greedy"), seega, threads=4)
    with pytest.raises(EntrantError, match="Neither"):
        parse_entrants(("engine:1s", "level1"), seega, ("a",), threads=4)


def test_threads_for_both() -> None:
    """Players that search get them, and their text shows it; threads in the text have priority."""
    with pytest.raises(SearchError, match="9 threads cannot search"):
        parse_entrants(("uct", "uct"), game("seega"), threads=9)
    found = parse_entrants(("uct:1s", "alphabeta"), game("seega"), threads=3)
    assert found == (parse_entrant("uct:1s,threads=3"), parse_entrant("alphabeta:threads=3"))
    assert parse_entrants(("greedy", "uct"), game("seega"), threads=3) == (
        parse_entrant("greedy"),
        parse_entrant("uct:threads=3"),
    )
    assert parse_entrants(("uct:threads=2", "uct"), game("seega"), threads=3)[0] == parse_entrant("uct:threads=2")


def test_anyone_who_does_not_play_the_game_is_refused_before_it_begins(tmp_path: Path) -> None:
    greedy = parse_entrant("greedy")
    with pytest.raises(EntrantError, match="expectimax: This player plays only games with throws"):
        run_tournament(game, Pairing("seega", (greedy, parse_entrant("expectimax"))), 1)
    with pytest.raises(EntrantError, match=r"alphabeta:evaluator=.*: There is no file '.*nothing\.npz'"):
        run_tournament(
            game, Pairing("seega", (greedy, parse_entrant(f"alphabeta:evaluator={tmp_path}/nothing.npz"))), 1
        )
    with pytest.raises(ArenaError, match="no clock 'sun'"):
        run_tournament(game, Pairing("seega", (greedy, greedy), clock="sun"), 1)

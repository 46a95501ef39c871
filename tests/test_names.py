"""The arguments of all exports: how games, states and players are named, and errors for other values."""

import inspect
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from tempfile import gettempdir
from typing import Any, cast

import pytest

import ibau
from ibau.core.errors import IbauError
from ibau.core.puzzle import puzzles_of
from ibau.lab.environments import pettingzoo
from ibau.lab.environments.gymnasium import GameEnv

NAME = "seti-beth"
GAME = ibau.game(NAME)
START = GAME.initial()
RECORD = ibau.play_game("random", "random", NAME, seed=1)
FEW = ibau.Budget(nodes=50)

TAKE_A_GAME: dict[str, Callable[[Any], Any]] = {
    "game": ibau.game,
    "game with options": lambda game: ibau.game(game, no_progress_plies=9),
    "puzzles": ibau.puzzles,
    "levels": ibau.levels,
    "play_game": lambda game: ibau.play_game("random", "random", game, seed=1),
    "play_game from a start": lambda game: ibau.play_game("random", "random", NAME, seed=1, start=game),
    "tournament": lambda game: ibau.tournament("random", "greedy", game, games=2),
    "batch": lambda game: ibau.batch(game, 1).game,
    "playouts": lambda game: ibau.playouts(game, 9, 1).outcomes,
    "perft": lambda game: ibau.perft(game, 2),
    "advise": lambda game: ibau.advise(game, FEW),
    "hint": lambda game: ibau.hint(game, FEW),
    "edit_position": ibau.edit_position,
    "a picture": lambda game: str(ibau.svg.board(game)),
    "a line": ibau.Line.of,
    "a match": lambda game: ibau.Match(game, ("one", "two")).next_game,
    "tables": lambda game: sorted(ibau.Tablebase.open(game).layers),
    "a node": lambda game: str(ibau.Node.of(game)),
    "choose": lambda game: ibau.player("greedy").choose(game).action,
    "PettingZoo": lambda game: pettingzoo.raw_env(game).game,
    "Gymnasium": lambda game: GameEnv(game).game,
}
TABLE_LAYOUT = ibau.Tablebase.open(NAME)
TAKE_A_STATE_OF_THEIR_GAME: dict[str, Callable[[Any], Any]] = {
    "Tablebase.value": TABLE_LAYOUT.value,
    "Tablebase.best": TABLE_LAYOUT.best,
    "Tablebase.actions": TABLE_LAYOUT.actions,
    "Match.after": lambda state: ibau.Match(GAME, ("one", "two")).after(ibau.Line(state).resign(0)),
    "Record.with_claimed_end": lambda state: RECORD.with_claimed_end(state, "resigned", "p1win"),
    "play_game": lambda state: ibau.play_game("random", "random", NAME, start=state),
}
OF_A_GAME = (ibau.Tablebase, ibau.Match, ibau.Record, ibau.Batch, ibau.Node, ibau.State, ibau.Ply, ibau.Puzzle)
TAKE_A_PLAYER: dict[str, Callable[[Any], Any]] = {
    "player": lambda who: ibau.player(who).choose(START).action,
    "play_game": lambda who: ibau.play_game(who, "random", NAME, seed=1).actions,
    "tournament": lambda who: ibau.tournament(who, "random", NAME, games=2, seed=1),
    "review": lambda who: ibau.review(RECORD, FEW, player=who),
    "Gymnasium": lambda who: GameEnv(NAME, opponent=who).reset(seed=1)[0].tolist(),
}
TAKE_SEVERAL: dict[str, Callable[[Any], Any]] = {
    "Line.of.actions": lambda actions: ibau.Line.of("seega", actions),
    "Variation.of.actions": ibau.Variation.of,
    "Match.names": lambda names: ibau.Match(GAME, names),
    "Tablebase.folders": lambda folders: ibau.Tablebase(GAME, folders),
    "edit_position.remove": lambda remove: ibau.edit_position(START, remove=remove),
    "edit_position.put": lambda put: ibau.edit_position(START, put=put),
    "columns.games": ibau.columns,
    "write_records.records": lambda records: ibau.write_records(records, Path(gettempdir(), "none.txt")),
    "svg.board.last": lambda last: ibau.svg.board(START, last),
    "svg.board.caption": lambda caption: ibau.svg.board(START, caption=caption),
    "svg.card.last": lambda last: ibau.svg.card(START, last),
    "svg.card.caption": lambda caption: ibau.svg.card(START, caption=caption),
    "svg.animation.caption": lambda caption: ibau.svg.animation(ibau.Line.replay(RECORD), caption=caption),
}
TAKE_SOMETHING_ELSE: dict[str, Callable[[Any], Any]] = {
    "position": GAME.state,
    "action": START.play,
    "line": ibau.Line,
    "expected": ibau.expected_value,
    "number of playouts": lambda number: ibau.playouts(START, number),
    "seed of playouts": lambda seed: ibau.playouts(START, 1, seed),
    "depth": lambda depth: ibau.perft(START, depth),
    "number of games": lambda number: ibau.batch(NAME, number),
    "summary": ibau.summary,
    "review": ibau.review,
    "columns": ibau.columns,
    "record": ibau.read_record,
    "records": lambda source: list(ibau.read_records(source)),
    "path": lambda path: ibau.write_records([RECORD], path),
    "fields": lambda fields: ibau.edit_position(START, fields=cast("Any", fields or 1)),
    "tags": lambda tags: ibau.Line.of(NAME).record(cast("Any", tags or 1)),
    "width": lambda width: ibau.svg.board(START, width=cast("Any", width or "x")),
    "card": ibau.svg.card,
    "moving": ibau.svg.animation,
    "budget": lambda budget: ibau.player("greedy").choose(START, cast("Any", budget or 1)),
    "nodes": lambda nodes: ibau.player("greedy").choose(START, ibau.Budget(nodes=nodes or 0)),
}


def foremost(state: ibau.State) -> str:
    """A player."""
    return state.actions[0]


class Foremost(ibau.Player):
    """The same one."""

    def move(self, state: ibau.State) -> str:
        return foremost(state)


@pytest.mark.parametrize("take", TAKE_A_GAME.values(), ids=TAKE_A_GAME)
def test_a_game_a_state_and_a_name_are_as_good_as_each_other(take: Callable[[Any], Any]) -> None:
    assert take(NAME) == take(GAME) == take(START)


@pytest.mark.parametrize("take", TAKE_A_PLAYER.values(), ids=TAKE_A_PLAYER)
def test_a_function_is_a_player(take: Callable[[Any], Any]) -> None:
    assert take(foremost) == take(Foremost()) == take(Foremost) == take("tests.custom_players:Foremost")


@pytest.mark.parametrize("wrong", [None, 5, object(), b"seti-beth", {}], ids=["None", "5", "object", "bytes", "dict"])
@pytest.mark.parametrize("take", [*TAKE_A_GAME.values(), *TAKE_A_PLAYER.values()], ids=[*TAKE_A_GAME, *TAKE_A_PLAYER])
def test_anything_else_is_answered(take: Callable[[Any], Any], wrong: Any) -> None:
    if take is TAKE_A_GAME["play_game from a start"] and wrong is None:
        return  # there is none
    if take is TAKE_A_PLAYER["review"] and wrong is None:
        return
    with pytest.raises(IbauError, match=", not "):
        take(wrong)


@pytest.mark.parametrize("wrong", [None, 2.5, object(), [object()]], ids=["None", "2.5", "object", "list"])
@pytest.mark.parametrize("take", TAKE_SOMETHING_ELSE.values(), ids=TAKE_SOMETHING_ELSE)
def test_wrong_types_are_answered(take: Callable[[Any], Any], wrong: Any) -> None:
    with pytest.raises(IbauError):
        take(wrong)


@pytest.mark.parametrize("wrong", ["lot1 c2", b"c2", 5, RECORD, [object()]], ids=["text", "bytes", "5", "one", "odd"])
@pytest.mark.parametrize("take", TAKE_SEVERAL.values(), ids=TAKE_SEVERAL)
def test_one_thing_is_no_list(take: Callable[[Any], Any], wrong: Any) -> None:
    """A text least of all, of which each letter would be taken for one."""
    with pytest.raises(IbauError, match=", not "):
        take(wrong)


def test_a_game_that_begins_elsewhere_is_no_start() -> None:
    elsewhere = START.after(START.legal[0])
    for take in (TAKE_A_GAME["batch"], TAKE_A_GAME["tournament"], TAKE_A_GAME["Gymnasium"]):
        with pytest.raises(ibau.RulesetError, match="Games start from the initial position here, not from "):
            take(elsewhere)
    assert ibau.play_game("random", "random", elsewhere, seed=1).start == str(elsewhere)


@pytest.mark.parametrize("other", ["seti-beth+pharaoh_diagonal=false", "seti-aleph", "seega"])
@pytest.mark.parametrize("take", TAKE_A_STATE_OF_THEIR_GAME.values(), ids=TAKE_A_STATE_OF_THEIR_GAME)
def test_a_state_of_another_game_is_refused(take: Callable[[Any], Any], other: str) -> None:
    state = ibau.game(other).initial()
    with pytest.raises(ibau.RulesetError, match=rf" {NAME}, not of {re.escape(str(state.game.ruleset))}\.$"):
        take(state)


def takers(written: str) -> Counter[str]:
    """How many parameters of such a type public functions and methods have."""
    named = [(name, getattr(ibau, name)) for name in ibau.__all__]
    named += [
        (f"svg.{name}", value) for name, value in vars(ibau.svg).items() if name in {"board", "card", "animation"}
    ]
    for name, kind in inspect.getmembers(ibau, inspect.isclass):
        named += [(f"{name}.{method}", getattr(kind, method)) for method in dir(kind) if method[0] != "_"]
    return Counter(
        name
        for name, value in named
        if inspect.isfunction(value) or inspect.ismethod(value)
        for one in inspect.signature(value).parameters.values()
        if re.search(written, str(one.annotation))
    )


def test_no_other_name_takes_a_state_beside_its_own_game() -> None:
    found = takers(r"^(?!.*Callable).*\b(State|Line)\b")
    own = {name for name, count in found.items() if count > 1 or getattr(ibau, name.split(".")[0]) in OF_A_GAME}
    assert own - {"Node.of", "Tablebase.open"} == TAKE_A_STATE_OF_THEIR_GAME.keys()


def test_no_other_name_takes_a_list() -> None:
    found = takers(r"\b(Iterable|Sequence|Collection)\[") - Counter(["read_records", "Line.takeback", "Tally.of"])
    assert set(found) == {name.rpartition(".")[0] for name in TAKE_SEVERAL} - {"Match", "Tablebase"}


def test_players_are_called_by_their_names() -> None:
    assert (str(ibau.player(foremost)), repr(ibau.player(foremost))) == ("foremost", "<FunctionPlayer foremost>")
    assert (repr(Foremost()), repr(ibau.player("level2"))) == ("<Foremost>", "<LevelPlayer level2>")
    assert RECORD.tags["First"] == "random"
    assert ibau.play_game(foremost, Foremost, NAME).tags["Second"] == "Foremost"  # a class of players


def test_a_prompt_shows_what_everything_is() -> None:
    system, puzzle = GAME.system, puzzles_of(GAME.system)[0]
    for value in (GAME, system, GAME.ruleset, system.presets[0]):
        assert repr(value) == f"<{type(value).__name__} {NAME}>"
    assert (repr(START), repr(ibau.Line(START))) == (f"<State {NAME} {START}>", f"<Line of 0: {NAME} {START}>")
    assert (repr(GAME.board), repr(START.actions)[:16]) == ("<Board seti: 50 squares>", "<Actions: a1-c2 ")
    assert repr(puzzle) == f"<Puzzle {NAME} {puzzle.position}>"
    assert repr(system.options[0]) == "<Option no_progress_plies=100>"


@pytest.mark.parametrize("name", [name for name in ibau.__all__ if name not in {"Playouts", "System"}])
def test_help_tells_of_every_number_what_it_counts_and_for_whom(name: str) -> None:
    kind = getattr(ibau, name)
    for field, written in getattr(kind, "__annotations__", {}).items() if inspect.isclass(kind) else ():
        if field[0] != "_" and re.search(r"\b(int|float|Fraction)\b", str(written).replace("Mapping[str, int]", "")):
            text = inspect.getdoc(getattr(kind, field))
            assert text, field
            assert "Alias for field number" not in text, field


def test_help_tells_what_each_column_is() -> None:
    assert all(f"`{name}`: " in str(ibau.columns.__doc__) for name in ibau.columns([RECORD]))


def test_dir_lists_what_is_exported() -> None:
    stub = (Path(ibau.__file__).parent / "__init__.pyi").read_text("utf-8")
    assert all(f"as {name}\n" in stub for name in dir(ibau) if name != "__version__")
    assert {"game", "State", "batch"} <= set(dir(ibau))

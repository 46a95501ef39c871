"""`ibau show`, games that are loaded, and what shells are offered."""

import json
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

import ibau as package
from ibau.lab.commands.arena import EntrantType
from ibau.terminal import main as cli
from tests.terminal.test_cli import Call, ibau

__all__ = ["ibau"]  # the fixture

SEEGA = "seega+first_player=first+max_turns=4"


def test_a_position_is_shown(ibau: Call) -> None:
    shown = ibau("show", SEEGA, "--moves", "a1 b1").out
    assert "│ [○]  │ [○]  │" in shown
    assert "◇ the centre" in shown
    assert "Position: 5/5/5/5/LL3 second 2 - - 0 1 -" in shown
    assert "Stellung: 5/5/5/5/LL3" in ibau("show", SEEGA, "--moves", "a1 b1", "--lang", "de").out
    assert "Throws: t1 1/4, t2 3/8" in ibau("show", "senet-race").out


def test_a_position_is_put_together(ibau: Call) -> None:
    ran = ibau("show", SEEGA, "5/5/5/5/LL3 second 2 - - 0 1 -", "--remove", "b1", "--put", "e5=first", "--json")
    facts = json.loads(ran.out)
    assert facts["position"] == "4L/5/5/5/L4 second 2 - - 0 1 -"
    assert facts["to_move"] == "second"
    assert {"place": "e5", "seat": "first", "kind": "piece", "side": ""} in facts["pieces"]
    ended = json.loads(ibau("show", SEEGA, "--moves", "a1 b1 c1 d1 a2 b2 c2 d2", "--json").out)
    assert ended["result"] == {"returns": [0, 0], "kind": "cap", "score": None}


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("--put", "c3"), "'c3' is not a piece on a square; write it like c3=first"),
        (("--put", "z9=first"), "'z9' is not a square of this board"),
        (("--remove", "z9"), "'z9' is not a square of this board"),
        (("--put", "c3=first,king"), "There is no piece 'king' of seat 0 in this game"),
        (("--field", "second"), "'second' lacks a value"),
        (("--field", "Whose turn=second"), "There is no field 'Whose turn'. Did you mean 'Whose turn it is'?"),
        (("--moves", "zz"), "'zz' is not legal here"),
        (("--put", "a1=second"), "pieces on the board, but"),
    ],
)
def test_what_cannot_be_is_refused(ibau: Call, words: tuple[str, ...], error: str) -> None:
    ran = ibau("show", SEEGA, *words)
    assert ran.code == 2
    assert error in ran.err


def test_nothing_changed_is_the_same_state() -> None:
    state = package.game(SEEGA).initial().play("a1")
    assert package.edit_position(state) is state
    with pytest.raises(package.PositionError, match="There is no field 'Turn'"):
        package.edit_position(state, fields={"Turn": "second"})


# --- Games that are loaded -------------------------------------------------------------------------------------------


@pytest.fixture
def saved(tmp_path: Path) -> str:
    line = package.Line.of(package.game(SEEGA).initial(), ["a1", "b1"])
    file = tmp_path / "games.txt"
    unlike = line.resign(package.FIRST).record()
    package.write_records([line.record({"First": "computer level1", "Second": "person"}), unlike], file)
    return str(file)


def test_a_saved_game_goes_on(ibau: Call, saved: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    lines = iter(["c1", "d1", f"save {tmp_path / 'on.txt'}", "quit"])
    monkeypatch.setattr("builtins.input", lambda _: next(lines))
    assert "Light (Pip, computer, First steps)" in ibau("play", "--load", saved).out
    (record,) = package.read_records(tmp_path / "on.txt")
    assert record.actions[:4] == ("a1", "b1", "c1", "d1")
    assert record.tags["First"] == "computer level1"
    assert "Seed" not in record.tags


def test_a_saved_game_goes_on_against_somebody_else(ibau: Call, saved: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "quit")
    assert "Dark (a person)" in ibau("play", SEEGA, "--load", saved, "--opponent", "person").out
    assert (
        "(computer, tests.custom_players:Foremost)"
        in ibau("play", "--load", saved, "--opponent", "tests.custom_players:Foremost", "--seat", "second").out
    )


def test_what_cannot_go_on(ibau: Call, saved: str) -> None:
    assert (
        "holds a game of seega+first_player=first+max_turns=4; leave seneti out"
        in ibau("play", "seneti", "--load", saved).err
    )
    assert "cannot go on: it was resigned" in ibau("play", "--load", saved, "--number", "2").err
    assert "has no game 3; it holds 2" in ibau("play", "--load", saved, "--number", "3").err
    assert "choose one" in ibau("play", "--load", saved, "--lesson").err
    assert "Name a RULESET" in ibau("play").err


# --- What shells are offered -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "begun", "offered"),
    [
        (("play",), "seti-", {"seti-aleph", "seti-beth"}),
        (("rules",), "seega+ch", {"seega+chain="}),
        (("rules",), "seega+chain=none+first_pl", {"seega+chain=none+first_player="}),
        (("rules",), "seega+first_player=", {f"seega+first_player={who}" for who in ("lot", "first", "second")}),
        (("rules",), "nothing+ch", set()),
        (("play", "seneti", "--opponent"), "", {"person"}),
        (("arena",), "gr", {"greedy"}),
        (("draw", "seega", "--theme"), "d", {"dark"}),
    ],
)
def test_shells_complete(words: tuple[str, ...], begun: str, offered: set[str]) -> None:
    found = ShellComplete(cli.ibau, {}, "ibau", "_IBAU_COMPLETE").get_completions(list(words), begun)
    texts = {item.value for item in found}
    assert offered <= texts
    if begun != "seti-" and offered != {"person"}:
        assert texts == offered
    assert EntrantType().name == "entrant"

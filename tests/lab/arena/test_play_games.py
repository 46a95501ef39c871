"""Custom players, and games and tournaments between players of all kinds."""

import io
import sys
from pathlib import Path
from subprocess import run

import pytest

import ibau
from tests.custom_players import Foremost, Illegal, Silent, Wordless

RACE = "senet-race+max_turns=20"
SCRIPT = str(Path(__file__).parents[2] / "players" / "scripted_engine.py")


def test_a_game_between_a_text_and_a_player() -> None:
    record = ibau.play_game("greedy", Foremost(), RACE, seed=3, tags={"Event": "try"})
    assert record == ibau.play_game("greedy", Foremost(), ibau.game(RACE), seed=3, tags={"Event": "try"})
    assert record != ibau.play_game("greedy", Foremost(), RACE, seed=4, tags={"Event": "try"})
    assert record.tags == {"First": "greedy", "Second": "Foremost", "Seed": "3", "Event": "try"}
    line = ibau.Line.replay(record)
    assert line.result
    assert all(ply.text == ply.before.actions[0] for ply in line.plies if ply.is_move and ply.seat == ibau.SECOND)


def test_a_game_from_a_position_on() -> None:
    start = ibau.game(RACE).initial().play("t1")
    record = ibau.play_game("random", "tests.custom_players:Foremost", RACE, start=start)
    assert (ibau.Line.replay(record).start, record.tags["Seed"]) == (start, "0")


@pytest.mark.parametrize(
    ("player", "error"),
    [
        (Illegal(), "Illegal played 'zz', which is not legal here; legal: "),
        (Silent(), r"Silent does not say what it plays: give it a method move\(state\)"),
        (Wordless(), "Wordless played [0-9]+; a move is the text of an action, such as '"),
        ("levle5", "Unknown player 'levle5'"),
        ("tests.custom_players:Formost", "Formost is neither a class of .* nor a function. Did you mean 'Foremost'"),
        ("tests.custom_players:Needy", "cannot be made without arguments: .*mood"),
        ("tests.no_players:Foremost", "there is no module 'tests.no_players', neither here nor installed"),
    ],
)
def test_players_that_cannot_play(player: str | ibau.Player, error: str) -> None:
    with pytest.raises((ibau.PlayerError, ibau.EntrantError), match=error):
        ibau.play_game(player, "random", RACE)


def test_a_player_of_a_class_takes_settings_only_where_it_thinks() -> None:
    with pytest.raises(ibau.EntrantError, match="does not search in senet-race; it takes no setting"):
        ibau.play_game("tests.custom_players:Foremost:1s", "random", RACE)


def test_a_module_of_the_folder_that_one_is_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken_players.py").write_text("1 / 0")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    with pytest.raises(ibau.PlayerError, match="broken_players cannot be imported: ZeroDivisionError"):
        ibau.player("broken_players:Any")


def test_a_tournament_of_own_players(tmp_path: Path) -> None:
    file, reports = tmp_path / "games.jsonl", []
    tally = ibau.tournament(Foremost(), "random", RACE, games=3, file=file, progress=lambda *pair: reports.append(pair))
    assert (tally.games, len(reports)) == (4, 2)
    assert ibau.tournament(Foremost(), "random", RACE, games=4, file=file) == tally
    assert {record.tags["First"] for record in ibau.read_records(file)} == {"Foremost", "random"}
    assert ibau.tournament("tests.custom_players:Foremost", "random", RACE, games=4, seed=0) == tally
    for games in (0, 10**30, 1 << 20_000):
        with pytest.raises(ibau.NumberError, match="number of games"):
            ibau.tournament("random", "random", RACE, games=games)


def test_a_seed_is_written_down() -> None:
    assert ibau.play_game("random", "random", RACE, seed=10**30).tags["Seed"] == str(10**30)
    for call in (ibau.play_game, ibau.tournament):
        with pytest.raises(ibau.NumberError, match="at most 10000 bits; this is a number of thousands of digits"):
            call("random", "random", RACE, seed=1 << 20_000)


def test_an_engine_plays_like_anybody() -> None:
    with ibau.Engine([sys.executable, SCRIPT, "good", "999"]) as engine:
        record = ibau.play_game(engine, Foremost(), RACE, seed=1)
        tally = ibau.tournament(engine, Foremost(), RACE, games=2)
    assert record.result == ibau.play_game(Foremost(), Foremost(), RACE, seed=1).result
    assert tally.score == 0.5


def test_a_player_as_an_engine() -> None:
    output = io.BytesIO()
    asked = b"ugi\nsetoption name Ruleset value seega+first_player=first\nposition startpos\ngo nodes 5\n"
    ibau.serve_engine(Foremost(), io.BytesIO(asked), output)
    lines = output.getvalue().decode().splitlines()
    assert lines[0] == "id name Foremost"
    assert lines[-1] == "bestmove a1"


def test_a_script_that_its_workers_would_run_again_is_told_so_in_a_sentence(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("import ibau\nibau.tournament('random', 'greedy', 'seti-beth', games=8, workers=2)\n")
    ended = run([sys.executable, script], capture_output=True, text=True, timeout=100, check=False)  # noqa: S603 - our own
    assert ended.returncode == 1
    last = "ArenaError: Workers import the main script: put its code under `if __name__ == '__ma"
    assert last in ended.stderr.splitlines()[-1]
    assert "freeze_support" not in ended.stderr

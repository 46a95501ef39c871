"""The games of tournaments as records."""

from pathlib import Path

import msgspec
import pytest

from ibau.games import game
from ibau.lab.arena import PairedGame, Pairing, parse_entrant, run_tournament
from ibau.records.record_files import read_records, write_records

RULESET = "seega+max_turns=6"


@pytest.fixture(scope="module")
def tournament(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of two pairs."""
    file = tmp_path_factory.mktemp("arena") / "games.jsonl"
    run_tournament(game, Pairing(RULESET, (parse_entrant("greedy"), parse_entrant("random"))), 2, file=file)
    return file


def test_every_game_is_a_record(tournament: Path, tmp_path: Path) -> None:
    records = list(read_records(tournament))
    played = [msgspec.json.decode(line, type=PairedGame) for line in tournament.read_bytes().splitlines()[1:]]
    assert [record.actions for record in records] == [tuple(one.actions) for one in played]
    assert [record.tags["First"] for record in records] == ["greedy", "random"] * 2
    assert [record.tags["Second"] for record in records] == ["random", "greedy"] * 2
    assert {record.tags["Seed"] for record in records} == {str(one.seed) for one in played}
    assert {str(record.game.ruleset) for record in records} == {RULESET}
    assert [record.opening_plies for record in records] == [one.opening for one in played]
    assert {one.opening for one in played} == {9}  # drawing lots and two turns of each side
    write_records(records, tmp_path / "games.txt")
    assert list(read_records(tmp_path / "games.txt")) == records


def test_a_game_lost_by_a_fault_stops_before_its_end(tournament: Path, tmp_path: Path) -> None:
    header, first, *_ = tournament.read_bytes().splitlines(keepends=True)
    played = msgspec.json.decode(first, type=PairedGame)
    played.actions, played.kind, played.fault = played.actions[:2], "forfeit", "closed its output"
    played.returns = -1, 1  # the player who began is to place another piece
    file = tmp_path / "games.jsonl"
    file.write_bytes(header + msgspec.json.encode(played) + b"\n")
    [record] = read_records(file)
    assert record.tags["Fault"] == "closed its output"
    assert record.result is None


def test_without_an_opening_none_is_told(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run_tournament(
        game, Pairing("seti-beth", (parse_entrant("greedy"), parse_entrant("random")), opening=0), 1, file=file
    )
    for record in read_records(file):
        assert record.opening_plies == 0
        assert record.tags.keys() == {"First", "Second", "Seed"}


def test_a_line_that_is_being_written_says_nothing(tournament: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    content = tournament.read_bytes()
    file.write_bytes(content[:-1])
    assert list(read_records(file)) == list(read_records(tournament))[:-1]

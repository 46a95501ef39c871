"""Probing of tables: the user's own have priority over those of Ibau, and damaged ones are not used."""

import shutil
import sys
from pathlib import Path

import msgspec
import pytest

from ibau.core.errors import IbauError
from ibau.core.game import Game
from ibau.core.table_layout import Layer
from ibau.games import game
from ibau.machine.arrays import zeros
from ibau.search.network import read_network, shipped_file
from ibau.tables.probing import TableWarning, available_tables, probe, probe_actions
from ibau.tables.table_arrays import MISSING, chance_arrays
from ibau.tables.table_file import HEADER_BYTES, SUM_BYTES, Table, write_table
from ibau.tables.tablebase import Tablebase, essential, tables_folder

ENDING = "3D23LLD first - - 0"
PAIR = "24DL4 first - - 0"


@pytest.fixture
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The user's folder of the race's tables."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tables_folder(game("senet-race"))
    folder.mkdir(parents=True)
    return folder


def available(played: Game) -> Tablebase:
    found = available_tables(played)
    assert found is not None
    return found


def test_what_comes_with_ibau_is_at_hand() -> None:
    race = game("senet-race")
    assert len(available(race).layers) == 4
    assert probe(race.state(ENDING)) == Tablebase.open(race).value(race.state(ENDING))
    assert probe(race.initial()) is None
    assert probe_actions(race.initial()) == {}
    assert available_tables(game("seti-aleph")) is None
    assert probe(game("seti-aleph").initial()) is None


def test_close_to_the_cap_no_table_tells_anything() -> None:
    race = game("senet-race")
    cap = race.rules.max_turns
    assert probe(race.state(ENDING.replace(" 0", f" {cap - 1000}")))
    assert probe(race.state(ENDING.replace(" 0", f" {cap - 999}"))) is None
    assert probe_actions(race.state(ENDING.replace(" 0", f" {cap - 999}"))) == {}
    assert probe(game("senet-race+max_turns=300").state(ENDING)) is None
    assert probe(game("senet-race+max_turns=0").state(ENDING.replace(" 0", " 5000")))


def test_tables_of_ones_own_are_found_at_once(solved: Path, own_folder: Path) -> None:
    race = game("senet-race")
    assert all(own_folder not in table.file.parents for table in available(race).layers.values())
    for file in solved.glob("*.table"):
        shutil.copy(file, own_folder)
    assert all(own_folder in table.file.parents for table in available(race).layers.values())


def test_a_ruleset_too_long_for_the_name_of_a_folder_has_one_too() -> None:
    assert not tables_folder(game(f"seega+no_progress_plies={'9' * 300}")).exists()


def test_what_cannot_be_used_is_told_once_and_left_out(solved: Path, own_folder: Path) -> None:
    (own_folder / "2v2.table").write_bytes((solved / "2v2.table").read_bytes()[: HEADER_BYTES + SUM_BYTES + 10])
    older = Table(solved / "1v2.table")
    write_table(own_folder / "1v2.table", msgspec.structs.replace(older.header, places=0), older.values)
    (own_folder / "0v0.table").write_text("Nothing that Ibau wrote.")
    race = game("senet-race")
    with pytest.warns(TableWarning) as found:
        assert probe(race.state(ENDING))
    texts = [str(one.message) for one in found]
    assert all(sentence.endswith(". It is left out.") for sentence in texts)
    assert [sentence.partition(".table")[2][:20] for sentence in texts] == [
        " is not an Ibau tabl",
        " is of version 1 of ",
        " is damaged: it has ",
    ]
    assert probe(race.state(ENDING))
    assert len(available(race).layers) == 4


def flip(file: Path) -> None:
    """Change a bit of every value of a table."""
    data = bytearray(file.read_bytes())
    for byte in range(HEADER_BYTES + SUM_BYTES + 1, len(data), 2):
        data[byte] ^= 1 << 6
    file.write_bytes(data)


def test_values_that_have_changed_are_told_once_and_left_out(solved: Path, own_folder: Path) -> None:
    for file in solved.glob("*.table"):
        shutil.copy(file, own_folder)
    flip(own_folder / "1v1.table")
    race = game("senet-race")
    with pytest.warns(TableWarning, match=r"checksum .* It is left out\.") as warned:
        assert probe(race.state(PAIR)) is None
    assert len(warned) == 1
    assert probe(race.state(PAIR)) is None
    assert probe(race.state(ENDING))


def test_a_loop_looks_into_no_values_that_have_changed(solved: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(solved, tmp_path / "flipped"))
    flip(folder / "1v2.table")
    errors: list[Exception] = []
    tablebase = Tablebase(essential(game("senet-race")), [folder], on_error=errors.append)
    starts = chance_arrays(tablebase, zeros).starts
    assert [str(error).partition(".table")[2][:30] for error in errors] == [" is damaged: its checksum does"]
    assert starts[tablebase.tables.number(Layer(1, 2))] == MISSING
    assert starts[tablebase.tables.number(Layer(2, 1))] != MISSING


def test_tables_are_refused_on_a_big_endian_machine(monkeypatch: pytest.MonkeyPatch, solved: Path) -> None:
    monkeypatch.setattr(sys, "byteorder", "big")
    with pytest.raises(IbauError, match="little-endian machines only"):
        Table(solved / "1v1.table")
    seneti = game("seneti").system
    with pytest.raises(IbauError, match="little-endian machines only"):
        read_network(shipped_file(seneti), seneti)

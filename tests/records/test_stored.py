"""Records written by version 0.1.0: one of each preset there was, with comments, variations and tags, some whole."""

import pytest

from ibau.core.record import Record
from ibau.games import game
from ibau.records.jsonl import json_of, read_json
from ibau.records.text import read_text
from tests.vectors import DATA, recorded_presets

TEXT = (DATA / "stored/records.txt").read_text("utf-8")
JSON = (DATA / "stored/records.jsonl").read_text("utf-8")
RECORDS = list(read_text(TEXT.splitlines(), game))
TWINS = list(read_json(JSON.splitlines(), game))


def test_every_preset_is_among_them_and_so_are_whole_games() -> None:
    assert {record.game.ruleset.preset.id for record in RECORDS} == set(recorded_presets())
    assert sum(record.result is not None for record in RECORDS) >= 3


def test_both_forms_are_read_alike() -> None:
    assert TWINS == RECORDS


@pytest.mark.parametrize("record", RECORDS, ids=[str(record.game.ruleset) for record in RECORDS])
def test_they_can_be_played_with_all_their_variations(record: Record) -> None:
    record.check()


def test_they_are_written_as_they_were() -> None:
    assert "\n".join(map(str, RECORDS)) == TEXT
    assert "".join(json_of(record) + "\n" for record in TWINS) == JSON

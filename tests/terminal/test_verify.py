"""`ibau verify`: what it says of games whose throws can be checked, and of others."""

from pathlib import Path

import pytest

from ibau.core.record import Record
from ibau.records.files import write_records
from ibau.terminal import main as cli
from ibau.throws.fairness import Origin
from tests.throws.test_fairness import ORIGIN, OTHER, played


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[object, str]:
    """The exit status, and what was printed."""
    with pytest.raises(SystemExit) as ended:
        cli.main(("verify", *arguments))
    return ended.value.code, capsys.readouterr().out


def written(folder: Path, *records: Record) -> str:
    file = folder / "games.txt"
    write_records(records, file)
    return str(file)


def test_a_file_of_all_kinds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = played("senet-race")
    sealed = Origin("a", ORIGIN.seed_hash, ORIGIN.part_hashes, anew=(0,)).tags()
    others = [Record(record.game, record.mainline, tags) for tags in (sealed, {"Throws": "own sticks"}, {})]
    code, text = said(capsys, written(tmp_path, record, *others), "--lang", "en")
    assert code == 0
    assert "Game 1, senet-race: every throw is what it had to be (" in text
    assert "Game 2, senet-race: not over; so far there are only the commitments." in text
    assert "Game 3, senet-race: own sticks; nothing to check." in text
    assert "Game 4, senet-race: nothing to check." in text
    assert "expected" in text


def test_what_is_amiss(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = played("senet-race", spoiled=2)
    broken = Record(record.game, record.mainline, {**record.tags, "Seed": OTHER, "Parts": f"{OTHER},{OTHER}"})
    code, text = said(capsys, written(tmp_path, record, broken), "--lang", "en")
    assert code == 1
    assert "Game 1, senet-race: 1 of " in text
    assert "Throw 2 is t" in text
    assert "The seed is not the one that the server had committed to." in text
    assert "What the browsers revealed is not what they had committed to." in text


def test_a_seed_alone_and_a_lost_part_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    alone = Origin("a", ORIGIN.seed_hash, seed=ORIGIN.seed)
    anew = Origin("a", ORIGIN.seed_hash, ORIGIN.part_hashes, ORIGIN.seed, ORIGIN.parts, (0,))
    code, text = said(capsys, written(tmp_path, played("seega", alone), played("seega", anew)), "--lang", "en")
    assert code == 0
    assert "No browser added to these throws" in text
    assert "A browser had lost its part" in text

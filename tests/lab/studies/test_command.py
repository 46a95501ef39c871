"""`ibau lab` at a terminal."""

import errno
import json
import os
from pathlib import Path

import pytest

from ibau.lab.studies.errors import StudyError
from ibau.lab.studies.measures import MEASURES, check_measure, unit_of
from ibau.lab.studies.store import Store
from ibau.terminal.main import status
from tests.lab.studies.studies import SMALL


def test_a_study_is_run_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "small.toml", tmp_path / "out"
    file.write_text(SMALL)
    assert status(["lab", "run", str(file), "--out", str(out), "--json"], "en") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["folder"] == str(out)
    assert told["figures"] > 50
    assert told["imprecise"] == 0
    assert status(["lab", "run", str(file), "--out", str(out)], "en") == 1
    assert "go on with --resume" in capsys.readouterr().err


def test_a_bad_study_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "small.toml"
    file.write_text(SMALL.replace("seti-beth-box", "seti-bett"))
    assert status(["lab", "run", str(file), "--out", str(tmp_path / "out")], "en") == 1
    assert "small.toml, line 5: Unknown ruleset 'seti-bett'" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_full_disk_stops_a_study_and_loses_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, out = tmp_path / "small.toml", tmp_path / "out"
    file.write_text(SMALL)
    with monkeypatch.context() as full:
        full.setattr(Store, "add", no_space)
        assert status(["lab", "run", str(file), "--out", str(out)], "en") == 1
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert os.strerror(errno.ENOSPC) in said[0]
    assert status(["lab", "run", str(file), "--out", str(out), "--resume"], "en") == 0


def no_space(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_measures_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert status(["lab", "measures", "--json"], "en") == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["measure"] for line in lines] == [measure.name for measure in MEASURES]


def test_names_of_measures() -> None:
    for name in ("ends", "use.wall", "use.wall.rate", "length.turns.median"):
        check_measure(name, StudyError)
    with pytest.raises(StudyError, match=r"there is no measure 'length\.turn'"):
        check_measure("length.turn", StudyError)
    assert unit_of("use.wall.rate") == "count"
    assert unit_of("length.minutes.p99") == "minutes"

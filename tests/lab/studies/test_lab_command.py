"""`ibau lab` at a terminal."""

import errno
import os
from pathlib import Path

import pytest

from ibau.lab.studies import play_study
from ibau.terminal.main import run_command
from tests.lab.studies.small_study import SMALL


def test_a_study_is_run_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "small.toml", tmp_path / "out"
    file.write_text(SMALL)
    assert run_command(["lab", "run", str(file), "--out", str(out)], "en") == 0
    text = capsys.readouterr().out
    assert f"figures are in {out}; `ibau lab report {out}` describes them." in text
    assert run_command(["lab", "run", str(file), "--out", str(out)], "en") == 0
    assert capsys.readouterr().out == text


def test_a_full_disk_stops_a_study_and_loses_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, out = tmp_path / "small.toml", tmp_path / "out"
    file.write_text(SMALL)
    with monkeypatch.context() as full:
        full.setattr(play_study, "write_games", no_space)
        assert run_command(["lab", "run", str(file), "--out", str(out)], "en") == 1
    assert os.strerror(errno.ENOSPC) in capsys.readouterr().err.splitlines()[-1]
    assert run_command(["lab", "run", str(file), "--out", str(out)], "en") == 0


def no_space(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

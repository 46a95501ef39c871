"""`ibau keys`: what a server has, new ones, and those that were stolen."""

import json
from pathlib import Path

import pytest

from ibau.terminal import main as cli
from ibau.web.keyfile import FILE, Keys


def said(capsys: pytest.CaptureFixture[str], folder: Path, *arguments: str) -> tuple[int, str]:
    """The exit status, and what was printed."""
    status = cli.status(("keys", "--data", str(folder), *arguments), "en")
    out, err = capsys.readouterr()
    return status, out + err


def test_nothing_secret_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keys = Keys.open(tmp_path / FILE)
    status, text = said(capsys, tmp_path)
    assert status == 0
    assert all(entry.id in text for entry in keys.entries)
    assert "signing key" in text
    secrets = [line for line in (tmp_path / FILE).read_text().splitlines() if '"secret"' in line or '"private"' in line]
    assert len(secrets) == 2
    assert not [line for line in secrets if line.split('"')[3] in text]
    status, text = said(capsys, tmp_path, "--json")
    assert json.loads(text) == keys.published()


def test_new_ones_and_stolen_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    secret, signing = Keys.open(tmp_path / FILE).entries
    assert said(capsys, tmp_path, "--new", "secret")[0] == 0
    assert said(capsys, tmp_path, "--new", "signing")[0] == 0
    status, text = said(capsys, tmp_path, "--withdraw", signing.id)
    assert status == 0
    assert "from its next start" in text
    first, second, stolen, now = Keys.existing(tmp_path / FILE).entries
    assert first == secret
    assert second.id != secret.id
    assert (stolen.id, bool(stolen.withdrawn), bool(stolen.until)) == (signing.id, True, True)
    assert (now.withdrawn, now.until) == ("", "")
    status, text = said(capsys, tmp_path, "--withdraw", "0123456789abcdef")
    assert status == 1
    assert "no signing key 0123456789abcdef" in text


def test_a_file_that_is_not_there_is_not_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, text = said(capsys, tmp_path, "--new", "secret")
    assert status == 1
    assert "There is no key file" in text
    assert list(tmp_path.iterdir()) == []

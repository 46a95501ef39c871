"""`ibau verify`: its output on games with verifiable throws, and on others."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ibau.core.record import Record
from ibau.records.record_files import write_records
from ibau.terminal import main as cli
from tests.throws.test_proof import NAME, fair, tagged

LIMITS = (
    "If one person made this file alone, they may have tried until the throws pleased; the moves and the end are not "
    "proved. Ask the server for its own record."
)


def verify_file(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[object, str]:
    """The exit status, and what was printed, without the breaks of its lines."""
    with pytest.raises(SystemExit) as ended:
        cli.main(("verify", *arguments, "--lang", "en"))
    out, err = capsys.readouterr()
    return ended.value.code, f"{out} {err}".replace("\n", " ")


def written(folder: Path, *records: Record) -> str:
    file = folder / f"{len(records)} games.txt"
    write_records(records, file)
    return str(file)


def test_what_is_right(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    code, text = verify_file(capsys, written(tmp_path, fair(), fair(parts=("", ""))))
    assert code == 0
    assert f"Game 1, senet-race: Throws: right, 9 of 9. {LIMITS}" in text
    assert f"Throws: right, 9 of 9. No browser added to them, so the server could have chosen them. {LIMITS}" in text
    monkeypatch.setattr("ibau.throws.proof.NUMBERS", 9)
    longer = replace(fair(throws=11), tags=fair(throws=9).tags)
    assert "right, 9 of 11. They are not checked from throw 10 on." in verify_file(capsys, written(tmp_path, longer))[1]


def test_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tagged(fair(), Parts=f"{'1' * 64},{'5' * 64}")
    code, text = verify_file(capsys, written(tmp_path, fair(), other, tagged(fair(), Game="other")))
    assert code == 1
    assert "Game 2, senet-race: Throws: wrong at throw " in text
    assert "Game 3, senet-race: Throws: wrong. The last link does not lead down to the head in this game." in text


def test_what_cannot_be_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = verify_file(capsys, written(tmp_path, tagged(fair(), Proof=""), tagged(fair(), Proof="2")))
    assert code == 0
    assert "Game 1, senet-race: This record carries no proof of its throws." in text
    assert "Game 2, senet-race: This version does not check proofs of form '2'." in text


def test_a_file_without_games_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("empty.txt", "empty.jsonl"):
        (tmp_path / name).write_text("\n")
        code, text = verify_file(capsys, str(empty := tmp_path / name))
        assert code == 1
        assert f"Error: {empty} holds no game." in text


def test_what_was_found_as_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, fair(), tagged(fair(), Link=""))
    with pytest.raises(SystemExit):
        cli.main(("verify", file, "--json"))
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    right: dict[str, Any] = {"verdict": "right", "reason": None, "wrong_throw": None, "thrown": 9, "checked": 9}
    assert first == {"game": 1, "ruleset": "senet-race", "name": NAME, **right, "adds": ["first", "second"]}
    assert (second["verdict"], second["wrong_throw"]) == ("wrong", None)

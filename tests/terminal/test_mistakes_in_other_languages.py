"""Errors in games are reported in the chosen language, with no English word."""

import json
import re
from pathlib import Path

import pytest

from ibau.language import LANGUAGES, SOURCE_LANGUAGE, translator_for
from ibau.terminal import main as cli
from tests.browser.untranslated import is_english

MISTAKES = (
    "play --load {folder}/ruleset.txt",
    "review {folder}/action.txt",
    "review {folder}/tag.txt",
    "review {folder}/twice.txt",
    "review {folder}/version.txt",
    "review {folder}/result.txt",
    "review {folder}/variation.txt",
    "review {folder}/comment.txt",
    "review {folder}/letters.txt",
    "review {folder}/empty.txt",
    "verify {folder}/empty.txt",
    "draw seega -o {folder}/none/x.svg",
)

FILES = {
    "good": b'[Ruleset "seega"]\n\nlot1 *\n',
    "action": b'[Ruleset "seega"]\n\nlot1 z9 *\n',
    "tag": b'[Nothing "seega"]\n\nlot1 *\n',
    "twice": b'[Ruleset "seega"]\n[Ruleset "seega"]\n\nlot1 *\n',
    "ruleset": b'[Ruleset "sega"]\n\nlot1 *\n',
    "version": b'[Ruleset "seega"]\n[RulesVersion "0"]\n\nlot1 *\n',
    "result": b'[Ruleset "seega"]\n[Result "1-0"]\n\nlot1 1-0\n',
    "variation": b'[Ruleset "seega"]\n\nlot1 (lot2 *\n',
    "comment": b'[Ruleset "seega"]\n\n{lot1 *\n',
    "letters": b"\xff\xfe",
    "empty": b"",
}


NAMES = re.compile(rf"https?://\S+|\b({'|'.join(cli.COMMANDS)})\b")  # which are no English


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Records with something wrong in each but one."""
    made = tmp_path_factory.mktemp("records")
    for name, written in FILES.items():
        (made / f"{name}.txt").write_bytes(written)
    return made


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != SOURCE_LANGUAGE])
@pytest.mark.parametrize("line", MISTAKES)
def test_no_mistake_is_named_in_english(
    line: str, lang: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", lang)
    words = [word.format(folder=folder, file=folder / "good.txt") for word in line.split()]
    with pytest.raises(SystemExit) as ended:
        cli.main(words)
    text = capsys.readouterr().err
    assert ended.value.code == 1
    assert text
    assert [part for part in text.splitlines() if is_english(NAMES.sub("", part.replace(str(folder), "")), lang)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_fields_of_a_position_go_by_their_labels_in_each_language(
    lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", lang)
    shown = set()
    for label in ("Whose turn it is", translator_for(lang)("Whose turn it is")):
        with pytest.raises(SystemExit) as ended:
            cli.main(["show", "seti-beth", "--field", f"{label}=second", "--json"])
        assert not ended.value.code
        shown.add(json.loads(capsys.readouterr().out)["to_move"])
    assert shown == {"second"}

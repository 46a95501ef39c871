"""What is wrong with an input is said in the language that is wanted, and no word of it in English."""

import json
import re
from pathlib import Path

import pytest

from ibau.language import LANGUAGES, SOURCE, translator
from ibau.terminal import main as cli
from tests.browser.english import is_english

MISTAKES = (
    "pley seega",
    "nonsense",
    "play seega one",
    "play",
    "play sega",
    "play senet",
    "play seega+",
    "play seega+chian=none",
    "play seega+chain=some",
    "play seega+chain",
    "play seega+chain=none+chain=none",
    "play seega+max_turns=-1",
    "play seega --opponent 9",
    "play seega --opponent leevl1",
    "play seega --opponent no_module:Player",
    "play seega --opponent pathlib:Path",
    "play seega --games many",
    "play seega --time nan",
    "play seega --lo",
    "play seega --lesson --puzzle 1",
    "play seega --puzzle 999",
    "play --load {file} --number 2",
    "play seti-beth --load {file}",
    "show seega 5/5",
    "show seega 5/5/5/5/K4 first 24 - - 0 12 -",
    "show seega 5/5/5/5/5 nobody 24 - - 0 12 -",
    "show seega 5/5/5/5/5 first x - - 0 12 -",
    "show seega 5/5/5/5/5 first 24 z9 - 0 12 -",
    "show seega 5/5/5/5/5 first 24 - - 0 12 -",
    "show seti-aleph 3 first 3 - 0 -",
    "show seneti . first 7,7 0",
    "show senet-geoludie 10/10/10 first throws 9 0 - - 0",
    "show seega --moves z9",
    "show seega --take z9",
    "show seega --put c3",
    "show seega --put c3=first,king",
    "show seega --word second",
    "show seega --word nobody=second",
    "draw seega -o picture.bmp",
    "draw seega --lang xx",
    "draw seega --width 1",
    "print seega --paper B5",
    "review {folder}",
    "review {folder}/nothing.txt",
    "review {folder}/action.txt",
    "review {folder}/tag.txt",
    "review {folder}/twice.txt",
    "review {folder}/ruleset.txt",
    "review {folder}/version.txt",
    "review {folder}/result.txt",
    "review {folder}/variation.txt",
    "review {folder}/comment.txt",
    "review {folder}/letters.txt",
    "review {folder}/empty.txt",
    "verify {folder}/empty.txt",
    "draw seega -o {folder}/none/x.svg",
    "review {file} --number 2",
    "review {file} --svg course.png",
    "serve --port 70000",
    "serve --host nowhere.invalid",
    "serve --kiosk sega",
    "serve --proxy nowhere",
    "serve --url nowhere",
    "keys --data {folder}",
    "backup --data {folder} {folder}/backup",
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


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != SOURCE])
@pytest.mark.parametrize("line", MISTAKES)
def test_no_mistake_is_named_in_english(
    line: str, lang: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", lang)
    words = [word.format(folder=folder, file=folder / "good.txt") for word in split(line)]
    with pytest.raises(SystemExit) as ended:
        cli.main(words)
    said = capsys.readouterr().err
    assert ended.value.code in (1, 2)
    assert said
    assert [part for part in said.splitlines() if is_english(NAMES.sub("", part.replace(str(folder), "")), lang)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_of_a_position_go_by_their_labels_in_each_language(
    lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", lang)
    shown = set()
    for label in ("Whose turn it is", translator(lang)("Whose turn it is")):
        with pytest.raises(SystemExit) as ended:
            cli.main(["show", "seti-beth", "--word", f"{label}=second", "--json"])
        assert not ended.value.code
        shown.add(json.loads(capsys.readouterr().out)["to_move"])
    assert shown == {"second"}


def split(line: str) -> list[str]:
    """The words of a line, those of a position as one."""
    if not line.startswith("show") or "--" in line:
        return line.split()
    return line.split(maxsplit=2)

"""`ibau print`: a kit in a file, and sentences in the language that is asked for."""

from pathlib import Path

import pytest

from ibau.games import game
from ibau.paper import kit
from ibau.terminal import main as cli

SAID = {
    "en": ("is ready for Letter. Print it at actual size", "There is no folder"),
    "fr": ("est prêt pour le papier Letter. Imprimez-le en taille réelle", "n’existe pas"),
    "de": ("ist fertig für Letter. Drucke es in Originalgröße", "gibt es nicht"),
}


def call(*arguments: str) -> int | str | None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["print", *arguments])
    return ended.value.code


@pytest.mark.parametrize("lang", SAID)
def test_a_kit_is_written_and_told_of(lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done, missing = SAID[lang]
    file = tmp_path / "kit.pdf"
    wishes = ["--lang", lang, "--paper", "Letter", "--width", "12"]
    assert call("seega+chain=none", "-o", str(file), *wishes) == 0
    text = capsys.readouterr().out
    assert done in text
    assert "12\u00a0cm" in text
    assert file.read_bytes() == kit.kit(game("seega+chain=none"), lang, paper="Letter", width=12)
    assert call("seega", "-o", str(tmp_path / "none" / "kit.pdf"), *wishes) == 1
    assert missing in capsys.readouterr().err


WRONG = {
    "ruleset": (["seeega"], 2, "Did you mean 'seega'?"),
    "no number": (["seega", "--width", "nan"], 2, "'nan' is not a finite number."),
    "ending": (["seega", "-o", "kit.txt"], 1, "kit.txt does not end in .pdf"),
    "address": (["seega", "--url", "games"], 2, "'games' is not the address of a site"),
    "broken address": (["seega", "--url", "http://["], 2, "'http://[' is not the address of a site"),
    "long address": (["seega", "--url", f"http://{'x' * 3000}.org"], 1, "than 500 characters cannot be printed."),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_makes_no_sense_is_named(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments, code, message = WRONG[wrong]
    assert call(*arguments, "--lang", "en") == code
    assert message in " ".join(capsys.readouterr().err.split())

"""The recipe on the page, a few lines that need nothing of ours, finds what our check finds."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from ibau.core.record import Record
from ibau.records.jsonl import json_of
from ibau.throws.verification import verify
from tests.throws.honest import Honest
from tests.throws.test_forgeries import BY_RECORD, FORGERIES, Forgery
from tests.throws.test_verification import WITH_CHANCE

RECIPES = Path(__file__).parents[2] / "client/src/fairness"
MOST_LINES = 30


def recipe(record: Record, folder: Path, name: str = "recipe.py") -> list[str]:
    """What a recipe prints of a record."""
    file = folder / "game.jsonl"
    file.write_text(json_of(record) + "\n")
    printed = subprocess.run(  # noqa: S603 - the recipe
        [sys.executable, "-W", "ignore", RECIPES / name, file], capture_output=True, text=True, check=True
    )
    return printed.stdout.splitlines()


def test_it_is_short() -> None:
    assert len((RECIPES / "recipe.py").read_text().splitlines()) <= MOST_LINES


@pytest.mark.parametrize("ruleset", WITH_CHANCE)
def test_it_finds_an_honest_game_right(ruleset: str, tmp_path: Path) -> None:
    played = Honest(ruleset).play(12)
    played.restore(2)
    played.play(20).resign()
    lines = recipe(played.record(), tmp_path)
    assert lines[:3] == ["server 1 kept", "first 1 kept", "second 1 kept"]
    throws = verify(played.record()).checked
    assert lines[3:-1] == [f"{throw.number} {throw.ply.text} agrees with b" for throw in throws]
    assert lines[-1].endswith("passed over")


@pytest.mark.parametrize("make", [make for make, by, _, _ in FORGERIES if by == BY_RECORD])
def test_it_finds_the_throws_wrong_that_our_check_finds_wrong(make: Forgery, tmp_path: Path) -> None:
    record = make()
    ours = verify(record)
    lines = recipe(record, tmp_path)
    said = [found for line in lines if (found := re.match(r"(\d+) (?:t|lot)\d (agrees|DIFFERS|LINK MISSING)", line))]
    verdicts = {int(found[1]): found[2] for found in said}
    assert verdicts == {
        throw.number: ("agrees" if throw.agrees else "DIFFERS") if throw.due else "LINK MISSING"
        for throw in ours.checked
    }
    assert any("WRONG" in line for line in lines) == (" numbers for them" in str(ours.amiss))

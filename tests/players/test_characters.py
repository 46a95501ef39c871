"""Whom the computer plays at each level."""

import re
from pathlib import Path

from ibau.players import LEVELS
from ibau.players.characters import CHARACTERS
from ibau.web.hosted.player_names import RANDOM_NAMES

ROOT = Path(__file__).resolve().parents[2]


def test_every_level_is_somebody_and_nobody_is_taken_for_a_person() -> None:
    assert list(CHARACTERS) == [level.id for level in LEVELS]
    names = [character.name for character in CHARACTERS.values()]
    assert len(set(names)) == len(names)
    assert not set(names) & set(RANDOM_NAMES)


def test_nobody_repeats_what_another_says() -> None:
    texts = [text for character in CHARACTERS.values() for text in character[1:]]
    assert len(set(texts)) == len(texts) == 4 * len(LEVELS)


def test_everybody_has_a_portrait() -> None:
    drawn = (ROOT / "client/src/characters/portraits.ts").read_text("utf-8")
    assert re.findall(r"^  (level\d): {$", drawn, re.MULTILINE) == list(CHARACTERS)


def test_the_documents_call_them_by_name() -> None:
    strength = (ROOT / "docs/strength.md").read_text("utf-8")
    assert ", ".join(f"{level.number} {CHARACTERS[level.id].name}" for level in LEVELS) in strength

"""Throws follow from seed and parts as notation.md section 8 says, and records can be checked."""

import json
from collections import Counter
from pathlib import Path

import pytest

from ibau.core.chance import LOT, THROW, draw
from ibau.core.errors import RecordError
from ibau.core.line import Line
from ibau.core.record import Record, Variation
from ibau.games import game, systems
from ibau.records.files import read_record, read_records
from ibau.throws.seed_check import BROKEN
from ibau.throws.seeds import Origin, commitment, numbers_tag
from ibau.throws.verification import Verification, verify
from tests.throws import test_recipe as recipes

SEED, PART, OTHER = (bytes(range(n, n + 32)).hex() for n in (0, 32, 64))
NOTATION = Path(__file__).parents[2] / "docs/notation.md"
STORED = Path(__file__).parents[1] / "data/stored/seeded.txt"  # played on a server of the version e4dd3e3

ORIGIN = Origin("aBcD-0_9", commitment(SEED), (commitment(PART), ""), SEED, (PART, ""))
WITH_THROWS = [name for name in systems() if game(name).system.has_throws]


def played(ruleset: str, origin: Origin = ORIGIN, actions: int = 60, spoiled: int = 0, first: int = 1) -> Record:
    """A game whose throws follow from an origin, but for the throw with the number `spoiled`."""
    line, n = Line(game(ruleset).initial()), first
    while not line.result and line.at < actions:
        if line.state.chances:
            sixteenth = origin.sixteenth(n)
            due = line.state.drawn(sixteenth)
            line = line.play(next(text for text in line.state.actions if text != due) if n == spoiled else due)
            n += 1
        else:
            line = line.after(line.state.legal[line.at * 7 % len(line.state.legal)])
    return line.record(origin.tags())


def recipe(record: Record, folder: Path) -> list[str]:
    """What the recipe for these records prints."""
    return recipes.recipe(record, folder, "recipe1.py")


def wrong(found: Verification) -> list[int]:
    """The numbers of the throws that are wrong."""
    return [finding.number for finding in found.amiss if finding.number]


def broken(found: Verification) -> list[str]:
    """The commitments that were not kept."""
    return [tag for tag, said in BROKEN.items() if any(finding.reason.text == said for finding in found.amiss)]


def test_the_vector_of_the_notation() -> None:
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment(PART) == "72dbb7336c76780023f83da4c355f2eeea85733b13d3477697917790c1229084"
    sixteenths = [ORIGIN.sixteenth(n) for n in range(1, 17)]
    assert sixteenths == [5, 11, 8, 12, 0, 12, 5, 5, 12, 11, 13, 3, 9, 11, 15, 4]
    notation = NOTATION.read_text("utf-8")
    assert all(text in notation for text in (ORIGIN.seed_hash, ORIGIN.part_hashes[0], ", ".join(map(str, sixteenths))))


def test_the_sixteen_numbers_stand_for_throws_and_lots_without_bias() -> None:
    assert [draw(THROW, n) for n in range(16)] == [0] * 4 + [1] * 6 + [2] * 4 + [3] + [4]
    assert [draw(LOT, n) for n in range(16)] == [0] * 8 + [1] * 8
    seen = Counter(ORIGIN.sixteenth(n) for n in range(1, 16_001))
    assert sum((count - 1000) ** 2 / 1000 for count in seen.values()) < 37.7  # chi squared, 15 degrees, 0.1 %


def test_everything_matters() -> None:
    others = [
        Origin("other", "", ("", ""), SEED, (PART, "")),
        Origin("aBcD-0_9", "", ("", ""), OTHER, (PART, "")),
        Origin("aBcD-0_9", "", ("", ""), SEED, (OTHER, "")),
        Origin("aBcD-0_9", "", ("", ""), SEED, ("", PART)),
        Origin("aBcD-0_9", "", ("", ""), SEED, (PART, OTHER)),
    ]
    drawn = {tuple(origin.sixteenth(n) for n in range(1, 40)) for origin in (ORIGIN, *others)}
    assert len(drawn) == len(others) + 1


@pytest.mark.parametrize("ruleset", [*WITH_THROWS, "seega", "seneti"])
def test_a_record_is_checked_and_the_recipe_says_the_same(ruleset: str, tmp_path: Path) -> None:
    record = played(ruleset)
    found = verify(record)
    assert not found.is_wrong
    assert found.throws.verdict == "not compared"
    assert "nothing proves the name" in str(found.throws.reason)
    lines = recipe(record, tmp_path)
    assert lines[:3] == ["kept"] * 3
    assert lines[3:] == [f"{throw.number} {throw.ply.text} agrees" for throw in found.checked]
    assert sum(one.seen for kind in found.frequencies for one in kind) == len(found.checked) > 0
    assert sum(one.expected for kind in found.frequencies for one in kind) == len(found.checked)


def test_a_throw_that_was_chosen_is_found_out(tmp_path: Path) -> None:
    record = played("senet-race", spoiled=3)
    found = verify(record)
    assert wrong(found) == [3]
    throw = found.checked[2]
    assert str(found.throws.reason) == f"Throw 3 is {throw.ply.text}; it should be {throw.due}."
    assert [line for line in recipe(record, tmp_path) if "DIFFERS" in line] == [
        f"3 {throw.ply.text} DIFFERS, {throw.due} was due"
    ]


@pytest.mark.parametrize(("tag", "value"), [("Seed", OTHER), ("Parts", f"{OTHER},"), ("Parts", f"{PART},{OTHER}")])
def test_a_broken_commitment_is_found_out(tag: str, value: str, tmp_path: Path) -> None:
    record = played("senet-race")
    found = verify(Record(record.game, record.mainline, {**record.tags, tag: value}))
    assert broken(found) == [tag]
    lines = recipe(Record(record.game, record.mainline, {**record.tags, tag: value}), tmp_path)
    assert "BROKEN" in lines[:3]


def test_a_part_that_nobody_revealed_is_missed_once_something_was_thrown(tmp_path: Path) -> None:
    lacking = {"Parts": ",", "PartHashes": f"{ORIGIN.part_hashes[0]},"}
    record = played("senet-race")
    assert broken(verify(Record(record.game, record.mainline, {**record.tags, **lacking}))) == ["Parts"]
    given_up = Line(game("senet-race").initial()).resign(0).record({**record.tags, **lacking})
    assert not verify(given_up).is_wrong
    assert recipe(given_up, tmp_path) == ["kept"] * 3
    assert recipe(Record(record.game, record.mainline, {**record.tags, **lacking}), tmp_path)[1] == "BROKEN"


def test_numbers_that_were_passed_over_are_listed_and_never_called_right(tmp_path: Path) -> None:
    record = played("senet-race", first=3)
    assert verify(record).is_wrong
    count = len(verify(record).checked)
    numbered = Record(record.game, record.mainline, {**record.tags, **numbers_tag(range(3, 3 + count))})
    found = verify(numbered)
    assert not found.is_wrong
    assert found.passed_over == ((1, 2),)
    assert found.throws.verdict == "not compared"
    assert "could have chosen them, since numbers were passed over (2)" in str(found.throws.reason)
    assert not [line for line in recipe(numbered, tmp_path) if "DIFFERS" in line]
    assert numbers_tag(range(1, 9)) == {}


def test_far_numbers_are_counted_and_not_made() -> None:
    record = played("senet-race", actions=3)
    far = Record(record.game, record.mainline, {**record.tags, "ThrowNumbers": "1 999999999"})
    assert verify(far).passed_over == ((2, 999_999_998),)


def test_records_of_the_version_before_open_and_prove_what_they_can(tmp_path: Path) -> None:
    whole, skipping = read_records(STORED)
    for record, passed_over in ((whole, ()), (skipping, ((5, 5),))):
        found = verify(record)
        assert not found.is_wrong
        assert found.throws.verdict == "not compared"
        assert found.moves.verdict == "not compared"
        assert found.passed_over == passed_over
        assert [throw.due for throw in found.checked] == [
            ply.text for ply in Line.replay(record).plies if not ply.is_move
        ]
        assert not [line for line in recipe(record, tmp_path) if "DIFFERS" in line]
    altered = read_record(str(whole).replace("t2 4-6 draw", "t3 4-7 draw"))
    assert wrong(verify(altered)) == [len(verify(whole).checked)]


def test_before_the_end_and_without_an_origin_there_is_nothing_to_check() -> None:
    record = played("senet-race")
    sealed = Record(record.game, record.mainline, Origin("a", ORIGIN.seed_hash, ORIGIN.part_hashes).tags())
    for one in (sealed, Record(record.game, record.mainline), Record(record.game, record.mainline, {"Seed": "7"})):
        found = verify(one)
        assert not found.is_wrong
        assert found.throws.verdict == "not compared"


def test_what_a_record_says_of_its_origin_comes_back() -> None:
    origin = Origin("g", ORIGIN.seed_hash, ORIGIN.part_hashes, SEED, (PART, ""), (0, 1, 0))
    assert Origin.of_tags(json.loads(json.dumps(origin.tags()))) == origin


@pytest.mark.parametrize(
    "tags",
    [
        {"SeedHash": "12"},
        {"PartHashes": "12"},
        {"PartHashes": "12,"},
        {"Parts": PART},
        {"Seed": SEED.upper().replace("0", "A")},
        {"CommittedAnew": "third"},
        {"ThrowNumbers": "1 2"},
        {"ThrowNumbers": "one"},
    ],
)
def test_tags_that_say_nothing_are_refused(tags: dict[str, str]) -> None:
    record = Record(game("senet-race"), Variation.of(["t1"]), {**ORIGIN.tags(), **tags})
    with pytest.raises(RecordError, match=f"the tag {next(iter(tags))} "):
        verify(record)

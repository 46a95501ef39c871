"""`ibau verify`: what it says of games whose throws can be checked, and of others."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ibau.core.record import Record
from ibau.records.files import write_records
from ibau.terminal import main as cli
from ibau.throws.proof import Spent
from ibau.throws.seeds import Origin
from tests.throws.honest import BOTH, Honest, with_tags
from tests.throws.test_seeds import ORIGIN, OTHER, played
from tests.throws.test_verification import published


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[object, str]:
    """The exit status, and what was printed, without the breaks of its lines."""
    with pytest.raises(SystemExit) as ended:
        cli.main(("verify", *arguments, "--lang", "en"))
    out, err = capsys.readouterr()
    return ended.value.code, f"{out} {err}".replace("\n", " ")


def data(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    """The games as they are printed with --json."""
    with pytest.raises(SystemExit):
        cli.main(("verify", *arguments, "--json"))
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def written(folder: Path, *records: Record) -> str:
    file = folder / "games.txt"
    file.unlink(missing_ok=True)
    write_records(records, file)
    return str(file)


def kept(folder: Path, name: str, value: object) -> str:
    """A file of JSON."""
    file = folder / name
    file.write_bytes(msgspec.json.encode(value))
    return str(file)


def eventful() -> Honest:
    """A game in which all happens that a record lists."""
    game = Honest().play(5)
    game.throw_late()
    game.play(9).take_back()
    game.play(14).restore(3)
    game.play(20).throw(without=[party for party in BOTH if party != game.thrower])
    return game.play(30)


# --- Throws that follow from chains ----------------------------------------------------------------------------------


def test_a_game_with_nothing_beside_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = said(capsys, written(tmp_path, Honest().play(8).resign().record()))
    assert code == 0
    assert "Game 1, senet-race:" in text
    assert "Throws: right. Every throw follows from its links (8)." in text
    assert "Moves: not compared. They are legal, and there was nothing else to compare them with." in text
    assert "End: right. The last link of a chain vouches for it (Light)." in text
    assert "Notes: not compared. The record was not compared with any notes from a page (--commitments)." in text
    assert "Signature" not in text
    assert "expected" in text


def test_a_game_with_notes_and_keys(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = eventful()
    file, notes = written(tmp_path, game.record(signed=True)), kept(tmp_path, "notes.json", game.notes())
    code, text = said(capsys, file, "--commitments", notes, "--keys", kept(tmp_path, "keys.json", published()))
    assert code == 0
    for sentence in (
        "Moves: right. The server has signed them.",
        "End: not compared. It is not over.",
        "Signature: right. It is that of the published key",
        "Notes: right. The record agrees with the notes, which reach to throw 30.",
        "Throws without a link that could have counted: 6 (Dark), 21 (Light).",
        "Throws for which the thrower's browser had lost its chain: 6.",
        "Chains that were begun in the middle of the game: 7 (Dark).",
        "Number 10 was passed over after 14x17 had been taken back (asked for by Light, agreed to by Dark).",
        "Numbers 15 to 17 were passed over: the server had been restored from a backup.",
        f"The game is called aBcD-0_9; its fingerprint is {game.proof.fingerprint}.",
        "Throws without a link that could have counted: throw",
    ):
        assert sentence in text


def test_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = Honest().play(8)
    letters = with_tags(game.record(), Given="bbbb1bbb")
    code, text = said(capsys, written(tmp_path, game.record(), letters, with_tags(game.record(), Game="other")))
    assert code == 1
    assert "Throws: wrong. Throw 5" in text
    assert text.count("does not lead down to its head in this game") == 3


def test_much_that_is_wrong_is_told_in_part(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = with_tags(Honest().play(60, 300).record(), Given="0" * 60)
    code, text = said(capsys, written(tmp_path, record))
    assert code == 1
    assert text.count("a link should count, and does not") <= 41
    assert "Further errors: " in text
    assert "Throws to which no browser contributed, so that the server could choose them: 1, 2, 3, " in text
    assert ", 40, …." in text


def test_notes_of_a_game_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = Honest().play(8)
    renamed = written(tmp_path, with_tags(game.record(), Game="other"))
    code, text = said(capsys, renamed, "--commitments", kept(tmp_path, "notes.json", game.notes()))
    assert code == 1
    assert "There are notes on aBcD-0_9, but the file holds no such game." in text


def test_a_file_without_games_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("empty.txt", "empty.jsonl"):
        (tmp_path / name).write_text("\n")
        code, text = said(capsys, str(empty := tmp_path / name))
        assert code == 1
        assert f"Error: {empty} holds no game." in text


def test_what_was_found_as_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, forged = eventful(), with_tags(Honest().play(8).record(), Given="bbbb0bbb")
    first, second = data(capsys, written(tmp_path, game.record(), forged))
    assert first["scheme"] == 2
    assert first["name"] == "aBcD-0_9"
    assert first["fingerprint"] == game.proof.fingerprint
    assert first["throws"] == {"verdict": "right", "reason": "Every throw follows from its links (26).", "number": None}
    assert (first["moves"]["verdict"], first["end"]["verdict"]) == ("not compared", "not compared")
    assert (first["signature"]["verdict"], first["notes"]["verdict"]) == ("not compared", "not compared")
    assert first["without_a_link"] == [{"number": 6, "seats": ["second"]}, {"number": 21, "seats": ["first"]}]
    assert first["new_chains"] == [{"party": "second", "first": 7}]
    assert first["late"] == [6]
    assert [Spent(**{**spent, "taken": tuple(spent["taken"])}) for spent in first["spent"]] == game.spent
    assert sum(one["seen"] for one in first["frequencies"]["all_links"]) == 24
    assert sum(one["seen"] for one in first["frequencies"]["without_a_link"]) == 2
    assert first["wrong"] == []
    assert second["throws"]["verdict"] == "wrong"
    assert second["throws"]["number"] == 5
    assert second["wrong"][0] == second["throws"]
    assert second["servers_alone"] == [5]


# --- Throws that follow from a seed, and others ----------------------------------------------------------------------


def test_a_file_of_all_kinds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = played("senet-race")
    sealed = Origin("a", ORIGIN.seed_hash, ORIGIN.part_hashes, anew=(0,)).tags()
    others = [Record(record.game, record.mainline, tags) for tags in (sealed, {"Throws": "own sticks"}, {})]
    code, text = said(capsys, written(tmp_path, record, *others))
    assert code == 0
    assert "Game 1, senet-race:   Throws: not compared. The throws follow from the seed, but nothing proves" in text
    assert "Game 2, senet-race:   Throws: not compared. It is not over; so far there are only the commitments." in text
    assert "Game 3, senet-race: own sticks; nothing to check." in text
    assert "Game 4, senet-race: nothing to check." in text
    assert "expected" in text


def test_what_is_wrong_with_seeds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = played("senet-race", spoiled=2)
    broken = Record(record.game, record.mainline, {**record.tags, "Seed": OTHER, "Parts": f"{OTHER},{OTHER}"})
    code, text = said(capsys, written(tmp_path, record, broken))
    assert code == 1
    assert "Throws: wrong. Throw 2 is t" in text
    assert "Throws: wrong. The seed is not the one the server committed to." in text
    assert "What the browsers revealed is not what they committed to." in text


def test_numbers_passed_over_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = played("senet-race", first=3)
    count = sum(action[0] == "t" for action in record.actions)
    numbers = {"ThrowNumbers": " ".join(map(str, range(3, 3 + count)))}
    code, text = said(capsys, written(tmp_path, Record(record.game, record.mainline, {**record.tags, **numbers})))
    assert code == 0
    assert "the server could have chosen them, since numbers were passed over (2)." in text
    assert "Numbers that were passed over without a reason: 1-2." in text


def test_a_seed_alone_and_a_lost_part_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    alone = Origin("a", ORIGIN.seed_hash, seed=ORIGIN.seed)
    anew = Origin("a", ORIGIN.seed_hash, ORIGIN.part_hashes, ORIGIN.seed, ORIGIN.parts, (0,))
    code, text = said(capsys, written(tmp_path, played("seega", alone), played("seega", anew)))
    assert code == 0
    assert "No browser contributed to these throws" in text
    assert "A browser had lost its part" in text

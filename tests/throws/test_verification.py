"""Honest records are found right, as far as there is something to compare them with, and what is odd is listed."""

import time
from pathlib import Path

import msgspec
import pytest

from ibau.core.errors import RecordError
from ibau.core.line import Line
from ibau.core.outcome import SEATS, SECOND
from ibau.core.record import Record
from ibau.games import game, systems
from ibau.machine import extras
from ibau.records.files import read_record
from ibau.records.jsonl import json_of
from ibau.throws import signatures
from ibau.throws.chains import PARTIES, Party, last_number
from ibau.throws.notes import Notes, NotesError, stories, story
from ibau.throws.signatures import KeysError, PublishedKey, PublishedKeys, key_id, text_of
from ibau.throws.verification import Verification, verify
from tests.throws.honest import BOTH, PRIVATE, Honest, with_tags

OTHER_PRIVATE = bytes(range(1, 33))
WITH_CHANCE = [name for name in systems() if game(name).has_chance]
COMPUTER = "computer level3"


def published(private: bytes = PRIVATE, **more: str) -> PublishedKeys:
    """A server's keys: one, of which `more` is told."""
    public = signatures.public_of(private)
    return PublishedKeys(keys=[PublishedKey(key_id(public), text_of(public), "2026-01-01", **more)])


def verdicts(found: Verification) -> tuple[str, str, str]:
    return found.throws.verdict, found.moves.verdict, found.end.verdict


def alone(game: Honest) -> Verification:
    """What a record shows with nothing beside it, which is the same of its text and of its JSON."""
    record = game.record()
    found = verify(record)
    for text in (str(record), json_of(record)):
        assert verify(read_record(text)).amiss == found.amiss
    return found


# --- What is right ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", WITH_CHANCE)
def test_a_game_that_was_resigned(ruleset: str) -> None:
    played = Honest(ruleset).play(12).resign()
    found = alone(played)
    assert not found.is_wrong
    assert verdicts(found) == ("right", "not compared", "right")
    assert len(found.checked) == len(played.letters) > 0
    assert not found.fewer
    for by, kind in enumerate(found.frequencies):
        assert sum(one.seen for one in kind) == sum(one.expected for one in kind) == (0 if by else len(played.letters))


def test_a_game_to_the_end_of_the_rules() -> None:
    found = alone(Honest("senet-race+max_turns=12").play(99))
    assert verdicts(found) == ("right", "not compared", "right")
    assert str(found.end.reason) == "It follows from the rules."


def test_a_game_that_goes_on() -> None:
    found = alone(Honest().play(8))
    assert verdicts(found) == ("right", "not compared", "not compared")
    assert str(found.end.reason) == "It is not over."


def test_a_game_from_a_position() -> None:
    start = str(Honest().play(30).line.state)
    assert verdicts(alone(Honest(start=start).play(9).resign())) == ("right", "not compared", "right")


def test_an_agreed_draw_needs_both() -> None:
    played = Honest().play(8).agree()
    assert verdicts(alone(played)) == ("right", "not compared", "right")
    del played.given["second", 1]
    played.give("second", 8)
    assert alone(played).end.verdict == "not compared"


def test_a_game_that_was_abandoned_ends_by_the_servers_word() -> None:
    assert verdicts(alone(Honest().play(8).abandon())) == ("right", "not compared", "not compared")


@pytest.mark.parametrize(("party", "players"), [("first", ("Meryt", COMPUTER)), ("second", (COMPUTER, "Meryt"))])
def test_against_the_computer_one_browser_adds_to_every_throw(party: Party, players: tuple[str, str]) -> None:
    for ruleset in ("seega", "senet-race"):
        played = Honest(ruleset, [party], players=players).play(9).resign(SEATS.index(party))
        assert verdicts(alone(played)) == ("right", "not compared", "right")
        assert len(played.letters) == (1 if ruleset == "seega" else 9)


def test_at_one_screen_the_chain_of_one_seat_vouches_for_both() -> None:
    played = Honest(browsers=["first"], shared=True).play(9).resign(SECOND)
    assert verdicts(alone(played)) == ("right", "not compared", "right")


def test_a_chain_of_4096_is_followed_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibau.throws.chains.BLOCK", 8)
    played = Honest().play(8)
    for party in PARTIES:
        played.begin(party, 9)
    found = alone(played.play(12).resign())
    assert verdicts(found) == ("right", "not compared", "not compared")
    assert "begun in the middle" in str(found.end.reason)
    assert [chain.first for chain in found.new_chains] == [9, 9, 9]


# --- What is listed --------------------------------------------------------------------------------------------------


def test_a_throw_without_the_link_of_a_page_that_is_away() -> None:
    played = Honest().play(5)
    away = next(party for party in BOTH if party != played.thrower)
    played.throw(without=[away])
    found = alone(played.play(9).resign())
    assert not found.is_wrong
    assert [(throw.number, throw.left_out) for throw in found.fewer] == [(6, (away,))]
    assert sum(one.seen for one in found.frequencies[1]) == 1


def test_a_throw_to_which_no_browser_added() -> None:
    found = alone(Honest(browsers=[]).play(9))
    assert not found.is_wrong
    assert found.throws.verdict == "not compared"
    assert len(found.servers_alone) == 9
    played = Honest(browsers=["second"]).play(5)
    while played.thrower == "second":
        played.throw()
        played.play(played.next - 1)
    played.throw(without=["second"])
    found = alone(played)
    assert found.throws.verdict == "right"
    assert str(found.throws.reason).endswith(
        f"follows from its links ({played.next - 1}), but some from the server's alone (1)."
    )


def test_a_chain_that_was_lost() -> None:
    played = Honest().play(4)
    played.begin(played.thrower, 5)
    found = alone(played.play(9))
    assert not found.is_wrong
    assert [chain.first for chain in found.new_chains] == [5]


def test_a_chain_that_was_lost_too_late() -> None:
    played = Honest().play(4)
    thrower = played.thrower
    played.throw_late()
    found = alone(played.play(9).resign())
    assert not found.is_wrong
    assert found.proof
    assert found.proof.late == (5,)
    assert [(chain.party, chain.first) for chain in found.new_chains] == [(thrower, 6)]


def test_a_number_that_was_spent_since_a_move_was_taken_back() -> None:
    played = Honest()
    while not (played.is_due and played.line.at > 6 and played.line.last.is_move):
        played.throw() if played.is_due else played.move()
    number = played.next
    played.take_back()
    found = alone(played.play(number + 4).resign())
    assert not found.is_wrong
    assert found.proof
    assert [(spent.number, spent.why) for spent in found.proof.spent] == [(number, "takeback")]


def test_what_was_spent_stands_after_what_was_left_at_last() -> None:
    """In Geoludie a turn has several moves; here two of them are taken back, one after the other."""
    played = Honest("senet-geoludie")
    while not (played.is_due and [ply.is_move for ply in played.line.plies[-2:]] == [True, True]):
        played.throw() if played.is_due else played.move()
    left, number = played.line.actions[:-2], played.next
    taken = played.line.actions[-2:]
    played.take_back()
    played.take_back()
    other = next(action for action in played.line.state.actions if action != taken[0])
    played.line = played.line.play(other)
    found = alone(played.play(number + 3))
    assert not found.is_wrong
    assert found.proof
    assert [(spent.at, spent.taken) for spent in found.proof.spent] == [(len(left), taken)]


def test_numbers_that_were_spent_since_the_server_was_restored() -> None:
    played = Honest().play(6)
    played.restore(3)
    found = alone(played.play(14).resign())
    assert not found.is_wrong
    assert found.proof
    assert [(spent.number, spent.last, spent.why) for spent in found.proof.spent] == [(7, 9, "restored")]


def test_own_sticks_and_records_of_other_programs() -> None:
    played = Line(game("senet-race").initial()).play("t2")
    found = verify(played.record({"Throws": "own sticks"}))
    assert verdicts(found) == ("not compared", "not compared", "not compared")
    assert str(found.throws.reason) == "People threw their own sticks."
    assert str(verify(played.record()).throws.reason) == "The record does not say what they follow from."
    quiet = Line(game("seti-aleph").initial()).resign(0).record({"Proof": "2", "Game": "aBcD"})
    assert str(verify(quiet).throws.reason) == "Nothing was thrown."


# --- Notes -----------------------------------------------------------------------------------------------------------


def test_notes_confirm_a_record(tmp_path: Path) -> None:
    played = Honest().play(7)
    early = played.notes()
    played.restore(1)
    record = played.play(12).abandon().record()
    file = tmp_path / "notes.json"
    file.write_bytes(msgspec.json.encode(played.notes()))
    notes = Notes.read(file)
    assert notes == played.notes()
    found = verify(record, notes)
    assert verdicts(found) == ("right", "right", "right")
    assert found.notes.verdict == "right"
    found = verify(record, early)
    assert not found.is_wrong
    assert verdicts(found) == ("right", "not compared", "not compared")
    assert "up to throw 7" in str(found.moves.reason)


def test_stories_are_digests_of_the_actions_before() -> None:
    actions = ["lot1", "a1-a2", "t3"]
    assert list(stories(actions)) == [story(actions[:n]) for n in range(4)]
    assert story(actions) == "7f896f2eac5043f6"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "does not hold the notes"),
        ("[]", "does not hold the notes"),
        ('{"ibau": "notes 2"}', "does not hold the notes"),
        (
            '{"ibau": "notes 1", "game": "aBcD-0_9", "ruleset": "senet-race", "start": "", "chains": [], "throws": []}',
            "does not hold the notes",
        ),
        ("link", "has no link 4097"),
    ],
)
def test_what_are_no_notes_is_refused(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "notes.json"
    notes = msgspec.json.encode(Honest().play(4).notes()).decode()
    file.write_text(notes.replace('"given":4', '"given":4097') if text == "link" else text)
    with pytest.raises(NotesError, match=said):
        Notes.read(file)


# --- Signatures ------------------------------------------------------------------------------------------------------


def test_a_signature_vouches_for_moves_and_end() -> None:
    record = Honest().play(9).abandon().record(signed=True)
    assert verdicts(verify(record, keys=published())) == ("right", "right", "right")
    renamed = with_tags(record, First="somebody else", Site="elsewhere")
    assert verdicts(verify(read_record(str(renamed)), keys=published())) == ("right", "right", "right")


def test_a_signature_that_cannot_be_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    record = Honest().play(9).abandon().record(signed=True)
    for keys, said in (
        (None, "--keys"),
        (PublishedKeys(keys=[]), "not among the published"),
        (published(OTHER_PRIVATE), "not among the published"),
        (published(withdrawn="2027-01-01"), "withdrawn on 2027-01-01"),
    ):
        found = verify(record, keys=keys)
        assert said in str(found.signature.reason)
        assert verdicts(found) == ("right", "not compared", "not compared")
    monkeypatch.setitem(extras.BROUGHT, "signatures", ("no_such_package",))
    found = verify(record, keys=published())
    assert 'install "ibau[signatures]"' in str(found.signature.reason)
    assert verdicts(found) == ("right", "not compared", "not compared")


def test_the_key_of_the_notation() -> None:
    (key,) = published().keys
    told = (Path(__file__).parents[2] / "docs/notation.md").read_text("utf-8")
    assert f'"id": "{key.id}", "public": "{key.public}"' in told


def test_published_keys_have_to_be_what_they_say(tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    file.write_bytes(msgspec.json.encode(published()))
    assert PublishedKeys.read(file) == published()
    renamed = file.read_text().replace(published().keys[0].id, "0" * 16)
    for text, said in (("{}", "does not hold published keys"), (renamed, "another public half")):
        file.write_text(text)
        with pytest.raises(KeysError, match=said):
            PublishedKeys.read(file)


# --- What strangers send ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 4097, 400_000_001])
def test_far_numbers_cost_nothing(number: int) -> None:
    """Neither links nor rows of numbers that were passed over."""
    record = Honest().play(6).record()
    chains = f"{record.tags['Chains']}; first {number + 8192} {'0' * 64}"
    links = f"{record.tags['Links']}; first {last_number(number + 8192)} {'0' * 64}"
    spent = f"{number}-{number + 500_000_000} restored 1 - first -"
    began = time.process_time()
    assert verify(with_tags(record, Chains=chains, Links=links)).is_wrong
    assert verify(with_tags(record, Spent=spent, Late=str(number))).is_wrong
    assert time.process_time() - began < 0.5


def many(count: int) -> Record:
    """A record with this many chains, letters and reasons."""
    record = Honest().play(6).record()
    chains = "; ".join(f"first {n} {n:064x}" for n in range(1, count))
    links = "; ".join(f"first {n} {n:064x}" for n in range(1, count))
    spent = "; ".join(f"{n} takeback 3 4-8 first second" for n in range(1, count))
    late = " ".join(map(str, range(1, count)))
    return with_tags(record, Chains=chains, Links=links, Spent=spent, Late=late, Given="x" * count)


def seconds(record: Record) -> float:
    """The processor time that checking a record takes, at best."""
    spent = []
    for _ in range(3):
        began = time.process_time()
        assert verify(record).is_wrong
        spent.append(time.process_time() - began)
    return min(spent)


def test_the_time_is_linear_in_what_is_sent() -> None:
    assert seconds(many(20_000)) < 30 * seconds(many(2000))  # were it quadratic, it would be 100 times as long


def test_tags_that_cannot_be_read_are_refused() -> None:
    record = Honest().play(6).record()
    for tags in ({"Given": "bbq"}, {"Shared": "no"}, {"Chains": "server 1 0"}, {"Proof": "3"}):
        with pytest.raises(RecordError, match=next(iter(tags))):
            verify(with_tags(record, **tags))

"""Records of an honest server are found right, and what forgeries would change is found wrong."""

from dataclasses import replace

import pytest

from ibau.core.errors import RecordError
from ibau.core.line import Line
from ibau.core.outcome import CHANCE
from ibau.core.record import Record
from ibau.games import game, systems
from ibau.records.jsonl import json_of
from ibau.records.record_files import read_record
from ibau.throws.chain import NUMBERS, Chain, context, seal_of, sixteenth
from ibau.throws.proof import Proof, verify

SECRET, ONE, TWO, OTHER = (character * 64 for character in "0123")
NAME = "aBcD-0_9"
CHAIN, ANOTHER = (Chain(context(NAME, "senet-race"), secret) for secret in (SECRET, OTHER))
WITH_CHANCE = [name for name in systems() if game(name).has_chance]


def fair(ruleset: str = "senet-race", throws: int = 9, parts: tuple[str, str] = (ONE, TWO)) -> Record:
    """A game that stops after some throws; first sealed its part where both add one."""
    line = Line(game(ruleset).initial())
    chain, thrown = Chain(context(NAME, str(line.state.game.ruleset)), SECRET), 0
    while thrown < throws and not line.result:
        if line.state.turn == CHANCE:
            thrown += 1
            line = line.play(line.state.chance_action(sixteenth(chain.context, thrown, chain.link(thrown), *parts)))
        else:
            line = line.after(line.state.legal[line.ply_count * 7 % len(line.state.legal)])
            if ruleset == "seega" and line.ply_count > 3:
                break
    seals = (seal_of(parts[0]) if all(parts) else "", "")
    link = chain.link(thrown) if thrown else ""
    return line.record(Proof(NAME, chain.head, seals, parts, (), thrown, link).tags())


def tagged(record: Record, **tags: str) -> Record:
    """A record with other tags; '' leaves one out."""
    kept = {name: value for name, value in {**record.tags, **tags}.items() if value}
    return replace(record, tags=kept)


def fault_of(record: Record) -> str:
    """What is wrong with a record."""
    found = verify(record)
    assert found.verdict == "wrong"
    return str(found.reason)


# --- What is right ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", WITH_CHANCE)
def test_an_honest_game(ruleset: str) -> None:
    record = fair(ruleset)
    for read in (record, read_record(str(record)), read_record(json_of(record))):
        found = verify(read)
        assert (found.verdict, found.number, found.adds) == ("right", 0, (0, 1))
        assert found.checked == found.thrown == sum(not ply.is_move for ply in Line.replay(record).plies) > 0


def test_a_game_to_which_one_browser_or_none_adds() -> None:
    assert verify(fair(parts=("", ""))).adds == ()
    assert verify(alone := fair(parts=("", TWO))).adds == (1,)
    assert verify(tagged(alone, Seals=f"{seal_of(ONE)},", Unsealed="first")).verdict == "right"
    withdrawn = Proof(NAME, CHAIN.head, unsealed=(0, 1))
    assert Proof.of_tags(withdrawn.tags()) == withdrawn
    nothing = tagged(fair(throws=0), Parts=",")
    assert (verify(nothing).verdict, str(verify(nothing).reason)) == ("not compared", "Nothing was thrown.")


def test_what_carries_no_proof() -> None:
    record, plain = fair(), game("seega")
    sentences = {
        "This record carries no proof of its throws.": tagged(record, Proof=""),
        'This version does not check proofs of form "2".': tagged(record, Proof="2"),
        "People threw their own sticks.": tagged(record, Throws="own sticks"),
        "Nothing was thrown.": Line(plain.initial()).record(),
    }
    for sentence, each in sentences.items():
        found = verify(each)
        assert (found.verdict, str(found.reason).replace("'", '"')) == ("not compared", sentence)


# --- Forgeries -------------------------------------------------------------------------------------------------------


HEAD = "The last link does not lead down to the head in this game."
FORGERIES: dict[str, list[tuple[dict[str, str], str]]] = {
    "another head": [({"Head": ANOTHER.head}, HEAD)],
    "the tags of another game": [({"Game": "zBcD-0_9"}, HEAD)],
    "a changed seal": [({"Seals": f"{seal_of(OTHER)},"}, "The part of first does not fit its seal.")],
    "a changed part": [
        ({"Parts": f"{OTHER},{TWO}"}, "The part of first does not fit its seal."),
        ({"Parts": f"{ONE},{OTHER}"}, "follows from its link and the parts."),
    ],
    "a part left out": [({"Parts": f",{TWO}"}, "Something was thrown before the part of first was known.")],
    "a part after its seal was taken back": [
        ({"Unsealed": seat}, f"The seat {seat} cannot have taken back its seal.") for seat in ("first", "second")
    ],
    "two parts without a seal": [({"Seals": ","}, "no seal: the second was added when the first was known.")],
    "a link of another number": [
        ({"Link": f"8 {CHAIN.link(8)}"}, "the last link is that of throw 8."),
        ({"Link": f"9999 {CHAIN.link(9)}"}, "the last link is that of throw 9999."),
        ({"Link": ""}, "the last link is that of throw 0."),
        *(({"Link": f"9 {link}"}, HEAD) for link in (CHAIN.link(8), CHAIN.link(10), ANOTHER.link(9))),
    ],
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_what_forgeries_change_is_wrong(forgery: str) -> None:
    for tags, reason in FORGERIES[forgery]:
        assert fault_of(tagged(fair(), **tags)).endswith(reason)


def test_tags_of_another_start() -> None:
    record = fair()
    assert fault_of(replace(record, start=str(Line.replay(record).states[0]))) == HEAD


def test_a_record_that_was_cut_or_made_longer() -> None:
    record = fair()
    cut = Line.of(record.game, record.actions[:16]).record(record.tags)
    assert "The throws are 8" in fault_of(cut)
    assert verify(tagged(cut, Link=f"8 {CHAIN.link(8)}")).verdict == "right"  # a game that is not over, it seems
    line = Line.replay(record)
    while line.state.turn != CHANCE:
        line = line.after(line.state.legal[0])
    assert "The throws are 10" in fault_of(line.after(0).record(record.tags))


def test_another_throw() -> None:
    record = fair(throws=1)
    (action,) = record.actions
    other = next(text for text in game("senet-race").initial().actions if text != action)
    forged = Line.of(record.game, [other]).record(record.tags)
    assert verify(forged).number == 1
    assert fault_of(forged) == f"It is {other}, and {action} follows from its link and the parts."


@pytest.mark.parametrize(
    ("name", "value"),
    [("Head", "f" * 63), ("Seals", "f" * 64), ("Parts", "f,f"), ("Unsealed", "third"), ("Unsealed", "second first"),
     ("Link", "0 " + "f" * 64), ("Link", "1"), ("Link", "12345 " + "f" * 64), ("Head", "")],
)  # fmt: skip
def test_tags_that_say_nothing(name: str, value: str) -> None:
    with pytest.raises(RecordError, match=f"the tag {name}"):
        verify(tagged(fair(), **{name: value}))


def test_a_chain_is_as_long_as_a_record_may_say() -> None:
    assert NUMBERS < 10_000  # four digits of the tag Link

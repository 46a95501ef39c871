"""Forgeries: programs that make a false record from an honest game, or invent one, and how each is seen.

Some are seen in the record itself, others by a person who has kept a page's notes or knows the server's key
(docs/web-protocol.md, "Who can do what").
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from ibau.core.errors import IllegalAction
from ibau.core.line import Line
from ibau.core.outcome import FIRST, SECOND
from ibau.core.record import Record
from ibau.throws.chains import Party
from ibau.throws.finding import Finding
from ibau.throws.proof import Spent
from ibau.throws.verification import Verification, verify
from tests.throws.honest import BOTH, Honest, with_tags
from tests.throws.test_verification import COMPUTER, published

THROWS = 24
RANDOM = "9d" * 32


def due(number: int, **more: object) -> Honest:
    """The game when this number is due."""
    return Honest(**more).play(number - 1)  # type: ignore[arg-type]


def over(played: Honest) -> Record:
    """The record of a game that goes on to this many throws, and that the first seat then resigns."""
    return played.play(THROWS).resign(FIRST).record()


TRUE = due(1).play(THROWS).resign(FIRST)
RECORD, SIGNED, NOTES, GIVEN = TRUE.record(), TRUE.record(signed=True), TRUE.notes(), TRUE.letters

Forgery = Callable[[], Record]
BY_RECORD, BY_NOTES, BY_SIGNATURE, UNPROVED = "record", "notes", "signature", "unproved"
FORGERIES: list[tuple[Forgery, str, str, str]] = []


def seen(by: str, part: str, said: str) -> Callable[[Forgery], Forgery]:
    """How a forgery is seen, in which part of the record, and what is said then."""

    def listed(make: Forgery) -> Forgery:
        FORGERIES.append((make, by, part, said))
        return make

    return listed


# --- Throws that are chosen ------------------------------------------------------------------------------------------


@dataclass
class Choosing(Honest):
    """A server that lets another throw come up than follows."""

    chosen: list[int] = field(default_factory=list[int])

    def fall(self, number: int) -> str:
        follows = self.line.state.drawn(number)
        others = [action for action in self.line.state.actions if action != follows]
        return others[0] if self.next in self.chosen else follows


@seen(BY_RECORD, "throws", r"Throw 7 is t\d; it should be t\d")
def a_throw_is_exchanged() -> Record:
    return over(Choosing(chosen=[7]))


@seen(BY_RECORD, "throws", "Number 9 was passed over, and nothing explains it")
def a_number_is_skipped() -> Record:
    played = due(9)
    played.letters += "x"
    return over(played)


@seen(BY_RECORD, "throws", r"Throw \d+ is t\d; it should be t\d")
def a_number_is_skipped_without_a_letter() -> Record:
    record = a_number_is_skipped()
    return with_tags(record, Given=record.tags["Given"].replace("x", ""))


@seen(BY_RECORD, "throws", "There are 24 throws, and 23 numbers for them")
def a_throw_has_no_letter() -> Record:
    return with_tags(RECORD, Given=GIVEN[:-1])


@seen(BY_RECORD, "throws", "There are 24 throws, and 25 numbers for them")
def a_letter_has_no_throw() -> Record:
    return with_tags(RECORD, Given=f"{GIVEN}b")


def with_a_letter(left_out: Callable[[Party], Party]) -> Record:
    """One letter says that a link did not count which did; `left_out` gives its seat for that of the thrower."""
    for number in range(3, THROWS):
        letter = {"first": "2", "second": "1"}[left_out(due(number).thrower)]
        record = with_tags(RECORD, Given=GIVEN[: number - 1] + letter + GIVEN[number:])
        if any("it should be" in str(finding.reason) for finding in verify(record).amiss):
            return record  # elsewhere the same throw comes up by chance
    raise AssertionError


@seen(BY_RECORD, "throws", r"Throw \d+ is t\d; it should be t\d")
def a_letter_leaves_out_a_link_that_counted() -> Record:
    return with_a_letter(lambda thrower: BOTH[1 - BOTH.index(thrower)])


@seen(BY_RECORD, "throws", r"Throw \d+: a link should count, and does not")
def a_letter_leaves_out_the_throwers_link() -> Record:
    return with_a_letter(lambda thrower: thrower)


@seen(BY_RECORD, "throws", "Throw 11: a link should count, and does not")
def the_throwers_link_is_left_out() -> Record:
    played = due(11)
    played.throw(without=[played.thrower])
    return over(played)


@seen(BY_RECORD, "throws", "Throw 11: a link should count, and does not")
def the_persons_link_is_left_out_in_a_game_with_the_computer() -> Record:
    played = due(11, browsers=["first"], players=("Meryt", COMPUTER))
    played.throw(without=BOTH)
    return over(played)


@seen(BY_RECORD, "throws", "Throw 11: a link should count, and does not")
def the_only_link_is_left_out_at_one_screen() -> Record:
    played = due(11, browsers=["first"], shared=True)
    played.throw(without=BOTH)
    return over(played)


@seen(BY_RECORD, "throws", "Throw 24: a link that is not there is counted")
def a_link_counts_that_was_not_given() -> Record:
    played = Honest().play(THROWS)
    played.given["second", 1] -= 1
    return played.record()


@seen(BY_RECORD, "throws", "Throw 11 is marked as late, but no new chain follows it")
def a_lost_chain_is_invented() -> Record:
    played = due(11)
    played.late.append(11)
    played.throw(without=[played.thrower])
    return over(played)


@seen(BY_RECORD, "throws", "Throw 11 is marked as late, but its links show that it was not")
def a_lost_chain_excuses_the_other_link_too() -> Record:
    played = due(11)
    played.late.append(11)
    played.begin(played.thrower, 12)
    played.throw(without=BOTH)
    return over(played)


# --- Chains ----------------------------------------------------------------------------------------------------------


def changed(record: Record, tag: str, before: str, after: str) -> Record:
    """A record with another text in a tag; `before` is a regular expression for it."""
    text, places = re.subn(before, after, record.tags[tag])
    assert places == 1
    return with_tags(record, **{tag: text})


@seen(BY_RECORD, "throws", r"chain from 1 on does not lead down to its head in this game \(the server\)")
def the_servers_link_is_another() -> Record:
    return changed(RECORD, "Links", r"(?<=server 24 )\w+", RANDOM)


@seen(BY_RECORD, "throws", r"chain from 1 on does not lead down to its head in this game \(Light\)")
def a_players_head_is_another() -> Record:
    return changed(RECORD, "Chains", r"(?<=first 1 )\w+", RANDOM)


@seen(BY_RECORD, "throws", "has the head of another one")
def a_head_is_copied_from_the_other_seat() -> Record:
    record = Honest(browsers=["first"]).play(1).record()
    head = record.tags["Chains"].split()[-1]
    return with_tags(record, Chains=f"{record.tags['Chains']}; second 1 {head}")


@seen(BY_RECORD, "throws", "The server began another chain with 9, before its own had ended")
def the_server_begins_another_chain() -> Record:
    played = due(9)
    played.begin("server", 9)
    return over(played)


@seen(BY_RECORD, "throws", "The server began another chain with 9, before its own had ended")
def the_beginning_of_the_servers_chain_is_cut_off() -> Record:
    return changed(RECORD, "Chains", r"server 1 \w+", f"server 9 {TRUE.chains[0].link(8)}")


@seen(BY_RECORD, "throws", "The server had no chain for the first throw")
def the_server_has_no_chain() -> Record:
    return changed(changed(RECORD, "Chains", r"server 1 \w+; ", ""), "Links", r"server 24 \w+; ", "")


@seen(BY_RECORD, "throws", "Before the chain from 4099 on there are numbers without one")
def chains_do_not_join() -> Record:
    record = with_tags(RECORD, Given="x" * 4100, Spent="1-4100 restored 0 - first -")
    return with_tags(record, Chains=f"{RECORD.tags['Chains']}; second 4099 {RANDOM}")


@seen(BY_RECORD, "throws", "A chain begins with 4097, which was not the next number yet")
def a_chain_begins_too_early() -> Record:
    return with_tags(RECORD, Chains=f"{RECORD.tags['Chains']}; first 4097 {RANDOM}")


def with_a_chain_of_the_servers_making() -> Honest:
    """From number 9 on, instead of that of the second seat."""
    played = due(9)
    played.begin("second", 9)
    return played


@seen(BY_NOTES, "throws", "The notes have no chain from 9 on")
def the_server_plays_a_seat_itself() -> Record:
    return over(with_a_chain_of_the_servers_making())


def test_the_record_lists_a_chain_of_the_servers_making() -> None:
    found = verify(the_server_plays_a_seat_itself())
    assert [(chain.party, chain.first) for chain in found.new_chains] == [("second", 9)]


# --- Another game ----------------------------------------------------------------------------------------------------


@seen(BY_RECORD, "throws", "does not lead down to its head in this game")
def the_name_is_changed() -> Record:
    return with_tags(RECORD, Game="aBcD-0_8")


@seen(BY_RECORD, "throws", r"Throw \d+ is t\d; it should be t\d")
def the_tags_are_those_of_another_game() -> Record:
    return with_tags(RECORD, **over(Honest(name="zYxW-0_9")).tags)


def with_chains_of(record: Record, other: Record) -> Record:
    """A record with the chains and links of another one."""
    return with_tags(record, Chains=other.tags["Chains"], Links=other.tags["Links"])


@seen(BY_RECORD, "throws", "does not lead down to its head in this game")
def the_ruleset_is_another() -> Record:
    return with_chains_of(over(Honest("senet-race+max_turns=500")), RECORD)


@seen(BY_RECORD, "throws", "does not lead down to its head in this game")
def the_start_is_another() -> Record:
    return with_chains_of(over(Honest(start=str(due(9).line.state))), RECORD)


@seen(BY_NOTES, "throws", "The notes have another chain from 1 on")
def a_whole_game_is_invented() -> Record:
    return over(Honest(drawn="invented"))


# --- Numbers that were spent -----------------------------------------------------------------------------------------


def taken_back(**lies: object) -> Record:
    """A move was taken back when number 9 was due, and the record says it in another way."""
    played = due(9)
    played.take_back()
    played.spent[-1] = played.spent[-1]._replace(**lies)  # type: ignore[arg-type]
    return over(played)


def test_the_true_reason_is_right() -> None:
    assert "9 takeback" in taken_back().tags["Spent"]
    assert not verify(taken_back()).is_wrong


@seen(BY_RECORD, "throws", "Before number 9, 1-30 cannot have been taken back: it is not legal")
def an_illegal_move_was_taken_back() -> Record:
    return taken_back(taken=("1-30",))


@seen(BY_RECORD, "throws", "Before number 9, t2 cannot have been taken back: no move was due")
def a_throw_was_taken_back() -> Record:
    return taken_back(taken=(due(9).line.last.text, "t2"))


@seen(BY_RECORD, "throws", "Number 9 was passed over without a move that was taken back")
def no_move_was_taken_back() -> Record:
    return taken_back(taken=())


@seen(BY_RECORD, "throws", "Number 3 was passed over though nothing was to be thrown")
def nothing_was_to_be_thrown() -> Record:
    """In Geoludie a turn has several moves."""
    played = Honest("senet-geoludie")
    while not (played.is_due and played.line.at > 3 and all(ply.is_move for ply in played.line.plies[-2:])):
        played.throw() if played.is_due else played.move()
    played.take_back()
    played.take_back()
    spent = played.spent[-1]
    played.spent[-1] = spent._replace(taken=spent.taken[:1])
    return played.play(THROWS).record()


@seen(BY_RECORD, "throws", "Number 9 was passed over though the other side had not agreed to it")
def nobody_had_agreed() -> Record:
    return taken_back(agreed="")


@seen(BY_RECORD, "throws", "Number 9 was passed over though the other side had not agreed to it")
def who_asked_had_agreed() -> Record:
    return taken_back(asked="first", agreed="first")


@seen(BY_RECORD, "throws", "Number 9 was not the next one after 2 moves")
def it_was_taken_back_elsewhere() -> Record:
    return taken_back(at=2)


@seen(BY_RECORD, "throws", "Number 9 was not the next one after 400 moves")
def it_was_taken_back_after_the_end() -> Record:
    return taken_back(at=400)


@seen(BY_RECORD, "throws", "Number 9 is said to be passed over, but was thrown")
def a_number_was_thrown_and_passed_over() -> Record:
    return with_tags(RECORD, Spent="9 restored 12 - first -")


@seen(BY_RECORD, "throws", "The reason for passing over 10 is out of order, or overlaps another")
def reasons_overlap() -> Record:
    played = due(9)
    played.restore(3)
    played.spent.append(Spent(10, 12, "restored", played.line.at, (), "first"))
    return over(played)


@seen(BY_RECORD, "throws", "Number 9 was passed over for a browser that had no chain")
def a_browser_without_a_chain_gave_a_link() -> Record:
    played = due(9, browsers=["first"])
    played.pass_over(Spent(9, 9, "restored", played.line.at, (), "second"))
    return over(played)


@seen(BY_NOTES, "throws", "The notes have throw 9, but the record does not")
def a_number_is_skipped_as_if_after_a_restore() -> Record:
    played = due(9)
    played.restore(1)
    return over(played)


@seen(BY_NOTES, "throws", "The notes have throw 24, but the record does not")
def the_last_throw_is_dropped() -> Record:
    """Server and thrower say that the move before it was taken back."""
    played = due(THROWS)
    played.take_back()
    return played.abandon().record()


def test_a_number_is_thrown_that_was_passed_over() -> None:
    played = due(20)
    played.restore(1)
    found = verify(RECORD, played.notes())
    assert str(found.throws.reason) == "Number 20 is thrown here, but passed over in the notes."


# --- Moves -----------------------------------------------------------------------------------------------------------


def with_another_move(throws_after: int) -> Record:
    """The true record with another legal move, after which this many throws or more come up."""
    plies = TRUE.line.plies
    for ply in reversed(plies):
        if not ply.is_move or sum(not later.is_move for later in plies[ply.at :]) < throws_after:
            continue
        for other in ply.before.actions:
            try:
                line = Line.of(ply.before, [other, *TRUE.line.actions[ply.at + 1 :]])
            except IllegalAction:
                continue
            if other != ply.text and not line.result:
                return (
                    Line.of(TRUE.line.start, [*TRUE.line.actions[: ply.at], *line.actions])
                    .resign(FIRST)
                    .record(SIGNED.tags)
                )
    raise AssertionError


@seen(BY_NOTES, "moves", "The first [0-9]+ moves differ from those in the notes")
def the_last_move_is_another() -> Record:
    return with_another_move(0)


@seen(BY_NOTES, "moves", r"According to the notes, other moves were played before throw \d+")
def an_earlier_move_is_another() -> Record:
    return with_another_move(1)


@seen(BY_SIGNATURE, "moves", "does not fit this record")
def a_move_is_another_under_the_signature() -> Record:
    return with_another_move(0)


# --- The end ---------------------------------------------------------------------------------------------------------


@seen(UNPROVED, "end", "the side that ended the game did not give the last link of a chain")
def a_resignation_is_invented() -> Record:
    played = due(15)
    played.line = played.line.resign(SECOND)
    return played.record()


@seen(BY_RECORD, "throws", "does not lead down to its head in this game")
def a_last_link_is_invented() -> Record:
    record = due(15).resign(SECOND).record()
    return changed(record, "Links", r"(?<=second 4096 )\w+", RANDOM)


@seen(UNPROVED, "end", "the last link belongs to a chain that was begun in the middle of the game")
def a_resignation_is_given_by_a_chain_of_the_servers_making() -> Record:
    played = with_a_chain_of_the_servers_making()
    return played.play(THROWS).resign(SECOND).record()


@seen(UNPROVED, "end", "the side that ended the game did not give the last link of a chain")
def a_draw_is_invented() -> Record:
    played = due(15)
    played.seal("first")
    played.line = played.line.agree()
    return played.record()


@seen(UNPROVED, "end", "the side that ended the game did not give the last link of a chain")
def a_resignation_of_the_computer_is_invented_by_its_opponent() -> Record:
    played = due(15, browsers=["first"], players=("Meryt", COMPUTER))
    played.seal("first")
    played.line = played.line.resign(SECOND)
    return played.record()


@seen(UNPROVED, "end", "the side that ended the game did not give the last link of a chain")
def a_draw_with_the_computer_is_invented_by_its_opponent() -> Record:
    return due(15, browsers=["first"], players=("Meryt", COMPUTER)).agree().record()


@seen(UNPROVED, "end", "Only the server says that a side left")
def an_absence_is_invented() -> Record:
    return due(15).abandon(SECOND).record()


@seen(BY_NOTES, "end", "The end is p1win, abandoned here, but p2win, resigned in the notes")
def the_end_is_another_than_in_the_notes() -> Record:
    return due(1).play(THROWS).abandon(SECOND).record()


@seen(BY_NOTES, "throws", "The notes have throw 15, but the record does not")
def the_game_is_cut_short() -> Record:
    return due(15).abandon(SECOND).record()


def test_a_draw_that_is_called_a_resignation_is_seen_by_notes() -> None:
    """The last link is the same; the record alone cannot tell one from the other."""
    played = due(15).agree()
    notes = played.notes()
    played.line = due(15).line.resign(SECOND)
    found = verify(played.record(), notes)
    assert found.end.verdict == "wrong"
    assert str(found.end.reason) == "The end is p1win, resigned here, but draw, agreed in the notes."


def test_an_end_by_the_rules_follows_from_no_wrong_throws() -> None:
    found = verify(Choosing("senet-race+max_turns=9", chosen=[4]).play(99).record())
    assert found.throws.verdict == "wrong"
    assert found.end.verdict == "not compared"
    assert "wrong throws or moves" in str(found.end.reason)


@seen(BY_SIGNATURE, "end", "does not fit this record")
def the_game_is_cut_short_under_the_signature() -> Record:
    return with_tags(a_resignation_is_invented(), Signature=SIGNED.tags["Signature"])


@seen(BY_SIGNATURE, "moves", "does not fit this record")
def the_date_is_another_under_the_signature() -> Record:
    return with_tags(SIGNED, Date="2026-11-22")


@seen(BY_SIGNATURE, "moves", "The signature cannot be read")
def the_signature_is_none() -> Record:
    return with_tags(RECORD, Signature="forged")


# --- All of them -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "by", "part", "said"), FORGERIES, ids=[f"{make.__name__}, by {by}" for make, by, _, _ in FORGERIES]
)
def test_a_forgery_is_seen(make: Forgery, by: str, part: str, said: str) -> None:
    record = make()
    alone = verify(record)
    if by == UNPROVED:
        assert not alone.is_wrong
        assert part_of(alone, part).verdict == "not compared"
        assert re.search(said, str(part_of(alone, part).reason))
        return
    found = {BY_RECORD: alone, BY_NOTES: verify(record, NOTES), BY_SIGNATURE: verify(record, keys=published())}[by]
    assert alone.is_wrong == (by == BY_RECORD)
    assert part_of(found, part).verdict == "wrong"
    reasons = [str(finding.reason) for finding in found.amiss]
    assert any(re.search(said, reason) for reason in reasons), reasons


def part_of(found: Verification, part: str) -> Finding:
    """The finding of a part: throws, moves or end."""
    finding: Finding = getattr(found, part)
    return finding


def test_the_true_record_is_right() -> None:
    found = verify(SIGNED, NOTES, published())
    assert not found.is_wrong
    assert (found.throws.verdict, found.moves.verdict, found.end.verdict) == ("right", "right", "right")

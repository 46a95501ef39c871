"""Proofs of throws in the tags of a record, and their check.

found = verify(record)
found.verdict, found.checked, str(found.reason)
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ibau.core.errors import RecordError
from ibau.core.line import Line, Ply
from ibau.core.outcome import SEATS
from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import quote
from ibau.core.record import Record
from ibau.throws.chain import NUMBERS, context, links_down, seal_of, sixteenth

FORM = "3"  # the version of the tags below
TAGS = ("Proof", "Game", "Head", "Seals", "Parts", "Unsealed", "Link")
OWN_STICKS = "own sticks"  # the tag Throws of a game in which people throw real sticks
HEX = re.compile("[0-9a-f]{64}")
LINK = re.compile("([1-9][0-9]{0,3}) ([0-9a-f]{64})")

Pair = tuple[str, str]  # by seat, '' for none
ThrowVerdict = Literal["right", "wrong", "not compared"]


@dataclass(frozen=True, slots=True)
class Proof:
    """The public data from which the throws of a game are computed."""

    game: str  # its name
    head: str  # of the hash chain
    seals: Pair = ("", "")  # commitments to the parts, kept even if revealed or withdrawn
    parts: Pair = ("", "")
    unsealed: tuple[int, ...] = ()  # the seats that withdrew their seal, and add no part
    number: int = 0  # of the last revealed link
    link: str = ""

    def tags(self) -> dict[str, str]:
        """The tags of a record."""
        tags = {"Proof": FORM, "Game": self.game, "Head": self.head}
        tags |= {"Seals": ",".join(self.seals), "Parts": ",".join(self.parts)}
        if self.unsealed:
            tags["Unsealed"] = " ".join(SEATS[seat] for seat in self.unsealed)
        return tags | ({"Link": f"{self.number} {self.link}"} if self.link else {})

    @classmethod
    def of_tags(cls, tags: Mapping[str, str]) -> "Proof":
        """The proof in the tags of a record.  Raises RecordError."""
        if not HEX.fullmatch(head := tags.get("Head", "")):
            raise RecordError(N_("the tag Head is 64 hexadecimal digits, not {text}"), text=quote(head))
        words = tags.get("Unsealed", "").split()
        if words not in ([], ["first"], ["second"], ["first", "second"]):
            raise RecordError(N_("the tag Unsealed names seats, not {text}"), text=quote(" ".join(words)))
        last = LINK.fullmatch(text := tags.get("Link", ""))
        if text and not last:
            raise RecordError(N_("the tag Link is a number and 64 hexadecimal digits, not {text}"), text=quote(text))
        unsealed = tuple(map(SEATS.index, words))
        number, link = (int(last[1]), last[2]) if last else (0, "")
        return cls(tags.get("Game", ""), head, _pair(tags, "Seals"), _pair(tags, "Parts"), unsealed, number, link)


def _pair(tags: Mapping[str, str], name: str) -> Pair:
    first, comma, second = (text := tags.get(name, ",")).partition(",")
    if not comma or not all(HEX.fullmatch(value) for value in (first, second) if value):
        reason = N_("the tag {name} is 64 hexadecimal digits or nothing for each seat, with a comma, not {text}")
        raise RecordError(reason, name=name, text=quote(text))
    return first, second


# --- Checking --------------------------------------------------------------------------------------------------------


class ThrowFinding(NamedTuple):
    """The result of checking the throws of a record; "not compared" if it has no throws, or no proof of them."""

    verdict: ThrowVerdict
    reason: Phrase | None = None  # None if they are right
    number: int = 0  # of the first wrong throw, from 1; 0 if another part of the proof is wrong
    thrown: int = 0  # the number of throws and lots in the record
    checked: int = 0  # the number of them that were recomputed
    adds: tuple[int, ...] = ()  # the seats (0, 1) whose browsers added a part


def verify(record: Record) -> ThrowFinding:
    """Check the throws of a record, finished or not.  Raises RecordError for malformed tags or an illegal action."""
    form, thrown = record.tags.get("Proof"), [ply for ply in Line.replay(record).plies if not ply.is_move]
    if record.tags.get("Throws") == OWN_STICKS:
        return _not_compared(N_("People threw their own sticks."))
    if form is None:
        return _not_compared(N_("This record carries no proof of its throws.") if thrown else NOTHING)
    if form != FORM:
        return _not_compared(N_("This version does not check proofs of form {form}."), form=quote(form))
    proof = Proof.of_tags(record.tags)
    here = context(proof.game, str(record.game.ruleset), record.start or "")
    if wrong := _broken(proof, thrown) or _wrong_throw(proof, thrown, here):
        return wrong
    adds = tuple(seat for seat, part in enumerate(proof.parts) if part)
    return ThrowFinding("right", None, 0, len(thrown), proof.number, adds) if thrown else _not_compared(NOTHING)


NOTHING = N_("Nothing was thrown.")


def _not_compared(reason: str, **values: object) -> ThrowFinding:
    return ThrowFinding("not compared", Phrase(reason, values))


def _wrong(reason: str, number: int = 0, **values: object) -> ThrowFinding:
    return ThrowFinding("wrong", Phrase(reason, values), number)


def _broken(proof: Proof, thrown: list[Ply]) -> ThrowFinding | None:
    """The first inconsistency of a proof, apart from the results of throws."""
    for seat, seal, part in zip(SEATS, proof.seals, proof.parts, strict=False):
        is_unsealed = SEATS.index(seat) in proof.unsealed
        if seal and part and seal_of(part) != seal:
            return _wrong(N_("The part of {seat} does not fit its seal."), seat=seat)
        if is_unsealed and (part or not seal):
            return _wrong(N_("The seat {seat} cannot have taken back its seal."), seat=seat)
        if seal and thrown and not part and not is_unsealed:
            return _wrong(N_("Something was thrown before the part of {seat} was known."), seat=seat)
    if all(proof.parts) and not any(proof.seals):
        return _wrong(N_("Both parts are there and no seal: the second was added when the first was known."))
    expected = min(len(thrown), NUMBERS)
    if proof.number != expected:
        reason = N_("The throws are {thrown}, and the last link is that of throw {last}.")
        return _wrong(reason, thrown=len(thrown), last=proof.number)
    return None


def _wrong_throw(proof: Proof, thrown: list[Ply], here: str) -> ThrowFinding | None:
    """The first throw that differs from the one computed from its link and the parts."""
    links = links_down(here, proof.number, proof.link or proof.head)
    if links.pop() != proof.head:
        return _wrong(N_("The last link does not lead down to the head in this game."))
    for number, (link, ply) in enumerate(zip(links[::-1], thrown, strict=False), 1):
        due = ply.before.chance_action(sixteenth(here, number, link, *proof.parts))
        if ply.text != due:
            reason = N_("It is {found}, and {due} follows from its link and the parts.")
            return _wrong(reason, number, found=ply.text, due=due)
    return None

"""The notes of a page: what it was told of a game while that was played, to be compared with the record.

They are a file of JSON (notation.md section 8), which a page exports and `ibau verify --commitments` reads.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from ibau.core.errors import IbauError
from ibau.core.phrase import N_
from ibau.core.quoting import quoted
from ibau.throws.chain_check import Case
from ibau.throws.chains import Party, last_number, link_at
from ibau.throws.finding import Finding, wrong
from ibau.throws.proof import KnownChain

STORY_DIGITS = 16

Number = Annotated[int, Meta(ge=1, lt=10**9)]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
MaybeHash = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?\Z")]
Story = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]
Part = Literal["throws", "moves", "end"]


class NotesError(IbauError):
    """Notes that cannot be read."""


class ChainNote(Struct, frozen=True):
    """A chain, and the last of its links that the page was told."""

    party: Party
    first: Number
    head: Hash
    given: Annotated[int, Meta(ge=0, lt=10**9)] = 0
    link: MaybeHash = ""


class ThrowNote(Struct, frozen=True):
    """A throw or lot: which links counted, what came up, and the story before it."""

    number: Number
    letter: Literal["b", "1", "2", "0"]
    action: str
    story: Story


class LastNote(Struct, frozen=True):
    """The game when the notes were exported."""

    at: Annotated[int, Meta(ge=0, lt=10**9)]  # how many actions had been played
    story: Story  # of these
    result: Literal["", "p1win", "p2win", "draw"] = ""  # '' where it went on
    kind: str = ""


class Notes(Struct, frozen=True):
    """What a page was told of a game."""

    ibau: Literal["notes 1"]
    game: str  # its name
    ruleset: str
    start: str  # the position it started from, '' for that of the rules
    chains: Annotated[list[ChainNote], Meta(min_length=1)]  # the server's at least
    throws: list[ThrowNote]
    spent: list[Number] = []  # the numbers that were passed over
    last: LastNote | None = None

    @classmethod
    def read(cls, file: Path) -> "Notes":
        """The notes of a file.  Raises NotesError, and OSError where it cannot be read."""
        try:
            notes = msgspec.json.decode(file.read_bytes(), type=cls)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise NotesError(N_("{file} does not hold the notes of a page: {error}"), file=file, error=error) from error
        for chain in notes.chains:
            if chain.given and not (chain.link and chain.first <= chain.given <= last_number(chain.first)):
                raise NotesError(
                    N_("{file}: the chain of {party} from {first} on has no link {link}"),
                    file=file,
                    party=chain.party,
                    first=chain.first,
                    link=chain.given,
                )
        return notes

    @property
    def reach(self) -> int:
        """The highest number that they tell of."""
        return max([*(throw.number for throw in self.throws), *self.spent], default=0)


def story(actions: Iterable[str]) -> str:
    """The digest of the actions before a throw."""
    return hashlib.sha256("\n".join(actions).encode()).hexdigest()[:STORY_DIGITS]


def stories(actions: Sequence[str]) -> Iterator[str]:
    """The digests of the first 0, 1, 2 ... actions."""
    digest = hashlib.sha256()
    yield digest.hexdigest()[:STORY_DIGITS]
    for n, action in enumerate(actions):
        digest.update(f"\n{action}".encode() if n else action.encode())
        yield digest.hexdigest()[:STORY_DIGITS]


# --- Compared with a record ------------------------------------------------------------------------------------------


def differences(notes: Notes, case: Case) -> Iterator[tuple[Part, Finding]]:
    """Where a record differs from the notes, and in which part of it."""
    for finding in (*_about(notes, case), *sorted(_chains(notes, case), key=_number), *_spent(notes, case)):
        yield "throws", finding
    told = list(stories(case.record.actions))
    for throw in sorted(notes.throws, key=lambda throw: throw.number):
        yield from _throw(throw, case, told)
    if notes.last:
        yield from _last(notes.last, case, told)


def _number(finding: Finding) -> int:
    return finding.number


def _about(notes: Notes, case: Case) -> Iterator[Finding]:
    """Name, ruleset and start."""
    proof = case.proof
    for noted, said, reason in (
        (notes.game, proof.game, N_("The game is called {said} here, but {noted} in the notes.")),
        (notes.ruleset, proof.ruleset, N_("The ruleset is {said} here, but {noted} in the notes.")),
        (notes.start, proof.start, N_("The start is {said} here, but {noted} in the notes.")),
    ):
        if noted != said:
            yield wrong(reason, said=quoted(said), noted=quoted(noted))


def _chains(notes: Notes, case: Case) -> Iterator[Finding]:
    """Heads and links; a link in the notes lies on the record's chain."""
    known = {(chain.party, chain.first): chain for chain in case.proof.chains}
    noted = {(chain.party, chain.first): chain for chain in notes.chains}
    for place, note in noted.items():
        found, party = known.get(place), case.side(note.party)
        if found is None or found.head != note.head:
            yield wrong(N_("The notes have another chain from {number} on ({party})."), note.first, party=party)
        elif note.given and not _lies_on(note, found, case):
            reason = N_("Link {number} in the notes does not belong to the record's chain ({party}).")
            yield wrong(reason, note.given, party=party)
    for chain in case.proof.chains:
        if (chain.party, chain.first) not in noted and chain.first <= notes.reach:
            party = case.side(chain.party)
            yield wrong(N_("The notes have no chain from {number} on ({party})."), chain.first, party=party)


def _lies_on(noted: ChainNote, chain: KnownChain, case: Case) -> bool:
    """Does the link of the notes lead down to the head of a chain, as the record's does?"""
    if case.chain(noted.party, noted.given) != chain:
        return False
    return link_at(case.proof.context, noted.party, noted.given, noted.link, noted.first - 1) == chain.head


def _spent(notes: Notes, case: Case) -> Iterator[Finding]:
    """The numbers that were passed over."""
    for number in sorted(notes.spent):
        if number in case.numbered:
            yield wrong(N_("Number {number} is thrown here, but passed over in the notes."), number)


def _throw(throw: ThrowNote, case: Case, told: Sequence[str]) -> Iterator[tuple[Part, Finding]]:
    """Links, result and story of a throw."""
    ply, number = case.numbered.get(throw.number), throw.number
    if ply is None:
        yield "throws", wrong(N_("The notes have throw {number}, but the record does not."), number)
        return
    letter = case.proof.given[number - 1]
    if letter != throw.letter:
        reason = N_("The letter of throw {number} is {said} here, but {noted} in the notes.")
        yield "throws", wrong(reason, number, said=letter, noted=throw.letter)
    if ply.text != throw.action:
        reason = N_("Throw {number} is {said} here, but {noted} in the notes.")
        yield "throws", wrong(reason, number, said=ply.text, noted=throw.action)
    if told[ply.at] != throw.story:
        yield "moves", wrong(N_("According to the notes, other moves were played before throw {number}."), number)


def _last(last: LastNote, case: Case, told: Sequence[str]) -> Iterator[tuple[Part, Finding]]:
    """The whole story as it was when the notes were exported, and the end."""
    if last.at >= len(told) or told[last.at] != last.story:
        yield "moves", wrong(N_("The first {at} moves differ from those in the notes."), at=last.at)
    result = case.line.result
    if last.result and (result is None or (last.result, last.kind) != (result.word, result.kind)):
        said = f"{result.word}, {result.kind}" if result else "*"
        reason = N_("The end is {said} here, but {noted} in the notes.")
        yield "end", wrong(reason, said=said, noted=f"{last.result}, {last.kind}")

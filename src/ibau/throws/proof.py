"""What the throws of a game follow from, as far as everybody may know it: in a record, on the wire, and to be checked.

It holds the chains to which each party has committed, the last link that was given of each, and for each number which
links counted.  All earlier links follow from these, and so does every throw (notation.md section 8).
"""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from ibau.core.errors import RecordError
from ibau.core.outcome import SEATS
from ibau.core.phrase import N_
from ibau.core.quoting import quoted
from ibau.throws.chains import LINK, PARTIES, Party, context, fingerprint, last_number

VERSION = "2"
BOTH, FIRST_ALONE, SECOND_ALONE, SERVER_ALONE, PASSED_OVER = "b120x"
LETTERS = re.compile("[b012x]*")
NAME = re.compile("[!-~]{1,40}")  # of a game
WHOLE = re.compile("0|[1-9][0-9]{0,8}")
COUNTING: Mapping[str, tuple[bool, bool]] = {
    BOTH: (True, True),
    FIRST_ALONE: (True, False),
    SECOND_ALONE: (False, True),
    SERVER_ALONE: (False, False),
}

Why = Literal["takeback", "restored"]


class KnownChain(NamedTuple):
    """A chain as others know it.  It ends where the next chain of its party begins, or with its block of numbers."""

    party: Party
    first: int  # its first number
    head: str
    given: int = 0  # the number of the last link that was given; 0 where none was
    link: str = ""  # that link

    @property
    def known(self) -> tuple[int, str]:
        """The last of its links that is known, the head before any, and its number."""
        return (self.given, self.link) if self.given else (self.first - 1, self.head)


class Spent(NamedTuple):
    """Numbers that were passed over, since links of theirs had been given for another story."""

    number: int
    last: int  # the last of several in a row
    why: Why
    at: int = 0  # how many actions were left
    taken: tuple[str, ...] = ()  # the moves that were taken back
    asked: str = ""  # the seat that asked for it
    agreed: str = ""  # the seat that agreed, where it was asked


@dataclass(frozen=True, slots=True)
class Proof:
    """What the throws of a game follow from."""

    game: str  # its name
    ruleset: str
    start: str = ""  # the position it started from, '' for that of the rules
    chains: tuple[KnownChain, ...] = ()
    given: str = ""  # a letter a number: b both browsers' links counted, 1 or 2 one, 0 none, x it was spent
    late: tuple[int, ...] = ()  # the numbers for which the thrower's browser had lost its chain
    spent: tuple[Spent, ...] = ()
    shared: bool = False  # do two people share one browser, and so one chain?

    @property
    def context(self) -> str:
        return context(self.game, self.ruleset, self.start)

    @property
    def fingerprint(self) -> str:
        """Eight digits for two players to compare."""
        return fingerprint(self.context, [(chain.party, chain.first, chain.head) for chain in self.chains])

    @property
    def numbers(self) -> list[int]:
        """The numbers of the throws and lots that stand, in order."""
        return [number for number, letter in enumerate(self.given, 1) if letter != PASSED_OVER]

    # Chains and links ----------------------------------------------------------------------------------------------

    def of(self, party: Party) -> list[KnownChain]:
        """The chains of a party, in order."""
        return [chain for chain in self.chains if chain.party == party]

    def chain(self, party: Party, number: int) -> KnownChain | None:
        """The chain of a party that has a number."""
        begun = [chain for chain in self.of(party) if chain.first <= number]
        return begun[-1] if begun and number <= last_number(begun[-1].first) else None

    def last(self, chain: KnownChain) -> int:
        """The last number of a chain."""
        later = [other.first for other in self.of(chain.party) if other.first > chain.first]
        return min([last_number(chain.first), *(first - 1 for first in later)])

    def with_given(self, party: Party, number: int, link: str) -> "Proof":
        """The proof once a party has given a link of its chain."""
        now = self.chain(party, number)
        chains = (chain._replace(given=number, link=link) if chain is now else chain for chain in self.chains)
        return replace(self, chains=tuple(chains))

    def passing(self, spent: Spent) -> "Proof":
        """The proof once the next numbers were passed over."""
        letters = PASSED_OVER * (spent.last - spent.number + 1)
        return replace(self, given=self.given + letters, spent=(*self.spent, spent))

    def back_to(self, at: int, actions: Sequence[str]) -> "Proof":
        """The proof once of these actions all but the first `at` were taken back.

        A number that was passed over after one of them then follows what is left, with what led to its throw.
        """
        return replace(self, spent=tuple(_reached_from(at, spent, actions) for spent in self.spent))

    # Tags of a record ----------------------------------------------------------------------------------------------

    def tags(self) -> dict[str, str]:
        """What a record says of it."""
        tags = {
            "Proof": VERSION,
            "Game": self.game,
            "Chains": "; ".join(f"{chain.party} {chain.first} {chain.head}" for chain in self.chains),
            "Links": "; ".join(f"{chain.party} {chain.given} {chain.link}" for chain in self.chains if chain.given),
            "Given": self.given,
            "Late": " ".join(map(str, self.late)),
            "Spent": "; ".join(map(_spent_text, self.spent)),
            "Shared": "yes" if self.shared else "",
        }
        return {name: value for name, value in tags.items() if value}

    @classmethod
    def of_tags(cls, tags: Mapping[str, str], ruleset: str, start: str = "") -> "Proof | None":
        """What a record says of it; None where it has no such proof.  Raises RecordError."""
        if "Proof" not in tags:
            return None
        if tags["Proof"] != VERSION:
            raise RecordError(
                N_("the tag Proof is {version} here, not {given}; try a newer program"),
                version=VERSION,
                given=quoted(tags["Proof"]),
            )
        given = tags.get("Given", "")
        if not LETTERS.fullmatch(given):
            raise RecordError(
                N_("the tag Given has a letter of b, 1, 2, 0 and x for each number, not {given}"), given=quoted(given)
            )
        name = tags.get("Game", "")
        if not NAME.fullmatch(name):
            raise RecordError(N_("the tag Game is the name of the game, without spaces, not {name}"), name=quoted(name))
        return cls(
            name,
            ruleset,
            start,
            _chains(tags),
            given,
            tuple(_whole("Late", word) for word in tags.get("Late", "").split()),
            tuple(_spent(entry) for entry in _entries(tags, "Spent")),
            _is_shared(tags),
        )


def _reached_from(at: int, spent: Spent, actions: Sequence[str]) -> Spent:
    if spent.at <= at:
        return spent
    taken = (*actions[at : spent.at], *spent.taken) if spent.why == "takeback" else ()
    return spent._replace(at=at, taken=taken)


def _is_shared(tags: Mapping[str, str]) -> bool:
    shared = tags.get("Shared", "")
    if shared not in ("", "yes"):
        raise RecordError(N_("the tag Shared can only be yes, not {shared}"), shared=quoted(shared))
    return bool(shared)


def _entries(tags: Mapping[str, str], name: str) -> list[list[str]]:
    """The words of each entry of a tag."""
    return [entry.split() for entry in tags.get(name, "").split(";") if entry.strip()]


def _chains(tags: Mapping[str, str]) -> tuple[KnownChain, ...]:
    """The chains, in order, each with the last link that was given.  Raises RecordError."""
    chains = [_triple("Chains", words) for words in _entries(tags, "Chains")]
    begun = {party: sorted(first for other, first, _ in chains if other == party) for party in PARTIES}
    given: dict[tuple[Party, int], tuple[int, str]] = {}
    for party, number, link in (_triple("Links", words) for words in _entries(tags, "Links")):
        before = bisect_right(begun[party], number)
        first = begun[party][before - 1] if before else 0
        if not first or number > last_number(first) or (party, first) in given:
            raise RecordError(
                N_("the tag Links has a link of {party}, number {number}, that belongs to no chain"),
                party=party,
                number=number,
            )
        given[party, first] = number, link
    if any(first < 1 for _, first, _ in chains) or len({chain[:2] for chain in chains}) < len(chains):
        raise RecordError(N_("the tag Chains has two chains of a party from the same number on, or one from 0 on"))
    return tuple(KnownChain(party, first, head, *given.get((party, first), (0, ""))) for party, first, head in chains)


def _triple(tag: str, words: list[str]) -> tuple[Party, int, str]:
    """Party, number and link or head of an entry.  Raises RecordError."""
    match words:
        case [("server" | "first" | "second") as party, number, link] if LINK.fullmatch(link):
            return party, _whole(tag, number), link
        case _:
            pass
    raise RecordError(
        N_(
            "an entry of the tag {tag} is server, first or second, a number, and 64 hexadecimal digits "
            "in small letters, not {words}"
        ),
        tag=tag,
        words=quoted(" ".join(words)),
    )


def _spent_text(spent: Spent) -> str:
    numbers = spent.number if spent.last == spent.number else f"{spent.number}-{spent.last}"
    words = (numbers, spent.why, spent.at, ",".join(spent.taken) or "-", spent.asked or "-", spent.agreed or "-")
    return " ".join(map(str, words))


def _spent(words: list[str]) -> Spent:
    """A number that was passed over.  Raises RecordError."""
    match words:
        case [numbers, ("takeback" | "restored") as why, at, taken, asked, agreed]:
            seats = [_seat(word) for word in (asked, agreed)]
            moves = () if taken == "-" else tuple(taken.split(","))
            first, _, last = numbers.partition("-")
            return Spent(
                _whole("Spent", first), _whole("Spent", last or first), why, _whole("Spent", at), moves, *seats
            )
        case _:
            pass
    raise RecordError(
        N_(
            "an entry of the tag Spent is a number, or two with a hyphen between them, then takeback or "
            "restored, how many moves were left, the moves taken back, who asked, and who agreed, not "
            "{words}"
        ),
        words=quoted(" ".join(words)),
    )


def _seat(word: str) -> str:
    if word == "-":
        return ""
    if word not in SEATS[:2]:
        raise RecordError(N_("the tag Spent names seats, first or second, not {word}"), word=quoted(word))
    return word


def _whole(tag: str, word: str) -> int:
    if not WHOLE.fullmatch(word):
        raise RecordError(N_("the tag {tag} has whole numbers, not {word}"), tag=tag, word=quoted(word))
    return int(word)

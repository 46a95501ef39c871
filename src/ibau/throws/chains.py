"""Throws that nobody can choose: each follows from a link of every party's chain of hashes (notation.md section 8).

A party of a game, the server or the browser of a seat, draws a last link and hashes it down, link by link.  The hash of
the first link is the head, to which it commits before anything is thrown.  Who knows a link knows all before it and
none after it.

    here = context("aBcD", "senet-race")
    first = Chain(here, "first", 1, BLOCK, "40" * 32)      # it commits to first.head
    sixteenth(here, 1, server.link(1), first.link(1))      # the first throw: one for `State.drawn`
"""

import hashlib
import hmac
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Literal

Party = Literal["server", "first", "second"]
PARTIES: tuple[Party, Party, Party] = ("server", "first", "second")
BLOCK = 4096  # numbers of a chain: one ends with the number 4096, the next with 8192
LINK = re.compile("[0-9a-f]{64}")  # a link or head, as it is written
BYTES = 32  # of a link
BITS_LEFT_OUT = 4  # of the first byte: its upper four are the throw
FINGERPRINT_DIGITS = 8
KEPT = 64  # of this many links one is kept, and the others are worked out again


def sha256_of(*lines: object) -> str:
    """SHA-256 of lines with line feeds between them, in hexadecimal."""
    return hashlib.sha256("\n".join(map(str, lines)).encode()).hexdigest()


def context(game: str, ruleset: str, start: str = "") -> str:
    """What binds links to one game: its name, its ruleset, and its start, '' where that is the start of the rules."""
    return sha256_of("ibau throws 2", game, ruleset, start)


def last_number(number: int) -> int:
    """The number with which the chain ends that has this number."""
    return -(-number // BLOCK) * BLOCK


def link_before(of: str, party: Party, number: int, link: str) -> str:
    """The link before link `number` of a party; before the first one of a chain it is the head.  `of` is a context."""
    return sha256_of("ibau link 2", of, party, number, link)


def links_down(of: str, party: Party, number: int, link: str) -> Iterator[tuple[int, str]]:
    """Link `number` of a party and all before it, down to 0, each with its number."""
    while True:
        yield number, link
        if number == 0:
            return
        number, link = number - 1, link_before(of, party, number, link)


def link_at(of: str, party: Party, number: int, link: str, wanted: int) -> str:
    """The earlier link `wanted` that follows from link `number`."""
    return next(found for n, found in links_down(of, party, number, link) if n == wanted)


def sixteenth(of: str, number: int, server: str, first: str = "", second: str = "") -> int:
    """The number in 0..15 of a throw or lot, from the links that count; `first` and `second` may be missing."""
    message = "\n".join(("ibau throw 2", of, str(number), first, second))
    return hmac.digest(bytes.fromhex(server), message.encode(), "sha256")[0] >> BITS_LEFT_OUT


def fingerprint(of: str, heads: list[tuple[Party, int, str]]) -> str:
    """Eight digits by which two players see that they were told of the same chains: of party, first number and head."""
    ordered = sorted(heads, key=lambda chain: (PARTIES.index(chain[0]), chain[1]))
    return sha256_of("ibau fingerprint 2", of, *(" ".join(map(str, chain)) for chain in ordered))[:FINGERPRINT_DIGITS]


@dataclass(frozen=True)
class Chain:
    """A chain whose last link is known: that of the party itself."""

    context: str
    party: Party
    first: int  # its first number
    last: int  # its last
    last_link: str

    @property
    def head(self) -> str:
        return self.link(self.first - 1)

    def link(self, number: int) -> str:
        """The link of a number of this chain, or the head before the first one.  Raises ValueError."""
        if not self.first - 1 <= number <= self.last:
            raise ValueError(f"this chain has the numbers {self.first} to {self.last}, not {number}")
        kept = min(self.last, -(-number // KEPT) * KEPT)
        return link_at(self.context, self.party, kept, self._kept[kept], number)

    @cached_property
    def _kept(self) -> dict[int, str]:
        """One link of 64, and the last."""
        links = links_down(self.context, self.party, self.last, self.last_link)
        own = takewhile(lambda pair: pair[0] >= self.first - 1, links)
        return {n: link for n, link in own if n % KEPT == 0 or n == self.last}


def drawn_last_link(secret: str, game: str, last: int) -> str:
    """The last link of a server's chain, which follows from its secret; both are written in hexadecimal."""
    message = "\n".join(("ibau last link 2", game, str(last)))
    return hmac.digest(bytes.fromhex(secret), message.encode(), "sha256").hex()

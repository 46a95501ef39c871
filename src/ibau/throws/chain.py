"""The formulas of throws that nobody can choose (docs/notation.md, section 8).

A server commits to a chain of hashes by its head before it knows the parts that browsers add.  Throw k follows from
link k of the chain and the parts, and each link hashes to the one before it.

    here = context("aBcD-0_9", "senet-race")
    chain = chain_of(here, secret)
    sixteenth(here, 1, chain.link(1), first, second)  # the first throw: one for `State.chance_action`
"""

import hashlib
import hmac
from dataclasses import dataclass
from functools import cached_property, lru_cache

NUMBERS = 4096  # throws and lots that a chain is for
BYTES = 32  # of a secret or a part, which are written in hexadecimal
KEPT = 64  # of this many links one is kept, and the others are computed from it
MOST_REMEMBERED = 300  # chains that were made last, and rows of the links of some


def digest(*lines: object) -> str:
    """SHA-256 of lines with line feeds between them, in hexadecimal."""
    return hashlib.sha256("\n".join(map(str, lines)).encode()).hexdigest()


def context(game: str, ruleset: str, start: str = "") -> str:
    """What binds links to one game: its name, its ruleset, and its start, '' where that is the start of the rules."""
    return digest("ibau throws 3", game, ruleset, start)


def links_down(of: str, number: int, link: str, wanted: int = 0) -> list[str]:
    """Link `number` and the earlier ones that follow from it, to `wanted`; link 0 is the head.  `of` is a context."""
    links = [link]
    for above in range(number, wanted, -1):
        links.append(digest("ibau link 3", of, above, links[-1]))
    return links


def seal_of(part: str) -> str:
    """What commits to a part without showing it."""
    return digest("ibau part 3", part)


def sixteenth(of: str, number: int, link: str, first: str = "", second: str = "") -> int:
    """The number in 0..15 of a throw or lot, from its link and the parts of both seats, '' for one that adds none."""
    message = "\n".join(("ibau throw 3", of, str(number), first, second))
    return hmac.digest(bytes.fromhex(link), message.encode(), "sha256")[0] >> 4


@dataclass(frozen=True)
class Chain:
    """All links of a game, for its server."""

    context: str
    secret: str  # the last link

    @property
    def head(self) -> str:
        return self.link(0)

    def link(self, number: int) -> str:
        """Link `number`, 0 to NUMBERS."""
        above = -(-number // KEPT)
        return _row(self.context, above * KEPT, self._kept[above])[above * KEPT - number]

    @cached_property
    def _kept(self) -> list[str]:
        """Link 0, link 64 and so on."""
        kept = [self.secret]
        for number in range(NUMBERS, 0, -KEPT):
            kept.append(links_down(self.context, number, kept[-1], number - KEPT)[-1])
        return kept[::-1]


@lru_cache(MOST_REMEMBERED)
def _row(of: str, number: int, link: str) -> list[str]:
    """Link `number` and KEPT before it, from which consecutive throws follow."""
    return links_down(of, number, link, max(number - KEPT, 0))


chain_of = lru_cache(MOST_REMEMBERED)(Chain)

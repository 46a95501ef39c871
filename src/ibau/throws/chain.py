"""The formulas of verifiable throws, which neither server nor player can choose (docs/notation.md, section 8).

A server commits to a hash chain by its head before it knows the parts that browsers add.  Throw k is computed from
link k of the chain and the parts; the hash of each link is the link before it.

    here = context("aBcD-0_9", "senet-race")
    chain = chain_of(here, secret)
    sixteenth(here, 1, chain.link(1), first, second)  # the first throw, for `State.chance_action`
"""

import hashlib
import hmac
from dataclasses import dataclass
from functools import cached_property, lru_cache

NUMBERS = 4096  # throws and lots of a chain
BYTES = 32  # of a secret or a part, written in hexadecimal
KEPT = 64  # one link of so many is kept, from which the others are computed
MOST_REMEMBERED = 300  # the latest chains, and rows of links, in each cache


def digest(*lines: object) -> str:
    """SHA-256 of lines with line feeds between them, in hexadecimal."""
    return hashlib.sha256("\n".join(map(str, lines)).encode()).hexdigest()


def context(game: str, ruleset: str, start: str = "") -> str:
    """The digest that binds links to a game: its name, ruleset text and position text ('' at the usual start)."""
    return digest("ibau throws 3", game, ruleset, start)


def links_down(of: str, number: int, link: str, wanted: int = 0) -> list[str]:
    """The links from `number` down to `wanted`, computed from the first; link 0 is the head.  `of` is a context."""
    links = [link]
    for above in range(number, wanted, -1):
        links.append(digest("ibau link 3", of, above, links[-1]))
    return links


def seal_of(part: str) -> str:
    """The commitment to a part."""
    return digest("ibau part 3", part)


def sixteenth(of: str, number: int, link: str, first: str = "", second: str = "") -> int:
    """The number in 0..15 of a throw or lot, from its link and the parts of both seats; '' is no part."""
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
        """Link 0, link KEPT and so on."""
        kept = [self.secret]
        for number in range(NUMBERS, 0, -KEPT):
            kept.append(links_down(self.context, number, kept[-1], number - KEPT)[-1])
        return kept[::-1]


@lru_cache(MOST_REMEMBERED)
def _row(of: str, number: int, link: str) -> list[str]:
    """Link `number` and the KEPT before it, cached for consecutive throws."""
    return links_down(of, number, link, max(number - KEPT, 0))


chain_of = lru_cache(MOST_REMEMBERED)(Chain)

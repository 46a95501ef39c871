"""Games to print, made when somebody asks for one: any ruleset may be, so there are too many to make them beforehand.

A kit takes a fraction of a second in a thread, one after the other; the last ones are remembered.
"""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from ibau.games import game
from ibau.paper import kit

MOST_KEPT = 50  # kits that are remembered, of a fifth of a megabyte


class Kit(NamedTuple):
    """What is asked for."""

    ruleset: str
    lang: str
    paper: str
    url: str

    def made(self) -> bytes:
        """The PDF.  Raises PrintError."""
        return kit.kit(game(self.ruleset), self.lang, paper=self.paper, url=self.url)


class Press:
    """Makes kits one after the other, and remembers the last ones."""

    def __init__(self, make: Callable[[Kit], bytes] = Kit.made) -> None:
        self._make = make
        self._made: dict[Kit, bytes] = {}
        self._printing = asyncio.Lock()

    async def printed(self, kit: Kit) -> bytes:
        """A kit as PDF.  Raises PrintError."""
        async with self._printing:
            if kit not in self._made:
                self._made[kit] = await asyncio.to_thread(self._make, kit)
                if len(self._made) > MOST_KEPT:
                    del self._made[next(iter(self._made))]
            return self._made[kit]

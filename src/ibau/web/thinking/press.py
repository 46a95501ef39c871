"""Games to print, made when somebody asks for one: there are too many rulesets to make them beforehand."""

from typing import NamedTuple

from ibau.games import game
from ibau.web.thinking.desk import Desk
from ibau.web.thinking.turns import Asker, WorkKind

MOST_KEPT = 50  # kits that are remembered, of a fifth of a megabyte


class KitAsked(NamedTuple):
    """What is asked for."""

    ruleset: str
    lang: str
    paper: str
    url: str
    sheet: str = ""  # of this kind instead

    def made(self) -> bytes:
        """The PDF.  Raises PrintError."""
        from ibau.paper import kit

        if self.sheet:
            return kit.SHEETS[self.sheet](game(self.ruleset), self.lang, paper=self.paper)
        return kit.kit(game(self.ruleset), self.lang, paper=self.paper, url=self.url)


class Press:
    """Has kits made at a desk, and remembers the last ones."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._made: dict[KitAsked, bytes] = {}

    async def printed(self, kit: KitAsked, asker: Asker) -> bytes:
        """A kit as PDF.  Raises PrintError, and Refusal where it cannot be had."""
        if kit not in self._made:
            self._made[kit] = await self._desk.do(kit.made, asker, WorkKind.PICTURE)
            if len(self._made) > MOST_KEPT:
                del self._made[next(iter(self._made))]
        return self._made[kit]

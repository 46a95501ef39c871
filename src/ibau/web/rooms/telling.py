"""A game as it is told in one language: each part is encoded once, for all who are told it."""

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeVar, cast

import msgspec

from ibau.core.game import Game
from ibau.core.line import Line, Ply
from ibau.core.phrase import Translate
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.views import present_view
from ibau.web.protocol import BoardView, PlyView, StateView
from ibau.web.protocol.views import board_view, ply_view

MOST_BOARDS = 100  # that are remembered, of one ruleset in one language each

View = TypeVar("View")


class Telling:
    """What listeners of one language are told of a game."""

    def __init__(self, translate: Translate) -> None:
        self.translate = translate
        self._told: dict[int, tuple[Ply, PlyView]] = {}  # by number
        self._hosted: HostedGame | None = None
        self._state: StateView

    def board(self, hosted: HostedGame) -> BoardView:
        """The board, which is the same in all games of a ruleset."""
        return _board(hosted.game, self.translate)

    def state(self, hosted: HostedGame) -> StateView:
        """The present."""
        if self._hosted is not hosted:
            self._hosted, self._state = hosted, encoded(present_view(hosted, self.translate))
        return self._state

    def story(self, line: Line, since: int = 0) -> list[PlyView]:
        """What was played after this many plies."""
        return list(self.plies(line, since))

    def plies(self, line: Line, since: int = 0) -> Iterator[PlyView]:
        """What was played after this many plies, one by one: those that were told before cost nothing."""
        for ply in reversed(list(_latest_first(line, since))):
            known = self._told.get(ply.at)
            if known is None or known[0] is not ply:
                known = self._told[ply.at] = ply, encoded(ply_view(ply, self.translate))
            yield known[1]


def _latest_first(line: Line, since: int) -> Iterator[Ply]:
    """The plies of a line after this many, the last one first: of a long game that is mostly known they are few."""
    while line.ply and line.earlier and line.at > since:
        yield line.ply
        line = line.earlier


@lru_cache(MOST_BOARDS)
def _board(played: Game, translate: Translate) -> BoardView:
    return encoded(board_view(played.board, translate))


def encoded(view: View) -> View:
    """A view in JSON already, as which it goes into any message."""
    return cast(View, msgspec.Raw(msgspec.json.encode(view)))

"""The record of a tournament's game, as its file stores it."""

import msgspec

UNFINISHED, FORFEIT = "unfinished", "forfeit"  # kinds of ends in addition to those of the rules


class Spent(msgspec.Struct, forbid_unknown_fields=True):
    """What an entrant spent on its moves in a game; forced moves are not counted."""

    moves: int = 0  # how many it chose
    nodes: int = 0  # in total
    seconds: float = 0.0  # wall-clock time, in total
    cpu: float = 0.0  # processor seconds; for an engine those of this process, not of the engine's
    over: float = 0.0  # the most seconds by which a move exceeded its time limit

    def add(self, more: "Spent") -> None:
        """Add `more` to these totals."""
        self.moves += more.moves
        self.nodes += more.nodes
        self.seconds += more.seconds
        self.cpu += more.cpu
        self.over = max(self.over, more.over)


class PairedGame(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A finished game."""

    pair: int  # which pair of the tournament, 0 for the first
    seats: tuple[int, int]  # which entrant, 0 or 1, sat first and second
    seed: int  # of both players; in self-play of the first: the last bit of the second differs
    opening: int  # how many of the actions were played before the entrants took over
    actions: list[str]
    returns: tuple[int, int]  # 1, 0 or -1 for the first and the second seat
    kind: str
    spent: tuple[Spent, Spent]  # by entrant
    fault: str = ""  # the failure of an engine that lost it the game

    @property
    def half_points(self) -> int:
        """Half points of the first entrant: 0, 1 or 2."""
        return 1 + self.returns[self.seats.index(0)]

    @property
    def loser(self) -> int:
        """The entrant that lost."""
        return self.seats[self.returns.index(-1)]


Pair = tuple[PairedGame, PairedGame]

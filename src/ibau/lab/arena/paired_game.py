"""What is kept of a game."""

import msgspec

UNFINISHED, FORFEIT = "unfinished", "forfeit"  # kinds of ends beside those of the rules


class Spent(msgspec.Struct, forbid_unknown_fields=True):
    """What an entrant spent on its moves in a game; where only one is legal it is not asked."""

    moves: int = 0  # how many it was asked for
    nodes: int = 0  # of all of them
    seconds: float = 0.0  # of the clock on the wall, of all of them
    cpu: float = 0.0  # processor seconds, for an engine those of our side
    over: float = 0.0  # the most seconds by which a move exceeded its limit of time

    def add(self, more: "Spent") -> None:
        """Add what was spent later."""
        self.moves += more.moves
        self.nodes += more.nodes
        self.seconds += more.seconds
        self.cpu += more.cpu
        self.over = max(self.over, more.over)


class PairedGame(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A finished game."""

    pair: int  # which pair of the tournament, 0 for the first
    seats: tuple[int, int]  # which entrant, 0 or 1, sat first and second
    seed: int  # of both players; where one meets itself, of the first: the second has another last bit
    opening: int  # how many of the actions were played before the entrants took over
    actions: list[str]
    returns: tuple[int, int]  # 1, 0 or -1 for who sat first and second
    kind: str
    spent: tuple[Spent, Spent]  # by entrant
    fault: str = ""  # what an engine did that lost it the game

    @property
    def half_points(self) -> int:
        """Half points of the first entrant: 0, 1 or 2."""
        return 1 + self.returns[self.seats.index(0)]

    @property
    def loser(self) -> int:
        """The entrant that lost."""
        return self.seats[self.returns.index(-1)]


Pair = tuple[PairedGame, PairedGame]

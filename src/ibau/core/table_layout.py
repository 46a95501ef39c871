"""How the endings of a family are solved: layers of positions, in which each position has a place.

A layer contains the positions with some number of pieces of each side, `own` of the player to act.  Tables contain
positions at rest: at the beginning of a turn, before a throw.  They are stored from the side of the player to act, so
that both seats share a layer, and without counters.

The `method` of a family with throws is value iteration, that of others retrograde analysis.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

from ibau.machine.rule import rule


class Layer(NamedTuple):
    """The numbers of pieces of the player to act and of the other side."""

    own: int
    enemy: int

    def __str__(self) -> str:
        return f"{self.own}v{self.enemy}"


@rule
def always(rules: Any, position: Any) -> bool:  # noqa: ARG001 - stands for a game's own function
    """True: the counters that tables leave out never matter."""
    return True


@rule
def alike(position: Any) -> Any:
    """The position itself: the board looks alike from both sides."""
    return position


class Sums(NamedTuple):
    """Value iteration by whole turns, for games in which throws are added up before any is played.

    How throws add up must not depend on the board.
    """

    hand: Callable[[Any, Any], int]  # @rule (rules, position): the throws of a turn, as far as play depends on them
    hands: int  # their numbers are below it
    most_waiting: int  # the most positions of a turn in the queue
    most_ends: int  # the most final positions of a turn with one hand
    memory: Callable[[Layer], int]  # about the bytes that the turns of a layer take


class Iteration(NamedTuple):
    """Value iteration over layers as rectangles of rows and columns, nearest the end of the game first.

    A row is a set of own pieces, a column one of the other side's; both sides move from low squares to high ones.
    """

    squares: tuple[int, ...]  # where pieces can stand, as single bits
    compose: Callable[[Any, int, int], Any]  # @rule (rules, row, column): a position at rest, FIRST to act
    fits: Callable[[int, int], bool]  # @rule (row, column): are they a position?
    most_moves: int  # of a position
    sums: Sums | None = None  # None if a turn is a throw and a move


class Retrograde(NamedTuple):
    """Retrograde analysis: moves backwards, and the value of endless play.

    The layers of a group have the same pieces, of either side; a move out of a group is irreversible.
    """

    unmoves: Callable[[Any, Any], Any]  # @rule (rules, position): candidates for moves within the group that led here,
    # of the rulebook's type, which counts and numbers them
    unplay: Callable[[Any, Any, int], Any]  # @rule (rules, position, action): the position before such a move
    endless: Callable[[Any, Any], int]  # @rule (rules, position): the value of endless play for the player to act
    quiet: Callable[[Any], int]  # @rule (position): plies since the last irreversible one
    most_quiet: Callable[[Any], int]  # (rules): after this many the game ends like endless play; 0 for never


class TableLayout(NamedTuple):
    """The order of positions in the tables of a family.  Functions marked @rule take and return ints and positions."""

    version: int  # raised when places change, so that older tables are refused
    size: Callable[[Layer], int]  # the number of places of a layer
    place: Callable[[Any, Any], int]  # @rule (rules, position): where it is in its layer
    position: Callable[[Any, Layer, int], Any]  # @rule (rules, layer, place): the inverse of `place`, FIRST to act
    layer_of: Callable[[Any], int]  # @rule (position): the number of its layer
    width: int  # more than the pieces of a side
    rests: Callable[[Any, Any], bool]  # @rule (rules, position): is it at rest, so that tables contain it?
    inessential: tuple[tuple[str, str], ...]  # options that values do not depend on, such as caps, and a value for each
    together: bool  # do limits on pieces count both sides together, rather than the larger one?
    max_pieces: int  # for which tables can be made
    few_pieces: int  # for which they are made within a minute
    method: Iteration | Retrograde
    applies: Callable[[Any, Any], bool] = always  # @rule (rules, position): are its counters too low to matter?
    turned: Callable[[Any], Any] = alike  # @rule (position): the board from the other side
    only: tuple[tuple[str, str], ...] = ()  # options and the values they must have for tables

    @property
    def numbers(self) -> int:
        """The numbers of layers are below it."""
        return self.width * self.width

    def number(self, layer: Layer) -> int:
        """The number of a layer."""
        return self.width * layer.own + layer.enemy

    def piece_count(self, layer: Layer) -> int:
        """The number of pieces of a layer, by which layers are limited."""
        return sum(layer) if self.together else max(layer)

    def groups(self, most: int) -> tuple[tuple[Layer, ...], ...]:
        """The layers of at most `most` pieces, in groups, smallest first: moves stay in one or lead to an earlier one.

        A group is a layer and the one with the sides exchanged, as a piece that leaves the board does not return.
        """
        layers = (Layer(a, b) for b in range(1, most + 1) for a in range(1, b + 1))
        kept = sorted((layer for layer in layers if self.piece_count(layer) <= most), key=self.piece_count)
        return tuple((Layer(a, b), Layer(b, a)) if a != b else (Layer(a, b),) for a, b in kept)

    @property
    def iteration(self) -> Iteration:
        """The method of a family with throws."""
        return cast("Iteration", self.method)

    @property
    def retrograde(self) -> Retrograde:
        """The method of a family without throws."""
        return cast("Retrograde", self.method)

"""What a family offers to be solved: its positions in layers, each with a place of its own.

A layer holds the positions with this many men of either side, `own` those of the player to act.  A position rests where
a table holds it: at the beginning of a turn, before a throw.  It is seen by the player to act, so that both seats share
a layer, and without the counters that a table forgets.

How a family is solved is said by its `method`: by value iteration where there are throws, else by retrograde analysis.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

from ibau.machine.rule import rule


class Layer(NamedTuple):
    """The numbers of men of the player to act and of the other side."""

    own: int
    enemy: int

    def __str__(self) -> str:
        return f"{self.own}v{self.enemy}"


@rule
def always(rules: Any, position: Any) -> bool:  # noqa: ARG001 - stands for a game's own function
    """Whatever a table forgets changes nothing."""
    return True


@rule
def alike(position: Any) -> Any:
    """Both sides see the board alike."""
    return position


class Sums(NamedTuple):
    """What value iteration needs where throws are added up before any is played: then it steps by whole turns.

    How throws add up must not depend on the board.
    """

    hand: Callable[[Any, Any], int]  # @rule (rules, position): all that play asks of the throws of a turn, as a number
    hands: int  # above these numbers
    most_waiting: int  # positions of a turn that wait to be looked at
    most_ends: int  # of a turn by one hand
    memory: Callable[[Layer], int]  # bytes that the turns of a layer take, about


class Iteration(NamedTuple):
    """What value iteration needs: layers as rectangles, nearest the end of the game first.

    A row is a set of own men, a column one of the other side's: both sides travel from low squares to high ones.
    """

    squares: tuple[int, ...]  # where men stand, as bits of a set
    compose: Callable[[Any, int, int], Any]  # @rule (rules, row, column): a position that rests, FIRST to act
    fits: Callable[[int, int], bool]  # @rule (row, column): are they a position?
    most_moves: int  # of a position
    sums: Sums | None = None  # None where a turn is a throw and a move


class Retrograde(NamedTuple):
    """What retrograde analysis needs: the way back, and what play without end is worth.

    Layers of a group have the same men, on whatever side; what leads out of it can never come again.
    """

    unmoves: Callable[[Any, Any], Any]  # @rule (rules, position): moves within the group that may have led here,
    # a few more than have; in the shape of the rulebook's, which counts and numbers them
    unplay: Callable[[Any, Any, int], Any]  # @rule (rules, position, action): the position before such a move
    endless: Callable[[Any, Any], int]  # @rule (rules, position): the value of endless play for the player to act
    quiet: Callable[[Any], int]  # @rule (position): plies since something happened that can never come again
    most_quiet: Callable[[Any], int]  # (rules): after this many the game ends as if it had no end; 0 for never


class TableLayout(NamedTuple):
    """Where a table holds which positions.  Functions marked @rule take and give ints and positions."""

    version: int  # raised when places change, so that older tables are refused
    groups: Callable[[int], tuple[tuple[Layer, ...], ...]]  # (most men), smallest first: layers of a group lead
    # to each other and to groups before
    size: Callable[[Layer], int]  # places of a layer
    place: Callable[[Any, Any], int]  # @rule (rules, position): where it is in its layer
    position: Callable[[Any, Layer, int], Any]  # @rule (rules, layer, place): the way back, FIRST to act
    layer_of: Callable[[Any], int]  # @rule (position): the number of its layer
    number: Callable[[Layer], int]  # of a layer, below `numbers`
    numbers: int
    rests: Callable[[Any, Any], bool]  # @rule (rules, position): does a table hold it?
    inessential: tuple[tuple[str, str], ...]  # options that values do not depend on, such as caps, and a value for each
    together: bool  # are the men of both sides counted together, where it is said how many there are at most?
    max_pieces: int  # counted like this
    few_pieces: int  # the same, solved within a minute
    method: Iteration | Retrograde
    applies: Callable[[Any, Any], bool] = always  # @rule (rules, position): is what is forgotten too far away to count?
    turned: Callable[[Any], Any] = alike  # @rule (position): the board as the other side sees it
    only: tuple[tuple[str, str], ...] = ()  # options that must have a value: other rulesets have no tables

    def piece_count(self, layer: Layer) -> int:
        """How many men a layer has, as they are counted."""
        return sum(layer) if self.together else max(layer)

    @property
    def iteration(self) -> Iteration:
        """The method of a family with throws."""
        return cast("Iteration", self.method)

    @property
    def retrograde(self) -> Retrograde:
        """The method of a family without throws."""
        return cast("Retrograde", self.method)

"""The review of a game."""

from typing import Literal

from msgspec import Struct

from ibau.web.protocol import ActionView, BoardView, PlayerView, PlyView, ResultView, Seat

Certainty = Literal["exact", "sure", "likely", "unsure"]
PlyKind = Literal["choice", "forced", "throw", "lot", "opening"]
MistakeSize = Literal["", "slight", "slip", "mistake", "blunder"]


class FactView(Struct, frozen=True):
    """Something that both sides did, such as captures, with its counts."""

    name: str  # such as "Captures"
    counts: dict[Seat, int]


class ReviewBegun(Struct, tag_field="type", tag="begun", frozen=True):
    """The reviewed game; the first line of `GET /api/games/ID/review`."""

    ruleset: str  # the ruleset text
    start: str  # a position text
    title: str  # the name of the game
    seats: dict[Seat, PlayerView]
    board: BoardView
    story: list[PlyView]  # all plies, in order
    result: ResultView | None
    facts: list[FactView]


class ReviewedPly(Struct, tag_field="type", tag="ply", omit_defaults=True, frozen=True):
    """The review of a ply; `before` and `after` are values for the first seat, -1 to 1.  Plies come in any order."""

    index: int  # from 0 on
    kind: PlyKind
    before: float  # the value of the best action, or the mean over the results of a throw
    after: float  # the value after it
    certainty: Certainty
    mistake: float = 0.0  # the value lost to the player, 0 to 2
    size: MistakeSize = ""  # '' for a choice that is no mistake
    luck: float = 0.0  # the value won by a throw for the player who threw, by a lot for the first seat, -2 to 2
    text: str = ""  # a comment
    better: ActionView | None = None  # the best action
    line: tuple[str, ...] = ()  # the best line, its action first


class ReviewTotal(Struct, frozen=True):
    """How a side has played; mistakes and luck are sums of values."""

    good: str  # how many of its choices were no named mistake, as text
    mistakes: float  # the sum of values lost
    luck: float  # the sum of values won by throws
    counts: dict[str, int]  # of mistakes, by size
    choices: int  # their number
    throws: int  # their number


class ReviewSummary(Struct, tag_field="type", tag="summed", frozen=True):
    """The summary of all plies reviewed so far."""

    known: int  # number of plies
    complete: bool  # are all plies reviewed?
    before: float  # the value for the first seat at the start, -1 to 1
    after: float  # the value for the first seat at the end, -1 to 1
    totals: dict[Seat, ReviewTotal]
    lot: float  # the luck of the first seat by a lot
    good: str  # what the count of good choices means
    summary: list[str]  # sentences, such as which side the throws favoured
    reach: float  # the bound of a graph of the values, up and down from 0
    turning_points: list[int]  # the plies at which the value changed most


class ReviewFailed(Struct, tag_field="type", tag="failed", frozen=True):
    """The review cannot continue at the moment."""

    reason: str  # a sentence


ReviewLine = ReviewBegun | ReviewedPly | ReviewSummary | ReviewFailed

"""The review of a game."""

from typing import Literal

from msgspec import Struct

from ibau.web.protocol import ActionView, BoardView, PlayerView, PlyView, ResultView, Seat

Certainty = Literal["exact", "sure", "likely", "unsure"]
PlyKind = Literal["choice", "forced", "throw", "lot", "opening"]
MistakeSize = Literal["", "slight", "slip", "mistake", "blunder"]


class FactView(Struct, frozen=True):
    """Something that both sides did, such as captures, with its counts."""

    name: str
    counts: dict[Seat, int]


class ReviewBegun(Struct, tag_field="type", tag="begun", frozen=True):
    """The reviewed game; the first line of `GET /api/games/ID/review`."""

    ruleset: str
    start: str  # a position text
    title: str
    seats: dict[Seat, PlayerView]
    board: BoardView
    story: list[PlyView]
    result: ResultView | None
    facts: list[FactView]


class ReviewedPly(Struct, tag_field="type", tag="ply", omit_defaults=True, frozen=True):
    """The review of a ply; `before` and `after` are values for the first seat, -1 to 1.  Plies come in any order."""

    index: int
    kind: PlyKind
    before: float
    after: float
    certainty: Certainty
    mistake: float = 0.0
    size: MistakeSize = ""
    luck: float = 0.0
    text: str = ""  # a comment
    better: ActionView | None = None  # the best action
    line: tuple[str, ...] = ()  # the best line, its action first


class ReviewTotal(Struct, frozen=True):
    """How a side has played; mistakes and luck are sums of values."""

    good: str  # how many of its choices were no named mistake, as text
    mistakes: float
    luck: float
    counts: dict[str, int]  # of mistakes, by size
    choices: int
    throws: int


class ReviewSummary(Struct, tag_field="type", tag="summed", frozen=True):
    """The summary of all plies reviewed so far."""

    known: int  # number of plies
    complete: bool
    before: float
    after: float
    totals: dict[Seat, ReviewTotal]
    lot: float
    good: str  # what the count of good choices means
    summary: list[str]  # sentences, such as which side the throws favoured
    reach: float  # the bound of a graph of the values, up and down from 0
    turning_points: list[int]  # the plies at which the value changed most


class ReviewFailed(Struct, tag_field="type", tag="failed", frozen=True):
    """The review cannot continue at the moment."""

    reason: str


ReviewLine = ReviewBegun | ReviewedPly | ReviewSummary | ReviewFailed

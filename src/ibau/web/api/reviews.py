"""Looking back on a game."""

from typing import Literal

from msgspec import Struct

from ibau.web.protocol import ActionView, BoardView, PlayerView, PlyView, ResultView, Seat

Certainty = Literal["exact", "sure", "likely", "unsure"]
PlyKind = Literal["choice", "forced", "throw", "lot", "opening"]
MistakeSize = Literal["", "slight", "slip", "mistake", "blunder"]


class FactView(Struct, frozen=True):
    """Something that both sides did and anybody can count."""

    name: str
    counts: dict[Seat, int]


class ReviewBegun(Struct, tag_field="type", tag="begun", frozen=True):
    """The game that is looked back on; the first line of `GET /api/games/ID/review`."""

    ruleset: str
    start: str  # a position text
    title: str
    seats: dict[Seat, PlayerView]
    board: BoardView
    story: list[PlyView]
    result: ResultView | None
    facts: list[FactView]


class ReviewedPly(Struct, tag_field="type", tag="ply", omit_defaults=True, frozen=True):
    """What a ply changed; `before` and `after` are values for the first seat, -1 to 1.  They come in any order."""

    index: int
    kind: PlyKind
    before: float
    after: float
    certainty: Certainty
    mistake: float = 0.0
    size: MistakeSize = ""
    luck: float = 0.0
    text: str = ""  # what there is to say of it
    better: ActionView | None = None  # what would have been better
    line: tuple[str, ...] = ()  # the best play there was, its action first


class ReviewTotal(Struct, frozen=True):
    """How a side has played: `good` says it in short; mistakes and luck are sums of values."""

    good: str  # how many of its choices were no mistake that has a name
    mistakes: float
    luck: float
    counts: dict[str, int]  # of mistakes, by size
    choices: int
    throws: int


class ReviewSummary(Struct, tag_field="type", tag="summed", frozen=True):
    """All that is known so far, together."""

    known: int  # plies
    complete: bool
    before: float
    after: float
    totals: dict[Seat, ReviewTotal]
    lot: float
    good: str  # what such choices are called
    summary: list[str]  # what small mistakes cost together where that is much, and whom the throws favoured
    reach: float  # how far up and down from 0 a graph of the values goes
    turning_points: list[int]  # the plies at which the value changed most


class ReviewFailed(Struct, tag_field="type", tag="failed", frozen=True):
    """The work cannot go on just now."""

    reason: str


ReviewLine = ReviewBegun | ReviewedPly | ReviewSummary | ReviewFailed

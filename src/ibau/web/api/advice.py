"""What is best in a position: advice for who analyses, and hints for who plays."""

from msgspec import Struct

from ibau.web.protocol import PlyCount, Word


class AdviceView(Struct, frozen=True):
    """What an action is worth to the player who decides, from -1 to 1, and how it goes on at best."""

    action: Word
    value: float
    depth: int
    line: list[Word]
    exact: bool = False  # told by tables or by the end of the game, not by a search
    plies: int | None = None  # by a table without throws: until that value is forced to a capture or the end


class BestActions(Struct, tag_field="type", tag="advised", frozen=True):
    """The best actions at one depth; a line of the answer to `POST /api/analysis/advice`."""

    best: list[AdviceView]


class ChanceValueView(Struct, frozen=True):
    """What a throw or lot would be worth."""

    action: Word
    value: float
    exact: bool = False


class ThrowValues(Struct, tag_field="type", tag="foreseen", frozen=True):
    """What a position is worth before a throw, to the player who throws: the exact mean of what it is after each."""

    value: float
    depth: int
    chances: list[ChanceValueView]


class NoAdvice(Struct, tag_field="type", tag="none", frozen=True):
    """There is none, or no more of it, and why."""

    reason: str


AdviceAnswer = BestActions | ThrowValues | NoAdvice


# --- Hints -----------------------------------------------------------------------------------------------------------


class HintRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/games/ID/hint` and of `.../explained`, for the position after `ply_count` actions."""

    key: Word
    ply_count: PlyCount


class ExplainedView(Struct, frozen=True):
    """The moves of the last two turns before `ply_count`, and why they matter: a sentence or two for each."""

    ply_count: int
    moves: list[str]


class HintView(Struct, frozen=True):
    """A hint, which gives away more with each sentence; `places` are pointed at to choose the action."""

    ply_count: int
    action: str
    places: tuple[str, ...]
    where: str
    what: str
    why: str

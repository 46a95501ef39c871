"""Advice for the analysis board, and hints for players."""

from msgspec import Struct

from ibau.web.protocol import PlyCount, Word


class AdviceView(Struct, frozen=True):
    """The value of an action to the player who decides, from -1 to 1, and the best continuation."""

    action: Word  # in notation
    value: float  # to the player who decides, -1 to 1
    depth: int  # searched, in plies or throws
    line: list[Word]  # the best continuation, the action first
    exact: bool = False  # from tables or the end of the game, not from a search
    plies: int | None = None  # from a table without throws: until a capture or the end that realizes the value


class BestActions(Struct, tag_field="type", tag="advised", frozen=True):
    """The best actions at one depth; a line of the response to `POST /api/analysis/advice`."""

    best: list[AdviceView]


class ChanceValueView(Struct, frozen=True):
    """The value of a throw or lot."""

    action: Word  # in notation
    value: float  # to the player who throws, -1 to 1
    exact: bool = False  # from tables or the end of the game


class ThrowValues(Struct, tag_field="type", tag="foreseen", frozen=True):
    """The value of a position before a throw, to the player who throws: the exact mean over all throws."""

    value: float  # -1 to 1
    depth: int  # searched, in throws
    chances: list[ChanceValueView]  # one per possible result


class NoAdvice(Struct, tag_field="type", tag="none", frozen=True):
    """There is no advice, or no more of it, and the reason."""

    reason: str  # a sentence


AdviceAnswer = BestActions | ThrowValues | NoAdvice


# --- Hints -----------------------------------------------------------------------------------------------------------


class HintRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/games/ID/hint` and of `.../explained`, for the position after `ply_count` actions."""

    key: Word  # of a player
    ply_count: PlyCount  # the number of actions played so far


class ExplainedView(Struct, frozen=True):
    """The moves of the last two turns before `ply_count`, explained in a sentence or two each."""

    ply_count: int  # the number of actions played so far
    moves: list[str]  # latest last, a text each


class HintView(Struct, frozen=True):
    """A hint, which gives away more with each sentence; `places` are the picks of the action."""

    ply_count: int  # the number of actions played so far
    action: str  # in notation
    places: tuple[str, ...]  # squares and areas, in the order of selection
    where: str  # a sentence: where to look
    what: str  # a sentence: the action in words
    why: str  # a sentence: the reason

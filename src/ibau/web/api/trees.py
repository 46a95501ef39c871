"""Lines and trees of actions that somebody analyses, and records of them."""

from typing import Annotated

from msgspec import Meta, Struct

from ibau.web.protocol import Actor, PlyView, StateView, Word

MAX_ANALYSED = 5000  # actions of a tree, and of a line in it
MAX_LINE_PLIES = 100  # actions of a line, in one answer


class LineRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """A line, and the body of `POST /api/analysis/advice`: where it begins, and what was played from there."""

    ruleset: str
    start: str = ""  # a position text, '' for that of the rules
    actions: Annotated[list[Word], Meta(max_length=MAX_ANALYSED)] = []


class LineViewRequest(LineRequest, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/line`: the answer begins after `since` actions, with -1 before the last one."""

    since: Annotated[int, Meta(ge=-1)] = -1


class LineView(Struct, frozen=True):
    """Where a line leads: positions, and the actions that lead to all but the first.

    In the last position the caller acts for both sides; `sixteenths` are the chances of what may be thrown there.
    """

    states: list[StateView]
    plies: list[PlyView]
    sixteenths: list[int] = []


class NodeView(Struct, frozen=True):
    """An action of a tree; `parent` is the number of the one it follows, -1 for the start."""

    parent: int
    action: Word
    turn: int = 0
    seat: Actor = "first"
    comment: str = ""
    before: str = ""  # what is said before it, where it begins a variation


class PlayerEndView(Struct, frozen=True):
    """How players ended a game themselves."""

    kind: Word
    word: Word


class TreeView(Struct, frozen=True):
    """A record with its variations, and the body of `POST /api/analysis/written`, which makes a record of it.

    The first action that follows another goes on with the line, others are variations.
    """

    ruleset: str
    start: str = ""
    comment: str = ""  # before the first action
    tags: dict[str, str] = {}
    player_end: PlayerEndView | None = None
    nodes: Annotated[list[NodeView], Meta(max_length=MAX_ANALYSED)] = []
    changed: bool = False  # is the main line another one than was read?


class TreeRead(Struct, frozen=True):
    """One game of a text of records: which it is, and whether others follow."""

    number: int
    more: bool
    tree: TreeView

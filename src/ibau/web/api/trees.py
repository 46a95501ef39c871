"""Lines and trees of actions for analysis, and their records."""

from typing import Annotated

from msgspec import Meta, Struct

from ibau.web.protocol import Actor, PlyView, StateView, Word

MAX_ANALYSED = 5000  # actions of a tree, and of a line in it
MAX_LINE_PLIES = 100  # actions of a line, in one answer


class LineRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """A line, and the body of `POST /api/analysis/advice`: its start, and the actions played from there."""

    ruleset: str  # the ruleset text
    start: str = ""  # a position text, '' for that of the rules
    actions: Annotated[list[Word], Meta(max_length=MAX_ANALYSED)] = []  # in notation


class LineViewRequest(LineRequest, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/line`: the response begins after `since` actions, with -1 before the last one."""

    since: Annotated[int, Meta(ge=-1)] = -1  # how many actions the client knows; -1 for all but the last


class LineView(Struct, frozen=True):
    """The positions of a line, and the plies that lead to all but the first.

    In the last position the viewer acts for both sides; `sixteenths` are the chances of its throws.
    """

    states: list[StateView]
    plies: list[PlyView]
    sixteenths: list[int] = []  # of each throw or lot; empty if none is due


class NodeView(Struct, frozen=True):
    """An action of a tree; `parent` is the number of the one it follows, -1 for the start."""

    parent: int  # the number of a node, -1 for the start
    action: Word  # in notation
    turn: int = 0  # the number of the turn, from 1; 0 for a lot
    seat: Actor = "first"  # who chose or threw; "chance" for a lot
    comment: str = ""  # '' for none
    before: str = ""  # the comment before it, if it begins a variation


class PlayerEndView(Struct, frozen=True):
    """How the players themselves ended a game."""

    kind: Word  # such as "resigned"
    word: Word  # the result, as in records


class TreeView(Struct, frozen=True):
    """A record with its variations, and the body of `POST /api/analysis/written`, which makes a record of it.

    The first action that follows another continues the line, others are variations.
    """

    ruleset: str  # the ruleset text
    start: str = ""  # a position text, '' for that of the rules
    comment: str = ""  # before the first action
    tags: dict[str, str] = {}  # as in records
    player_end: PlayerEndView | None = None  # None if the rules or nothing ended it
    nodes: Annotated[list[NodeView], Meta(max_length=MAX_ANALYSED)] = []
    changed: bool = False  # does the main line differ from the one that was read?


class TreeRead(Struct, frozen=True):
    """One game of a text of records, its number, and whether others follow."""

    number: int  # from 1
    more: bool  # does another game follow?
    tree: TreeView

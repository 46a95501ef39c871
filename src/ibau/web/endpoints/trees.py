"""Lines and trees of actions for the analysis board, and the records they are read from."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace
from starlette.exceptions import HTTPException

from ibau.core.errors import RecordError, join_names
from ibau.core.line import Line
from ibau.core.phrase import N_, Phrase, Translate
from ibau.core.player_end import PlayerEnd
from ibau.core.quoting import quote
from ibau.core.record import Record
from ibau.games import game
from ibau.language import translator_for
from ibau.records.jsonl import json_of
from ibau.records.record_files import read_records
from ibau.records.variation_tree import PlayedNode, TreeNode, mainline_of, played_nodes
from ibau.throws.proof import TAGS
from ibau.web.api.trees import (
    MAX_ANALYSED,
    MAX_LINE_PLIES,
    LineRequest,
    LineView,
    LineViewRequest,
    NodeView,
    PlayerEndView,
    TreeRead,
    TreeView,
)
from ibau.web.protocol import ACTORS, SEATS, PlyView, StateView
from ibau.web.protocol.views import ply_view, result_view, sentence, standing_view, state_view

BOTH_SEATS = range(len(SEATS))  # in an analysis, one person plays for both seats


# --- Lines -----------------------------------------------------------------------------------------------------------


def requested_line(body: LineRequest) -> Line:
    """The requested line.  Raises RulesetError, PositionError, and IllegalActionError with the legal actions."""
    played = game(body.ruleset)
    return Line.of(played.state(body.start) if body.start else played.initial(), body.actions)


def line_view(body: LineViewRequest, lang: str) -> LineView:
    """The positions and plies of a line.  Raises what `requested_line` does."""
    translate = translator_for(lang)
    since = max(0, len(body.actions) - 1) if body.since < 0 else body.since
    passed, line = list[StateView](), requested_line(replace(body, actions=body.actions[:since]))
    plies = list[PlyView]()
    for action in body.actions[since : since + MAX_LINE_PLIES]:
        passed.append(state_view(line.state, translate, line.ply_count))
        line = line.play(action)
        plies.append(ply_view(line.last, translate))
    sixteenths = [weight for weight in line.state.weights if weight]
    return LineView([*passed, analysed_view(line, translate)], plies, sixteenths)


def analysed_view(line: Line, translate: Translate) -> StateView:
    """A position in which the viewer plays for both sides and enters the throws."""
    state = line.state
    position = state_view(state, translate, line.ply_count, BOTH_SEATS)
    return replace(
        position,
        situation=[sentence(phrase, translate) for phrase in state.situation],
        standing=standing_view(line, translate),
        throw=position.throw and replace(position.throw, awaited=True, results=list(state.actions)),
        result=result_view(line, translate),
    )


# --- Trees -----------------------------------------------------------------------------------------------------------


def parse_tree(text: bytes, number: int) -> TreeRead:
    """One game of a text of records, the first being number 1.  Raises RecordError with the place."""
    record, more = parse_record(text, number)
    return TreeRead(number, more, tree_view(record))


def parse_record(text: bytes, number: int) -> tuple[Record, bool]:
    """One game of a text of records, and whether others follow.  Raises RecordError with the place."""
    records = read_records(text.splitlines(keepends=True))
    record = next(islice(records, number - 1, None), None)
    if record is None:
        raise RecordError.on_line(
            1, N_('expected {number}, each beginning with a tag such as [Ruleset "seega"]'), number=_games(number)
        )
    return record, _has_more(records)


def _games(number: int) -> Phrase:
    return Phrase(N_("a game") if number == 1 else N_("{number} games"), {"number": number})


def _has_more(records: Iterator[Record]) -> bool:
    """Does another record follow, valid or not?"""
    try:
        return next(records, None) is not None
    except RecordError:
        return True


def tree_view(record: Record) -> TreeView:
    """A record with its variations.  Raises RecordError if it has more actions than the analysis board holds."""
    return TreeView(
        ruleset=str(record.game.ruleset),
        start=record.start or "",
        comment=record.mainline.comment,
        tags=dict(record.tags),
        player_end=_player_end_view(record.player_end),
        nodes=[_node_view(seen) for seen in bounded_nodes(record)],
    )


def _player_end_view(player_end: PlayerEnd | None) -> PlayerEndView | None:
    return PlayerEndView(player_end.kind, player_end.result.word) if player_end else None


def bounded_nodes(record: Record) -> Iterator[PlayedNode]:
    """The actions of a record, with all variations.  Raises RecordError if they are too many."""
    for number, seen in enumerate(played_nodes(record), 1):
        if number > MAX_ANALYSED:
            raise RecordError(
                N_("move {number} is one too many: an analysis board holds {most}"), number=number, most=MAX_ANALYSED
            )
        yield seen


def _node_view(seen: PlayedNode) -> NodeView:
    parent, action, comment, before = seen.node
    return NodeView(parent, action, seen.turn, ACTORS[seen.seat], comment, before)


def record_of(tree: TreeView) -> Record:
    """The record of a tree, replayed.  Raises IbauError with what is wrong, and where.

    A changed main line loses how its players ended the game, and the source of its throws.
    """
    nodes = [TreeNode(node.parent, node.action, node.comment, node.before) for node in tree.nodes]
    tags = {name: value for name, value in tree.tags.items() if not (tree.changed and name in (*TAGS, "Seed"))}
    record = Record(game(tree.ruleset), mainline_of(nodes, tree.comment), tags, tree.start or None)
    last = record.check()
    if tree.player_end and not tree.changed:
        record = record.with_claimed_end(last, tree.player_end.kind, tree.player_end.word)
    return record


# --- Files -----------------------------------------------------------------------------------------------------------


class RecordFormat(NamedTuple):
    """A file format of records."""

    ending: str
    media_type: str
    write: Callable[[Record], str]


def _json_line(record: Record) -> str:
    return json_of(record) + "\n"


RECORD_FORMATS = {
    "text": RecordFormat("txt", "text/plain", str),
    "json": RecordFormat("jsonl", "application/json", _json_line),
}


def record_format(kind: str) -> RecordFormat:
    """The format with this name.  Raises HTTPException."""
    if kind not in RECORD_FORMATS:
        raise HTTPException(400, f"Unknown format {quote(kind)}; known are {join_names(RECORD_FORMATS)}.")
    return RECORD_FORMATS[kind]

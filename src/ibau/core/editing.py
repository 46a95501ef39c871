"""Set up a position by hand."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations

from ibau.core.board import Piece
from ibau.core.coercion import StateLike, as_state
from ibau.core.errors import PositionError, suggestion_or_list
from ibau.core.game import Game, State
from ibau.core.limits import check_items, check_type
from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import quote


def edit_position(
    state: StateLike,
    *,
    remove: Collection[str] = (),
    put: Iterable[Piece] = (),
    fields: Mapping[str, str] | None = None,
) -> State:
    """A state with other pieces or fields: pieces on the squares `remove` are taken off, then `put` is added.

    `fields` maps labels of `game.system.form.editable_words` to values, such as {"Whose turn it is": "second"}.  The
    new state has no history.  Raises PositionError for an impossible position.
    """
    state = as_state(state)
    game = state.game
    squares = {square.name for square in game.board.squares}
    remove = tuple(check_items(remove, str, "The squares to clear are an iterable of texts", PositionError))
    put = tuple(
        check_items(
            put, Piece, "The pieces to put down are an iterable of Pieces such as Piece('a1', 0)", PositionError
        )
    )
    given: Mapping[str, str] = check_type(
        fields or {}, Mapping, "The fields of a position are a mapping of labels to values", PositionError
    )
    for square in remove:
        if square not in squares:
            raise PositionError(N_("{square} is not a square of this board."), square=quote(square))
    if not (remove or put or given):
        return state
    kept = [piece for piece in state.pieces if piece.place in squares and piece.place not in remove]
    form = game.system.form
    labels = [word.label for word in form.editable_words]
    spelled = dict(zip(labels, form.editable_values(str(state)), strict=True))
    for label, word in given.items():
        if label not in spelled:
            raise PositionError(
                N_("There is no field {label}{known}"), label=quote(label), known=suggestion_or_list(label, labels)
            )
        spelled[label] = word
    return build_state(game, [*kept, *put], tuple(spelled.values()))


def build_state(game: Game, pieces: Sequence[Piece], words: Sequence[str]) -> State:
    """The state of pieces on squares and the values of `form.editable_words`, in order.  Raises PositionError."""
    form = game.system.form
    if len(words) != len(form.editable_words):
        raise PositionError(
            N_("A position has {count} fields besides its board, not {given}."),
            count=len(form.editable_words),
            given=len(words),
        )
    _check_pieces(game, pieces)
    spelled = ["".join(word.split()) or "-" for word in words]
    return game.state(form.set_up(pieces, spelled))


def _check_pieces(game: Game, pieces: Sequence[Piece]) -> None:
    """Raise PositionError for pieces that no position text can express."""
    squares, on_squares = {square.name for square in game.board.squares}, game.system.form.squares
    standing: dict[str, Counter[str]] = {}
    for place, seat, kind, side in ((piece.place, piece.seat, piece.kind, piece.side) for piece in pieces):
        if place not in squares:
            raise PositionError(N_("{place} is not a square of this board."), place=quote(place))
        if seat not in (0, 1) or (kind, side) not in on_squares.kinds:
            raise PositionError(
                N_("There is no piece {piece} of seat {seat} in this game."),
                piece=quote(f"{kind} {side}".strip()),
                seat=quote(seat),
            )
        standing.setdefault(place, Counter())[kind] += 1
    together = {frozenset(pair) for pair in on_squares.together}
    for place, kinds in standing.items():
        pairs = (*combinations(kinds, 2), *((kind, kind) for kind, many in kinds.items() if many > 1))
        if any(frozenset(pair) not in together for pair in pairs):
            raise PositionError(
                Phrase(N_("There are two pieces on {square}, which has room for one."), {"square": place})
            )

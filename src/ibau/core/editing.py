"""Positions that are put together by hand."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations

from ibau.core.errors import PositionError, listed, nearest
from ibau.core.face import Piece
from ibau.core.game import Game, State
from ibau.core.phrase import N_, Phrase


def edited(
    state: State,
    *,
    take: Collection[str] = (),
    put: Iterable[Piece] = (),
    words: Mapping[str, str] | None = None,
) -> State:
    """The position with all pieces taken off some squares, others put on, and other words beside the board.

    The words go by their labels, those of `game.system.form.asked`, such as {"Whose turn it is": "second"}.
    Repetitions are counted anew.  Raises PositionError for what cannot be.
    """
    game = state.game
    squares = {square.name for square in game.board.squares}
    for square in take:
        if square not in squares:
            raise PositionError(f"{square!r} is no square of this board.")
    if not (put := tuple(put)) and not take and not words:
        return state
    kept = [piece for piece in state.pieces if piece.place in squares and piece.place not in take]
    form = game.system.form
    labels = [word.label for word in form.asked]
    spelled = dict(zip(labels, form.answers(str(state)), strict=True))
    for label, word in (words or {}).items():
        if label not in spelled:
            known = listed(map(repr, labels))
            raise PositionError(f"There is no word {label!r}; there are {known}.{nearest(label, labels)}")
        spelled[label] = word
    return put_together(game, [*kept, *put], tuple(spelled.values()))


def put_together(game: Game, pieces: Sequence[Piece], words: Sequence[str]) -> State:
    """The state of these pieces on squares and these words of the position text.  Raises PositionError."""
    form = game.system.form
    if len(words) != len(form.asked):
        raise PositionError(f"A position beside its board has {len(form.asked)} words, not {len(words)}.")
    _check_pieces(game, pieces)
    spelled = ["".join(word.split()) or "-" for word in words]
    return game.state(form.set_up(pieces, spelled))


def _check_pieces(game: Game, pieces: Sequence[Piece]) -> None:
    """Raise PositionError for what no position text could say."""
    squares, on_squares = {square.name for square in game.board.squares}, game.system.form.squares
    standing: dict[str, list[str]] = {}
    for place, seat, kind, side in ((piece.place, piece.seat, piece.kind, piece.side) for piece in pieces):
        if place not in squares:
            raise PositionError(f"{place!r} is no square of this board.")
        if seat not in (0, 1) or (kind, side) not in on_squares.kinds:
            raise PositionError(f"There is no piece {f'{kind} {side}'.strip()!r} of seat {seat} in this game.")
        standing.setdefault(place, []).append(kind)
    together = {frozenset(pair) for pair in on_squares.together}
    for place, kinds in standing.items():
        if any(frozenset(pair) not in together for pair in combinations(kinds, 2)):
            raise PositionError(Phrase(N_("Two pieces stand on {square}; there is room for one."), {"square": place}))

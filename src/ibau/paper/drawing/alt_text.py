"""Descriptions of positions for screen readers, with the names that the web page uses."""

from collections.abc import Iterable, Iterator, Mapping

from ibau.core.board import Piece
from ibau.core.game import State
from ibau.core.line import Line
from ibau.core.phrase import N_, Translate
from ibau.core.result_text import result_text
from ibau.paper.drawing.symbols import look_of

OFF_BOARD = {"hand": N_("{n} in hand"), "captured": N_("{n} captured"), "off": N_("{n} off the board")}


def description(state: State, pieces: Iterable[Piece], names: Mapping[str, str], translate: Translate) -> str:
    """The side to move or the result, and the places of pieces; `names` are the drawings' names of pieces."""
    end = result_text(state)
    texts = [phrase.to_text(translate) for phrase in ((end,) if end else state.situation)]
    texts += _standing(Line(state), translate)
    places: dict[str, list[str]] = {}  # the pieces of each place, from the bottom up
    for piece in pieces:
        places.setdefault(piece.place, []).append(translate(names[look_of(piece)]))
    for what, where in _lying(places, translate):
        texts.append(translate(N_("{what}: {where}.")).format(what=what[:1].upper() + what[1:], where=where))
    return " ".join(texts)


def _standing(line: Line, translate: Translate) -> Iterator[str]:
    """How far each seat has come, if the game counts that."""
    for seat, side in enumerate(line.state.game.system.seats):
        if standing := line.standing(seat):
            where = ", ".join(aloud.to_text(translate) for _, aloud in standing)
            yield translate(N_("{what}: {where}.")).format(what=translate(side), where=where)


def _lying(places: Mapping[str, list[str]], translate: Translate) -> Iterator[tuple[str, str]]:
    """Single pieces and their squares, then the stacks, then the pieces off the board."""
    squares = {place: pieces for place, pieces in places.items() if ":" not in place}
    single: dict[str, list[str]] = {}
    for square, [piece, *more] in squares.items():
        if not more:
            single.setdefault(piece, []).append(square)
    for piece, where in single.items():
        yield piece, ", ".join(where)
    for square, [*under, top] in squares.items():
        if under:
            stack = translate(N_("stack of {n}: {top} on top; below it {others}"))
            yield square, stack.format(n=len(under) + 1, top=top, others="; ".join(reversed(under)))
    for place, pieces in places.items():
        area, colon, _ = place.partition(":")
        for piece in dict.fromkeys(pieces if colon else ()):
            yield piece, translate(OFF_BOARD[area]).format(n=pieces.count(piece))

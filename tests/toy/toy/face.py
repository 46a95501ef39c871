"""The heap as a row of squares, a counter on each; those taken lie beside it."""

from ibau.core.contract import Face
from ibau.core.face import Board, Piece, Square, Travel
from ibau.core.outcome import CHANCE

from .rules import Position, Rules


def board(rules: Rules) -> Board:
    squares = tuple(Square(str(n), x=n - 1, y=0) for n in range(1, rules.counters + 1))
    return Board("heap", rules.counters, 1, squares, ("captured:first",))


def pieces(rules: Rules, position: Position) -> tuple[Piece, ...]:
    lying = [Piece(str(n), 0) for n in range(1, position.counters + 1)]
    taken = [Piece("captured:first", 0)] * (rules.counters - position.counters)
    return (*lying, *taken)


def picks(rules: Rules, position: Position, action: int) -> tuple[str, ...]:
    return () if position.player == CHANCE else (str(position.counters - action),)


def travels(rules: Rules, position: Position, action: int) -> tuple[Travel, ...]:
    if position.player == CHANCE:
        return ()
    taken = range(position.counters - action, position.counters + 1)
    return tuple(Travel((str(n), "captured:first"), 0, flies=True) for n in taken)


FACE = Face(board, pieces, picks, travels)

"""The heap as a row of squares, one counter on each; those taken lie next to it."""

from ibau.core.board import Board, Piece, Square, Travel
from ibau.core.contract import BoardSpec

from .rules import Move, Position, Rules


def board(rules: Rules) -> Board:
    squares = tuple(Square(str(n), x=n - 1, y=0) for n in range(1, rules.counters + 1))
    return Board("heap", rules.counters, 1, squares, ("captured:first",))


def pieces(rules: Rules, position: Position) -> tuple[Piece, ...]:
    lying = [Piece(str(n), 0) for n in range(1, position.counters + 1)]
    taken = [Piece("captured:first", 0)] * (rules.counters - position.counters)
    return (*lying, *taken)


def picks(rules: Rules, position: Position, move: Move) -> tuple[str, ...]:
    return (str(position.counters + 1 - move.taken),) if move.taken else ()


def travels(rules: Rules, position: Position, move: Move) -> tuple[Travel, ...]:
    taken = range(position.counters + 1 - move.taken, position.counters + 1)
    return tuple(Travel((str(n), "captured:first"), 0) for n in taken)


BOARD_SPEC = BoardSpec(board, pieces, picks, travels)

"""Seega's board and pieces."""

from ibau.core.bits import members
from ibau.core.board import Board, Piece, Square, Travel
from ibau.core.contract import BoardSpec
from ibau.core.outcome import SEATS, other
from ibau.core.phrase import N_
from ibau.core.terminal_theme import Glyph, Kit, Material, TerminalTheme
from ibau.games.seega.form import SQUARES, light_and_dark, square_name
from ibau.games.seega.rules import BEFORE_LOT, CENTRE, PIECES, Move, Position, Rules, in_hand

AREAS = ("hand:first", "hand:second", "captured:first", "captured:second")


def board(rules: Rules) -> Board:
    """A board of five by five squares with a marked centre."""
    return Board(kind="seega", width=5, height=5, squares=tuple(map(_square, range(25))), areas=AREAS)


def _square(n: int) -> Square:
    centre = 1 << n == CENTRE
    return Square(
        SQUARES[n],
        x=n % 5,
        y=4 - n // 5,
        mark="centre" if centre else "",
        label=N_("the centre") if centre else "",
    )


def pieces(rules: Rules, position: Position) -> tuple[Piece, ...]:
    """The pieces on the board, in hand and captured."""
    placed: list[Piece] = []
    for seat, bits in enumerate(light_and_dark(position)):
        hand = PIECES if position.placed == BEFORE_LOT else in_hand(position, seat)
        captured = PIECES - hand - bits.bit_count()
        placed += [Piece(SQUARES[n], seat) for n in members(bits)]
        placed += [Piece(f"hand:{SEATS[seat]}", seat)] * hand
        placed += [Piece(f"captured:{SEATS[seat]}", seat)] * captured
    return tuple(placed)


def picks(rules: Rules, position: Position, move: Move) -> tuple[str, ...]:
    """The square to place on, or the piece and the square to step to."""
    return tuple(square_name(square) for square in (move.source, move.arrival) if square)


def travels(rules: Rules, position: Position, move: Move) -> tuple[Travel, ...]:
    """The piece that is placed or steps, and the captured pieces."""
    if not move.arrival:
        return ()
    player, enemy = move.player, other(move.player)
    start = square_name(move.source) if move.source else f"hand:{SEATS[player]}"
    moving = Travel((start, square_name(move.arrival)), player)
    captured = (Travel((SQUARES[n], f"captured:{SEATS[enemy]}"), enemy) for n in members(move.taken))
    return (moving, *captured)


BOARD_SPEC = BoardSpec(board, pieces, picks, travels)

SAND = Material(ground="#a98546", line="#74582a", ink="#2a1e0a")

TERMINAL_THEME = TerminalTheme(SAND, marks={"centre": Glyph("◇", "*")})

KIT = Kit(square=3.0)

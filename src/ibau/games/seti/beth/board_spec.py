"""The board and figures of Seti-Beth."""

from ibau.core.board import Board, Piece, Travel
from ibau.core.contract import BoardSpec
from ibau.core.outcome import FIRST, SEATS, SECOND, other
from ibau.core.terminal_theme import Kit, TerminalTheme
from ibau.games.seti.beth.form import NAMES, sides
from ibau.games.seti.beth.rules import FILES, Move, Position, Rules, start
from ibau.games.seti.board import FIGURE_SIGNS, LIMEWOOD, figures_of, kind_of, seti_board
from ibau.games.seti.form import square_name

AREAS = ("captured:first", "captured:second")


def board(rules: Rules) -> Board:
    """Five files, ten ranks, and areas for the conquered figures."""
    return seti_board(FILES, NAMES, AREAS)


def pieces(rules: Rules, position: Position) -> tuple[Piece, ...]:
    """The figures on the board and the conquered ones."""
    white, brown, pharaohs = sides(position)
    begun = start(rules)
    placed: list[Piece] = []
    for seat, figures in ((FIRST, white), (SECOND, brown)):
        placed += figures_of(NAMES, seat, figures, pharaohs)
        lost_pharaohs = (begun.own & begun.pharaohs).bit_count() - (figures & pharaohs).bit_count()
        lost_priests = (begun.own & ~begun.pharaohs).bit_count() - (figures & ~pharaohs).bit_count()
        placed += [Piece(f"captured:{SEATS[seat]}", seat, "pharaoh")] * lost_pharaohs
        placed += [Piece(f"captured:{SEATS[seat]}", seat, "priest")] * lost_priests
    return tuple(placed)


def picks(rules: Rules, position: Position, move: Move) -> tuple[str, ...]:
    """The figure and the target."""
    return (square_name(NAMES, move.source), square_name(NAMES, move.arrival)) if move.source else ()


def travels(rules: Rules, position: Position, move: Move) -> tuple[Travel, ...]:
    """The figure that moves, and the conquered figure, which leaves the board."""
    places = picks(rules, position, move)
    if not places:
        return ()
    travels = [Travel(places, move.player, kind_of(position.pharaohs, move.source))]
    if move.taken:
        enemy = other(move.player)
        path = (places[1], f"captured:{SEATS[enemy]}")
        travels.append(Travel(path, enemy, kind_of(position.pharaohs, move.taken)))
    return tuple(travels)


BOARD_SPEC = BoardSpec(board, pieces, picks, travels)

TERMINAL_THEME = TerminalTheme(LIMEWOOD, pieces=FIGURE_SIGNS)

KIT = Kit(two_coloured=True)

"""The board, figures and ships of Seti-Aleph."""

from ibau.core.bits import members
from ibau.core.board import Board, Piece, Travel
from ibau.core.contract import BoardSpec
from ibau.core.outcome import FIRST, SEATS, SECOND, other
from ibau.core.terminal_theme import Glyph, Kit, TerminalTheme
from ibau.games.seti.aleph.form import NAMES, sides
from ibau.games.seti.aleph.rules import FILES, Kind, Move, Position, Rules
from ibau.games.seti.board import FIGURE_SIGNS, LIMEWOOD, figures_of, kind_of, seti_board
from ibau.games.seti.form import square_name

AREAS = ("hand:first", "hand:second")


def board(rules: Rules) -> Board:
    """Three files, ten ranks, and areas for the reserves of ships."""
    return seti_board(FILES, NAMES, AREAS)


def pieces(rules: Rules, position: Position) -> tuple[Piece, ...]:
    """The ships, the figures, which stand on them, and the reserves."""
    white, brown, pharaohs, white_ships, brown_ships = sides(position)
    reserves = (position.own_reserve, position.enemy_reserve)
    placed = [Piece(NAMES[n], FIRST, "ship") for n in members(white_ships)]
    placed += [Piece(NAMES[n], SECOND, "ship") for n in members(brown_ships)]
    placed += figures_of(NAMES, FIRST, white, pharaohs) + figures_of(NAMES, SECOND, brown, pharaohs)
    for seat in (FIRST, SECOND):
        count = reserves[0] if seat == position.player else reserves[1]
        placed += [Piece(f"hand:{SEATS[seat]}", seat, "ship")] * count
    return tuple(placed)


def picks(rules: Rules, position: Position, move: Move) -> tuple[str, ...]:
    """The reserve and a square; a ship and the reserve; or a figure, the target and the re-entry square."""
    reserve, ship = f"hand:{SEATS[move.player]}", square_name(NAMES, move.ship)
    match move.kind:
        case Kind.PLACE:
            return reserve, ship
        case Kind.LIFT:
            return ship, reserve
        case _:
            squares = (move.source, move.arrival, move.reentry)
            return tuple(square_name(NAMES, square) for square in squares if square)


def travels(rules: Rules, position: Position, move: Move) -> tuple[Travel, ...]:
    """A ship from or to the reserve; or a figure and what it conquers, which changes sides."""
    places, player = picks(rules, position, move), move.player
    if not move.source:
        return (Travel(places, player, "ship"),) if move.ship else ()
    travels = [Travel(places[:2], player, kind_of(position.pharaohs, move.source))]
    if move.taken:
        kind = kind_of(position.pharaohs, move.taken)
        travels.append(Travel(places[1:], other(player), kind, becomes=SEATS[player]))
    elif move.ship:
        path = (places[1], f"hand:{SEATS[player]}")
        travels.append(Travel(path, other(player), "ship", becomes=SEATS[player]))
    return tuple(travels)


BOARD_SPEC = BoardSpec(board, pieces, picks, travels)

TERMINAL_THEME = TerminalTheme(LIMEWOOD, pieces={**FIGURE_SIGNS, ("ship", ""): (Glyph("▽", "v"), Glyph("▼", "V"))})

KIT = Kit(two_coloured=True, under=("ship",))

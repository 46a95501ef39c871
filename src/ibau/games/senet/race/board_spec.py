"""The board of the race, with four refuges and the water at the end, and its pieces."""

from ibau.core.bits import index
from ibau.core.board import Board, Piece, Travel
from ibau.core.contract import BoardSpec
from ibau.core.outcome import FIRST, SEATS, other
from ibau.core.phrase import N_
from ibau.core.terminal_theme import Glyph, Kit, TerminalTheme
from ibau.games.senet.board import (
    FAIENCE,
    GLYPHS,
    HOUSE_LABELS,
    SAFE,
    House,
    arrival_of,
    pawns,
    place,
    senet_board,
    squares_between,
)
from ibau.games.senet.race.rules import PAWNS, Move, Position, Rules
from ibau.games.senet.race.rulesets import BearOff
from ibau.games.senet.sides import pawns_of
from ibau.games.senet.track import LAST, WATER

MARKS = {26: "refuge", 27: "water", 28: "refuge", 29: "refuge", 30: "sun"}
AREAS = ("off:first", "off:second")


def board(rules: Rules) -> Board:
    """The Senet board with the refuges."""
    houses = {n: House(mark, HOUSE_LABELS[n], effects(rules, n)) for n, mark in MARKS.items()}
    return senet_board(houses, AREAS, throws="coins")


def effects(rules: Rules, house: int) -> tuple[str, ...]:
    """The effects of a house (SA1-4 to SA1-7, C74)."""
    if house == index(WATER):
        return (N_("A pawn that ends here comes out on the first empty square from 1 on."),)
    if house < LAST:
        return (SAFE,)
    if rules.bear_off == BearOff.ON_30:
        return SAFE, N_("A pawn here leaves the board as soon as all of its side are on the last row.")
    return SAFE, N_("Once all of its side are on the last row, a pawn leaves from here with any throw.")


def pieces(rules: Rules, position: Position) -> tuple[Piece, ...]:
    """The pawns on the board and those borne off."""
    return pawns(pawns_of(position, FIRST), "off", PAWNS)


def picks(rules: Rules, position: Position, move: Move) -> tuple[str, ...]:
    """The pawn and the square to move it to."""
    if not move.source:
        return ()
    return str(index(move.source)), place(arrival_of(move), move.player)


def travels(rules: Rules, position: Position, move: Move) -> tuple[Travel, ...]:
    """The pawn that moves along the track, through the water or off the board, and the hit pawn."""
    if not move.source:
        return ()
    player = move.player
    path = [place(n, player) for n in squares_between(index(move.source), arrival_of(move))]
    if move.washed:
        path.append(str(index(move.washed)))
    moving = [Travel(tuple(path), player)]
    if move.taken:
        moving.append(Travel((str(index(move.taken)), str(index(move.sent))), other(player)))
    if move.arrival and move.off:
        moving.append(Travel((str(index(move.off)), f"off:{SEATS[player]}"), player))
    return tuple(moving)


BOARD_SPEC = BoardSpec(board, pieces, picks, travels)

TERMINAL_THEME = TerminalTheme(FAIENCE, marks={"refuge": Glyph("⌂", "^"), **GLYPHS})

KIT = Kit(square=3.0)

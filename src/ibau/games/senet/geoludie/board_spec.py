"""The board of the Geoludie game, with six marked houses, and its pieces."""

from ibau.core.bits import index
from ibau.core.board import Board, Piece, Travel
from ibau.core.contract import BoardSpec
from ibau.core.outcome import FIRST, other
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
from ibau.games.senet.geoludie.position import PAWNS, Move, Position, Rules
from ibau.games.senet.geoludie.rulesets import ExitBy, SafeHouses
from ibau.games.senet.sides import pawns_of

MARKS = {15: "rebirth", 26: "good", 27: "water", 28: "three", 29: "two", 30: "sun"}
AREAS = ("off:first", "off:second")

# The effects of each house (4.1), without those of options.
EFFECTS = {
    15: (N_("Pawns come out of the water here."),),
    26: (N_("Every pawn must stop here."), N_("A pawn leaves the board from here with a 5.")),
    27: (N_("A pawn that ends here goes back to 15 or, if that is taken, to the first empty square below it."),),
    28: (N_("A pawn leaves the board from here with a 3."),),
    29: (N_("A pawn leaves the board from here with a 2."),),
    30: (N_("A pawn leaves the board from here with a 1."),),
}
EXITS = (26, 28, 29, 30)


def board(rules: Rules) -> Board:
    """The Senet board with the houses."""
    houses = {n: House(mark, HOUSE_LABELS[n], effects(rules, n)) for n, mark in MARKS.items()}
    return senet_board(houses, AREAS, throws="sticks")


def effects(rules: Rules, house: int) -> tuple[str, ...]:
    """The effects of a house (SG-11, SG-12, SG-14, C44, C57)."""
    texts = list(EFFECTS[house])
    if house in EXITS and (rules.exit_by == ExitBy.WHOLE_THROW or rules.no_split_in_houses):
        texts.append(N_("It takes a whole throw."))
    if house in EXITS and rules.last_pawn_direct:
        texts.append(N_("A player's last pawn also leaves with more."))
    if MARKS[house] != "water" and rules.safe_houses == SafeHouses.HOUSES:
        texts.append(SAFE)
    return tuple(texts)


def pieces(rules: Rules, position: Position) -> tuple[Piece, ...]:
    """The pawns on the board and those borne off."""
    return pawns(pawns_of(position, FIRST), "off", PAWNS)


def picks(rules: Rules, position: Position, move: Move) -> tuple[str, ...]:
    """The pawn and the square to move it to."""
    return (str(index(move.source)), place(arrival_of(move), move.player)) if move.source else ()


def travels(rules: Rules, position: Position, move: Move) -> tuple[Travel, ...]:
    """The pawn that moves along the track, through the water or off the board, and the hit pawn."""
    if not move.source:
        return ()
    source, arrival = index(move.source), arrival_of(move)
    squares = list(squares_between(source, arrival))
    if move.turning:
        turning = index(move.turning)
        squares = [*squares_between(source, turning), *squares_between(turning, arrival)[1:]]
    if move.washed:
        squares.append(index(move.washed))
    moving = Travel(tuple(place(n, move.player) for n in squares), move.player)
    if not move.taken:
        return (moving,)
    return moving, Travel((str(index(move.taken)), str(index(move.sent))), other(move.player))


BOARD_SPEC = BoardSpec(board, pieces, picks, travels)

TERMINAL_THEME = TerminalTheme(
    FAIENCE,
    marks={
        "rebirth": Glyph("☥", "!"),
        "good": Glyph("♡", "&"),
        "three": Glyph("≡", "#"),
        "two": Glyph("=", "="),
        **GLYPHS,
    },
)

KIT = Kit(square=3.0)

"""The board of the formation game, with five entry squares and the leader's square, and its pieces."""

from dataclasses import replace

from ibau.core.bits import index, members
from ibau.core.board import Board, Piece, Travel
from ibau.core.contract import NO_GOALS, BoardSpec, Goals
from ibau.core.outcome import FIRST, NOBODY, SEATS, SECOND, other
from ibau.core.phrase import N_
from ibau.core.terminal_theme import Glyph, Kit, TerminalTheme
from ibau.games.senet.board import FAIENCE, SAFE, TRACK, House, pawns, senet_board, squares_between
from ibau.games.senet.formation.rules import PAWNS, Move, Position, Rules, targets
from ibau.games.senet.sides import pawns_of

ENTERS = {
    26: N_("Pawns enter here with a 5."),
    27: N_("Pawns enter here with a 4."),
    28: N_("Pawns enter here with a 3."),
    29: N_("Pawns enter here with a 2."),
    30: N_("Pawns enter here with a 1."),
}
LEADS = N_("The first player here leads, and fills the odd squares.")
HOUSES = {
    1: House("goal", N_("the leader's square"), (LEADS, SAFE)),
    **{n: House("gate", N_("entry square"), (enters, SAFE)) for n, enters in ENTERS.items()},
}
AREAS = ("hand:first", "hand:second")


def board(rules: Rules) -> Board:
    """The Senet board, with a track from 30 down to 1."""
    return replace(senet_board(HOUSES, AREAS, throws="coins"), track=TRACK[::-1])


def pieces(rules: Rules, position: Position) -> tuple[Piece, ...]:
    """The pawns on the board and those still to enter."""
    return pawns(pawns_of(position, FIRST), "hand", PAWNS)


def picks(rules: Rules, position: Position, move: Move) -> tuple[str, ...]:
    """The pawn, or the hand, and the square to move it to."""
    if not move.arrival:
        return ()
    start = str(index(move.source)) if move.source else f"hand:{SEATS[move.player]}"
    return start, str(index(move.arrival))


def travels(rules: Rules, position: Position, move: Move) -> tuple[Travel, ...]:
    """The pawn that moves or enters, and the hit pawn, which returns to its hand."""
    if not move.arrival:
        return ()
    if not move.source:
        return (Travel(picks(rules, position, move), move.player),)
    moving = Travel(tuple(str(n) for n in squares_between(index(move.source), index(move.arrival))), move.player)
    if not move.taken:
        return (moving,)
    enemy = other(move.player)
    return moving, Travel((str(index(move.taken)), f"hand:{SEATS[enemy]}"), enemy)


def goals(rules: Rules, position: Position) -> Goals:
    """The squares of each formation, once there is a leader."""
    if position.leader == NOBODY:
        return NO_GOALS
    first, second = (tuple(str(n) for n in members(targets(position.leader, seat))) for seat in (FIRST, SECOND))
    return first, second


BOARD_SPEC = BoardSpec(board, pieces, picks, travels, goals)

TERMINAL_THEME = TerminalTheme(FAIENCE, marks={"gate": Glyph("⊓", "^"), "goal": Glyph("◎", "@")})

KIT = Kit(square=3.0)

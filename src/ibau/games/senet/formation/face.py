"""The formation game: five entry squares, and the square that makes a leader."""

from dataclasses import replace

from ibau.core.contract import Face
from ibau.core.face import Board, Piece, Travel
from ibau.core.outcome import SEATS, other
from ibau.core.phrase import N_
from ibau.games.senet.board import TRACK, pawns, senet_board, way
from ibau.games.senet.formation.rules import ENTER, PAWNS, Position, Rules
from ibau.games.senet.parts import light_and_dark

ENTRY_SQUARES = range(26, 31)
MARKS = {1: "goal", **dict.fromkeys(ENTRY_SQUARES, "gate")}
LABELS = {1: N_("the leader's square"), **dict.fromkeys(ENTRY_SQUARES, N_("entry square"))}
AREAS = ("hand:first", "hand:second")


def board(rules: Rules) -> Board:
    """The track, travelled from 30 down to 1."""
    return replace(senet_board(MARKS, LABELS, AREAS, throws="coins"), track=TRACK[::-1])


def pieces(rules: Rules, position: Position) -> tuple[Piece, ...]:
    """The pawns on the board and those still to enter."""
    return pawns(light_and_dark(position.player, position.own, position.enemy), "hand", PAWNS)


def picks(rules: Rules, position: Position, action: int) -> tuple[str, ...]:
    """The pawn, or the hand, and the square it goes to."""
    if position.throw <= 0 or action > ENTER:
        return ()
    if action == ENTER:
        return f"hand:{SEATS[position.player]}", str(ENTER - position.throw)
    return str(action), str(action - position.throw)


def travels(rules: Rules, position: Position, action: int) -> tuple[Travel, ...]:
    """The pawn's way down the track or onto it, and the hit pawn's way back to its hand."""
    if position.throw <= 0 or action > ENTER:
        return ()
    player = position.player
    if action == ENTER:
        return (Travel(picks(rules, position, action), player, flies=True),)
    arrival = action - position.throw
    moving = Travel(tuple(str(n) for n in way(action, arrival)), player)
    if not position.enemy >> arrival & 1:
        return (moving,)
    return moving, Travel((str(arrival), f"hand:{SEATS[other(player)]}"), other(player), flies=True)


FACE = Face(board, pieces, picks, travels)

"""The race: five refuges at the end, the second of them the water."""

from ibau.core.contract import Face
from ibau.core.face import Board, Piece, Travel
from ibau.core.outcome import SEATS, other
from ibau.games.senet.board import HOUSE_LABELS, pawns, place, senet_board, way
from ibau.games.senet.parts import light_and_dark
from ibau.games.senet.race.notation import source_and_arrival
from ibau.games.senet.race.rules import PASS, PAWNS, Position, Rules, play
from ibau.games.senet.track import EXIT, LAST

MARKS = {26: "refuge", 27: "water", 28: "refuge", 29: "refuge", 30: "sun"}
AREAS = ("off:first", "off:second")


def board(rules: Rules) -> Board:
    """The track with its refuges."""
    return senet_board(MARKS, HOUSE_LABELS, AREAS, throws="coins")


def pieces(rules: Rules, position: Position) -> tuple[Piece, ...]:
    """The pawns on the board and those borne off."""
    return pawns(light_and_dark(position.player, position.own, position.enemy), "off", PAWNS)


def picks(rules: Rules, position: Position, action: int) -> tuple[str, ...]:
    """The pawn and the square it goes to."""
    if not position.throw or action == PASS:
        return ()
    source, arrival = source_and_arrival(position, action)
    return str(source), place(arrival, position.player)


def travels(rules: Rules, position: Position, action: int) -> tuple[Travel, ...]:
    """The pawn's way along the track, into the water or off the board, and the hit pawn's way back."""
    if not position.throw or action == PASS:
        return ()
    player = position.player
    source, arrival = source_and_arrival(position, action)
    path = [place(n, player) for n in way(source, min(arrival, LAST + 1))]
    after = play(rules, position, action)
    own = after.own if after.player == player else after.enemy
    if landed := own & ~position.own & ~(1 << arrival):
        path.append(str(landed.bit_length() - 1))  # out of the water
    moving = [Travel(tuple(path), player)]
    if arrival <= LAST and position.enemy >> arrival & 1:
        moving.append(Travel((str(arrival), str(source)), other(player), flies=True))
    if (position.own | 1 << arrival) & ~(own | 1 << source) & EXIT:
        moving.append(Travel((str(LAST), f"off:{SEATS[player]}"), player, flies=True))
    return tuple(moving)


FACE = Face(board, pieces, picks, travels)

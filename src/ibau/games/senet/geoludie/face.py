"""The Geoludie game: six marked houses, pawns that leave past the last."""

from ibau.core.contract import Face
from ibau.core.face import Board, Piece, Travel
from ibau.core.outcome import other
from ibau.games.senet.board import HOUSE_LABELS, pawns, place, senet_board, way
from ibau.games.senet.geoludie.effects import carried, largest_bounce
from ibau.games.senet.geoludie.notation import source_and_arrival
from ibau.games.senet.geoludie.position import BOUNCE, KEEP, PAWNS, Position, Rules
from ibau.games.senet.geoludie.rulesets import SplitMode
from ibau.games.senet.parts import light_and_dark
from ibau.games.senet.track import LAST, WATER

MARKS = {15: "rebirth", 26: "good", 27: "water", 28: "three", 29: "two", 30: "sun"}
AREAS = ("off:first", "off:second")


def board(rules: Rules) -> Board:
    """The track with its houses."""
    return senet_board(MARKS, HOUSE_LABELS, AREAS, throws="sticks")


def pieces(rules: Rules, position: Position) -> tuple[Piece, ...]:
    """The pawns on the board and those borne off."""
    return pawns(light_and_dark(position.player, position.own, position.enemy), "off", PAWNS)


def picks(rules: Rules, position: Position, action: int) -> tuple[str, ...]:
    """The pawn and the square it goes to."""
    if action >= KEEP or not (position.throw or position.playing):
        return ()
    source, arrival = source_and_arrival(action)
    return str(source), place(arrival, position.player)


def travels(rules: Rules, position: Position, action: int) -> tuple[Travel, ...]:
    """The pawn's way along the track, into the water or off the board, and the hit pawn's way to its square."""
    if action >= KEEP or not (position.throw or position.playing):
        return ()
    player = position.player
    source, arrival = source_and_arrival(action)
    squares = list(way(source, arrival))
    if action >= BOUNCE:
        turning = turning_square(rules, position, source, arrival)
        squares = [*way(source, turning), *way(turning, arrival)[1:]]
    landed = carried(position.own, position.enemy, 1 << source, 1 << arrival)
    path = [place(n, player) for n in squares]
    if 1 << arrival == WATER:
        path.append(str(landed.pawn.bit_length() - 1))
    moving = Travel(tuple(path), player)
    if arrival > LAST or not position.enemy >> arrival & 1:
        return (moving,)
    return moving, Travel((str(arrival), str(source)), other(player), flies=True)


def turning_square(rules: Rules, position: Position, source: int, arrival: int) -> int:
    """How far a pawn goes forward before it goes back."""
    pawn = 1 << source
    free = rules.split_mode == SplitMode.FREE_SUM
    throw = position.rest if free else largest_bounce(rules, position, pawn, 1 << arrival)
    return (throw + source + arrival) // 2  # e = s + 2k - n, and s + k is the turning square


FACE = Face(board, pieces, picks, travels)

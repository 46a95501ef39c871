"""The race: five refuges at the end, the second of them the water."""

from ibau.core.bits import index
from ibau.core.contract import Face
from ibau.core.face import Board, Piece, Travel
from ibau.core.kit import Kit
from ibau.core.look import Look, Sign
from ibau.core.outcome import SEATS, other
from ibau.core.phrase import N_
from ibau.games.senet.board import FAIENCE, HOUSE_LABELS, SAFE, SIGNS, House, pawns, place, senet_board, way
from ibau.games.senet.parts import light_and_dark
from ibau.games.senet.race.notation import source_and_arrival
from ibau.games.senet.race.rules import PASS, PAWNS, Position, Rules, play
from ibau.games.senet.race.rulesets import BearOff
from ibau.games.senet.track import EXIT, LAST, WATER

MARKS = {26: "refuge", 27: "water", 28: "refuge", 29: "refuge", 30: "sun"}
AREAS = ("off:first", "off:second")


def board(rules: Rules) -> Board:
    """The track with its refuges."""
    houses = {n: House(mark, HOUSE_LABELS[n], effects(rules, n)) for n, mark in MARKS.items()}
    return senet_board(houses, AREAS, throws="coins")


def effects(rules: Rules, house: int) -> tuple[str, ...]:
    """What a house does (SA1-4 to SA1-7, C74)."""
    if house == index(WATER):
        return (N_("A pawn that ends here comes out on the first empty square from 1 on."),)
    if house < LAST:
        return (SAFE,)
    if rules.bear_off == BearOff.ON_30:
        return SAFE, N_("A pawn here leaves the board as soon as all of its side are on the last row.")
    return SAFE, N_("Once all of its side are on the last row, a pawn leaves from here with any throw.")


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

LOOK = Look(FAIENCE, marks={"refuge": Sign("⌂", "^"), **SIGNS})

KIT = Kit(square=3.0)

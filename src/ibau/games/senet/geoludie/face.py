"""The Geoludie game: six marked houses, pawns that leave past the last."""

from ibau.core.contract import Face
from ibau.core.face import Board, Piece, Travel
from ibau.core.kit import Kit
from ibau.core.look import Look, Sign
from ibau.core.outcome import other
from ibau.core.phrase import N_
from ibau.games.senet.board import FAIENCE, HOUSE_LABELS, SAFE, SIGNS, House, pawns, place, senet_board, way
from ibau.games.senet.geoludie.effects import carried, largest_bounce
from ibau.games.senet.geoludie.notation import source_and_arrival
from ibau.games.senet.geoludie.position import BOUNCE, KEEP, PAWNS, Position, Rules
from ibau.games.senet.geoludie.rulesets import ExitBy, SafeHouses, SplitMode
from ibau.games.senet.parts import light_and_dark
from ibau.games.senet.track import LAST, WATER

MARKS = {15: "rebirth", 26: "good", 27: "water", 28: "three", 29: "two", 30: "sun"}
AREAS = ("off:first", "off:second")

# What each house does by itself (4.1); options add to it.
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
    """The track with its houses."""
    houses = {n: House(mark, HOUSE_LABELS[n], effects(rules, n)) for n, mark in MARKS.items()}
    return senet_board(houses, AREAS, throws="sticks")


def effects(rules: Rules, house: int) -> tuple[str, ...]:
    """What a house does (SG-11, SG-12, SG-14, C44, C57)."""
    said = list(EFFECTS[house])
    if house in EXITS and (rules.exit_by == ExitBy.WHOLE_THROW or rules.no_split_in_houses):
        said.append(N_("It takes a whole throw."))
    if house in EXITS and rules.last_pawn_direct:
        said.append(N_("A player's last pawn also leaves with more."))
    if MARKS[house] != "water" and rules.safe_houses == SafeHouses.HOUSES:
        said.append(SAFE)
    return tuple(said)


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

LOOK = Look(
    FAIENCE,
    marks={
        "rebirth": Sign("☥", "!"),
        "good": Sign("♡", "&"),
        "three": Sign("≡", "#"),
        "two": Sign("=", "="),
        **SIGNS,
    },
)

KIT = Kit(square=3.0)

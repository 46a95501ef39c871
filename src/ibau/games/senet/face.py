"""The Senet boards and pawns."""

from collections.abc import Mapping

from ibau.core.bits import members
from ibau.core.face import Board, Piece, Square, Travel
from ibau.core.outcome import SEATS, other
from ibau.core.phrase import N_
from ibau.games.senet import race
from ibau.games.senet.notation import race_light_and_dark
from ibau.games.senet.track import EXIT, LAST

HOUSE_LABELS = {
    15: N_("house of rebirth"),
    26: N_("house of happiness"),
    27: N_("house of water"),
    28: N_("house of the three truths"),
    29: N_("house of Re-Atum"),
    30: N_("the last house"),
}
TRACK = tuple(str(n) for n in range(1, LAST + 1))


def senet_board(kind: str, marks: Mapping[int, str], areas: tuple[str, ...], throws: str) -> Board:
    """Three rows of ten, travelled as an S; `marks` are the houses that the ruleset has a rule for."""
    return Board(
        kind=kind,
        width=10,
        height=3,
        squares=tuple(_square(n, marks.get(n, "")) for n in range(1, LAST + 1)),
        areas=areas,
        track=TRACK,
        throws=throws,
    )


def _square(n: int, mark: str) -> Square:
    row, step = divmod(n - 1, 10)
    return Square(str(n), x=9 - step if row == 1 else step, y=row, mark=mark, label=HOUSE_LABELS[n] if mark else "")


# --- The race ------------------------------------------------------------------------------------------------------

RACE_MARKS = {26: "refuge", 27: "water", 28: "refuge", 29: "refuge", 30: "sun"}
RACE_AREAS = ("off:first", "off:second")


def race_board(rules: race.Rules) -> Board:
    """Five refuges at the end, the second of them the water."""
    return senet_board("senet", RACE_MARKS, RACE_AREAS, throws="coins")


def race_pieces(rules: race.Rules, position: race.Position) -> tuple[Piece, ...]:
    """The pawns on the board and those borne off."""
    placed: list[Piece] = []
    for seat, pawns in enumerate(race_light_and_dark(position)):
        placed += [Piece(str(n), seat) for n in members(pawns)]
        placed += [Piece(f"off:{SEATS[seat]}", seat)] * (race.PAWNS - pawns.bit_count())
    return tuple(placed)


def race_picks(rules: race.Rules, position: race.Position, action: int) -> tuple[str, ...]:
    """The pawn and the square it goes to."""
    if not position.throw or action == race.PASS:
        return ()
    source, arrival = race_source_and_arrival(position, action)
    return str(source), _place(position, arrival)


def race_source_and_arrival(position: race.Position, action: int) -> tuple[int, int]:
    """Where a move starts and where it leads, before the water carries the pawn on."""
    if action >= race.BACKWARD:
        return action - race.BACKWARD, action - race.BACKWARD - position.throw
    return action, action + position.throw


def _place(position: race.Position, square: int) -> str:
    return str(square) if square <= LAST else f"off:{SEATS[position.player]}"


def race_travels(rules: race.Rules, position: race.Position, action: int) -> tuple[Travel, ...]:
    """The pawn's way along the track, into the water or off the board, and the hit pawn's way back."""
    if not position.throw or action == race.PASS:
        return ()
    player = position.player
    source, arrival = race_source_and_arrival(position, action)
    way = [_place(position, n) for n in _squares_between(source, min(arrival, LAST + 1))]
    after = race.play(rules, position, action)
    own = after.own if after.player == player else after.enemy
    if landed := own & ~position.own & ~(1 << arrival):
        way.append(str(landed.bit_length() - 1))  # out of the water
    travels = [Travel(tuple(way), player)]
    if arrival <= LAST and position.enemy >> arrival & 1:
        travels.append(Travel((str(arrival), str(source)), other(player), flies=True))
    if (position.own | 1 << arrival) & ~(own | 1 << source) & EXIT:
        travels.append(Travel((str(LAST), f"off:{SEATS[player]}"), player, flies=True))
    return tuple(travels)


def _squares_between(source: int, arrival: int) -> range:
    return range(source, arrival + 1) if arrival > source else range(source, arrival - 1, -1)

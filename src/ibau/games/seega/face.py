"""Seega's board and pieces."""

from ibau.core.bits import index, members
from ibau.core.contract import Face
from ibau.core.face import Board, Piece, Square, Travel
from ibau.core.kit import Kit
from ibau.core.look import Look, Material, Sign
from ibau.core.outcome import SEATS, other
from ibau.core.phrase import N_
from ibau.games.seega.notation import SQUARES, light_and_dark
from ibau.games.seega.rules import BEFORE_LOT, CENTRE, PIECES, STEP, STOP, Position, Rules, captured_by, in_hand, step

AREAS = ("hand:first", "hand:second", "captured:first", "captured:second")


def board(rules: Rules) -> Board:
    """Five by five hollows, the centre a different one."""
    return Board(kind="seega", width=5, height=5, squares=tuple(map(_square, range(25))), areas=AREAS)


def _square(n: int) -> Square:
    centre = 1 << n == CENTRE
    return Square(
        SQUARES[n],
        x=n % 5,
        y=4 - n // 5,
        mark="centre" if centre else "",
        label=N_("the centre") if centre else "",
    )


def pieces(rules: Rules, position: Position) -> tuple[Piece, ...]:
    """The pieces on the board, in hand and captured."""
    placed: list[Piece] = []
    for seat, bits in enumerate(light_and_dark(position)):
        hand = PIECES if position.placed == BEFORE_LOT else in_hand(position, seat)
        captured = PIECES - hand - bits.bit_count()
        placed += [Piece(SQUARES[n], seat) for n in members(bits)]
        placed += [Piece(f"hand:{SEATS[seat]}", seat)] * hand
        placed += [Piece(f"captured:{SEATS[seat]}", seat)] * captured
    return tuple(placed)


def picks(rules: Rules, position: Position, action: int) -> tuple[str, ...]:
    """A square to place on, or a piece and where it steps."""
    if position.placed == BEFORE_LOT or action >= STOP:
        return ()
    if action < STEP:
        return (SQUARES[action],)
    return _source_and_arrival(action)


def _source_and_arrival(action: int) -> tuple[str, str]:
    source, direction = divmod(action - STEP, 4)
    return SQUARES[source], SQUARES[index(step(1 << source, direction))]


def travels(rules: Rules, position: Position, action: int) -> tuple[Travel, ...]:
    """The piece that is placed or steps, and those it captures."""
    if position.placed == BEFORE_LOT or action >= STOP:
        return ()
    player, enemy = position.player, other(position.player)
    if action < STEP:
        first = Travel((f"hand:{SEATS[player]}", SQUARES[action]), player, flies=True)
    else:
        first = Travel(_source_and_arrival(action), player)
    captured = tuple(
        Travel((SQUARES[n], f"captured:{SEATS[enemy]}"), enemy, flies=True)
        for n in members(captures(rules, position, action))
    )
    return (first, *captured)


def captures(rules: Rules, position: Position, action: int) -> int:
    """The pieces that a placement or step captures."""
    if action < STEP:
        arrival = 1 << action
        own = position.own | arrival
        return captured_by(rules, arrival, own, position.enemy) if rules.capture_in_placement else 0
    source, direction = divmod(action - STEP, 4)
    arrival = step(1 << source, direction)
    return captured_by(rules, arrival, position.own ^ 1 << source | arrival, position.enemy)


FACE = Face(board, pieces, picks, travels)

SAND = Material(ground="#a98546", line="#74582a", ink="#2a1e0a")

LOOK = Look(SAND, marks={"centre": Sign("◇", "*")})

KIT = Kit(square=3.0)

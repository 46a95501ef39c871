"""What players look at in Seega."""

from ibau.core.bits import choice
from ibau.core.contract import Evaluation
from ibau.core.features import both_numbers, both_squares, numbers, squares
from ibau.core.outcome import FIRST
from ibau.games.seega.rules import (
    ALL_PLACED,
    BOARD,
    CENTRE,
    PIECES,
    STEP,
    STOP,
    Position,
    Rules,
    back,
    captured_by,
    capturing_squares,
    neighbours,
    partners,
    placing,
    prey,
    step,
)
from ibau.machine.rule import rule

PIECE = 700  # shared out among the pieces on the board: an extra piece weighs more, the fewer there are
THREAT = 12
ROOM = 4
HEART = 10

SQUARES = 25
COUNTS = PIECES + 1


@rule
def judge(rules: Rules, position: Position) -> int:
    """How good a position is for FIRST, in thousandths of a win: pieces, threats, room to move and the centre."""
    own, enemy = position.own, position.enemy
    empty = BOARD & ~(own | enemy)
    value = THREAT * (threats(rules, own, enemy, empty) - threats(rules, enemy, own, empty))
    if not placing(position):
        pieces = own.bit_count() + enemy.bit_count()
        value += PIECE * (own.bit_count() - enemy.bit_count()) // max(pieces, 1)
        value += ROOM * (room(own, empty) - room(enemy, empty))
        value += HEART * (int(own & CENTRE != 0) - int(enemy & CENTRE != 0))
    value = min(max(value, -999), 999)
    return value if position.player == FIRST else -value


@rule
def threats(rules: Rules, own: int, enemy: int, empty: int) -> int:
    """Squares on which one of these pieces could capture by its next step."""
    return (capturing_squares(rules, own, enemy) & empty & neighbours(own)).bit_count()


@rule
def room(pieces: int, empty: int) -> int:
    """Empty squares beside these pieces."""
    return (neighbours(pieces) & empty).bit_count()


@rule
def urgency(rules: Rules, position: Position, action: int) -> int:
    """How many pieces a step captures."""
    if not STEP <= action < STOP:
        return 0
    source = 1 << (action - STEP >> 2)
    arrival = step(source, action - STEP & 3)
    return captured_by(rules, arrival, position.own ^ source | arrival, position.enemy).bit_count()


GRID = (5, 5)
CELLS = tuple(5 * (4 - n // 5) + n % 5 for n in range(SQUARES))  # the first rank is the lowest row
FEATURES = (
    both_squares("pieces while placing", CELLS),
    both_squares("pieces while moving", CELLS),
    both_squares("squares to capture on", CELLS),  # empty ones, by its next step
    both_squares("prey", CELLS),  # the other side's pieces that can be captured so
    (squares("piece that goes on capturing", CELLS),),
    (
        *both_numbers("pieces on the board", COUNTS),
        numbers("pieces placed", ALL_PLACED + 1),
        numbers("the other side waits to be let out"),
    ),
)


@rule
def inputs(rules: Rules, position: Position) -> tuple[int, ...]:
    """A position as bits; see FEATURES."""
    own, enemy = position.own, position.enemy
    empty = BOARD & ~(own | enemy)
    pieces = own | enemy << SQUARES
    places = placing(position)
    ways, enemy_ways = empty & neighbours(own), empty & neighbours(enemy)
    return (
        pieces if places else 0,
        0 if places else pieces,
        ways & capturing_squares(rules, own, enemy) | (enemy_ways & capturing_squares(rules, enemy, own)) << SQUARES,
        endangered(rules, enemy, own, enemy_ways) | endangered(rules, own, enemy, ways) << SQUARES,
        position.runner,
        choice(own.bit_count(), COUNTS)
        | choice(enemy.bit_count(), COUNTS) << COUNTS
        | choice(max(position.placed, 0), ALL_PLACED + 1) << 2 * COUNTS
        | position.waiting << 2 * COUNTS + ALL_PLACED + 1,
    )


@rule
def endangered(rules: Rules, own: int, enemy: int, ways: int) -> int:
    """Enemies that an own piece arriving on one of these squares captures."""
    victims = prey(rules, enemy)
    helpers = partners(rules, own)
    found = 0
    for direction in range(4):
        found |= victims & step(ways, direction) & back(helpers, direction)
    return found


EVALUATION = Evaluation(judge, urgency, inputs, FEATURES, GRID)

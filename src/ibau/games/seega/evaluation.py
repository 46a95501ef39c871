"""Evaluation of Seega positions, inputs of networks, bounds on games, symmetries, and the layout of tables."""

import math
from collections.abc import Callable

from ibau.core.bits import index, members, one_hot
from ibau.core.combinations import binomial, nth_set, nth_set_beside, rank, rank_beside
from ibau.core.contract import Evaluation, Symmetry
from ibau.core.features import number_feature, number_pair, squares, squares_pair
from ibau.core.outcome import FIRST, ONGOING
from ibau.core.table_layout import Layer, Retrograde, TableLayout
from ibau.games.seega.rules import (
    ALL_PLACED,
    BOARD,
    CENTRE,
    EAST,
    NO_MOVES,
    NORTH,
    PIECES,
    SOUTH,
    STEP,
    STOP,
    WEST,
    End,
    Moves,
    Position,
    Rules,
    back,
    can_step,
    captured_by,
    capturing_squares,
    empty_squares,
    neighbours,
    opening_pieces,
    partners,
    placing,
    prey,
    squares_of,
    step,
)
from ibau.games.seega.rulesets import BlockedRule, Repetition, SmallVictory
from ibau.machine.rule import rule

PIECE = 700  # divided by the number of pieces on the board: the fewer there are, the more an extra piece counts
THREAT = 12
ROOM = 4
HEART = 10  # for a piece on the centre

SQUARES = 25
COUNTS = PIECES + 1


@rule
def evaluate(rules: Rules, position: Position) -> int:
    """The value of a position for FIRST, in thousandths of a win: pieces, threats, room to move and the centre."""
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
    """The number of empty squares to which an own piece could step and capture."""
    return (capturing_squares(rules, own, enemy) & empty & neighbours(own)).bit_count()


@rule
def room(pieces: int, empty: int) -> int:
    """The number of empty squares next to the pieces."""
    return (neighbours(pieces) & empty).bit_count()


@rule
def urgency(rules: Rules, position: Position, action: int) -> int:
    """The number of pieces that a step captures; 0 for other actions."""
    if not STEP <= action < STOP:
        return 0
    source = 1 << (action - STEP >> 2)
    arrival = step(source, action - STEP & 3)
    return captured_by(rules, arrival, position.own ^ source | arrival, position.enemy).bit_count()


GRID = (5, 5)
CELLS = tuple(5 * (4 - n // 5) + n % 5 for n in range(SQUARES))  # the first rank is the lowest row
FEATURES = (
    squares_pair("pieces while placing", CELLS),
    squares_pair("pieces while moving", CELLS),
    squares_pair("squares to capture on", CELLS),  # empty ones, by its next step
    squares_pair("prey", CELLS),  # the other side's pieces that can be captured there
    (squares("piece that goes on capturing", CELLS),),
    (
        *number_pair("pieces on the board", COUNTS),
        number_feature("pieces placed", ALL_PLACED + 1),
        number_feature("the other side waits to be let out"),
    ),
)


@rule
def inputs(rules: Rules, position: Position) -> tuple[int, ...]:
    """A position as bits, described by FEATURES."""
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
        one_hot(own.bit_count(), COUNTS)
        | one_hot(enemy.bit_count(), COUNTS) << COUNTS
        | one_hot(max(position.placed, 0), ALL_PLACED + 1) << 2 * COUNTS
        | position.waiting << 2 * COUNTS + ALL_PLACED + 1,
    )


@rule
def endangered(rules: Rules, own: int, enemy: int, ways: int) -> int:
    """The enemies that an own piece captures by arriving on one of the squares `ways`."""
    victims = prey(rules, enemy)
    helpers = partners(rules, own)
    found = 0
    for direction in range(4):
        found |= victims & step(ways, direction) & back(helpers, direction)
    return found


EVALUATION = Evaluation(evaluate, urgency, inputs, FEATURES, GRID)


# --- Facts ------------------------------------------------------------------------------------------------------------


CAPTURES_AT_MOST = 2 * PIECES - 1


def longest_game(rules: Rules) -> int | None:
    """The most actions of a game: after placing, each capture can restart the quiet count (C33) or end a turn (C36)."""
    bounds: list[int] = []
    if rules.no_progress_plies:
        bounds.append((CAPTURES_AT_MOST + 1) * rules.no_progress_plies)
    if rules.max_turns and rules.blocked_rule != BlockedRule.EXTRA_TURNS:
        bounds.append(rules.max_turns + 2 * CAPTURES_AT_MOST)  # a turn is one step, or captures and a stop
    return 1 + ALL_PLACED + min(bounds) if bounds else None


def repeatable_positions(rules: Rules) -> int | None:
    """The most positions that can recur: those since the last capture (C33, C40)."""
    if rules.repetition == Repetition.OFF:
        return 0
    return rules.no_progress_plies + 1 if rules.no_progress_plies else longest_game(rules)


def network_applies(rules: Rules) -> bool:
    """Is the network of use: is it a game of the kind that it was trained with?

    In those, play without captures ends (C33, C40), or the side with more pieces can win (SEEGA-12, SEEGA-16).
    """
    if rules.repetition != Repetition.OFF or rules.no_progress_plies or rules.small_victory != SmallVictory.OFF:
        return True
    return bool(rules.grand_victory and rules.max_turns)


def _symmetry(name: str, square: Callable[[int, int], tuple[int, int]]) -> Symmetry:
    """The symmetry in which `square` maps the file and rank of a square, both 0..4."""
    to = [file + 5 * rank for file, rank in (square(n % 5, n // 5) for n in range(25))]

    def bits(squares: int) -> int:
        return sum(1 << to[n] for n in members(squares))

    def position(position: Position) -> Position:
        return position._replace(own=bits(position.own), enemy=bits(position.enemy), runner=bits(position.runner))

    def action(action: int) -> int:
        if not STEP <= action < STOP:
            return to[action] if action < STEP else action
        source, arrival = map(bits, squares_of(action))
        turned = next(d for d in range(4) if step(source, d) == arrival)
        return STEP + 4 * index(source) + turned

    return Symmetry(name, position, action)


SYMMETRIES = (
    _symmetry("left-right", lambda file, rank: (4 - file, rank)),
    _symmetry("top-bottom", lambda file, rank: (file, 4 - rank)),
    _symmetry("diagonal", lambda file, rank: (rank, file)),
    _symmetry("antidiagonal", lambda file, rank: (4 - rank, 4 - file)),
    _symmetry("quarter turn", lambda file, rank: (rank, 4 - file)),
    _symmetry("half turn", lambda file, rank: (4 - file, 4 - rank)),
    _symmetry("three-quarter turn", lambda file, rank: (4 - rank, file)),
)


# --- Tables -----------------------------------------------------------------------------------------------------------
#
# Tables of exact values of Seega's endings (docs/solving.md).
#
# A layer contains all positions of the movement phase at the beginning of a turn, with some number of pieces of each
# side.  A capture is irreversible, so it leads out of the layer's group.
#
# Left out are `player`, `turns` (which only matter for the cap, C36), `quiet` (C33) and occurrences (C40), which end
# the game by the count of pieces.  `waiting` follows from the position: a player who has just moved can move back, so
# the other player is blocked only after a pass.


MOST = 10  # pieces of both sides
WIDTH = MOST + 1  # more than the pieces of a side
FAR = 1000  # turns until a cap that tables may ignore


def size(layer: Layer) -> int:
    """The number of positions: own pieces on any squares, the other's on the remaining ones."""
    return math.comb(SQUARES, layer.own) * math.comb(SQUARES - layer.own, layer.enemy)


@rule
def layer_of(position: Position) -> int:
    """The number of a position's layer; 0 for those with more pieces."""
    own, enemy = position.own.bit_count(), position.enemy.bit_count()
    return WIDTH * own + enemy if own + enemy <= MOST else 0


@rule
def place_of(rules: Rules, position: Position) -> int:
    """The place of a position in its layer: by its own pieces, then by the other's on the remaining squares."""
    columns = binomial(SQUARES - position.own.bit_count(), position.enemy.bit_count())
    return rank(position.own) * columns + rank_beside(position.enemy, position.own)


@rule
def position_at(rules: Rules, layer: Layer, place: int) -> Position:
    """The position at a place of a layer: the inverse of `place_of`."""
    columns = binomial(SQUARES - layer.own, layer.enemy)
    own = nth_set(place // columns, layer.own, SQUARES)
    return at_rest(rules, own, nth_set_beside(place % columns, layer.enemy, SQUARES, own))


@rule
def at_rest(rules: Rules, own: int, enemy: int) -> Position:
    """The position at the beginning of a turn of FIRST, with its counters at 0."""
    position = Position(
        own=own, enemy=enemy, player=FIRST, placed=ALL_PLACED, runner=0, waiting=0, quiet=0, turns=0, end=ONGOING
    )
    if not other_waits(rules, position):
        return position
    opens = can_step(opening_pieces(position), empty_squares(position))
    closed = rules.blocked_rule == BlockedRule.MUST_OPEN and not opens  # C29
    return position._replace(waiting=1, end=End.GRAND.value if closed else ONGOING)


@rule
def other_waits(rules: Rules, position: Position) -> bool:
    """Is the other player blocked, so that it has passed and waits for a move to be opened (SEEGA-9)?"""
    if rules.blocked_rule != BlockedRule.MUST_OPEN and rules.blocked_rule != BlockedRule.EXTRA_TURNS:
        return False
    return not can_step(position.enemy, empty_squares(position))


@rule
def rests(rules: Rules, position: Position) -> bool:
    """Is it the beginning of a turn of the movement phase?"""
    if position.placed != ALL_PLACED or position.runner:
        return False
    return position.waiting == int(other_waits(rules, position))


# --- Moves backwards -------------------------------------------------------------------------------------------------
#
# Here an action names the square that a piece has arrived on and the direction that it went.


@rule
def unmoves(rules: Rules, position: Position) -> Moves:
    """The steps without capture, and the pass, by which the other player (or an extra turn, C31) may have led here."""
    extra = position.waiting and rules.blocked_rule == BlockedRule.EXTRA_TURNS
    movers = position.enemy | position.own if extra else position.enemy
    empty = empty_squares(position)
    return NO_MOVES._replace(
        south=movers & step(empty, SOUTH),
        north=movers & step(empty, NORTH),
        west=movers & step(empty, WEST),
        east=movers & step(empty, EAST),
        passes=1,
    )


@rule
def unplay(rules: Rules, position: Position, action: int) -> Position:
    """The position before a step that arrived on the action's square in its direction, or before a pass."""
    if action < STEP or action >= STEP + 4 * SQUARES:
        return at_rest(rules, position.enemy, position.own)
    arrival = 1 << (action - STEP >> 2)
    moved = arrival | back(arrival, action - STEP & 3)
    if arrival & position.own:
        return at_rest(rules, position.own ^ moved, position.enemy)
    return at_rest(rules, position.enemy ^ moved, position.own)


@rule
def endless(rules: Rules, position: Position) -> int:
    """The value of endless play: by the count of pieces (SEEGA-14, C40), or a draw (C35)."""
    more = position.own.bit_count() - position.enemy.bit_count()
    if not rules.grand_victory or not more:
        return 0
    return 1 if more > 0 else -1


@rule
def quiet_of(position: Position) -> int:
    """The plies without capture before a position (C33)."""
    return position.quiet


def most_quiet(rules: Rules) -> int:
    """The number of plies without capture that ends the game (C33), 0 for never."""
    return rules.no_progress_plies


@rule
def applies(rules: Rules, position: Position) -> bool:
    """May tables be used: is the cap far away, or is there none (C36)?"""
    return not rules.max_turns or rules.max_turns - position.turns >= FAR


TABLE_LAYOUT = TableLayout(
    version=1,
    size=size,
    place=place_of,
    position=position_at,
    layer_of=layer_of,
    width=WIDTH,
    rests=rests,
    inessential=(
        ("capture_in_placement", "false"),
        ("first_mover", "last_placer"),
        ("first_player", "lot"),
        ("max_turns", "0"),
    ),
    together=True,
    max_pieces=MOST,
    few_pieces=5,
    method=Retrograde(unmoves=unmoves, unplay=unplay, endless=endless, quiet=quiet_of, most_quiet=most_quiet),
    applies=applies,
)

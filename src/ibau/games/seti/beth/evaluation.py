"""Evaluation of Seti-Beth, inputs of its network, bounds on games, its symmetry, and the layout of tables."""

import math

from ibau.core.bits import nth_bit, one_hot
from ibau.core.combinations import binomial, nth_set, nth_set_beside, rank, rank_beside
from ibau.core.contract import Evaluation, Symmetry
from ibau.core.features import number_pair, squares
from ibau.core.outcome import FIRST, ONGOING, other
from ibau.core.table_layout import Layer, Retrograde, TableLayout
from ibau.games.seti.beth.rules import BOARD, FILES, PASS, SQUARES, Moves, Position, Rules
from ibau.games.seti.beth.rulesets import Pharaohs
from ibau.games.seti.figures import RANKS, goal_row, mirrored, mirrored_square, reach_5, seen_from_above
from ibau.games.seti.options import Repetition, Stalemate
from ibau.games.seti.piece_values import (
    ARRIVED,
    COUNTS,
    FACED,
    FIGURE,
    RANK,
    arrival,
    cells,
    goals,
    move_urgency,
    ranks_before_goal,
    ranks_gone,
    reached_goals,
)
from ibau.machine.rule import rule


@rule
def evaluate(rules: Rules, position: Position) -> int:
    """The value of a position for FIRST, in thousandths of a win: arrivals, figures, their ranks."""
    if position.pending:
        value = FIGURE if can_conquer(rules, position, position.pending) else -ARRIVED
    else:
        value = FIGURE * (position.own.bit_count() - position.enemy.bit_count())
        value += RANK * (ranks_gone(FILES, position.own, position.player))
        value -= RANK * (ranks_gone(FILES, position.enemy, other(position.player)))
        value -= FACED * int(faces_arrival(rules, position))
    value = min(max(value, -999), 999)
    return value if position.player == FIRST else -value


@rule
def faces_arrival(rules: Rules, position: Position) -> bool:
    """Can the opponent arrive next on a square where the player to act could not conquer it?"""
    opponent = other(position.player)
    near = position.enemy & ranks_before_goal(FILES, opponent)
    arrivals = reached_by(rules, near, position.pharaohs) & goal_row(FILES, opponent) & ~position.enemy
    return arrivals != 0 and arrivals & ~reached_by(rules, position.own, position.pharaohs) != 0


@rule
def can_conquer(rules: Rules, position: Position, target: int) -> bool:
    """Can the player to act conquer the figure on a square?"""
    return reached_by(rules, position.own, position.pharaohs) & target != 0


@rule
def reached_by(rules: Rules, figures: int, pharaohs: int) -> int:
    """The squares that any of the figures reaches."""
    found = 0
    while figures:
        figure = figures & -figures
        found |= reach_5(figure, pharaohs, rules.pharaoh_diagonal, rules.priest_orthogonal)
        figures ^= figure
    return found


@rule
def urgency(rules: Rules, position: Position, action: int) -> int:
    """The urgency of an action: conquests and arrivals."""
    if action == PASS:
        return int(position.pending != 0)
    target = 1 << action % SQUARES
    return move_urgency(position.enemy & target, target, goal_row(FILES, position.player), position.pending)


BOARDS = (
    "own priests",
    "own pharaohs",
    "enemy priests",
    "enemy pharaohs",
    "own attacked figures",
    "own defended figures",
    "enemy attacked figures",
    "enemy defended figures",
)
FEATURES = (
    *((squares(name, cells(FILES)),) for name in BOARDS),
    (*number_pair("figures", COUNTS), *reached_goals(FILES)),
)


@rule
def inputs(rules: Rules, position: Position) -> tuple[int, ...]:
    """A position as bits, described by FEATURES."""
    own, enemy, pharaohs = position.own, position.enemy, position.pharaohs
    pending = position.pending
    if position.player != FIRST:
        own, enemy = seen_from_above(FILES, own), seen_from_above(FILES, enemy)
        pharaohs, pending = seen_from_above(FILES, pharaohs), seen_from_above(FILES, pending)
    attacked = reached_by(rules, enemy, pharaohs)
    reached = reached_by(rules, own, pharaohs)
    return (
        own & ~pharaohs,
        own & pharaohs,
        enemy & ~pharaohs,
        enemy & pharaohs,
        own & attacked,
        own & reached,
        enemy & reached,
        enemy & attacked,
        one_hot(own.bit_count(), COUNTS)
        | one_hot(enemy.bit_count(), COUNTS) << COUNTS
        | goals(FILES, reached & ~own, attacked & ~enemy) << 2 * COUNTS
        | arrival(pending, reached) << 2 * COUNTS + 2 * FILES,
    )


EVALUATION = Evaluation(evaluate, urgency, inputs, FEATURES, grid=(RANKS, FILES), flipped=True)


# --- Facts ------------------------------------------------------------------------------------------------------------


def longest_game(rules: Rules) -> int | None:
    """The most actions: each conquest takes a figure and restarts the count (C8), and an arrival adds a ply (C6)."""
    figures = 10 if rules.pharaohs == Pharaohs.ONE else 12
    return figures * (rules.no_progress_plies + 1) if rules.no_progress_plies else None


def repeatable_positions(rules: Rules) -> int | None:
    """The most positions that can recur: those since the last conquest (C8), and the answer to an arrival (C6)."""
    if rules.repetition == Repetition.OFF:
        return 0
    return rules.no_progress_plies + 2 if rules.no_progress_plies else None


def _mirrored_position(position: Position) -> Position:
    return position._replace(
        own=mirrored(FILES, position.own),
        enemy=mirrored(FILES, position.enemy),
        pharaohs=mirrored(FILES, position.pharaohs),
        pending=mirrored(FILES, position.pending),
    )


def _mirrored_action(action: int) -> int:
    if action == PASS:
        return action
    source, target = divmod(action, SQUARES)
    return SQUARES * mirrored_square(FILES, source) + mirrored_square(FILES, target)


SYMMETRIES = (Symmetry("left-right", _mirrored_position, _mirrored_action),)


# --- Tables -----------------------------------------------------------------------------------------------------------
#
# Tables of exact values of Seti-Beth's endings (docs/solving.md).
#
# A layer contains all positions with some number of figures of each side, and no pending arrival.  Then no figure is on
# its goal row (SETI-13): from the side of FIRST, the own figures are on ranks 1 to 9, the other's on ranks 2 to 10.
# At most one figure of each side is a pharaoh.
#
# A conquest is irreversible (BETH-4), so it leads out of the layer's group; so does an arrival, which is answered by a
# conquest or has won.  Left out are `player`, as the board is flipped, `quiet` (C8) and occurrences (C9), which end in
# a draw.


MOST = 5  # figures of both sides
WIDTH = MOST + 1  # more than the pieces of a side
HOME = (1 << FILES) - 1  # rank 1, for own figures only
REACHED = SQUARES - FILES  # squares of ranks 2 to 10
SHARED = REACHED - FILES  # squares of ranks 2 to 9, for figures of both sides


def size(layer: Layer) -> int:
    """The number of positions: own figures, by the number at home, the other's around them, and the pharaohs."""
    sets = sum(
        math.comb(FILES, home)
        * math.comb(SHARED, layer.own - home)
        * math.comb(REACHED - layer.own + home, layer.enemy)
        for home in range(layer.own + 1)
    )
    return sets * (1 + layer.own) * (1 + layer.enemy)


@rule
def layer_of(position: Position) -> int:
    """The number of a position's layer; 0 for those with more figures."""
    own, enemy = position.own.bit_count(), position.enemy.bit_count()
    return WIDTH * own + enemy if own + enemy <= MOST else 0


@rule
def turned(position: Position) -> Position:
    """The position flipped top to bottom: rank 1 becomes rank 10; files stay."""
    return position._replace(
        own=seen_from_above(FILES, position.own),
        enemy=seen_from_above(FILES, position.enemy),
        pharaohs=seen_from_above(FILES, position.pharaohs),
    )


# --- Places ----------------------------------------------------------------------------------------------------------


@rule
def own_sets(own: int, home: int) -> int:
    """The number of sets of own figures with a number of them at home."""
    return binomial(FILES, home) * binomial(SHARED, own - home)


@rule
def enemy_sets(own: int, enemy: int, home: int) -> int:
    """The number of sets of the other's figures for each set of own figures."""
    return binomial(REACHED - own + home, enemy)


@rule
def place_of(rules: Rules, position: Position) -> int:
    """The index in the layer: by the number of own figures at home, then the sets of both sides, then the pharaohs."""
    seen = position if position.player == FIRST else turned(position)
    at_home, away = seen.own & HOME, seen.own >> FILES
    own, enemy, home = seen.own.bit_count(), seen.enemy.bit_count(), at_home.bit_count()
    found = 0
    for fewer in range(home):
        found += own_sets(own, fewer) * enemy_sets(own, enemy, fewer)
    ours = rank(at_home) * binomial(SHARED, own - home) + rank(away)
    found += ours * enemy_sets(own, enemy, home) + rank_beside(seen.enemy >> FILES, away)
    crowned = crown(seen.own, seen.pharaohs) * (1 + enemy) + crown(seen.enemy, seen.pharaohs)
    return found * (1 + own) * (1 + enemy) + crowned


@rule
def crown(figures: int, pharaohs: int) -> int:
    """The pharaoh's number among the figures, from 1; 0 for none."""
    pharaoh = figures & pharaohs
    return (figures & (pharaoh << 1) - 1).bit_count() if pharaoh else 0


@rule
def crowned(figures: int, which: int) -> int:
    """The pharaoh of this number among the figures: the inverse of `crown`."""
    return nth_bit(figures, which - 1) if which else 0


@rule
def position_at(rules: Rules, layer: Layer, place: int) -> Position:
    """The position of an index in a layer: the inverse of `place_of`."""
    pharaoh_choices = (1 + layer.own) * (1 + layer.enemy)
    rest, pharaoh_choice = place // pharaoh_choices, place % pharaoh_choices
    home = 0
    while rest >= own_sets(layer.own, home) * enemy_sets(layer.own, layer.enemy, home):
        rest -= own_sets(layer.own, home) * enemy_sets(layer.own, layer.enemy, home)
        home += 1
    columns = enemy_sets(layer.own, layer.enemy, home)
    ours, elsewhere = rest // columns, binomial(SHARED, layer.own - home)
    away = nth_set(ours % elsewhere, layer.own - home, SHARED)
    own = nth_set(ours // elsewhere, home, FILES) | away << FILES
    enemy = nth_set_beside(rest % columns, layer.enemy, REACHED, away) << FILES
    pharaohs = crowned(own, pharaoh_choice // (1 + layer.enemy)) | crowned(enemy, pharaoh_choice % (1 + layer.enemy))
    return at_rest(own, enemy, pharaohs, FIRST)


@rule
def at_rest(own: int, enemy: int, pharaohs: int, player: int) -> Position:
    """A position without a pending arrival, with its counter at 0."""
    return Position(own=own, enemy=enemy, pharaohs=pharaohs, player=player, pending=0, quiet=0, end=ONGOING)


@rule
def rests(rules: Rules, position: Position) -> bool:
    """Is the game going on, with no arrival pending?"""
    return not position.pending and position.end == ONGOING


# --- Moves backwards -------------------------------------------------------------------------------------------------


@rule
def unmoves(rules: Rules, position: Position) -> Moves:
    """The other player's moves to an empty square, reversed, and the pass."""
    came_from = BOARD & ~(position.own | position.enemy | goal_row(FILES, other(position.player)))
    return Moves(
        figures=position.enemy,
        targets=came_from,
        pharaohs=position.pharaohs,
        pharaoh_diagonal=rules.pharaoh_diagonal,
        priest_orthogonal=rules.priest_orthogonal,
        passes=int(rules.stalemate == Stalemate.PASS),
    )


@rule
def unplay(rules: Rules, position: Position, action: int) -> Position:
    """The position before a figure moved in reverse of the action, or before a pass."""
    movers, player = position.enemy, other(position.player)
    if action >= SQUARES * SQUARES:
        return at_rest(movers, position.own, position.pharaohs, player)
    moved = 1 << action // SQUARES | 1 << action % SQUARES
    pharaohs = position.pharaohs ^ moved if position.pharaohs & moved else position.pharaohs
    return at_rest(movers ^ moved, position.own, pharaohs, player)


@rule
def endless(rules: Rules, position: Position) -> int:
    """The value of endless play: 0, as repetition and the count of quiet plies end in a draw (C8, C9)."""
    return 0


@rule
def quiet_of(position: Position) -> int:
    """Plies without conquest (C8)."""
    return position.quiet


def most_quiet(rules: Rules) -> int:
    """The number of plies without conquest that ends the game (C8), 0 for never."""
    return rules.no_progress_plies


TABLE_LAYOUT = TableLayout(
    version=1,
    size=size,
    place=place_of,
    position=position_at,
    layer_of=layer_of,
    width=WIDTH,
    rests=rests,
    inessential=(("setup_two", "double_row"),),
    together=True,
    max_pieces=MOST,
    few_pieces=4,
    method=Retrograde(unmoves=unmoves, unplay=unplay, endless=endless, quiet=quiet_of, most_quiet=most_quiet),
    turned=turned,
    only=(("pharaohs", "1"),),
)

"""Evaluation of the Geoludie game, inputs of its network, bounds on games, and the layout of tables."""

from ibau.core.bits import one_hot, value_bucket
from ibau.core.contract import Evaluation
from ibau.core.features import number_feature, number_pair, squares
from ibau.core.outcome import FIRST
from ibau.core.table_layout import Iteration, Layer, Sums, TableLayout
from ibau.games.senet import table_layout
from ibau.games.senet.geoludie.position import LONGEST_SHARE, PAWNS, Position, Rules, new_turn, whole_throws
from ibau.games.senet.geoludie.rulesets import ExitBy
from ibau.games.senet.progress import GRID, SEEN, TRACK_CELLS, pair_of_boards, squares_travelled
from ibau.games.senet.table_layout import pawns_in
from ibau.games.senet.track import HOUSES, LAST, protected
from ibau.machine.rule import rule

STEPS_FOR_A_SURE_WIN = 120  # the lead in steps that counts as won
SAFE_PAWN = 3  # bonus in steps
IN_THE_HOUSES = 2  # bonus in steps, for the time lost by the stop on 26
COUNTS, THROWS, RESTS, PARTS = PAWNS + 1, 6, 20, 41  # numbers of values of features: pawns, throws, rests, evaluations
BORNE_OFF = 8  # bonus in steps, for the exact throw that was needed


@rule
def evaluate(rules: Rules, position: Position) -> int:
    """The value of a position for FIRST, in thousandths of a win: steps travelled, safe pawns, pawns borne off."""
    lead = progress(rules, position.own) - progress(rules, position.enemy)
    value = min(max(999 * lead // STEPS_FOR_A_SURE_WIN, -999), 999)
    return value if position.player == FIRST else -value


@rule
def progress(rules: Rules, pawns: int) -> int:
    """The steps travelled by a side, with bonuses for pawns next to another, in the houses, or borne off."""
    off = PAWNS - pawns.bit_count()
    safe = protected(pawns, rules.corner_adjacency).bit_count()
    houses = (pawns & HOUSES).bit_count()
    return squares_travelled(pawns) + SAFE_PAWN * safe + IN_THE_HOUSES * houses + (LAST + 1 + BORNE_OFF) * off


FEATURES = (
    pair_of_boards("pawns"),
    pair_of_boards("protected pawns"),
    (squares("pawns that have had a share", TRACK_CELLS),),
    (
        *number_pair("pawns on the board", COUNTS),
        number_feature("throw", THROWS),  # to be played at once
        number_feature("throws of the sum", THROWS),
        number_feature("sharing out"),
        number_feature("rest of the sum", RESTS),
    ),
    (number_feature("evaluation", PARTS),),
)


@rule
def inputs(rules: Rules, position: Position) -> tuple[int, ...]:
    """A position as bits, described by FEATURES."""
    own, enemy, corners = position.own, position.enemy, rules.corner_adjacency
    value = evaluate(rules, position)
    return (
        own | enemy << SEEN,
        protected(own, corners) | protected(enemy, corners) << SEEN,
        position.used,
        one_hot(own.bit_count(), COUNTS)
        | one_hot(enemy.bit_count(), COUNTS) << COUNTS
        | one_hot(position.throw, THROWS) << 2 * COUNTS
        | whole_throws(position) << 2 * COUNTS + THROWS
        | position.playing << 2 * COUNTS + 2 * THROWS
        | one_hot(position.rest, RESTS) << 2 * COUNTS + 2 * THROWS + 1,
        value_bucket(value if position.player == FIRST else -value, PARTS),
    )


EVALUATION = Evaluation(evaluate, inputs=inputs, features=FEATURES, grid=GRID)


# --- Facts ------------------------------------------------------------------------------------------------------------


def longest_game(rules: Rules) -> int | None:
    """None: even a turn has no bound, since another throw follows a 1, 4 or 5."""
    return None


# --- Tables -----------------------------------------------------------------------------------------------------------
#
# Tables of exact values of Geoludie's endings (docs/solving.md), whose places are defined in ../table_layout.py.
#
# A table contains positions before the first throw of a turn.  Left out are `player`, as both sides travel the same
# way, and `turns`, which only matters for the cap (C88), if that is FAR.  The sum of throws must not depend on the
# board, so none may be played at once: the booklet's three options are off.  As a pawn takes one share of a free sum,
# the number of results of a turn is limited.


MOST = 2  # pawns per side
FAR = 1250  # turns; the longest of 540,000 games of best play with two pawns per side had 1,223
LARGEST_SUM = 127


@rule
def position_at(rules: Rules, layer: Layer, place: int) -> Position:
    """The position at a place of a layer."""
    pawns = pawns_in(layer, place)
    return compose(rules, pawns.own, pawns.enemy)


@rule
def compose(rules: Rules, row: int, column: int) -> Position:
    """The position of two sets of pawns before the first throw of FIRST."""
    return new_turn(row, column, FIRST, 0, 0)


@rule
def rests(rules: Rules, position: Position) -> bool:
    """Is it before the first throw of a turn, without an opening 1 (C56)?"""
    return not position.playing and not position.throw and not position.rest


@rule
def applies(rules: Rules, position: Position) -> bool:
    """Are few enough pawns left, and is the cap far away, or is there none (C88)?"""
    few = position.own.bit_count() <= MOST and position.enemy.bit_count() <= MOST
    return few and (not rules.max_turns or rules.max_turns - position.turns >= FAR)


@rule
def hand(rules: Rules, position: Position) -> int:
    """The sum, and the whole throws that bear a pawn off (SG-14), as a number.

    Each pawn takes one share, so that one throw of a value is as good as several.
    """
    leaving = 0
    for throw in range(1, THROWS):
        leaving |= (position.own >> LAST + 1 - throw & 1) << throw
    whole = whole_throws(position) & leaving if rules.exit_by == ExitBy.WHOLE_THROW else 0
    return min(position.rest, LARGEST_SUM) << THROWS | whole


def bytes_of(layer: Layer) -> int:
    """The measured memory, rounded up: one pawn can play a sum in one or two ways, two can share it in many."""
    return table_layout.size(layer) * (1_600 if layer.own == 1 else 6_500)


TABLE_LAYOUT = TableLayout(
    version=1,
    size=table_layout.size,
    place=table_layout.place,
    position=position_at,
    layer_of=table_layout.layer_of,
    width=table_layout.WIDTH,
    rests=rests,
    inessential=(("max_turns", "0"), ("opening_one_played", "false")),
    together=False,
    max_pieces=MOST,
    few_pieces=1,
    applies=applies,
    only=(
        ("direct_in_houses", "false"),
        ("last_pawn_direct", "false"),
        ("no_split_in_houses", "false"),
        ("one_share_per_pawn", "true"),
        ("split_mode", "free_sum"),
    ),
    method=Iteration(
        squares=table_layout.SQUARES,
        compose=compose,
        fits=table_layout.fits,
        most_moves=MOST * LONGEST_SHARE,
        sums=Sums(
            hand=hand,
            hands=(LARGEST_SUM + 1) << THROWS,
            most_waiting=(MOST + 1) * MOST * LONGEST_SHARE,
            most_ends=(MOST * LONGEST_SHARE) ** MOST,
            memory=bytes_of,
        ),
    ),
)

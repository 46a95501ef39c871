"""Evaluation of the race, inputs of its network, bounds on games, and the layout of tables."""

from ibau.core.bits import one_hot, value_bucket
from ibau.core.contract import Evaluation
from ibau.core.features import number_feature, number_pair
from ibau.core.outcome import FIRST
from ibau.core.table_layout import Iteration, Layer, TableLayout
from ibau.games.senet import table_layout
from ibau.games.senet.progress import GRID, SEEN, pair_of_boards, squares_travelled
from ibau.games.senet.race.rules import PAWNS, Position, Rules
from ibau.games.senet.table_layout import pawns_in
from ibau.games.senet.track import HOUSES, LAST, protected, walls
from ibau.machine.rule import rule

STEPS_FOR_A_SURE_WIN = 120  # the lead in steps that counts as won
SAFE_PAWN = 4  # bonus in steps
BORNE_OFF = 6  # bonus in steps
WAITING_ROOMS = 1 << 26 | 1 << 28  # refuges whose pawns leave with one throw; 29 did not help in trials
COUNTS, THROWS, PARTS = PAWNS + 1, 7, 41  # the numbers of values of features: pawns, throws, evaluations
WAITING = 25  # bonus in steps: with it a player that looks one ply ahead wins 54 of 100 games against one without


@rule
def evaluate(rules: Rules, position: Position) -> int:
    """The value of a position for FIRST, in thousandths of a win: steps, pawns safe, waiting to leave, borne off."""
    lead = progress(rules, position.own) - progress(rules, position.enemy)
    value = min(max(999 * lead // STEPS_FOR_A_SURE_WIN, -999), 999)
    return value if position.player == FIRST else -value


@rule
def progress(rules: Rules, pawns: int) -> int:
    """The steps travelled by a side, with bonuses for pawns that cannot be hit, wait to leave, or are borne off."""
    off = PAWNS - pawns.bit_count()
    safe = (pawns & HOUSES | protected(pawns, rules.corner_adjacency)).bit_count()
    waiting = (pawns & WAITING_ROOMS).bit_count()
    return squares_travelled(pawns) + (LAST + BORNE_OFF) * off + SAFE_PAWN * (safe + off) + WAITING * waiting


FEATURES = (
    pair_of_boards("pawns"),
    pair_of_boards("protected pawns"),
    pair_of_boards("walls"),
    (
        *number_pair("pawns on the board", COUNTS),
        number_feature("throw", THROWS),
        *number_pair("first throw to come"),
    ),
    (number_feature("evaluation", PARTS),),
)


@rule
def inputs(rules: Rules, position: Position) -> tuple[int, ...]:
    """A position as bits, described by FEATURES."""
    own, enemy, corners = position.own, position.enemy, rules.corner_adjacency
    fresh_own = position.fresh & int(position.player == FIRST)
    value = evaluate(rules, position)
    return (
        own | enemy << SEEN,
        protected(own, corners) | protected(enemy, corners) << SEEN,
        walls(own, corners) | walls(enemy, corners) << SEEN,
        one_hot(own.bit_count(), COUNTS)
        | one_hot(enemy.bit_count(), COUNTS) << COUNTS
        | one_hot(position.throw, THROWS) << 2 * COUNTS
        | fresh_own << 2 * COUNTS + THROWS
        | (position.fresh ^ fresh_own) << 2 * COUNTS + THROWS + 1,
        value_bucket(value if position.player == FIRST else -value, PARTS),
    )


EVALUATION = Evaluation(evaluate, inputs=inputs, features=FEATURES, grid=GRID)


# --- Facts ------------------------------------------------------------------------------------------------------------


def longest_game(rules: Rules) -> int | None:
    """None: even a turn has no bound, since another throw follows a 1, 4 or 6."""
    return None


def gives_points(rules: Rules) -> bool:
    """Is the option `match_scoring` on (C45)?"""
    return bool(rules.match_scoring)


# --- Tables -----------------------------------------------------------------------------------------------------------
#
# Tables of exact values of the race (docs/solving.md), whose places are defined in ../table_layout.py.
#
# A pawn may wait on 30 (SA1-7).  Left out are `player`, as both sides travel the same way; `turns`, which only matters
# for the cap (C88), if that is FAR; and `fresh`: positions before light's first throw, which has to move the pawn on 9
# (C43), are in no table.


FAR = 1000  # turns; none of 50,000 games at random with three pawns per side had more than 600


@rule
def position_at(rules: Rules, layer: Layer, place: int) -> Position:
    """The position at a place of a layer."""
    pawns = pawns_in(layer, place)
    return compose(rules, pawns.own, pawns.enemy)


@rule
def compose(rules: Rules, row: int, column: int) -> Position:
    """The position of two sets of pawns before a throw of FIRST."""
    return Position(own=row, enemy=column, player=FIRST, throw=0, fresh=0, turns=0)


@rule
def rests(rules: Rules, position: Position) -> bool:
    """Is it before a throw, but not light's first one?"""
    return not position.throw and not position.fresh


@rule
def applies(rules: Rules, position: Position) -> bool:
    """Is the cap far away, or is there none (C88)?"""
    return not rules.max_turns or rules.max_turns - position.turns >= FAR


TABLE_LAYOUT = TableLayout(
    version=1,
    size=table_layout.size,
    place=table_layout.place,
    position=position_at,
    layer_of=table_layout.layer_of,
    width=table_layout.WIDTH,
    rests=rests,
    inessential=(("max_turns", "0"), ("match_scoring", "false")),
    together=False,
    max_pieces=PAWNS,
    few_pieces=2,
    applies=applies,
    method=Iteration(squares=table_layout.SQUARES, compose=compose, fits=table_layout.fits, most_moves=PAWNS),
)

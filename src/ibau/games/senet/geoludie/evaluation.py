"""What players of the Geoludie game go by: how good a position is, how long a game can be, and exact values."""

from ibau.core.bits import one_hot, value_bucket
from ibau.core.contract import Evaluation
from ibau.core.features import both_numbers, numbers, squares
from ibau.core.outcome import FIRST
from ibau.core.table_layout import Iteration, Layer, Sums, TableLayout
from ibau.games.senet import table_layout
from ibau.games.senet.geoludie.position import LONGEST_SHARE, PAWNS, Position, Rules, new_turn, whole_throws
from ibau.games.senet.geoludie.rulesets import ExitBy
from ibau.games.senet.progress import GRID, SEEN, TRACK_CELLS, pair_of_boards, squares_travelled
from ibau.games.senet.table_layout import pawns_in
from ibau.games.senet.track import HOUSES, LAST, protected
from ibau.machine.rule import rule

STEPS_FOR_A_SURE_WIN = 120  # a lead of this many steps counts as won
SAFE_PAWN = 3  # in steps
IN_THE_HOUSES = 2  # in steps: past the stop on 26, where every pawn loses time
COUNTS, THROWS, RESTS, PARTS = PAWNS + 1, 6, 20, 41  # numbers of pawns, throws, rests and judgements told apart
BORNE_OFF = 8  # in steps, beside the way itself: the exact throw has been found


@rule
def evaluate(rules: Rules, position: Position) -> int:
    """How good a position is for FIRST, in thousandths of a win: steps still to go, safe pawns, pawns borne off."""
    lead = progress(rules, position.own) - progress(rules, position.enemy)
    value = min(max(999 * lead // STEPS_FOR_A_SURE_WIN, -999), 999)
    return value if position.player == FIRST else -value


@rule
def progress(rules: Rules, pawns: int) -> int:
    """Steps that a side has travelled, with a bonus for pawns that stand beside another, in the houses, or are off."""
    off = PAWNS - pawns.bit_count()
    safe = protected(pawns, rules.corner_adjacency).bit_count()
    houses = (pawns & HOUSES).bit_count()
    return squares_travelled(pawns) + SAFE_PAWN * safe + IN_THE_HOUSES * houses + (LAST + 1 + BORNE_OFF) * off


FEATURES = (
    pair_of_boards("pawns"),
    pair_of_boards("protected pawns"),
    (squares("pawns that have had a share", TRACK_CELLS),),
    (
        *both_numbers("pawns on the board", COUNTS),
        numbers("throw", THROWS),  # to be played at once
        numbers("throws of the sum", THROWS),
        numbers("sharing out"),
        numbers("rest of the sum", RESTS),
    ),
    (numbers("judgement", PARTS),),
)


@rule
def inputs(rules: Rules, position: Position) -> tuple[int, ...]:
    """A position as bits; see FEATURES."""
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
    """Without a bound, and so is each of its turns: a 1, 4 or 5 is followed by another throw."""
    return None


def repeatable_positions(rules: Rules) -> int | None:
    """None is needed: games with throws have no repetition rule (section 0)."""
    return 0


# --- Tables -----------------------------------------------------------------------------------------------------------
#
# Geoludie's positions in tables of exact values (docs/solving.md); where they stand is said in ../places.py.
#
# A table holds positions before the first throw of a turn.  Forgotten are `player`, since both sides travel the same
# way, and `turns`, since the cap alone asks for it (C88), which has to be FAR.  Throws are added up whatever is on
# the board only where none may be played at once, so the booklet's three options are off; that a pawn takes one share
# of a free sum bounds what a turn can lead to.


MOST = 2  # pawns a side
FAR = 1250  # turns; of 540,000 games of best play with two pawns a side, none had more than 1,223
LARGEST_SUM = 127


@rule
def position_at(rules: Rules, layer: Layer, place: int) -> Position:
    """What is in a place."""
    pawns = pawns_in(layer, place)
    return compose(rules, pawns.own, pawns.enemy)


@rule
def compose(rules: Rules, row: int, column: int) -> Position:
    """Before the first throw of FIRST."""
    return new_turn(row, column, FIRST, 0, 0)


@rule
def rests(rules: Rules, position: Position) -> bool:
    """Before the first throw of a turn, and no opening 1 counts in it (C56)."""
    return not position.playing and not position.throw and not position.rest


@rule
def applies(rules: Rules, position: Position) -> bool:
    """So few pawns are left that a table may know, and the cap is far away, or there is none (C88)."""
    few = position.own.bit_count() <= MOST and position.enemy.bit_count() <= MOST
    return few and (not rules.max_turns or rules.max_turns - position.turns >= FAR)


@rule
def hand(rules: Rules, position: Position) -> int:
    """The sum, and which whole throws would take a pawn off (SG-14).

    Each pawn takes one share, and no other is where it does: one throw of a size is as good as several.
    """
    leaving = 0
    for throw in range(1, THROWS):
        leaving |= (position.own >> LAST + 1 - throw & 1) << throw
    whole = whole_throws(position) & leaving if rules.exit_by == ExitBy.WHOLE_THROW else 0
    return min(position.rest, LARGEST_SUM) << THROWS | whole


def bytes_of(layer: Layer) -> int:
    """As measured, and a little more: one pawn plays a sum in one way or two, two share it in many."""
    return table_layout.size(layer) * (1_600 if layer.own == 1 else 6_500)


TABLE_LAYOUT = TableLayout(
    version=1,
    groups=table_layout.groups,
    size=table_layout.size,
    place=table_layout.place,
    position=position_at,
    layer_of=table_layout.layer_of,
    number=table_layout.number,
    numbers=table_layout.NUMBERS,
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

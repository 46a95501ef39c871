"""What networks see of both Seti games: the board from the own start row on, which is rank 1 for both seats.

Priests and pharaohs of each side; figures that are attacked, and defended; how many figures; whether an arrival waits
for its answer and can be conquered, and the goal squares within reach of each side.  In Aleph ships and reserves too.
"""

from ibau.core.bits import choice
from ibau.core.outcome import FIRST
from ibau.core.rule import rule
from ibau.games.seti import aleph, beth
from ibau.games.seti.figures import RANKS, rank_of, reach_3, reach_5, seen_from_above

COUNTS = 9  # of figures and of ships in reserve: more count as the last
BETH_BITS = (*(beth.SQUARES,) * 8, 2 * COUNTS + 2 * beth.FILES + 2)
ALEPH_BITS = (*(2 * aleph.SQUARES,) * 5, 4 * COUNTS + 2 * aleph.FILES + 2)


@rule
def beth_inputs(rules: beth.Rules, position: beth.Position) -> tuple[int, ...]:
    """A position of Seti-Beth as bits, BETH_BITS of them."""
    own, enemy, pharaohs = position.own, position.enemy, position.pharaohs
    pending = position.pending
    if position.player != FIRST:
        own, enemy = seen_from_above(beth.FILES, own), seen_from_above(beth.FILES, enemy)
        pharaohs, pending = seen_from_above(beth.FILES, pharaohs), seen_from_above(beth.FILES, pending)
    attacked = beth_reach(rules, enemy, pharaohs)
    reached = beth_reach(rules, own, pharaohs)
    return (
        own & ~pharaohs,
        own & pharaohs,
        enemy & ~pharaohs,
        enemy & pharaohs,
        own & attacked,
        own & reached,
        enemy & reached,
        enemy & attacked,
        choice(own.bit_count(), COUNTS)
        | choice(enemy.bit_count(), COUNTS) << COUNTS
        | goals(beth.FILES, reached & ~own, attacked & ~enemy) << 2 * COUNTS
        | arrival(pending, reached) << 2 * COUNTS + 2 * beth.FILES,
    )


@rule
def beth_reach(rules: beth.Rules, figures: int, pharaohs: int) -> int:
    """All squares that some figures reach."""
    found = 0
    while figures:
        figure = figures & -figures
        found |= reach_5(figure, pharaohs, rules.pharaoh_diagonal, rules.priest_orthogonal)
        figures ^= figure
    return found


@rule
def aleph_inputs(rules: aleph.Rules, position: aleph.Position) -> tuple[int, ...]:
    """A position of Seti-Aleph as bits, ALEPH_BITS of them: in most words own squares, then the enemy's."""
    own, enemy, pharaohs = position.own, position.enemy, position.pharaohs
    own_ships, enemy_ships, pending = position.own_ships, position.enemy_ships, position.pending
    if position.player != FIRST:
        own, enemy = seen_from_above(aleph.FILES, own), seen_from_above(aleph.FILES, enemy)
        own_ships, enemy_ships = seen_from_above(aleph.FILES, own_ships), seen_from_above(aleph.FILES, enemy_ships)
        pharaohs, pending = seen_from_above(aleph.FILES, pharaohs), seen_from_above(aleph.FILES, pending)
    attacked = aleph_reach(rules, enemy, pharaohs)
    reached = aleph_reach(rules, own, pharaohs)
    safe = own_ships | enemy_ships
    return (
        own & ~pharaohs | (enemy & ~pharaohs) << aleph.SQUARES,
        own & pharaohs | (enemy & pharaohs) << aleph.SQUARES,
        own_ships | enemy_ships << aleph.SQUARES,
        own & attacked & ~safe | (enemy & reached & ~safe) << aleph.SQUARES,
        own & reached | (enemy & attacked) << aleph.SQUARES,
        choice(own.bit_count(), COUNTS)
        | choice(enemy.bit_count(), COUNTS) << COUNTS
        | choice(position.own_reserve, COUNTS) << 2 * COUNTS
        | choice(position.enemy_reserve, COUNTS) << 3 * COUNTS
        | goals(aleph.FILES, reached & ~own, attacked & ~enemy) << 4 * COUNTS
        | arrival(pending, reached & ~safe) << 4 * COUNTS + 2 * aleph.FILES,
    )


@rule
def aleph_reach(rules: aleph.Rules, figures: int, pharaohs: int) -> int:
    """All squares that some figures reach."""
    found = 0
    while figures:
        figure = figures & -figures
        found |= reach_3(figure, pharaohs, rules.pharaoh_diagonal, rules.priest_orthogonal)
        figures ^= figure
    return found


@rule
def goals(files: int, own: int, enemy: int) -> int:
    """Of the squares that each side reaches, those on its goal row."""
    return own >> files * (RANKS - 1) | (enemy & rank_of(files, 1)) << files


@rule
def arrival(pending: int, reached: int) -> int:
    """Whether an arrival waits for its answer, and whether there is one."""
    return int(pending != 0) | int(pending & reached != 0) << 1

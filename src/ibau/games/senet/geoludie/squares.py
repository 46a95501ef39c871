"""Where a pawn of the Geoludie game can go: squares to land on, blocks, and moves forward and back."""

from ibau.core.bits import index
from ibau.games.senet.geoludie.position import (
    LONGEST_REST,
    OFF,
    SAFE,
    STOP,
    UP_TO_STOP,
    WAITING,
    Position,
    Rules,
    Shares,
    whole_throws,
)
from ibau.games.senet.geoludie.rulesets import BlocksStop, SafeHouses, SplitMode
from ibau.games.senet.track import BOARD, LAST, protected, walls
from ibau.machine.rule import rule


@rule
def landing_squares(rules: Rules, own: int, enemy: int) -> int:
    """Empty squares, and enemies that are neither protected nor, as an option, in a safe house (SG-12, SG-15)."""
    never = protected(enemy, rules.corner_adjacency)
    if rules.safe_houses == SafeHouses.HOUSES:
        never |= SAFE
    return BOARD & ~own & ~(enemy & never)


@rule
def blocks(rules: Rules, position: Position, pawn: int) -> int:
    """The lowest squares of blocks (three in a row) that stop a pawn: the enemy's, or by option all (SG-8, C71)."""
    found = walls(position.enemy, rules.corner_adjacency)
    if rules.blocks_stop == BlocksStop.ALL:
        found |= walls(position.own ^ pawn, rules.corner_adjacency)
    return found


@rule
def next_block(found: int, pawn: int) -> int:
    """The lowest square of the nearest block ahead of a pawn, or 0."""
    ahead = found & -(pawn << 1)
    return ahead & -ahead


@rule
def block_between(found: int, low: int, high: int) -> bool:
    """Is a whole block strictly between two squares?"""
    return found & (high - 1 >> 2) & -(low << 1) != 0


# --- Forward -------------------------------------------------------------------------------------------------------


@rule
def forward_squares(rules: Rules, position: Position, landing: int, pawn: int, shares: Shares) -> int:
    """Where a pawn can go by shares: up to 26, from 26 on up to 30 or off, never past a block (4.1)."""
    before_block = next_block(blocks(rules, position, pawn), pawn) - 1  # all squares if there is no block
    if pawn < STOP:
        return pawn * shares.before & landing & UP_TO_STOP & before_block
    waits = pawn & WAITING and not rules.house_moves_on  # (C67)
    steps = 0 if waits else pawn * shares.houses & landing
    return (steps | exit_square(rules, position, pawn, shares)) & before_block


@rule
def exit_square(rules: Rules, position: Position, pawn: int, shares: Shares) -> int:
    """OFF if a pawn can leave: by an exact throw (SG-14), the last one by option with a larger one (C44); else 0."""
    if rules.last_pawn_direct and position.own == pawn:
        return OFF if pawn * shares.houses >= OFF else 0
    return pawn * shares.off & OFF


@rule
def can_advance(rules: Rules, position: Position, pawns: int, shares: Shares) -> bool:
    """Can any of the pawns move forward?"""
    landing = landing_squares(rules, position.own, position.enemy)
    while pawns:
        pawn = pawns & -pawns
        if forward_squares(rules, position, landing, pawn, shares):
            return True
        pawns ^= pawn
    return False


# --- Back ----------------------------------------------------------------------------------------------------------


@rule
def backward_shares(rules: Rules, position: Position, pawn: int) -> int:
    """The shares by which a pawn may go back: the rest, or with `by_throw` one throw (SG-7, C57, C60)."""
    if not pawn:
        return 0
    if rules.split_mode == SplitMode.BY_THROW:
        return whole_throws(position)
    rest = 1 << min(position.rest, LONGEST_REST) & ~1  # a rest of 0 is none
    return rest & whole_throws(position) if rules.no_split_in_houses and pawn >= STOP else rest


@rule
def retreat_end(rules: Rules, position: Position, pawn: int, n: int) -> int:
    """The square n steps back; 0 if it is off the board or past a block, or the pawn may not retreat (SG-13, C66)."""
    if pawn >= STOP and not rules.retreat_from_houses:
        return 0
    end = pawn >> n & BOARD
    return 0 if block_between(blocks(rules, position, pawn), end, pawn) else end


@rule
def bounce_end(rules: Rules, position: Position, pawn: int, n: int) -> int:
    """Where a pawn ends that goes forward as far as possible, less than n, and back by the rest of n (C64), or 0."""
    if pawn & WAITING and not rules.house_moves_on:
        return 0  # (C67)
    found = blocks(rules, position, pawn)
    turning = min(STOP if pawn < STOP else 1 << LAST, pawn << min(n - 1, LAST))
    block = next_block(found, pawn)
    if block:
        turning = min(turning, block >> 1)
    end = turning >> n - (index(turning) - index(pawn)) & BOARD
    return 0 if turning == pawn or block_between(found, end, turning) else end

"""What of the formation game's rules may matter in a game: told of what an action does whatever the options say."""

from ibau.core.outcome import NOBODY, other
from ibau.core.phrase import N_
from ibau.core.uses import Use
from ibau.games.senet.formation.rules import (
    NEVER_HIT,
    Deed,
    Kind,
    Position,
    Rules,
    advancing_pawns,
    can_enter,
    entry_square,
    targets,
)
from ibau.games.senet.track import BOARD
from ibau.machine.rule import rule


@rule
def within_reach(before: Position) -> int:
    """Enemy pawns on squares that the throw leads to."""
    return before.enemy & before.own >> before.throw


@rule
def hits(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A pawn is hit (SA2-7)."""
    return deed.taken != 0


@rule
def never_hit(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A pawn on 1 or 26 to 30 could not be hit (SA2-7, SA2-8)."""
    return within_reach(before) & NEVER_HIT != 0


@rule
def on_its_square(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A throw led to an enemy pawn on a square that it fills (SA2-11)."""
    return within_reach(before) & ~NEVER_HIT & targets(before.leader, other(before.player)) != 0


@rule
def only_settled(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A throw could only take a pawn off a square that it fills (SA2-9, C81)."""
    if deed.kind == Kind.PASS or can_enter(before):
        return False
    pawns = advancing_pawns(rules, before)
    return pawns != 0 and pawns & ~targets(before.leader, before.player) == 0


@rule
def stays(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A throw is declined (SA2-9)."""
    return deed.kind == Kind.STAY


@rule
def blocked(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """Nothing could be done with a throw (SA2-9)."""
    return deed.kind == Kind.PASS


@rule
def too_far(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A throw would have carried a pawn past 1 (SA2-10)."""
    return before.own & BOARD & (2 << before.throw) - 1 != 0


@rule
def entry_taken(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A pawn could not enter because the square of the throw was taken (SA2-4)."""
    return not can_enter(before) and (before.own | before.enemy) & entry_square(before.throw) != 0


@rule
def leads(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A side became the leader (section 6.1)."""
    return before.leader == NOBODY and after.leader != NOBODY


@rule
def enters_while_moving(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A player could enter a pawn or move another one (SA2-2, C82)."""
    return deed.arrival != 0 and can_enter(before) and advancing_pawns(rules, before) != 0


@rule
def throws_on(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """The other side played on after the first formation (SA2-15)."""
    return before.winner != NOBODY


USES = (
    Use("hit", N_("A pawn was hit."), "SA2-7, S3 v2", hits, N_("pawns hit")),
    Use("house", N_("A pawn was safe on 1, or on 26 to 30."), "SA2-7, SA2-8, S3 v2", never_hit),
    Use(
        "settled", N_("A throw led to an enemy pawn on a square that it fills."), "SA2-11, C84, S3 v2 §5", on_its_square
    ),
    Use(
        "only_settled",
        N_("A throw could only take a pawn off a square that it fills."),
        "SA2-9, C81, S3 v2 §2",
        only_settled,
    ),
    Use("stay", N_("A throw was declined."), "SA2-9, S3 v2 §2", stays),
    Use("blocked", N_("Nothing could be done with a throw."), "SA2-9, S3 v2", blocked),
    Use("too_far", N_("A throw was too high for a pawn near the end of its way."), "SA2-10, S3 v2", too_far),
    Use("entry_taken", N_("A pawn could not enter because the square was taken."), "SA2-4, S3 v2", entry_taken),
    Use(
        "enter_or_move",
        N_("A player could enter a pawn or move another one."),
        "SA2-2, C82, S3 v2 §1",
        enters_while_moving,
    ),
    Use("leader", N_("A pawn was the first to reach square 1."), "6.1, S3 v2", leads),
    Use("solo", N_("The other side played on after the first formation."), "SA2-15, S3 v2 §7", throws_on),
)

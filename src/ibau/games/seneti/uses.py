"""What of Seneti's rules may matter in a game: told of what an action does whatever the options say."""

from ibau.core.phrase import N_
from ibau.core.uses import Use
from ibau.games.seneti.board import BOARD
from ibau.games.seneti.paths import ANY_13, FROM_13, IN_4, IN_5, STONE, reached
from ibau.games.seneti.rules import (
    EACH_ROW,
    Deed,
    Kind,
    Position,
    Rules,
    entries_and_exits,
    landing_squares,
    moves,
)
from ibau.games.seneti.rulesets import PathRule
from ibau.machine.rule import rule

BRIDGE = 1 << 13 | 1 << 14


@rule
def leaves(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A stone leaves the board (3.3)."""
    return deed.kind == Kind.EXIT


@rule
def covers(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A stone covers another one (3.3)."""
    return deed.arrival & (before.own | before.enemy) != 0


@rule
def captures(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A stone covers one of the other side (3.3)."""
    return deed.taken != 0


@rule
def uncovers(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """What a stone had covered comes to light (SENETI-16)."""
    return deed.source & (after.own | after.enemy) != 0


@rule
def is_full(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A square held as many stones as it is worth (SENETI-11)."""
    return before.full & ~before.closed != 0


@rule
def on_the_bridge(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A stone moved from or to the bridge, or entered there (SENETI-1)."""
    return (deed.source | deed.arrival) & BRIDGE != 0


@rule
def doubles(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """Doubling the count from 13 or 14 would have opened a way (SENETI-6)."""
    if not before.own & BRIDGE:
        return False
    missing = before.closed | (BOARD & ~before.own) << STONE
    ways = reached(rules.path_rule, ANY_13, missing) & ~reached(rules.path_rule, FROM_13, missing)
    return ways & landing_squares(before) * EACH_ROW != 0


@rule
def access(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """How the access square is counted made a difference to ways in or out (SENETI-4, SENETI-5)."""
    four, five = reached(rules.path_rule, IN_4, before.closed), reached(rules.path_rule, IN_5, before.closed)
    entries = landing_squares(before) if before.own_hand else 0
    return (four ^ five) & (entries | before.own & ~before.closed) != 0


@rule
def winds(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A way that crosses a square twice would have led elsewhere (SENETI-3)."""
    simple, winding = rules._replace(path_rule=PathRule.SIMPLE), rules._replace(path_rule=PathRule.NO_UTURN)
    return moves(simple, before) != moves(winding, before)


@rule
def shut_out(rules: Rules, before: Position, deed: Deed, after: Position) -> bool:
    """A player with stones in hand could enter none, nor take one off (3.3)."""
    return before.own_hand > 0 and entries_and_exits(rules, before) == 0


USES = (
    Use("exit", N_("A stone left the board."), "3.3, S1", leaves, N_("stones taken home")),
    Use("cover", N_("A stone covered another one."), "3.3, S1", covers),
    Use("capture", N_("A stone covered one of the other side."), "3.3, S1", captures, N_("enemy stones covered")),
    Use("uncover", N_("A covered stone was uncovered."), "SENETI-16, S1", uncovers),
    Use("full", N_("A square held as many stones as it is worth."), "SENETI-11, S1", is_full),
    Use("bridge", N_("A stone came to the bridge or left it."), "SENETI-1, S1", on_the_bridge),
    Use("doubling", N_("Doubling a count from the bridge would have opened a way."), "SENETI-6, S1", doubles),
    Use("access", N_("How the access square is counted made a difference."), "SENETI-4, SENETI-5, S1", access),
    Use("winding", N_("A way that crosses a square twice would have led elsewhere."), "SENETI-3, S1", winds),
    Use(
        "shut_out", N_("A player with stones in hand could neither bring one in nor take one out."), "3.3, S1", shut_out
    ),
)

"""Why an action of Seneti may be good: whoever cannot act has lost, so it is about room, the own and the other's."""

from ibau.core.contract import Reason
from ibau.core.outcome import other
from ibau.core.phrase import N_, Phrase
from ibau.games.seneti.notation import owners
from ibau.games.seneti.rules import (
    ENTER,
    EXIT,
    MOVE,
    Position,
    Rules,
    connected,
    count,
    landing_squares,
    moves,
    play,
)
from ibau.games.seneti.words import side

MUCH = 4  # a quarter of the ways to act, more or fewer, is worth saying


def covers(rules: Rules, position: Position, action: int) -> Phrase | None:
    """It lands on an enemy stone, which cannot act below it."""
    square = landing(action)
    if not square or not position.enemy >> square & 1:
        return None
    values = {"other": side(other(position.player)), "square": square}
    return Phrase(N_("It covers {other}'s stone on {square}, which cannot move as long as it is covered."), values)


def frees(rules: Rules, position: Position, action: int) -> Phrase | None:
    """An own stone comes to light on the square that it leaves."""
    square = leaving(action)
    below = owners(position, square)[:-1] if square else ()
    if not below or below[-1] != position.player:
        return None
    return Phrase(N_("It sets free your stone below it on {square}."), {"square": square})


def bars_entry(rules: Rules, position: Position, action: int) -> Phrase | None:
    """The other side has stones in hand, could bring one in before, and now cannot."""
    after = play(rules, position, action)
    if not after.own_hand or not doors(rules, position) or doors(rules, after):
        return None
    return Phrase(N_("It bars every way in for {other}'s stones."), {"other": side(other(position.player))})


def blocks(rules: Rules, position: Position, action: int) -> Phrase | None:
    """The other side has fewer ways to act than it would have had."""
    before, now = ways(rules, seen_back(position)), ways(rules, play(rules, position, action))
    if now * MUCH > before * (MUCH - 1):
        return None
    values = {"other": side(other(position.player)), "now": now, "before": before}
    return Phrase(N_("It takes room from {other}: {now} ways to act instead of {before}."), values)


def opens_ways(rules: Rules, position: Position, action: int) -> Phrase | None:
    """This side will have more ways to act."""
    before, now = ways(rules, position), ways(rules, seen_back(play(rules, position, action)))
    if now * MUCH < before * (MUCH + 1):
        return None
    return Phrase(N_("It makes room: {now} ways to act instead of {before}."), {"now": now, "before": before})


def opens_stone(rules: Rules, position: Position, action: int) -> Phrase | None:
    """A closed stone turns, and can leave and be passed again."""
    if action < MOVE or not position.closed >> leaving(action) & 1:
        return None
    return Phrase(N_("It turns the stone open: it bars no way any more, and may leave the board."))


def fills(rules: Rules, position: Position, action: int) -> Phrase | None:
    """The stack is full, and the own stone on top stays there."""
    square = landing(action)
    if not square or not play(rules, position, action).full >> square & 1:
        return None
    return Phrase(N_("The square {square} is full then, and nobody can cover your stone."), {"square": square})


def closes(rules: Rules, position: Position, action: int) -> Phrase | None:
    """A closed stone cannot be covered."""
    if action < MOVE or position.closed >> leaving(action) & 1:
        return None
    return Phrase(N_("Closed, the stone on {square} cannot be covered, and bars the way."), {"square": landing(action)})


def enters(rules: Rules, position: Position, action: int) -> Phrase | None:
    """One more stone acts."""
    return Phrase(N_("It brings one more stone into play.")) if action < EXIT else None


def leaves(rules: Rules, position: Position, action: int) -> Phrase | None:
    """The stone can come in elsewhere."""
    return Phrase(N_("In hand, the stone can come in again elsewhere.")) if EXIT <= action < MOVE else None


REASONS: tuple[Reason, ...] = (
    bars_entry,
    covers,
    blocks,
    frees,
    fills,
    opens_ways,
    opens_stone,
    closes,
    enters,
    leaves,
)


def landing(action: int) -> int:
    """The square that a stone ends on, 0 for none."""
    if action < EXIT:
        return action - ENTER
    return 0 if action < MOVE else (action - MOVE) % 21


def leaving(action: int) -> int:
    """The square that a stone leaves, 0 for none."""
    if action < EXIT:
        return 0
    return action - EXIT if action < MOVE else (action - MOVE) // 21


def doors(rules: Rules, position: Position) -> int:
    """Squares on which a stone from a hand could enter."""
    return connected(rules, position.closed) & landing_squares(position)


def ways(rules: Rules, position: Position) -> int:
    """How many actions the player to act has."""
    return count(moves(rules, position))


def seen_back(position: Position) -> Position:
    """The board as the other player to act sees it."""
    return position._replace(
        own=position.enemy,
        enemy=position.own,
        own_hand=position.enemy_hand,
        enemy_hand=position.own_hand,
        player=other(position.player),
    )

"""Why an action of Seega may be good."""

from ibau.core.contract import Reason
from ibau.core.outcome import other
from ibau.core.phrase import N_, Phrase
from ibau.games.seega.notation import square_name, square_names
from ibau.games.seega.players import endangered
from ibau.games.seega.rules import (
    BOARD,
    CENTRE,
    Deed,
    Kind,
    Position,
    Rules,
    back,
    neighbours,
    partners,
    prey,
    step,
)
from ibau.games.seega.uses import leaves_blocked, left, moved
from ibau.games.seega.words import side


def captures_on(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It captures, and the same piece can capture again."""
    if not after.runner or not deed.taken:
        return None
    return Phrase(N_("It captures, and can capture again with the same piece."))


def captures_several(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It captures more than one."""
    count = deed.taken.bit_count()
    if count < 2:
        return None
    return Phrase(
        N_("It captures {count} pieces at once: {taken}."), {"count": count, "taken": square_names(deed.taken)}
    )


def captures_one(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It captures one."""
    if deed.taken.bit_count() != 1:
        return None
    return Phrase(N_("It captures the piece on {square}."), {"square": square_name(deed.taken)})


def blocks(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """The other side can step nowhere."""
    if not leaves_blocked(rules, before, deed, after):
        return None
    return Phrase(N_("It leaves {other} without a move."), {"other": side(other(deed.player))})


def escapes(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """The piece that steps could have been captured, and where it goes it cannot be."""
    if not in_danger(rules, before.own, before.enemy) & deed.source or endangers_itself(rules, before, deed):
        return None
    values = {"source": square_name(deed.source), "arrival": square_name(deed.arrival)}
    return Phrase(N_("The piece on {source} could be captured; on {arrival} it cannot be."), values)


def saves(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """A piece that stays where it is could have been captured, and now none can be."""
    if deed.kind != Kind.STEP:
        return None
    own, enemy = moved(before, deed), left(before, deed)
    saved = in_danger(rules, before.own, before.enemy) & own
    if not saved or in_danger(rules, own, enemy):
        return None
    return Phrase(N_("It keeps {squares} from being captured."), {"squares": square_names(saved)})


def to_the_centre(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It reaches the refuge."""
    return (
        Phrase(N_("On the centre no piece can be captured."))
        if rules.centre_refuge and deed.arrival == CENTRE
        else None
    )


def threatens(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """It makes a capture possible that was not, and can itself not be captured."""
    if deed.kind != Kind.STEP:
        return None
    own, enemy = moved(before, deed), left(before, deed)
    threatened = in_danger(rules, enemy, own) & ~in_danger(rules, before.enemy, before.own)
    if not threatened or endangers_itself(rules, before, deed):
        return None
    return Phrase(N_("It threatens to capture {squares}."), {"squares": square_names(threatened)})


def makes_room(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """Pieces can step that could not."""
    if deed.kind != Kind.STEP:
        return None
    own, enemy = moved(before, deed), left(before, deed)
    could, can = (neighbours(BOARD & ~pieces) for pieces in (before.own | before.enemy, own | enemy))
    free = can & ~could & own & before.own
    return Phrase(N_("It opens a way for {squares}."), {"squares": square_names(free)}) if free else None


def beside_the_centre(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """Once the board is full only the centre is empty, and only pieces beside it can move."""
    if deed.kind != Kind.PLACE or rules.capture_in_placement or not deed.arrival & neighbours(CENTRE):
        return None
    square = {"square": square_name(deed.arrival)}
    return Phrase(
        N_("The first step of the game goes to the centre, and a piece on {square} stands beside it."), square
    )


def aims(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """An enemy stands between this square and the centre: whoever steps there captures it."""
    between = _towards_centre(deed) & prey(rules, before.enemy)
    if not between or not partners(rules, deed.arrival):
        return None
    text = N_("A piece that steps to the centre captures {enemy}, with one on {square} behind it.")
    return Phrase(text, {"enemy": square_name(between), "square": square_name(deed.arrival)})


def guards(rules: Rules, before: Position, deed: Deed, after: Position) -> Phrase | None:
    """An own piece stands between this square and the centre, and could have been captured from there."""
    between = _towards_centre(deed) & before.own
    if not between:
        return None
    text = N_("With a piece on {square} nobody captures {own} by stepping to the centre.")
    return Phrase(text, {"own": square_name(between), "square": square_name(deed.arrival)})


REASONS: tuple[Reason, ...] = (
    captures_on,
    captures_several,
    captures_one,
    escapes,
    saves,
    threatens,
    to_the_centre,
    blocks,
    makes_room,
    aims,
    guards,
    beside_the_centre,
)


def in_danger(rules: Rules, own: int, enemy: int) -> int:
    """Own pieces that the enemy could capture with its next step."""
    return endangered(rules, enemy, own, neighbours(enemy) & BOARD & ~(own | enemy))


def endangers_itself(rules: Rules, before: Position, deed: Deed) -> bool:
    """Could the piece be captured where it steps to?"""
    return in_danger(rules, moved(before, deed), left(before, deed)) & deed.arrival != 0


def _towards_centre(deed: Deed) -> int:
    """The square between the one placed on and the centre, two steps away in a straight line; 0 anywhere else."""
    if deed.kind != Kind.PLACE:
        return 0
    return sum(step(CENTRE, d) for d in range(4) if back(deed.arrival, d) == step(CENTRE, d))

"""What no position of the race can be: a sentence each."""

from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.games.senet import impossible
from ibau.games.senet.race.rules import PAWNS, Position, Rules
from ibau.games.senet.race.rulesets import BearOff
from ibau.games.senet.sides import light_and_dark, side
from ibau.games.senet.track import EXIT, ROW_3


def pawns_of(position: Position) -> tuple[int, int]:
    """The pawns of FIRST and of SECOND."""
    return light_and_dark(position.player, position.own, position.enemy)


def too_many_pawns(rules: Rules, position: Position) -> Phrase | None:
    """Each side has five pawns (section 5)."""
    light, dark = pawns_of(position)
    return impossible.too_many(light, PAWNS, side(FIRST)) or impossible.too_many(dark, PAWNS, side(SECOND))


def in_the_water(rules: Rules, position: Position) -> Phrase | None:
    """Nobody ever rests on 27 (SA1-4, SA1-5)."""
    return impossible.in_the_water(position.own | position.enemy)


def stays_on_30(rules: Rules, position: Position) -> Phrase | None:
    """A pawn on 30 leaves as soon as all of its side are on the last row (SA1-6, SA1-7)."""
    home = any(pawns & EXIT and not pawns & ~ROW_3 for pawns in (position.own, position.enemy))
    if rules.bear_off != BearOff.ON_30 or not home:
        return None
    return Phrase(N_("A pawn on 30 with all of its side on the last row would have been removed."))


def nobody_left(rules: Rules, position: Position) -> Phrase | None:
    """The player who has removed all pawns has won (section 5.1); the other's stay."""
    return impossible.nobody_left(position.own | position.enemy)


def fewer_before_the_first_throw(rules: Rules, position: Position) -> Phrase | None:
    """Pawns leave by their own side's throws only (SA1-6, C43)."""
    light, _ = pawns_of(position)
    if not position.fresh or light.bit_count() == PAWNS:
        return None
    return Phrase(N_("Before its first throw {side} has borne no pawn off."), {"side": side(FIRST)})


def fresh_too_late(rules: Rules, position: Position) -> Phrase | None:
    """Dark has the first turn, and light's first throw is in the second (SA1-3, C43)."""
    if not position.fresh or (position.player, position.turns) in ((SECOND, 0), (FIRST, 1)):
        return None
    return Phrase(N_("{side}'s first throw is in the second turn: write '-', not 'fresh'."), {"side": side(FIRST)})


IMPOSSIBLE = (
    too_many_pawns,
    in_the_water,
    stays_on_30,
    nobody_left,
    fewer_before_the_first_throw,
    fresh_too_late,
)

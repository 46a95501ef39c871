"""What no position of the Geoludie game can be: a sentence each."""

from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.games.senet import impossible
from ibau.games.senet.geoludie.position import PAWNS, Position, Rules, direct_pawns, only
from ibau.games.senet.geoludie.rulesets import ExitBy, SplitMode
from ibau.games.senet.geoludie.squares import can_advance
from ibau.games.senet.sides import light_and_dark, odd_or_even
from ibau.games.senet.track import FIVE_SCALE


def total(position: Position) -> int:
    """What the throws of this turn that are still whole add up to."""
    counts = (position.ones, position.twos, position.threes, position.fours, position.fives)
    return sum(value * times for value, times in zip(FIVE_SCALE, counts, strict=True))


def too_many_pawns(rules: Rules, position: Position) -> Phrase | None:
    """Each side has seven pawns (section 4)."""
    odd, even = light_and_dark(position.player, position.own, position.enemy)
    return impossible.too_many(odd, PAWNS, odd_or_even(FIRST)) or impossible.too_many(even, PAWNS, odd_or_even(SECOND))


def in_the_water(rules: Rules, position: Position) -> Phrase | None:
    """A pawn that ends on 27 is carried back at once (SG-11)."""
    return impossible.in_the_water(position.own | position.enemy)


def nobody_left(rules: Rules, position: Position) -> Phrase | None:
    """The player who has borne off all pawns has won (C49); the other's stay."""
    return impossible.nobody_left(position.own | position.enemy)


# --- While throwing --------------------------------------------------------------------------------------------------


def shared_too_early(rules: Rules, position: Position) -> Phrase | None:
    """First all throws, then the moves (SG-1)."""
    if position.playing or not (position.used or position.advanced):
        return None
    return Phrase(N_("Before the throwing is over no pawn has had a share; write - -."))


def thrown_on(rules: Rules, position: Position) -> Phrase | None:
    """One throws until a 2 or a 3 (SG-1)."""
    if position.playing or not (position.twos or position.threes):
        return None
    return Phrase(N_("A 2 or a 3 ends the throwing."))


def other_sum(rules: Rules, position: Position) -> Phrase | None:
    """Throws add up (SG-1)."""
    if position.playing or position.rest == total(position):
        return None
    values = {"total": total(position), "rest": position.rest}
    return Phrase(N_("The throws add up to {total}, not {rest}."), values)


def not_at_once(rules: Rules, position: Position) -> Phrase | None:
    """Only some throws may be played at once, and only under some rules (C51, C52, C53)."""
    throw = position.throw
    if not throw or can_advance(rules, position, direct_pawns(rules, position, throw), only(throw)):
        return None
    return Phrase(N_("Under these rules no pawn can play this {throw} at once."), {"throw": throw})


# --- While playing ---------------------------------------------------------------------------------------------------


def played_after_the_end(rules: Rules, position: Position) -> Phrase | None:
    """A side without pawns has won (C49)."""
    if not position.playing or (position.own and position.enemy):
        return None
    return Phrase(N_("The game is over; nobody plays."))


def nothing_to_play(rules: Rules, position: Position) -> Phrase | None:
    """The turn passes after the last share (SG-16)."""
    if not position.playing or position.rest:
        return None
    return Phrase(N_("Nothing is left to play; the turn is over."))


def two_last_throws(rules: Rules, position: Position) -> Phrase | None:
    """One throws until a 2 or a 3 (SG-1)."""
    if not position.playing or position.twos + position.threes <= 1:
        return None
    return Phrase(N_("One 2 or 3 ends the throwing; there cannot be two."))


def other_rest(rules: Rules, position: Position) -> Phrase | None:
    """What is left is at most the sum, and all of it before the first share or where throws stay whole (SG-1, C57)."""
    whole = rules.split_mode == SplitMode.BY_THROW or not position.advanced
    most = total(position)
    if not position.playing or position.rest == most or (position.rest < most and not whole):
        return None
    values = {"total": most, "rest": position.rest}
    return Phrase(N_("The throws add up to {total}, so {rest} cannot be left of them."), values)


def no_last_throw(rules: Rules, position: Position) -> Phrase | None:
    """One throws until a 2 or a 3 (SG-1), which is there until it is shared, or was played at once (C52, C60)."""
    at_once = rules.last_pawn_direct and position.own.bit_count() == 1
    shared = position.advanced or rules.split_mode == SplitMode.BY_THROW
    if not position.playing or position.twos + position.threes or at_once or shared:
        return None
    return Phrase(N_("Only a 2 or a 3 ends the throwing; there is none."))


def shares_of_nothing(rules: Rules, position: Position) -> Phrase | None:
    """A share is 1 at least, and takes of a sum that is shared out freely (SG-1, SG-3), but to leave (SG-14, C57)."""
    leaves = rules.exit_by == ExitBy.WHOLE_THROW
    shares = max(position.used.bit_count(), int(position.advanced and not leaves))
    whole = rules.no_split_in_houses or rules.split_mode == SplitMode.BY_THROW
    gone = total(position) - position.rest
    if not position.playing or whole or gone >= shares:
        return None
    return Phrase(
        N_("The throws add up to {total}; after this many shares {rest} cannot be left."),
        {"total": total(position), "rest": position.rest},
    )


def share_of_nobody(rules: Rules, position: Position) -> Phrase | None:
    """A pawn that has had a share is one's own (SG-3, C58)."""
    if not position.playing or not position.used & ~position.own:
        return None
    return Phrase(N_("A pawn that has had a share is not on its square."))


def share_not_forward(rules: Rules, position: Position) -> Phrase | None:
    """Going back takes the whole rest, so that a share has gone forward (SG-7, C63)."""
    if not position.playing or not position.used or position.advanced:
        return None
    return Phrase(N_("A pawn that has had a share has gone forward; write 'advanced'."))


IMPOSSIBLE = (
    too_many_pawns,
    in_the_water,
    nobody_left,
    shared_too_early,
    thrown_on,
    other_sum,
    not_at_once,
    played_after_the_end,
    nothing_to_play,
    two_last_throws,
    other_rest,
    no_last_throw,
    share_of_nobody,
    share_not_forward,
    shares_of_nothing,
)

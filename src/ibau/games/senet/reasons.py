"""What speaks for an action in several Senet rulesets: the sentences, each from what a ruleset has found."""

from ibau.core.bits import index
from ibau.core.phrase import N_, Phrase
from ibau.games.senet.track import protected


def off_the_board() -> Phrase:
    """A pawn leaves the board."""
    return Phrase(N_("This move brings a pawn home, off the board."))


def hit(other_side: Phrase, source: int, arrival: int) -> Phrase:
    """A pawn changes places with an enemy's."""
    values = {"other": other_side, "source": source, "arrival": arrival}
    return Phrase(N_("This move sends {other}'s pawn on {arrival} back to {source}."), values)


def escape(source: int, arrival: int) -> Phrase:
    """A pawn leaves a danger."""
    values = {"source": source, "arrival": arrival}
    return Phrase(N_("A single throw could hit the pawn on {source}; on {arrival} none can."), values)


def shelter(arrival: int, partner: int) -> Phrase:
    """Two pawns protect each other."""
    values = {"arrival": arrival, "partner": partner}
    return Phrase(N_("Side by side on {arrival} and {partner}, neither pawn can be hit."), values)


def wall(lowest: int) -> Phrase:
    """Three pawns bar the way."""
    values = {"first": lowest, "last": lowest + 2}
    return Phrase(N_("Three pawns in a row, from {first} to {last}, bar the way."), values)


def dry() -> Phrase:
    """Another move would end in the water."""
    return Phrase(N_("This move keeps out of the water."))


def partner_of(arrival: int, pawns: int, corners: int) -> int:
    """The number of the square of a pawn that protects the one on a square, the higher one of two; 0 for none."""
    for near in (arrival << 1, arrival >> 1):
        if near & pawns and protected(arrival | near, corners):
            return index(near)
    return 0

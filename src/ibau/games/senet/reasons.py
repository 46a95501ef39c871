"""Reasons for actions that several Senet games share."""

from collections.abc import Callable
from typing import Any, NamedTuple

from ibau.core.bits import index
from ibau.core.phrase import N_, Phrase
from ibau.games.senet.sides import pawns_of
from ibau.games.senet.track import protected, walls


def hit_text(other_side: Phrase, source: int, arrival: int) -> Phrase:
    """The sentence about a pawn that changes places with an enemy's."""
    values = {"other": other_side, "source": source, "arrival": arrival}
    return Phrase(N_("This move sends {other}'s pawn on {arrival} back to {source}."), values)


def dry_text() -> Phrase:
    """The sentence about a move that keeps out of the water."""
    return Phrase(N_("This move keeps out of the water."))


def partner_of(arrival: int, pawns: int, corners: int) -> int:
    """The number of the square of a pawn that protects the one on `arrival`, the higher one of two; 0 for none."""
    for near in (arrival << 1, arrival >> 1):
        if near & pawns and protected(arrival | near, corners):
            return index(near)
    return 0


class Reasons(NamedTuple):
    """The shared reasons, for a game."""

    in_danger: Callable[[Any, Any, int, int], int]  # (rules, position, own, enemy): own pawns that could be hit next
    refuges: int = 0  # squares on which a pawn needs no neighbour

    def bears_off(self, rules: Any, before: Any, move: Any, after: Any) -> Phrase | None:
        """It takes a pawn off the board."""
        return Phrase(N_("This move brings a pawn home, off the board.")) if move.off else None

    def escapes(self, rules: Any, before: Any, move: Any, after: Any) -> Phrase | None:
        """The pawn could have been hit by the next throw, and cannot be on its new square."""
        own, enemy = pawns_of(after, move.player)
        if not move.arrival & own or not self.in_danger(rules, before, before.own, before.enemy) & move.source:
            return None
        if self.in_danger(rules, before, own, enemy) & move.arrival:
            return None
        values = {"source": index(move.source), "arrival": index(move.arrival)}
        return Phrase(N_("A single throw could hit the pawn on {source}; on {arrival} none can."), values)

    def shelters(self, rules: Any, before: Any, move: Any, after: Any) -> Phrase | None:
        """The pawn had no own neighbour, and now has one."""
        own, _ = pawns_of(after, move.player)
        if not move.arrival & own & ~self.refuges or protected(before.own, rules.corner_adjacency) & move.source:
            return None
        partner = partner_of(move.arrival, own, rules.corner_adjacency)
        text = N_("Side by side on {arrival} and {partner}, neither pawn can be hit.")
        return Phrase(text, {"arrival": index(move.arrival), "partner": partner}) if partner else None

    def builds_wall(self, rules: Any, before: Any, move: Any, after: Any) -> Phrase | None:
        """It makes a row of three before an enemy pawn."""
        own, enemy = pawns_of(after, move.player)
        found = walls(own, rules.corner_adjacency) & ~walls(before.own, rules.corner_adjacency)
        lowest = found & -found
        if not found or not enemy & lowest - 1:
            return None
        values = {"first": index(lowest), "last": index(lowest) + 2}
        return Phrase(N_("Three pawns in a row, from {first} to {last}, bar the way."), values)

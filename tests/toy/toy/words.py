"""The texts of the heap."""

from ibau.core.contract import Words
from ibau.core.phrase import Phrase

from .rules import End, Move, Position, Rules


def situation(rules: Rules, position: Position) -> tuple[Phrase, ...]:
    return (Phrase("Take up to three counters."),)


def describe(rules: Rules, position: Position, move: Move) -> Phrase:
    return Phrase("Take {n}.", {"n": move.taken})


def refusal(rules: Rules, position: Position, place: str) -> Phrase:
    return Phrase("Point at the lowest counter to take.")


WORDS = Words(situation, describe, refusal, ends={End.TAKEN: "the heap is gone"})

"""Explanations of played moves: what a move does, and the reason for it, as in hints, without a search."""

from collections.abc import Iterator

from ibau.core.line import Line, Ply
from ibau.core.phrase import N_, Phrase
from ibau.learn.hints import ONLY, reason, wins

QUIET = N_("A quiet move.")


def explain_move(ply: Ply) -> tuple[Phrase, Phrase]:
    """A move in words, and the weightiest reason for it."""
    return ply.description, _why(ply)


def latest_moves(line: Line) -> Iterator[Ply]:
    """The moves of the last two turns with moves, in the order of play."""
    moves = [ply for ply in line.plies if ply.is_move]
    turns = sorted({ply.turn for ply in moves})[-2:]
    return (ply for ply in moves if ply.turn in turns)


def _why(ply: Ply) -> Phrase:
    if len(ply.before.legal) == 1 and not wins(ply.before, ply.action):
        return Phrase(ONLY)
    return reason(ply.before, ply.action) or Phrase(QUIET)

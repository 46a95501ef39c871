"""Senet by the Geoludie booklet (rulings.md section 4).

Odd pawns are FIRST, even pawns SECOND; pawns travel up the numbers and leave past 30.  A player throws until a 2 or a 3
comes and then shares the sum out among the pawns, a ply a share.  The board's bits are drawn in ../track.py; bit 31,
OFF, is the way out.

Actions:  32 * source + destination, a share that goes forward or a rest that goes back;  BOUNCE + the same, forward and
then back;  KEEP;  PASS.

position.py has the state of a turn, squares.py where a pawn can go, effects.py what an action does, and legal.py which
actions there are: it asks effects.py what a share would leave, for the duty to go on (SG-4).
"""

from ibau.games.senet.geoludie.effects import decode, play
from ibau.games.senet.geoludie.legal_moves import Moves, count, group, groups, moves, nth
from ibau.games.senet.geoludie.position import (
    ACTIONS,
    MOST_GROUPS,
    Move,
    Position,
    Rules,
    actor,
    chances,
    irreversible,
    key,
    occurs,
    outcome,
    score,
    start,
    turn,
)

__all__ = [
    "ACTIONS",
    "MOST_GROUPS",
    "Move",
    "Moves",
    "Position",
    "Rules",
    "actor",
    "chances",
    "count",
    "decode",
    "group",
    "groups",
    "irreversible",
    "key",
    "moves",
    "nth",
    "occurs",
    "outcome",
    "play",
    "score",
    "start",
    "turn",
]

"""Senet by the Geoludie booklet (rulings.md section 4).

Odd pawns are FIRST, even pawns SECOND; pawns move to higher numbers and leave the board past 30.  A player throws until
a 2 or a 3 and then shares the sum out among the pawns, one ply per share.  The bits of the board are described in
../track.py; bit 31, OFF, is off the board.

Actions:  32 * source + destination, forward by a share or back by the rest;  BOUNCE + the same, forward and then back;
KEEP;  PASS.

position.py defines the state of a turn, squares.py where a pawn can go, effects.py the effects of actions, and
legal_moves.py the legal actions, which depend on the effects of a share (SG-4).
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

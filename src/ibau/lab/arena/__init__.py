"""The arena: paired games between two contestants, and what they say about their strength.

pairing = Pairing("seega", (contestant("uct:nodes=500"), contestant("greedy")))
tally = run_arena(ibau.games.game, pairing, pairs=20)
tally.score, tally.interval, tally.elo
"""

from ibau.lab.arena.contest import Contest, Pairing
from ibau.lab.arena.results import Pair, PairedGame, Spent
from ibau.lab.arena.roster import (
    ArenaError,
    Contestant,
    ContestantError,
    EngineContestant,
    NamedContestant,
    PlayerContestant,
    contestant,
    contestants,
)
from ibau.lab.arena.running import run_arena
from ibau.lab.arena.tally import Sprt, Tally

__all__ = [
    "ArenaError",
    "Contest",
    "Contestant",
    "ContestantError",
    "EngineContestant",
    "NamedContestant",
    "Pair",
    "PairedGame",
    "Pairing",
    "PlayerContestant",
    "Spent",
    "Sprt",
    "Tally",
    "contestant",
    "contestants",
    "run_arena",
]

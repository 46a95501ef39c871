"""The arena: paired games between two contestants, and what they say about their strength.

pairing = Pairing("seega", (contestant("uct:nodes=500"), contestant("greedy")))
tally = run_arena(ibau.games.game, pairing, pairs=20)
tally.score, tally.interval, tally.elo
"""

from ibau.arena.contest import Contest, Pairing
from ibau.arena.errors import ArenaError, ContestantError
from ibau.arena.results import Pair, PairedGame, Spent
from ibau.arena.roster import Contestant, EngineContestant, NamedContestant, PlayerContestant, contestant, contestants
from ibau.arena.running import run_arena
from ibau.arena.tally import Sprt, Tally

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

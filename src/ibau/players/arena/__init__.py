"""The arena: paired games between two contestants, and what they say about their strength.

pairing = Pairing("seega", (contestant("uct:nodes=500"), contestant("greedy")))
tally = run_arena(ibau.games.game, pairing, pairs=20)
tally.score, tally.interval, tally.elo
"""

from ibau.players.arena.contest import Contest, Pairing
from ibau.players.arena.contestants import Contestant, Engine, Named, contestant, contestants
from ibau.players.arena.errors import ArenaError, ContestantError
from ibau.players.arena.results import Pair, Played, Spent
from ibau.players.arena.running import run_arena
from ibau.players.arena.tally import Sprt, Tally

__all__ = [
    "ArenaError",
    "Contest",
    "Contestant",
    "ContestantError",
    "Engine",
    "Named",
    "Pair",
    "Pairing",
    "Played",
    "Spent",
    "Sprt",
    "Tally",
    "contestant",
    "contestants",
    "run_arena",
]

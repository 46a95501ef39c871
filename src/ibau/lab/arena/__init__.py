"""The arena: paired games between two entrants, and the strength that follows from them.

pairing = Pairing("seega", (parse_entrant("uct:nodes=500"), parse_entrant("greedy")))
tally = run_tournament(ibau.games.game, pairing, pairs=20)
tally.score, tally.interval, tally.elo
"""

from ibau.lab.arena.entrants import (
    ArenaError,
    EngineEntrant,
    Entrant,
    EntrantError,
    NamedEntrant,
    PlayerEntrant,
    parse_entrant,
    parse_entrants,
)
from ibau.lab.arena.pair_runner import Pairing, PairRunner
from ibau.lab.arena.paired_game import Pair, PairedGame, Spent
from ibau.lab.arena.run_tournament import run_tournament
from ibau.lab.arena.tally import Sprt, Tally

__all__ = [
    "ArenaError",
    "EngineEntrant",
    "Entrant",
    "EntrantError",
    "NamedEntrant",
    "Pair",
    "PairRunner",
    "PairedGame",
    "Pairing",
    "PlayerEntrant",
    "Spent",
    "Sprt",
    "Tally",
    "parse_entrant",
    "parse_entrants",
    "run_tournament",
]

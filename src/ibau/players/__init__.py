"""Players: anyone who chooses an action in any game.

choice = player("greedy").choose(ibau.game("seega").initial().play("lot1"))
choice.action, choice.value
"""

from collections.abc import Callable
from functools import partial

from ibau.core.errors import listed, nearest
from ibau.players.levels import LEVELS, Level
from ibau.players.player import Budget, Choice, Player, PlayerError
from ibau.players.simple import CarelessPlayer, GreedyPlayer, RandomPlayer
from ibau.players.uct import UctPlayer

MEDIUM_NODES = 100

PLAYERS: dict[str, Callable[[int], Player]] = {
    "easy": CarelessPlayer,
    "greedy": GreedyPlayer,
    "medium": partial(UctPlayer, cut=None, usual=Budget(nodes=MEDIUM_NODES)),
    "random": RandomPlayer,
    "strong": partial(UctPlayer, cut=None),
    "uct": UctPlayer,
}


def player(name: str, seed: int = 0) -> Player:
    """The player of a name; `seed` fixes everything it does by chance.  Raises PlayerError naming the valid names."""
    if name not in PLAYERS:
        raise PlayerError(f"Unknown player {name!r}; known are {listed(PLAYERS)}.{nearest(name, PLAYERS)}")
    return PLAYERS[name](seed)


__all__ = ["LEVELS", "PLAYERS", "Budget", "Choice", "Level", "Player", "PlayerError", "player"]

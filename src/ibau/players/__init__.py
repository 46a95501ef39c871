"""Players: anyone who chooses an action in any game.

choice = player("greedy").choose(ibau.game("seega").initial().play("lot1"))
choice.action, choice.value
"""

from collections.abc import Callable
from functools import partial

from ibau.core.errors import listed, nearest
from ibau.players.alphabeta import AlphaBetaPlayer
from ibau.players.expectimax import ExpectimaxPlayer
from ibau.players.levels import EASY_NOTICES, LEVELS, Level, MediumPlayer
from ibau.players.player import Budget, Choice, Player, PlayerError
from ibau.players.simple import CarelessPlayer, GreedyPlayer, RandomPlayer
from ibau.players.uct import UctPlayer

PLAYERS: dict[str, Callable[[int], Player]] = {
    "alphabeta": AlphaBetaPlayer,
    "easy": partial(CarelessPlayer, notices=EASY_NOTICES),
    "expectimax": ExpectimaxPlayer,
    "greedy": GreedyPlayer,
    "medium": MediumPlayer,
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

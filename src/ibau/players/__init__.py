"""Players: anyone who chooses an action in any game.

choice = player("greedy").choose(ibau.game("seega").initial().play("lot1"))
choice.action, choice.value
"""

from functools import partial
from typing import Protocol

from ibau.core.errors import suggestion_or_list
from ibau.core.phrase import N_
from ibau.core.quoting import quote
from ibau.players.base import Choice, Player, PlayerError
from ibau.players.custom_players import PlayerLike, as_player, is_custom_name, load_player
from ibau.players.levels import (
    LEVELS,
    Level,
    LevelPlayer,
    best_player,
    levels_here,
    levels_of,
    offered_level,
    stored_level,
    stored_level_here,
)
from ibau.players.search_players import AlphaBetaPlayer, ExpectimaxPlayer, MctsPlayer, UctPlayer
from ibau.players.simple import GreedyPlayer, RandomPlayer
from ibau.search.budget import Budget
from ibau.search.network import SHIPPED


class MakePlayer(Protocol):
    """What makes a player."""

    def __call__(self, seed: int, *, threads: int, evaluator: str) -> Player: ...


PLAYERS: dict[str, MakePlayer] = {
    "alphabeta": AlphaBetaPlayer,
    "expectimax": ExpectimaxPlayer,
    "greedy": GreedyPlayer,
    "mcts": MctsPlayer,
    "random": RandomPlayer,
    "uct": UctPlayer,
    **{level.id: partial(LevelPlayer, level=level) for level in LEVELS},
}


def player(name: PlayerLike, seed: int = 0, threads: int = 1, evaluator: str = SHIPPED) -> Player:
    """The player of a name; `seed` fixes everything it does by chance.  Raises PlayerError naming the valid names.

    A name is one of ours, such as "level5" or "uct", or `module:Class` for a player of one's own.  A search uses so
    many `threads`, and values positions by `evaluator`: "shipped", "features" or the path of a network.  A function
    that is handed a state and gives back the text of an action makes a player too, and a Player is one, as it is.
    """
    if not isinstance(name, str):
        return as_player(name)
    if is_custom_name(name):
        return load_player(name, seed, threads, evaluator)
    if name not in PLAYERS:
        raise PlayerError(N_("Unknown player {name}{known}"), name=quote(name), known=suggestion_or_list(name, PLAYERS))
    return PLAYERS[name](seed, threads=threads, evaluator=evaluator)


__all__ = [
    "LEVELS",
    "PLAYERS",
    "Budget",
    "Choice",
    "Level",
    "Player",
    "PlayerError",
    "PlayerLike",
    "best_player",
    "levels_here",
    "levels_of",
    "offered_level",
    "player",
    "stored_level",
    "stored_level_here",
]

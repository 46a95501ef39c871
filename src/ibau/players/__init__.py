"""Players, which choose an action in any game: searches, levels, and players of one's own.

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
    """A class or function that makes a player."""

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
    """Make a player from a name; `seed` determines its random choices.

    The name is one of PLAYERS, such as "level5" or "uct", or `module:Class` of a class or function of one's own.  A
    Player is returned itself; a class of players, or a function from a State to an action text, also makes one.  A
    search uses a number of `threads`, and evaluates positions by `evaluator`: "shipped" (the game's network, if it has
    one), "features" (the evaluation written by hand) or the path of a network.  Raises PlayerError, which lists the
    valid names, and SearchError for an invalid number of threads.
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

"""What people say when they mean a game or a state of one: the same everywhere.

game_of("seega+chain=none"), game_of(game), game_of(state)
state_of("seega"), state_of(game)  # its start
"""

from typing import TypeAlias

from ibau.core import hooks
from ibau.core.errors import RulesetError
from ibau.core.game import Game, State
from ibau.core.limits import check_type

StateLike: TypeAlias = str | Game | State  # a ruleset text, its game, or a state of that
A_GAME = "A game is the text of a ruleset, a Game or a State"


def as_game(what: StateLike) -> Game:
    """The game that is meant.  Raises RulesetError."""
    if isinstance(what, State):
        return what.game
    game: Game = hooks.resolve_game(what) if isinstance(what, str) else check_type(what, Game, A_GAME, RulesetError)
    return game


def as_state(what: StateLike) -> State:
    """The state that is meant; of a game that is its start.  Raises RulesetError."""
    return what if isinstance(what, State) else as_game(what).initial()


def wrong_game_error(rule: str, own: Game, given: Game) -> RulesetError:
    """The error about what belongs to another game than `own`, after a rule such as "These are the tables of"."""
    return RulesetError(f"{rule} {own.ruleset}, not of {given.ruleset}.")


def as_new_game(what: StateLike) -> Game:
    """The game that is meant where it is played from its start, so no other state of it.  Raises RulesetError."""
    game = as_game(what)
    if isinstance(what, State) and what != game.initial():
        raise RulesetError(f"Games begin at their start here, and not at {what}.")
    return game

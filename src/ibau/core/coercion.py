"""Arguments of public functions that stand for a game or a state: a ruleset text, a Game or a State."""

from typing import TypeAlias

from ibau.core import hooks
from ibau.core.errors import RulesetError
from ibau.core.game import Game, State
from ibau.core.limits import check_type

StateLike: TypeAlias = str | Game | State  # a ruleset text, its game, or a state of that
A_GAME = "A game is the text of a ruleset, a Game or a State"


def as_game(what: StateLike) -> Game:
    """The Game of a ruleset text, a Game or a State.  Raises RulesetError."""
    if isinstance(what, State):
        return what.game
    game: Game = hooks.resolve_game(what) if isinstance(what, str) else check_type(what, Game, A_GAME, RulesetError)
    return game


def as_state(what: StateLike) -> State:
    """A State itself, or the initial state of a game.  Raises RulesetError."""
    return what if isinstance(what, State) else as_game(what).initial()


def wrong_game_error(rule: str, own: Game, given: Game) -> RulesetError:
    """The error about an object of another game than `own`; `rule` begins its text: "These are the tables of"."""
    return RulesetError(f"{rule} {own.ruleset}, not of {given.ruleset}.")


def as_new_game(what: StateLike) -> Game:
    """The Game, where it is played from its start.  Raises RulesetError for any other state."""
    game = as_game(what)
    if isinstance(what, State) and what != game.initial():
        raise RulesetError(f"Games start from the initial position here, not from {what}.")
    return game

"""An episode: a game whose throws are played automatically, truncated after a number of actions."""

from typing import SupportsIndex

from ibau.core.chance import Dice
from ibau.core.game import Game
from ibau.core.limits import check_int
from ibau.core.outcome import value_for_first
from ibau.lab.batch.batch import MAX_REMEMBERED
from ibau.lab.node import Node, Stepper, stepper_for
from ibau.search.playout import LONGEST_PLAYOUT


def longest_episode(game: Game, most: int | None = None) -> int:
    """The most actions of an episode, throws included: `most`, or fewer if the rules bound a game.

    Without a bound a game is truncated after LONGEST_PLAYOUT actions, as random playouts are, or, where all of its
    positions could recur, after MAX_REMEMBERED, as in a batch.  Raises NumberError.
    """
    is_bounded = game.system.repeatable_positions(game.rules) is not None
    bound = game.longest_game or (LONGEST_PLAYOUT if is_bounded else MAX_REMEMBERED)
    return bound if most is None else min(bound, check_int("The most actions of an episode", most, least=1))


def is_cut_off(game: Game, most: int) -> bool:
    """Whether a game can continue after `most` actions."""
    return game.longest_game is None or most < game.longest_game


def most_throws(game: Game, most: int) -> int:
    """The most throws and lots among `most` actions."""
    lots = int(game.initial().is_lot)
    if not game.system.has_throws:
        return lots
    return lots + (most - lots + 1) // 2 if game.system.throws_alternate else most


def most_decisions(game: Game, most: int) -> int:
    """The most decisions among `most` actions."""
    lots = int(game.initial().is_lot)
    if not game.system.has_throws:
        return most - lots
    return (most - lots) // 2 if game.system.throws_alternate else most - 1


class Episode:
    """A game in progress, always at a player's decision or its end."""

    def __init__(self, game: Game, dice: Dice, most: int | None = None) -> None:
        """`dice` draw the throws; `most` is as in `longest_episode`.  Raises NumberError."""
        self.stepper: Stepper = stepper_for(game)
        self.node: Node = self.stepper.start
        self.actions = 0
        self._dice = dice
        self.most = longest_episode(game, most)
        self._settle()

    def play(self, action: SupportsIndex) -> None:
        """Play an action and the throws after it.  Raises IllegalActionError."""
        self.node = self.node.after(action)
        self.actions += 1
        self._settle()

    def _settle(self) -> None:
        while (chance := self.node.chance) and self.actions < self.most:
            self.node = self.node.after(chance.by_roll[self._dice.roll()])
            self.actions += 1

    @property
    def terminated(self) -> bool:
        """Whether the game has ended by its rules."""
        return bool(self.node.outcome)

    @property
    def truncated(self) -> bool:
        """Whether the game was cut off before its end."""
        return not self.node.outcome and self.actions >= self.most

    def value(self, seat: int) -> int:
        """1, 0 or -1 if a seat has won, drawn or lost; 0 before the end."""
        return (1, -1)[seat] * value_for_first(self.node.outcome)

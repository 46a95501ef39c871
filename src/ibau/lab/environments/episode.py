"""An episode: a game whose throws are made by themselves, cut off where it grows too long."""

from typing import SupportsIndex

from ibau.core.chance import Dice
from ibau.core.game import Game
from ibau.core.limits import check_int
from ibau.core.outcome import value_for_first
from ibau.lab.batch.batch import MAX_REMEMBERED
from ibau.lab.node import Node, Stepper, stepper_for
from ibau.search.playout import LONGEST_PLAYOUT


def longest_episode(game: Game, most: int | None = None) -> int:
    """The most actions of an episode, throws included: what is asked for, or what the rules bound.

    A game without such a bound is cut off after LONGEST_PLAYOUT actions, as random playouts are, or where all of its
    positions could come again after MAX_REMEMBERED, as in a batch.  Raises NumberError.
    """
    forgetful = game.system.repeatable_positions(game.rules) is not None
    bound = game.longest_game or (LONGEST_PLAYOUT if forgetful else MAX_REMEMBERED)
    return bound if most is None else min(bound, check_int("The most actions of an episode", most, least=1))


def is_cut_off(game: Game, most: int) -> bool:
    """Can a game go on after this many actions?"""
    return game.longest_game is None or most < game.longest_game


def most_throws(game: Game, most: int) -> int:
    """The most throws and lots among this many actions."""
    lots = int(game.initial().is_lot)
    if not game.system.has_throws:
        return lots
    return lots + (most - lots + 1) // 2 if game.system.throws_alternate else most


def most_decisions(game: Game, most: int) -> int:
    """The most decisions among this many actions."""
    lots = int(game.initial().is_lot)
    if not game.system.has_throws:
        return most - lots
    return (most - lots) // 2 if game.system.throws_alternate else most - 1


class Episode:
    """A game being played up to a player's decision, or its end."""

    def __init__(self, game: Game, dice: Dice, most: int | None = None) -> None:
        """`dice` make the throws; `most` actions are played.  Raises NumberError."""
        self.stepper: Stepper = stepper_for(game)
        self.node: Node = self.stepper.start
        self.actions = 0
        self._dice = dice
        self.most = longest_episode(game, most)
        self._settle()

    def play(self, action: SupportsIndex) -> None:
        """Play a decision, and what is thrown after it.  Raises IllegalActionError."""
        self.node = self.node.after(action)
        self.actions += 1
        self._settle()

    def _settle(self) -> None:
        while (chance := self.node.chance) and self.actions < self.most:
            self.node = self.node.after(chance.by_roll[self._dice.roll()])
            self.actions += 1

    @property
    def terminated(self) -> bool:
        """Has the game ended?"""
        return bool(self.node.outcome)

    @property
    def truncated(self) -> bool:
        """Was it cut off before?"""
        return not self.node.outcome and self.actions >= self.most

    def value(self, seat: int) -> int:
        """1, 0 or -1, as a seat has won, drawn or lost; 0 also before the end."""
        return (1, -1)[seat] * value_for_first(self.node.outcome)

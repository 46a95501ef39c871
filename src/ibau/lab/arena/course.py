"""A game of the arena on its way: what has been played, and what chance has in store.

Everything that chance decides in a pair of games follows from the pair's seed: the n-th throw of a game is the n-th of
the pair's sequence, whoever throws it, and both games begin with the same opening.
"""

from ibau.core.chance import Dice, advance, below, seeded
from ibau.core.game import Game, State
from ibau.core.line import Line
from ibau.core.outcome import CHANCE, NOBODY

OPENING_STREAM, THROWS_STREAM = range(2)
TURNS_AT_RANDOM = 4  # of a usual opening: two for each side


class Course:
    """A game on its way; `seed` is the pair's."""

    def __init__(self, game: Game, seed: int) -> None:
        self.line = Line(game.initial())
        self._dice = Dice(seed, THROWS_STREAM)

    @property
    def state(self) -> State:
        """The present."""
        return self.line.state

    def play(self, action: str) -> None:
        """Raises IllegalAction."""
        self.line = self.line.play(action)

    def throw(self) -> None:
        """Play the throws and lots that are due."""
        while self.state.turn == CHANCE:
            self.play(self.state.drawn(self._dice.roll()))


def opened(game: Game, seed: int, plies: int | None) -> Course:
    """A game after a random opening, lots included, that does not end it.

    `plies`: how many; None for two turns of each side in games without throws, whose games would all be the same
    otherwise, and for none in the others.
    """
    course, random = Course(game, seed), seeded(seed, OPENING_STREAM)
    course.throw()
    turns, mover = 0, NOBODY
    while True:
        turns += int(course.state.turn != mover)
        mover = course.state.turn
        if is_opened(course.state, turns, plies) or not (quiet := quiet_actions(course.state)):
            return course
        plies = None if plies is None else plies - 1
        random = advance(random)
        course.play(course.state.text_of(quiet[below(random, len(quiet))]))
        course.throw()


def is_opened(state: State, turns: int, plies: int | None) -> bool:
    """Is the opening over, with `turns` turns begun and `plies` plies left to play?"""
    if plies is None:
        return state.game.system.has_throws or turns > TURNS_AT_RANDOM
    return plies == 0


def quiet_actions(state: State) -> list[int]:
    """The actions that do not end the game."""
    return [action for action in state.legal if not state.after(action).outcome]

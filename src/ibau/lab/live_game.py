"""A game in progress: its line so far, and the source of its throws.

live = LiveGame(ibau.game("seega").initial(), Dice(1).roll)
for state in live.decisions(LONGEST_GAME):
    live.play(player.choose(state).action)
"""

from collections.abc import Callable, Iterator

from ibau.core.chance import advance, below
from ibau.core.game import State
from ibau.core.line import Line
from ibau.core.outcome import CHANCE, NOBODY

LONGEST_GAME = 10_000  # actions; a longer game is abandoned, and has no winner
OPENING_TURNS = 4  # of a usual opening: two for each side


class LiveGame:
    """A game in progress; `roll` returns the numbers in 0..15 by which throws and lots are drawn."""

    def __init__(self, start: State, roll: Callable[[], int]) -> None:
        self.line = Line(start)
        self._roll = roll

    @property
    def state(self) -> State:
        """The current state."""
        return self.line.state

    def play(self, action: str) -> None:
        """Play an action.  Raises IllegalActionError."""
        self.line = self.line.play(action)

    def play_chance(self) -> None:
        """Play the throws and lots that are due."""
        while self.state.turn == CHANCE:
            self.play(self.state.chance_action(self._roll()))

    def decisions(self, longest: int) -> Iterator[State]:
        """Yield the states in which a player decides, up to `longest` actions or the end; the caller plays."""
        while self.state.turn != NOBODY and self.line.ply_count < longest:
            if self.state.turn == CHANCE:
                self.play(self.state.chance_action(self._roll()))
            else:
                yield self.state

    def play_opening(self, random: int, plies: int | None) -> None:
        """Play a random opening, lots included, that does not end the game; `random` is the state of a generator.

        `plies`: its length; None for two turns of each side in games without throws, which would otherwise repeat the
        same game, and for no opening in the others.
        """
        self.play_chance()
        turns, mover = 0, NOBODY
        while True:
            turns += int(self.state.turn != mover)
            mover = self.state.turn
            if is_opening_over(self.state, turns, plies) or not (nonfinal := nonfinal_actions(self.state)):
                return
            plies = None if plies is None else plies - 1
            random = advance(random)
            self.play(self.state.text_of(nonfinal[below(random, len(nonfinal))]))
            self.play_chance()


def is_opening_over(state: State, turns: int, plies: int | None) -> bool:
    """Whether the opening is over, with `turns` turns begun and `plies` plies left."""
    if plies is None:
        return state.game.system.has_throws or turns > OPENING_TURNS
    return plies == 0


def nonfinal_actions(state: State) -> list[int]:
    """The actions that do not end the game."""
    return [action for action in state.legal if not state.after(action).outcome]


def forced_action(state: State) -> str:
    """The only legal action; "" if there are several."""
    return state.actions[0] if len(state.legal) == 1 else ""

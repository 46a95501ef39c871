"""A game being played at a terminal: its course so far, who sits where, and whose turn it is to act."""

from collections.abc import Mapping

from ibau.core.chance import advance, seeded, word
from ibau.core.game import Game, State
from ibau.core.outcome import CHANCE, NOBODY
from ibau.core.record import Record
from ibau.core.takeback import takeback
from ibau.players import Player
from ibau.terminal.board import touched_by


class Table:
    """`computers` maps seats to players; the other seats are persons'.  `seed` decides throws and lots."""

    def __init__(self, game: Game, computers: Mapping[int, Player], seed: int) -> None:
        self.game = game
        self.states = [game.initial()]
        self.actions: list[str] = []
        self._computers = computers
        self._random = seeded(seed)

    @property
    def state(self) -> State:
        """The present."""
        return self.states[-1]

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of persons."""
        return tuple(seat for seat in (0, 1) if seat not in self._computers)

    @property
    def person_acts(self) -> bool:
        """Is a person to decide or to throw?  A lot is drawn by any person there is."""
        if self.state.turn == NOBODY:
            return False
        actor = self.state.actor if self.state.turn == CHANCE else self.state.turn
        return actor in self.persons or (actor == CHANCE and bool(self.persons))

    def play(self, action: str) -> None:
        """Play an action.  Raises IllegalAction."""
        self.states.append(self.state.play(action))
        self.actions.append(action)

    def throw(self) -> str:
        """Draw the throw or lot that is due, and play it."""
        self._random = advance(self._random)
        action = self.state.drawn(word(self._random) >> 28)
        self.play(action)
        return action

    def player(self) -> Player:
        """The computer whose move it is."""
        return self._computers[self.state.turn]

    def record(self, tags: Mapping[str, str]) -> Record:
        """The game so far."""
        return Record.of(self.states[0], self.actions, tags)

    def take_back(self) -> bool:
        """Take back as far as the rules of taking back allow; False where nothing can be."""
        left = takeback(self.states, self.persons)
        if left is None:
            return False
        del self.states[left + 1 :], self.actions[left:]
        return True

    def last_touched(self) -> set[str]:
        """The places that the moves of the last turn have touched so far."""
        touched: set[str] = set()
        mover = None
        for before, action in zip(reversed(self.states[:-1]), reversed(self.actions), strict=True):
            if before.turn == CHANCE:
                continue
            if mover not in (None, before.turn):
                break
            mover = before.turn
            touched |= touched_by(before, action)
        return touched

"""Pairs of games between two contestants: they change seats; throws, lots and the opening are the same in both."""

import time
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from ibau.core.chance import seeded, word
from ibau.core.game import Game, State
from ibau.core.outcome import NOBODY
from ibau.core.rule import watch_compilation
from ibau.players.arena.contestants import Contestant
from ibau.players.arena.course import Course, opened
from ibau.players.player import Budget, Choice, Player

LONGEST_GAME = 10_000  # actions; a longer game counts as a draw
UNFINISHED = "unfinished"  # its kind
CLOCKS = {"wall": time.perf_counter, "cpu": time.process_time}
SEATINGS = ((0, 1), (1, 0))  # which contestant sits first and second, in the two games of a pair


class Pairing(NamedTuple):
    """Who meets whom, and at what.

    `opening`: plies that are played at random at the beginning; None for what is usual in the game.
    `clock`: what limits of time are measured by, "wall", or "cpu" for the processor time of the process.
    """

    ruleset: str
    contestants: tuple[Contestant, Contestant]
    seed: int = 0
    opening: int | None = None
    clock: str = "wall"


class Spent(msgspec.Struct, forbid_unknown_fields=True):
    """What a contestant spent on its moves in a game; where only one was legal nobody is asked."""

    moves: int = 0
    nodes: int = 0
    seconds: float = 0.0
    cpu: float = 0.0  # seconds of the processor
    over: float = 0.0  # seconds by which a move went beyond its limit, at the most

    def add(self, more: "Spent") -> None:
        """Count something spent later."""
        self.moves += more.moves
        self.nodes += more.nodes
        self.seconds += more.seconds
        self.cpu += more.cpu
        self.over = max(self.over, more.over)


class Played(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A finished game."""

    pair: int
    seats: tuple[int, int]  # which contestant, 0 or 1, sat first and second
    seed: int  # of both players
    opening: int  # how many of the actions were played before the contestants took over
    actions: list[str]
    returns: tuple[int, int]  # 1, 0 or -1 for who sat first and second
    kind: str
    spent: tuple[Spent, Spent]  # by contestant

    @property
    def halves(self) -> int:
        """Half points of the first contestant: 0, 1 or 2."""
        return 1 + self.returns[self.seats.index(0)]


class Contest:
    """The two contestants of a pairing, in one process."""

    def __init__(self, make_game: Callable[[str], Game], pairing: Pairing) -> None:
        self.pairing = pairing
        self.game = make_game(pairing.ruleset)
        self._clock = CLOCKS[pairing.clock]
        self._awake: set[int] = set()  # the contestants that have thought in this process

    def pair(self, number: int) -> tuple[Played, Played]:
        """The two games of a pair; under limits of nodes or depth they follow from the pairing and the number alone."""
        seed = seeded(self.pairing.seed, number)
        one, two = (self._play(number, seed, seats) for seats in SEATINGS)
        return one, two

    def _play(self, number: int, seed: int, seats: tuple[int, int]) -> Played:
        course = opened(self.game, seed, self.pairing.opening)
        opening, players_seed = len(course.actions), word(seed) >> 1
        players = [contestant.player(players_seed) for contestant in self.pairing.contestants]
        spent = Spent(), Spent()
        while course.state.turn != NOBODY and len(course.actions) < LONGEST_GAME:
            if len(course.state.legal) == 1:
                course.play(course.state.actions[0])
            else:
                who = seats[course.state.turn]
                course.play(self._choice(who, players[who], course, spent[who]).action)
            course.throw()
        result = course.state.result
        return Played(
            pair=number,
            seats=seats,
            seed=players_seed,
            opening=opening,
            actions=course.actions,
            returns=result.returns if result else (0, 0),
            kind=result.kind if result else UNFINISHED,
            spent=spent,
        )

    def _choice(self, who: int, player: Player, course: Course, spent: Spent) -> Choice:
        """What a contestant plays, timed; a thought that had to compile or to load what was compiled is had again."""
        budget = self.pairing.contestants[who].budget or player.usual_in(self.game)
        player.clock = self._clock
        if who not in self._awake:
            player.choose(course.state, budget)
            self._awake.add(who)
        compiled: list[int] = []
        with watch_compilation(compiled.append):
            choice, thought = self._timed(player, course.state, budget)
        if compiled:
            choice, thought = self._timed(player, course.state, budget)
        spent.add(thought)
        return choice

    def _timed(self, player: Player, state: State, budget: Budget) -> tuple[Choice, Spent]:
        """A choice, and what was spent on it."""
        wall, cpu, clock = time.perf_counter(), time.process_time(), self._clock()
        choice = player.choose(state, budget)
        over = 0.0 if budget.seconds is None else max(0.0, self._clock() - clock - budget.seconds)
        return choice, Spent(1, choice.nodes, time.perf_counter() - wall, time.process_time() - cpu, over)

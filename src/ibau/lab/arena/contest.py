"""Pairs of games between two contestants: they change seats; throws, lots and the opening are the same in both."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import NamedTuple, Self

from ibau.core.chance import Dice, seed_state, word
from ibau.core.game import Game, State
from ibau.lab.arena.results import FORFEIT, UNFINISHED, Pair, PairedGame, Spent
from ibau.lab.arena.roster import ArenaError, Contestant, ContestantError
from ibau.lab.course import LONGEST_GAME, Course, only_action
from ibau.players.base import Choice
from ibau.players.engine import Engine, EngineStartError
from ibau.players.engine_process import EngineError
from ibau.search.budget import Budget


class Entrant:
    """Chooses a contestant's moves; `clock` measures its limits of time."""

    def __init__(self, contestant: Contestant, game: Game, clock: Callable[[], float]) -> None:
        self.spent = Spent()
        self._contestant = contestant
        self._clock = clock
        self._player = contestant.player(0)
        self._budget = contestant.budget or self._player.default_budget_for(game)
        self._has_thought = False

    def new_game(self, seed: int) -> None:
        """A new player, and nothing spent; an engine goes on in its process."""
        self.spent = Spent()
        if isinstance(self._player, Engine):
            self._player.new_game(seed)
        else:
            self._player = self._contestant.player(seed)
        self._player.clock = self._clock

    def choose(self, course: Course) -> str:
        """What it plays; the first thought, which loads what the player needs, is thought again and timed then.

        Raises EngineError where an engine fails.
        """
        if isinstance(self._player, Engine):
            self._player.actions = course.line.actions
            self._has_thought = self._player.has_thought
        if not self._has_thought:
            self._player.choose(course.state, self._budget)
            self._has_thought = True
        choice, spent = self._timed(course.state)
        self.spent.add(spent)
        return choice.action

    def close(self) -> None:
        """End the process of an engine."""
        if isinstance(self._player, Engine):
            self._player.close()

    def _timed(self, state: State) -> tuple[Choice, Spent]:
        """A choice, and what was spent on it."""
        wall, cpu, clock = time.perf_counter(), time.process_time(), self._clock()
        choice = self._player.choose(state, self._budget)
        over = beyond(self._budget, self._clock() - clock)
        return choice, Spent(1, choice.nodes, time.perf_counter() - wall, time.process_time() - cpu, over)


def beyond(budget: Budget, seconds: float) -> float:
    """Seconds by which a limit of time was exceeded."""
    return 0.0 if budget.seconds is None else max(0.0, seconds - budget.seconds)


CLOCKS = {"wall": time.perf_counter, "cpu": time.process_time}
OPENING_STREAM, THROWS_STREAM = range(2)
SEATINGS = ((0, 1), (1, 0))  # which contestant sits first and second, in the two games of a pair


class Pairing(NamedTuple):
    """Who meets whom, and at what.

    `opening`: plies that are played at random at the beginning; None for the usual number in the game.
    `clock`: what limits of time are measured by, "wall", or "cpu" for the processor time of the process.
    """

    ruleset: str
    contestants: tuple[Contestant, Contestant]
    seed: int = 0
    opening: int | None = None
    clock: str = "wall"

    def check(self, game: Game) -> None:
        """Raises ArenaError or another IbauError where it makes no sense."""
        if self.clock not in CLOCKS:
            raise ArenaError(f"There is no clock {self.clock!r}; there are {', '.join(CLOCKS)}.")
        for contestant in self.contestants:
            if self.clock == "cpu" and isinstance(contestant.player(0), Engine):
                raise ContestantError(
                    f"{contestant.text}: the processor time of an engine is not known; use the wall clock."
                )
            contestant.check(game)


class Contest:
    """The two contestants of a pairing in one process.  Engines run until it is closed."""

    def __init__(self, make_game: Callable[[str], Game], pairing: Pairing) -> None:
        self.pairing = pairing
        self.game = make_game(pairing.ruleset)
        clock = CLOCKS[pairing.clock]
        self._entrants = [Entrant(contestant, self.game, clock) for contestant in pairing.contestants]
        self._engines = ExitStack()
        for entrant in self._entrants:
            self._engines.callback(entrant.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._engines.close()

    def pair(self, number: int) -> Pair:
        """The two games of a pair; under limits of nodes or depth they follow from the pairing and the number alone."""
        seed = seed_state(self.pairing.seed, number)
        one, two = (self._played(number, seed, seats) for seats in SEATINGS)
        return one, two

    def _played(self, number: int, seed: int, seats: tuple[int, int]) -> PairedGame:
        """A game; an engine that fails has lost it."""
        course = opened(self.game, seed, self.pairing.opening)
        opening, players_seed, fault = course.line.ply_count, word(seed) >> 1, ""
        one, other = self.pairing.contestants
        for entrant, its_own in zip(self._entrants, (0, one.text == other.text), strict=True):
            entrant.new_game(players_seed ^ its_own)  # who meets itself would play both games of a pair alike
        try:
            self._play(course, seats)
        except EngineStartError:
            raise
        except EngineError as error:
            fault = error.fault
        returns, kind = ending(course.state, fault)
        return PairedGame(
            pair=number,
            seats=seats,
            seed=players_seed,
            opening=opening,
            actions=list(course.line.actions),
            returns=returns,
            kind=kind,
            spent=(self._entrants[0].spent, self._entrants[1].spent),
            fault=fault,
        )

    def _play(self, course: Course, seats: tuple[int, int]) -> None:
        """Play a game on to its end."""
        for state in course.decisions(LONGEST_GAME):
            course.play(only_action(state) or self._entrants[seats[state.turn]].choose(course))


def opened(game: Game, seed: int, plies: int | None) -> Course:
    """A game after its opening.  Everything that chance decides in a pair of games follows from the pair's seed.

    The n-th throw of a game is the n-th of the pair's sequence, no matter who throws it, and both games begin with the
    same opening of this many plies (`Course.open`).
    """
    course = Course(game.initial(), Dice(seed, THROWS_STREAM).roll)
    course.open(seed_state(seed, OPENING_STREAM), plies)
    return course


def ending(state: State, fault: str) -> tuple[tuple[int, int], str]:
    """What a game returns to both seats, and how it ended; the player with a fault was to move."""
    if fault:
        return ((1, -1) if state.turn else (-1, 1)), FORFEIT
    result = state.result
    return (result.returns, result.kind) if result else ((0, 0), UNFINISHED)

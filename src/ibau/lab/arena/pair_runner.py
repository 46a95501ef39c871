"""Pairs of games between two entrants, who change seats; throws, lots and the opening are the same in both games."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import NamedTuple

from ibau.core.chance import Dice, seed_state, word
from ibau.core.game import Game, State
from ibau.lab.arena.entrants import ArenaError, Entrant, EntrantError
from ibau.lab.arena.paired_game import FORFEIT, UNFINISHED, Pair, PairedGame, Spent
from ibau.lab.live_game import LONGEST_GAME, LiveGame, forced_action
from ibau.players.base import Choice
from ibau.players.engine import Engine, EngineStartError
from ibau.players.engine_process import EngineError
from ibau.search.budget import Budget


class EntrantRunner:
    """Chooses an entrant's moves; `clock` measures its time limits."""

    def __init__(self, entrant: Entrant, game: Game, clock: Callable[[], float]) -> None:
        self.spent = Spent()
        self._entrant = entrant
        self._clock = clock
        self._player = entrant.player(0)
        self._budget = entrant.budget or self._player.default_budget_for(game)
        self._has_thought = False

    def new_game(self, seed: int) -> None:
        """Begin a game with a new player and nothing spent; an engine keeps its process."""
        self.spent = Spent()
        if isinstance(self._player, Engine):
            self._player.new_game(seed)
        else:
            self._player = self._entrant.player(seed)
        self._player.clock = self._clock

    def choose(self, live: LiveGame) -> str:
        """The action to play.  The first search, which loads what the player needs, is repeated and only then timed.

        Raises EngineError if an engine fails.
        """
        if isinstance(self._player, Engine):
            self._player.actions = live.line.actions
            self._has_thought = self._player.has_thought
        if not self._has_thought:
            self._player.choose(live.state, self._budget)
            self._has_thought = True
        choice, spent = self._timed(live.state)
        self.spent.add(spent)
        return choice.action

    def close(self) -> None:
        """End the process of an engine, if the entrant is one."""
        if isinstance(self._player, Engine):
            self._player.close()

    def _timed(self, state: State) -> tuple[Choice, Spent]:
        """Choose, and measure what was spent on it."""
        wall, cpu, clock = time.perf_counter(), time.process_time(), self._clock()
        choice = self._player.choose(state, self._budget)
        over = excess_seconds(self._budget, self._clock() - clock)
        return choice, Spent(1, choice.nodes, time.perf_counter() - wall, time.process_time() - cpu, over)


def excess_seconds(budget: Budget, seconds: float) -> float:
    """Seconds by which the time limit of a budget was exceeded."""
    return 0.0 if budget.seconds is None else max(0.0, seconds - budget.seconds)


CLOCKS = {"wall": time.perf_counter, "cpu": time.process_time}
OPENING_STREAM, THROWS_STREAM = range(2)
SEATINGS = ((0, 1), (1, 0))  # which entrant sits first and second, in the two games of a pair


class Pairing(NamedTuple):
    """A ruleset and two entrants to play it.

    `opening`: random plies at the beginning; None for the default of the game.
    `clock`: what measures time limits: "wall", or "cpu" for the processor time of the process.
    """

    ruleset: str
    entrants: tuple[Entrant, Entrant]
    seed: int = 0
    opening: int | None = None
    clock: str = "wall"

    def check(self, game: Game) -> None:
        """Raise ArenaError or another IbauError unless the pairing can be played."""
        if self.clock not in CLOCKS:
            raise ArenaError(f"There is no clock {self.clock!r}; there are {', '.join(CLOCKS)}.")
        for entrant in self.entrants:
            if self.clock == "cpu" and isinstance(entrant.player(0), Engine):
                raise EntrantError(f"{entrant.text}: the processor time of an engine is not known; use the wall clock.")
            entrant.check(game)


class PairRunner(ExitStack):
    """Plays the games of a pairing in one process.  Engines run until it is closed."""

    def __init__(self, make_game: Callable[[str], Game], pairing: Pairing) -> None:
        super().__init__()
        self.pairing = pairing
        self.game = make_game(pairing.ruleset)
        clock = CLOCKS[pairing.clock]
        self._runners = [EntrantRunner(entrant, self.game, clock) for entrant in pairing.entrants]
        for runner in self._runners:
            self.callback(runner.close)

    def play_pair(self, number: int) -> Pair:
        """Play the two games of a pair; with node or depth limits they depend on pairing and number alone."""
        seed = seed_state(self.pairing.seed, number)
        one, two = (self._play_game(number, seed, seats) for seats in SEATINGS)
        return one, two

    def _play_game(self, number: int, seed: int, seats: tuple[int, int]) -> PairedGame:
        """Play one game; an engine that fails loses it."""
        live = open_game(self.game, seed, self.pairing.opening)
        opening, players_seed, fault = live.line.ply_count, word(seed) >> 1, ""
        one, other = self.pairing.entrants
        for runner, own_bit in zip(self._runners, (0, one.text == other.text), strict=True):
            runner.new_game(players_seed ^ own_bit)  # self-play differs in the two games of a pair
        try:
            self._play(live, seats)
        except EngineStartError:
            raise
        except EngineError as error:
            fault = error.fault
        returns, kind = returns_and_kind(live.state, fault)
        return PairedGame(
            pair=number,
            seats=seats,
            seed=players_seed,
            opening=opening,
            actions=list(live.line.actions),
            returns=returns,
            kind=kind,
            spent=(self._runners[0].spent, self._runners[1].spent),
            fault=fault,
        )

    def _play(self, live: LiveGame, seats: tuple[int, int]) -> None:
        """Play a game to its end."""
        for state in live.decisions(LONGEST_GAME):
            live.play(forced_action(state) or self._runners[seats[state.turn]].choose(live))


def open_game(game: Game, seed: int, plies: int | None) -> LiveGame:
    """A game after its opening of `plies` plies (`LiveGame.play_opening`), with all chance drawn from the pair's seed.

    The n-th throw of either game is the n-th of the pair's sequence, whichever seat throws it.
    """
    live = LiveGame(game.initial(), Dice(seed, THROWS_STREAM).roll)
    live.play_opening(seed_state(seed, OPENING_STREAM), plies)
    return live


def returns_and_kind(state: State, fault: str) -> tuple[tuple[int, int], str]:
    """The returns of both seats and the kind of end; with a fault, the player to move has lost."""
    if fault:
        return ((1, -1) if state.turn else (-1, 1)), FORFEIT
    result = state.result
    return (result.returns, result.kind) if result else ((0, 0), UNFINISHED)

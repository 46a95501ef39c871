"""What every player is: a budget in, a choice out."""

import threading
import time
import zlib
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeGuard

from ibau.core.chance import seeded
from ibau.core.errors import IbauError
from ibau.core.game import Game, State
from ibau.core.outcome import CHANCE, FIRST, NOBODY, value_for_first

SURE_WIN = 1000  # judgements are thousandths of a win
MOST_ENDS = 200  # positions within one turn
MOST_SECONDS = 10**15  # thirty million years; a longer limit is none
SHIPPED = "shipped"  # the judgement that comes with a game: its network where it has one


class PlayerError(IbauError):
    """An unknown player, a budget or threads that make no sense, or nothing to choose."""


class Budget(NamedTuple):
    """How long to think: whichever limit comes first; without any, until stopped."""

    seconds: float | None = None
    nodes: int | None = None  # positions looked at, iterations of a tree search
    depth: int | None = None  # plies, of a tree search on average


class Choice(NamedTuple):
    """A chosen action and why."""

    action: str
    value: float  # -1..1, as the player to move sees it
    line: tuple[str, ...]  # the play expected, the action first, up to the next throw at most
    nodes: int
    seconds: float
    depth: int = 0  # plies searched in full, by a tree search on average; 0 without a search


Report = Callable[[Choice], None]


class Player(ABC):
    """Anyone who chooses an action in any game: a function of seed, state and budget (time makes it inexact)."""

    usual = Budget()  # what is spent when no budget is given
    compiled = False  # does its first thought on a machine compile?
    only = "games"  # which games it plays, for people
    instead = ""  # the names of players of the other games, for people

    def __init__(
        self,
        seed: int = 0,
        clock: Callable[[], float] = time.perf_counter,
        *,
        threads: int = 1,
        judge: str = SHIPPED,
    ) -> None:
        """`threads` search at once; `judge` names what values positions where a search ends: see network.py.

        Raises PlayerError unless there is at least one thread.
        """
        check_threads(threads)
        self.seed = seed
        self.clock = clock
        self.threads = threads
        self.judge = judge

    def choose(
        self,
        state: State,
        budget: Budget | None = None,
        stop: threading.Event | None = None,
        report: Report | None = None,
    ) -> Choice:
        """The action to play; thinks until the budget is spent or `stop` is set, and may `report` on the way.

        Raises PlayerError at a chance node, after the end, for a game that it does not play, and for a budget that
        makes no sense.
        """
        if not self.plays(state.game):
            raise PlayerError(self.refusal(state.game))
        check_state(state)
        budget = budget or self.usual_in(state.game)
        check_budget(budget)
        if len(state.legal) == 1:
            return plain_choice(state, state.legal[0], nodes=1, seconds=0.0)
        return self.think(state, budget, stop or threading.Event(), report or _keep_quiet)

    def plays(self, game: Game) -> bool:  # noqa: ARG002 - a player of few games looks at it
        """Does it play this game?"""
        return True

    def refusal(self, game: Game) -> str:
        """Why it does not play a game, and who does."""
        others = f" Use {self.instead} there." if self.instead else ""
        return f"This player plays only {self.only}; {game.ruleset} is none of them.{others}"

    def usual_in(self, game: Game) -> Budget:  # noqa: ARG002 - a player that is weaker in some games looks at it
        """What is spent on an action of a game when no budget is given."""
        return self.usual

    @abstractmethod
    def think(self, state: State, budget: Budget, stop: threading.Event, report: Report) -> Choice:
        """Choose where there is a choice."""

    def generator(self, state: State) -> int:
        """The state of the random numbers with which to think about a game state."""
        return seeded(self.seed, zlib.crc32(str(state).encode()))


def plain_choice(state: State, action: int, nodes: int, seconds: float) -> Choice:
    """An action with what its state is judged to be."""
    text = state.text_of(action)
    return Choice(text, judged(state.after(action), state.turn), (text,), nodes, seconds)


def winning_action(state: State, among: Iterable[int]) -> int | None:
    """An action that wins at once, where there is one among these."""
    return next((action for action in among if _is_won(state.after(action), state.turn)), None)


def winning_turn(state: State) -> int | None:
    """The first action of the shortest turn that wins, with nothing thrown on the way, where there is one.

    Long turns have so many ends that only the first MOST_ENDS positions are looked at.
    """
    reached = deque((action, state.after(action)) for action in state.legal)
    for _ in range(MOST_ENDS):
        if not reached:
            break
        action, after = reached.popleft()
        if _is_won(after, state.turn):
            return action
        if after.turn == state.turn:
            reached.extend((action, after.after(further)) for further in after.legal)
    return None


def _is_won(state: State, seat: int) -> bool:
    return bool(state.outcome) and judged(state, seat) > 0


def judged(state: State, seat: int) -> float:
    """How good a state looks for a seat without thinking ahead: -1..1, exact after the end."""
    if state.outcome:
        value = float(value_for_first(state.outcome))
    else:
        value = state.game.system.evaluation.judge(state.game.rules, state.position) / SURE_WIN
    return value if seat == FIRST else -value


def _keep_quiet(choice: Choice) -> None:
    """The report of players that nobody listens to."""


def check_state(state: State) -> None:
    """Raise PlayerError unless a player decides here."""
    if state.turn == NOBODY:
        raise PlayerError("The game is over: there is nothing to choose.")
    if state.turn == CHANCE:
        raise PlayerError(f"Chance decides here, not a player; play one of {', '.join(state.actions)} first.")


def check_budget(budget: Budget) -> None:
    """Raise PlayerError for a budget that makes no sense."""
    check_seconds(budget.seconds)
    for name, limit in (("nodes", budget.nodes), ("depth", budget.depth)):
        if limit is not None and not is_whole(limit):
            raise PlayerError(f"A budget's {name} must be a whole number such as 1000, not {limit!r}.")
    for name, limit in budget._asdict().items():
        if limit is not None and limit <= 0:
            raise PlayerError(f"A budget of {limit} {name} leaves no time to think; give more than 0.")


def check_seconds(seconds: object) -> None:
    """Raise PlayerError for what is no limit of time; None is meant to be none."""
    if seconds is None:
        return
    if not isinstance(seconds, int | float) or not seconds <= MOST_SECONDS:
        raise PlayerError(f"A budget's seconds must be a finite number, not {seconds!r}; None sets no limit.")


def check_threads(threads: object) -> None:
    """Raise PlayerError unless so many threads can search."""
    if not is_whole(threads) or threads < 1:
        raise PlayerError(f"{threads!r} threads cannot search; give a whole number from 1 on.")


def is_whole(number: object) -> TypeGuard[int]:
    """Is it a whole number, and not just one with nothing after the point?"""
    return isinstance(number, int)

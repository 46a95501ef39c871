"""What every player is: a budget in, a choice out."""

import threading
import time
import zlib
from collections import deque
from collections.abc import Callable, Iterable
from typing import NamedTuple

from ibau.core.chance import seed_state
from ibau.core.coercion import StateLike, as_state
from ibau.core.contract import WIN
from ibau.core.errors import IbauError, join_names
from ibau.core.game import Game, State
from ibau.core.outcome import CHANCE, FIRST, NOBODY, value_for_first
from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import quote
from ibau.search.budget import Budget, check_budget, check_threads
from ibau.search.deepening import SearchMemory
from ibau.search.network import SHIPPED

ACTIONS_SHOWN = 5
MOST_ENDS = 200  # positions within one turn

NO_METHOD = N_("{player} does not say what it plays: give it a method move(state).")
NO_TEXT = N_("{player} played {played}; a move is the text of an action, such as {action}.")
NOT_LEGAL = N_("{player} played {played}, which is not legal here; legal: {legal}.")


class PlayerError(IbauError):
    """An unknown player, a game that it does not play, or nothing to choose."""


class Choice(NamedTuple):
    """A chosen action and why."""

    action: str
    value: float  # -1..1, as the player to move sees it
    line: tuple[str, ...]  # the play expected, the action first, up to the next throw at most
    nodes: int  # positions looked at, iterations of a tree search
    seconds: float  # that it took
    depth: int = 0  # plies searched in full, by a tree search on average; 0 without a search


Report = Callable[[Choice], None]


class Player:
    """Anyone who chooses an action in any game: a function of seed, state and budget (time makes it inexact).

    A player of one's own needs one method, `move(state)`.  One that thinks for as long as it is given, or reports what
    an action is worth, has `think` instead.  `str(player)` is what records and tables call it.
    """

    seed = 0  # of what it does by chance
    clock: Callable[[], float] = time.perf_counter
    threads = 1
    evaluator = SHIPPED
    default_budget = Budget()  # what is spent when no budget is given
    probes = False  # does it look into tables of exact values?
    memory: SearchMemory | None = None  # what it keeps from one thought to the next, if somebody gives it one
    finishes = False  # does it end what is won already as soon as it can, and not think about it?
    only = N_("games")  # which games it plays, for people
    instead = ""  # the names of players of the other games, for people

    def __init__(
        self,
        seed: int = 0,
        clock: Callable[[], float] = time.perf_counter,
        *,
        threads: int = 1,
        evaluator: str = SHIPPED,
    ) -> None:
        """`threads` search at once; `evaluator` names what values positions where a search ends: see network.py.

        Raises SearchError for fewer threads than one, or more than MOST_THREADS.
        """
        check_threads(threads)
        self.seed = seed
        self.clock = clock
        self.threads = threads
        self.evaluator = evaluator

    def __str__(self) -> str:
        return type(self).__name__

    def __repr__(self) -> str:
        kind, name = type(self).__name__, str(self)
        return f"<{kind}>" if name == kind else f"<{kind} {name}>"

    def choose(
        self,
        state: StateLike,
        budget: Budget | None = None,
        stop: threading.Event | None = None,
        report: Report | None = None,
    ) -> Choice:
        """The action to play; thinks until the budget is spent or `stop` is set, and may `report` on the way.

        Raises PlayerError at a chance node, after the end and for a game that it does not play, and SearchError for a
        budget that makes no sense, RulesetError.
        """
        state = as_state(state)
        if not self.plays(state.game):
            raise PlayerError(self.refusal(state.game))
        check_state(state)
        budget = budget or self.default_budget_for(state.game)
        check_budget(budget)
        if len(state.legal) == 1:
            return static_choice(state, state.legal[0], nodes=1, seconds=0.0)
        if self.finishes and (last := finishing_action(state)) is not None:
            return static_choice(state, last, nodes=len(state.legal), seconds=0.0)
        return self.think(state, budget, stop or threading.Event(), report or _ignore_report)

    def plays(self, game: Game) -> bool:  # noqa: ARG002 - a player of few games looks at it
        """Does it play this game?"""
        return True

    def refusal(self, game: Game) -> Phrase:
        """Why it does not play a game, and who does."""
        others = Phrase(N_(" Use {player} there.") if self.instead else "", {"player": self.instead})
        values = {"games": Phrase(self.only), "game": game.ruleset, "others": others}
        return Phrase(N_("This player plays only {games}; {game} is none of them.{others}"), values)

    def ponders(self, game: Game) -> bool:  # noqa: ARG002 - a player of many strengths looks at it
        """Do thoughts about the opponent's move help it with its own, once it has a memory?"""
        return False

    def default_budget_for(self, game: Game) -> Budget:  # noqa: ARG002 - a player that is weaker in some games looks at it
        """What is spent on an action of a game when no budget is given."""
        return self.default_budget

    def move(self, state: State) -> str:  # noqa: ARG002 - overriding methods look at the state
        """The text of the action to play, asked only where there is a choice: the one method of a simple player."""
        raise PlayerError(NO_METHOD, player=type(self).__name__)

    def think(self, state: State, budget: Budget, stop: threading.Event, report: Report) -> Choice:  # noqa: ARG002 - a simple player just moves
        """Choose where there is a choice; without a method of its own a player plays its `move`.

        Raises PlayerError where that is not legal.
        """
        started = self.clock()
        text = self.move(state)
        if not _is_text(text):
            raise PlayerError(NO_TEXT, player=self, played=quote(text), action=repr(state.actions[0]))
        if text not in state.numbers:
            legal = join_names(state.actions, ACTIONS_SHOWN)
            raise PlayerError(NOT_LEGAL, player=self, played=quote(text), legal=legal)
        return static_choice(state, state.numbers[text], 1, self.clock() - started)

    def generator(self, state: State) -> int:
        """The generator state with which a thought about a game state begins."""
        return seed_state(self.seed, zlib.crc32(str(state).encode()))


def static_choice(state: State, action: int, nodes: int, seconds: float) -> Choice:
    """An action, valued by a look at where it leads."""
    text = state.text_of(action)
    return Choice(text, static_value_for(state.after(action), state.turn), (text,), nodes, seconds)


def finishing_action(state: State) -> int | None:
    """What ends a game soonest that is won already, and goes on for points; None where it is open.

    A search would put off the end there, which it takes for worse than all that comes before.
    """
    left, rules = state.game.system.actions_left, state.game.rules
    if left(rules, state.position) is None:
        return None
    return min(state.legal, key=lambda action: left(rules, state.after(action).position) or 0)


def winning_action(state: State, among: Iterable[int]) -> int | None:
    """An action that wins at once, where there is one among these."""
    return next((action for action in among if _is_won(state.after(action), state.turn)), None)


def winning_turn(state: State) -> int | None:
    """The first action of the shortest turn that wins, with nothing thrown on the way, where there is one.

    Of the many ends of a long turn only the first MOST_ENDS positions are looked at.
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
    return bool(state.outcome) and static_value_for(state, seat) > 0


def static_value_for(state: State, seat: int) -> float:
    """How good a state looks for a seat without thinking ahead: -1..1, exact after the end."""
    if state.outcome:
        value = float(value_for_first(state.outcome))
    else:
        value = state.game.system.evaluation.evaluate(state.game.rules, state.position) / WIN
    return value if seat == FIRST else -value


def _is_text(said: object) -> bool:
    """Is it one, whatever somebody's method has given?"""
    return isinstance(said, str)


def _ignore_report(choice: Choice) -> None:
    """The report of players that nobody listens to."""


def check_state(state: State) -> None:
    """Raise PlayerError unless a player decides here."""
    if state.turn == NOBODY:
        raise PlayerError("The game is over: there is nothing to choose.")
    if state.turn == CHANCE:
        raise PlayerError(f"Chance decides here, not a player; play one of {', '.join(state.actions)} first.")

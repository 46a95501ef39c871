"""Player, the base class of all players, and Choice, what they return."""

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

ACTIONS_SHOWN = 5  # legal actions in an error message
MOST_ENDS = 200  # positions of one turn

NO_METHOD = N_("{player} does not say what it plays: give it a method move(state).")
NO_TEXT = N_("{player} played {played}; a move is the text of an action, such as {action}.")
NOT_LEGAL = N_("{player} played {played}, which is not legal here; legal: {legal}.")


class PlayerError(IbauError):
    """An unknown player, a game that it does not play, or a state without a choice."""


class Choice(NamedTuple):
    """A chosen action, its value, and figures of the search."""

    action: str  # its text
    value: float  # -1..1 for the player to move
    line: tuple[str, ...]  # the expected play, beginning with the action, up to the next throw at most
    nodes: int  # positions searched, or iterations of a tree search
    seconds: float  # the time taken
    depth: int = 0  # plies (or throws, in games with throws) searched completely, by a tree search on average


Report = Callable[[Choice], None]


class Player:
    """The base of players: choose an action by seed, state and budget (a budget of time is not reproducible).

    A player of one's own needs one method, `move(state)`.  One that uses its budget, or returns the value of an action,
    has `think` instead.  `str(player)` is its name in records and tables.
    """

    seed = 0  # of its random choices
    clock: Callable[[], float] = time.perf_counter
    threads = 1
    evaluator = SHIPPED
    default_budget = Budget()  # used when none is given
    probes = False  # does it look up tables of exact values?
    memory: SearchMemory | None = None  # kept from one search to the next, if it is set
    finishes_won_games = False  # does it end a won game as fast as possible, without a search?
    games_text = N_("games")  # the games that it plays, in messages
    alternative = ""  # the names of players of the other games, in messages

    def __init__(
        self,
        seed: int = 0,
        clock: Callable[[], float] = time.perf_counter,
        *,
        threads: int = 1,
        evaluator: str = SHIPPED,
    ) -> None:
        """Make a player that searches with `threads`, and evaluates positions by `evaluator`, as in `ibau.player`.

        Raises SearchError unless 1 <= threads <= MOST_THREADS.
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
        """The action to play; thinks until the budget is spent or `stop` is set, and may call `report` on the way.

        Raises PlayerError at a chance node, after the end and for a game that it does not play, SearchError for an
        invalid budget, and RulesetError.
        """
        state = as_state(state)
        if not self.plays(state.game):
            raise PlayerError(self.refusal(state.game))
        check_state(state)
        budget = budget or self.default_budget_for(state.game)
        check_budget(budget)
        if len(state.legal) == 1:
            return static_choice(state, state.legal[0], nodes=1, seconds=0.0)
        if self.finishes_won_games and (last := finishing_action(state)) is not None:
            return static_choice(state, last, nodes=len(state.legal), seconds=0.0)
        return self.think(state, budget, stop or threading.Event(), report or _ignore_report)

    def plays(self, game: Game) -> bool:  # noqa: ARG002 - searches look at it
        """Does it play this game?"""
        return True

    def refusal(self, game: Game) -> Phrase:
        """The message that it does not play a game, with the names of players that do."""
        others = Phrase(N_(" Use {player} there.") if self.alternative else "", {"player": self.alternative})
        values = {"games": Phrase(self.games_text), "game": game.ruleset, "others": others}
        return Phrase(N_("This player plays only {games}; {game} is none of them.{others}"), values)

    def ponders(self, game: Game) -> bool:  # noqa: ARG002 - levels look at it
        """Does searching during the opponent's move help it, if it has a memory?"""
        return False

    def default_budget_for(self, game: Game) -> Budget:  # noqa: ARG002 - levels look at it
        """The budget per action of a game, used when none is given."""
        return self.default_budget

    def move(self, state: State) -> str:  # noqa: ARG002 - for overriding methods
        """The text of the action to play, called only if there is a choice: the one method of a simple player."""
        raise PlayerError(NO_METHOD, player=type(self).__name__)

    def think(self, state: State, budget: Budget, stop: threading.Event, report: Report) -> Choice:  # noqa: ARG002 - for searches
        """Choose an action, called only if there is a choice; by default `move` is played.

        Raises PlayerError if that is not legal.
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
        """The state of the random number generator at the beginning of a search."""
        return seed_state(self.seed, zlib.crc32(str(state).encode()))


def static_choice(state: State, action: int, nodes: int, seconds: float) -> Choice:
    """The choice of an action with the static value of the next state."""
    text = state.text_of(action)
    return Choice(text, static_value_for(state.after(action), state.turn), (text,), nodes, seconds)


def finishing_action(state: State) -> int | None:
    """The action that ends a won game fastest; None in a game that is not won.

    For games that go on for points: a search would delay the end, as it sees no better value there.
    """
    left, rules = state.game.system.actions_left, state.game.rules
    if left(rules, state.position) is None:
        return None
    return min(state.legal, key=lambda action: left(rules, state.after(action).position) or 0)


def winning_action(state: State, among: Iterable[int]) -> int | None:
    """The first action of `among` that wins at once, else None."""
    return next((action for action in among if _is_won(state.after(action), state.turn)), None)


def winning_turn(state: State) -> int | None:
    """The first action of the shortest turn that wins, without a throw on the way, else None.

    Only the first MOST_ENDS positions of a turn are searched.
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
    """The static evaluation of a state for a seat: -1..1, exact after the end."""
    if state.outcome:
        value = float(value_for_first(state.outcome))
    else:
        value = state.game.system.evaluation.evaluate(state.game.rules, state.position) / WIN
    return value if seat == FIRST else -value


def _is_text(value: object) -> bool:
    """Is the result of a player's method a text?  Its type hints need not be true."""
    return isinstance(value, str)


def _ignore_report(choice: Choice) -> None:
    """The default report: does nothing."""


def check_state(state: State) -> None:
    """Raise PlayerError unless a player decides in this state."""
    if state.turn == NOBODY:
        raise PlayerError("The game is over: there is nothing to choose.")
    if state.turn == CHANCE:
        raise PlayerError(f"Chance decides here, not a player; play one of {', '.join(state.actions)} first.")

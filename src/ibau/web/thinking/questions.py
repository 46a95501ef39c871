"""Questions of the server, which answer themselves in a worker."""

import threading
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ibau.core.errors import IbauError
from ibau.core.game import State
from ibau.core.line import Ply
from ibau.core.outcome import CHANCE
from ibau.learn import Hint, hint
from ibau.learn.advice import Advice, ExpectedValue, advise_by_depth, expected_value_by_depth, search_settings
from ibau.learn.game_review import PlyEvaluation, evaluate_ply
from ibau.players import Budget, player
from ibau.web.refusals import Refusal
from ibau.web.thinking.fair_queue import WorkKind


class MoveQuestion(NamedTuple):
    """Which action does the player `level` choose in this state?"""

    state: State
    level: str
    seed: int
    kind: WorkKind = WorkKind.MOVE
    yields_after: float = 0.0

    def answers(self, stop: threading.Event) -> Iterator[str]:
        yield player(self.level, self.seed).choose(self.state, stop=stop).action


class AdviceQuestion(NamedTuple):
    """What are the values of all actions, or throws, depth by depth?  The state must not be final."""

    state: State
    budget: Budget
    kind: WorkKind = WorkKind.ANALYSIS
    yields_after: float = 1.0

    def answers(self, stop: threading.Event) -> Iterator[tuple[Advice, ...] | ExpectedValue]:
        if self.state.turn == CHANCE:
            yield from expected_value_by_depth(self.state, self.budget, stop)
        else:
            yield from advise_by_depth(self.state, self.budget, stop)


class HintQuestion(NamedTuple):
    """Which action is good here, and why?"""

    state: State
    seed: int
    budget: Budget
    kind: WorkKind = WorkKind.HINT
    yields_after: float = 0.0

    def answers(self, stop: threading.Event) -> Iterator[Hint]:
        yield hint(self.state, self.budget, self.seed, stop=stop)


class ReviewQuestion(NamedTuple):
    """How good was a ply?"""

    ply: Ply
    budget: Budget
    kind: WorkKind = WorkKind.REVIEW
    yields_after: float = 0.0

    def answers(self, stop: threading.Event) -> Iterator[PlyEvaluation]:
        yield evaluate_ply(self.ply, search_settings(self.budget, stop=stop), opens=False)


class RaisedError(NamedTuple):
    """The error to raise in place of an answer."""

    error: IbauError | Refusal


class WorkQuestion(NamedTuple):
    """What is the result of a function?"""

    work: Callable[[], Any]
    kind: WorkKind
    yields_after: float = 0.0

    def answers(self, stop: threading.Event) -> Iterator[Any]:  # noqa: ARG002 - it cannot be cut short
        try:
            yield self.work()
        except (IbauError, Refusal) as error:
            yield RaisedError(error)

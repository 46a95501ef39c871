"""What the server asks of workers: questions that answer themselves where they have been sent to."""

import threading
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ibau.core.errors import IbauError
from ibau.core.game import State
from ibau.core.line import Ply
from ibau.core.outcome import CHANCE
from ibau.learn import Hint, hint
from ibau.learn.advice import Advice, Expected, advise_deeper, expect_deeper, search_settings
from ibau.learn.game_review import PlyEvaluation, evaluate_ply
from ibau.players import Budget, player
from ibau.search.network import SHIPPED
from ibau.web.refusals import Refusal
from ibau.web.thinking.fair_queue import WorkKind


class MoveQuestion(NamedTuple):
    """What does the player `level` do in this state?  The action, and nothing of why."""

    state: State
    level: str
    seed: int
    kind: WorkKind = WorkKind.MOVE
    yields_after: float = 0.0

    def answers(self, stop: threading.Event) -> Iterator[str]:
        yield player(self.level, self.seed).choose(self.state, stop=stop).action


class AdviceQuestion(NamedTuple):
    """What is every action worth, or every throw, depth after depth?  The state is one of a game that goes on."""

    state: State
    budget: Budget
    kind: WorkKind = WorkKind.ANALYSIS
    yields_after: float = 1.0

    def answers(self, stop: threading.Event) -> Iterator[tuple[Advice, ...] | Expected]:
        if self.state.turn == CHANCE:
            yield from expect_deeper(self.state, self.budget, stop=stop)
        else:
            yield from advise_deeper(self.state, self.budget, stop=stop)


class HintQuestion(NamedTuple):
    """What would be good here, and why?"""

    state: State
    seed: int
    budget: Budget
    kind: WorkKind = WorkKind.HINT
    yields_after: float = 0.0

    def answers(self, stop: threading.Event) -> Iterator[Hint]:
        yield hint(self.state, self.budget, self.seed, stop=stop)


class ReviewQuestion(NamedTuple):
    """What did a ply change?"""

    ply: Ply
    budget: Budget
    kind: WorkKind = WorkKind.REVIEW
    yields_after: float = 0.0

    def answers(self, stop: threading.Event) -> Iterator[PlyEvaluation]:
        yield evaluate_ply(self.ply, search_settings(self.budget, 0, 1, stop, SHIPPED), opens=False)


class RaisedError(NamedTuple):
    """What people are told where there is no answer."""

    error: IbauError | Refusal


class WorkQuestion(NamedTuple):
    """What comes of some work?"""

    work: Callable[[], Any]
    kind: WorkKind
    yields_after: float = 0.0

    def answers(self, stop: threading.Event) -> Iterator[Any]:  # noqa: ARG002 - nothing can be left out
        try:
            yield self.work()
        except (IbauError, Refusal) as error:
            yield RaisedError(error)

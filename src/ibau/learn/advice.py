"""Values of all actions of a position, not only the best one, and of a throw or lot.

for advice in advise(state, Budget(seconds=1)):
    advice.action, advice.value, advice.line

`advise_by_depth` and `expected_value_by_depth` return the same after each depth.  Positions in tables (docs/solving.md)
are not searched.
"""

import threading
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from ibau.core.chance import seed_state
from ibau.core.coercion import StateLike, as_state
from ibau.core.game import State
from ibau.core.outcome import CHANCE
from ibau.players.base import PlayerError, check_state
from ibau.search.budget import ONE_SECOND, Budget, check_budget, check_threads
from ibau.search.child_search import SearchSettings, StateValue, deepen_children, for_seat, search_children
from ibau.search.deepening import action_texts
from ibau.search.network import SHIPPED
from ibau.tables.probing import probe_actions

FAR = 1 << 16  # plies


class Advice(NamedTuple):
    """The value of a legal action."""

    action: str  # its text
    value: float  # -1..1 for the player who decides
    uncertainty: float  # how much the last ply of depth changed the value; 0 if exact, 1 if not searched
    line: tuple[str, ...]  # the best play, beginning with the action, up to the next throw at most
    depth: int  # plies searched, or throws in games with throws, as in Choice.depth; 0 if not searched
    exact: bool = False  # from tables or by the end of the game, rather than searched
    plies: int | None = None  # from tables of games without throws: plies until a forced capture or end


class ChanceValue(NamedTuple):
    """The value of one result of a throw or lot."""

    action: str  # the text of the result: "t4", "lot1"
    probability: Fraction  # exact; the sum of all is 1
    value: float  # -1..1 for the player who throws, for "first" when lots are drawn
    uncertainty: float  # as in Advice
    depth: int  # as in Advice
    exact: bool = False  # as in Advice


class ExpectedValue(NamedTuple):
    """The value of a position before a throw or lot."""

    value: float  # the mean of the values of its chances, weighted by their probabilities
    chances: tuple[ChanceValue, ...]  # in the order of the rules


def advise(
    state: StateLike,
    budget: Budget | None = None,
    seed: int = 0,
    threads: int = 1,
    stop: threading.Event | None = None,
    evaluator: str = SHIPPED,
) -> tuple[Advice, ...]:
    """The values of all legal actions, the best first, within one budget for all together, by default a second.

    All are searched to the same depth, except that an action whose value is exact is searched no further.  With one
    thread and a budget of nodes or depth the result is always the same.  `stop` ends the search early; `evaluator` is
    as in `ibau.player`.

    Raises PlayerError at a chance node and after the end, SearchError for an invalid budget or number of threads.
    """
    state = as_state(state)
    check_state(state)
    settings = search_settings(budget, seed, threads, stop, evaluator)
    return _ranked(state, search_children(state, settings))


def advise_by_depth(state: State, budget: Budget, stop: threading.Event) -> Iterator[tuple[Advice, ...]]:
    """The result of `advise` after each depth, in one thread.  Raises as `advise` does, at the first one."""
    check_state(state)
    for found in deepen_children(state, search_settings(budget, stop=stop)):
        yield _ranked(state, found)


def expected_value(
    state: StateLike,
    budget: Budget | None = None,
    seed: int = 0,
    threads: int = 1,
    stop: threading.Event | None = None,
    evaluator: str = SHIPPED,
) -> ExpectedValue:
    """The value of a throw or lot, whose results are searched to the same depth, within one budget for all together.

    The arguments are those of `advise`.  Raises PlayerError where a player decides and after the end, SearchError for
    an invalid budget or number of threads.
    """
    state = as_state(state)
    check_chance(state)
    return _mean(state, search_children(state, search_settings(budget, seed, threads, stop, evaluator)))


def expected_value_by_depth(state: State, budget: Budget, stop: threading.Event) -> Iterator[ExpectedValue]:
    """The result of `expected_value` after each depth, in one thread.  Raises as it does, at the first one."""
    check_chance(state)
    for found in deepen_children(state, search_settings(budget, stop=stop)):
        yield _mean(state, found)


def check_chance(state: State) -> None:
    """Raise PlayerError unless a throw or lot is next."""
    if state.turn != CHANCE:
        raise PlayerError(f"There is no throw or lot here: {state.to_move} decides.")


def _ranked(state: State, found: Sequence[StateValue]) -> tuple[Advice, ...]:
    """The advice on each action from the values of the next states, the best first."""
    tabled = probe_actions(state) if all(known.exact for known in found) else {}
    advice = [advice_on(state, action, known) for action, known in zip(state.legal, found, strict=True)]
    advice = [one._replace(plies=tabled[one.action].plies) if one.action in tabled else one for one in advice]
    far = {text for text, value in tabled.items() if value.plies is None and not state.play(text).outcome}
    return tuple(sorted(advice, key=lambda one: rank(one, far=one.action in far), reverse=True))


def _mean(state: State, found: Sequence[StateValue]) -> ExpectedValue:
    """The value of each result of a throw or lot from the values of the next states, and their mean."""
    chances = tuple(
        ChanceValue(action, share, for_seat(state.actor, known.value), known.uncertainty, known.depth, known.exact)
        for (action, share), known in zip(state.chances.items(), found, strict=True)
    )
    return ExpectedValue(sum(float(chance.probability) * chance.value for chance in chances), chances)


def search_settings(
    budget: Budget | None,
    seed: int = 0,
    threads: int = 1,
    stop: threading.Event | None = None,
    evaluator: str = SHIPPED,
) -> SearchSettings:
    """The settings of a search.  Raises SearchError for an invalid budget or number of threads."""
    budget = budget or ONE_SECOND
    check_budget(budget)
    check_threads(threads)
    return SearchSettings(budget, seed_state(seed), threads, evaluator, stop or threading.Event())


def advice_on(state: State, action: int, found: StateValue) -> Advice:
    """The advice on an action from the value of the next state."""
    line = action_texts(state, (action, *found.line))
    return Advice(line[0], for_seat(state.turn, found.value), found.uncertainty, line, found.depth, found.exact)


def rank(advice: Advice, *, far: bool = False) -> tuple[float, float]:
    """A sort key: by value, then the nearest win and the farthest loss; `far` is a win or loss that is never forced."""
    plies = FAR if far else advice.depth if advice.plies is None else advice.plies
    return advice.value, -advice.value * plies if abs(advice.value) == 1 else 0.0

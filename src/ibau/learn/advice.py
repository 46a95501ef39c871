"""What every action of a position is worth, not only the best one; and what a throw or lot is worth.

for advice in advise(state, Budget(seconds=1)):
    advice.action, advice.value, advice.line

`advise_deeper` and `expect_deeper` tell the same depth after depth.  What tables tell (docs/solving.md) is not
searched.
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
    """What a legal action is worth."""

    action: str
    value: float  # -1..1 for the player who decides
    uncertainty: float  # how far the value moved when it was searched one ply deeper; 0 once decided, 1 if never
    line: tuple[str, ...]  # the best play, the action first, up to the next throw at most
    depth: int  # plies looked at, or throws where there are some, as in Choice.depth; 0 if never searched
    exact: bool = False  # told by tables or by the end of the game, not by a search
    plies: int | None = None  # by a table without throws: until that value is forced to a capture or the end


class ChanceValue(NamedTuple):
    """What a throw or lot would be worth."""

    action: str
    probability: Fraction  # exact; together they are 1
    value: float  # -1..1 for the player who throws, for "first" when lots are drawn
    uncertainty: float  # as in Advice
    depth: int  # as in Advice
    exact: bool = False  # as in Advice


class Expected(NamedTuple):
    """What a position is worth before a throw or lot."""

    value: float  # the exact mean of the values of its chances
    chances: tuple[ChanceValue, ...]  # in the order of the rules


def advise(
    state: StateLike,
    budget: Budget | None = None,
    seed: int = 0,
    threads: int = 1,
    stop: threading.Event | None = None,
    evaluator: str = SHIPPED,
) -> tuple[Advice, ...]:
    """What each legal action is worth, the best first; the budget is for all of them together, a second by default.

    All are searched to the same depth, each with a value of its own; one that is decided is searched no further.  With
    one thread and a budget of nodes or depth the answer is always the same.

    Raises PlayerError at a chance node and after the end, and SearchError for a budget or threads that make no sense.
    """
    state = as_state(state)
    check_state(state)
    settings = search_settings(budget, seed, threads, stop, evaluator)
    return _ranked(state, search_children(state, settings))


def advise_deeper(
    state: State,
    budget: Budget | None = None,
    seed: int = 0,
    stop: threading.Event | None = None,
    evaluator: str = SHIPPED,
) -> Iterator[tuple[Advice, ...]]:
    """The answer of `advise` after each depth, in one thread.  Raises as it does, when the first is asked for."""
    check_state(state)
    for found in deepen_children(state, search_settings(budget, seed, 1, stop, evaluator)):
        yield _ranked(state, found)


def expected(
    state: StateLike,
    budget: Budget | None = None,
    seed: int = 0,
    threads: int = 1,
    stop: threading.Event | None = None,
    evaluator: str = SHIPPED,
) -> Expected:
    """What a throw or lot is worth, each of its chances searched to the same depth, within the budget together.

    Raises PlayerError where a player decides and after the end, and SearchError for a budget or threads that make no
    sense.
    """
    state = as_state(state)
    check_chance(state)
    return _mean(state, search_children(state, search_settings(budget, seed, threads, stop, evaluator)))


def expect_deeper(
    state: State,
    budget: Budget | None = None,
    seed: int = 0,
    stop: threading.Event | None = None,
    evaluator: str = SHIPPED,
) -> Iterator[Expected]:
    """The answer of `expected` after each depth, in one thread.  Raises as it does, when the first is asked for."""
    check_chance(state)
    for found in deepen_children(state, search_settings(budget, seed, 1, stop, evaluator)):
        yield _mean(state, found)


def check_chance(state: State) -> None:
    """Raise PlayerError where nothing is thrown or drawn."""
    if state.turn != CHANCE:
        raise PlayerError(f"There is no throw or lot here: {state.to_move} decides.")


def _ranked(state: State, found: Sequence[StateValue]) -> tuple[Advice, ...]:
    """What is known of the states after each action, the best first."""
    tabled = probe_actions(state) if all(known.exact for known in found) else {}
    advice = [advice_on(state, action, known) for action, known in zip(state.legal, found, strict=True)]
    advice = [one._replace(plies=tabled[one.action].plies) if one.action in tabled else one for one in advice]
    far = {text for text, value in tabled.items() if value.plies is None and not state.play(text).outcome}
    return tuple(sorted(advice, key=lambda one: rank(one, far=one.action in far), reverse=True))


def _mean(state: State, found: Sequence[StateValue]) -> Expected:
    """What is known of the states after each throw, and the exact mean."""
    chances = tuple(
        ChanceValue(
            action, probability, for_seat(state.actor, known.value), known.uncertainty, known.depth, known.exact
        )
        for (action, probability), known in zip(state.chances.items(), found, strict=True)
    )
    return Expected(sum(float(chance.probability) * chance.value for chance in chances), chances)


def search_settings(
    budget: Budget | None, seed: int, threads: int, stop: threading.Event | None, evaluator: str
) -> SearchSettings:
    """How hard to look; any seed will do.  Raises SearchError for a budget or threads that make no sense."""
    budget = budget or ONE_SECOND
    check_budget(budget)
    check_threads(threads)
    return SearchSettings(budget, seed_state(seed), threads, evaluator, stop or threading.Event())


def advice_on(state: State, action: int, found: StateValue) -> Advice:
    """What is known of the state after an action, as the player who decides sees it."""
    line = action_texts(state, (action, *found.line))
    return Advice(line[0], for_seat(state.turn, found.value), found.uncertainty, line, found.depth, found.exact)


def rank(advice: Advice, *, far: bool = False) -> tuple[float, float]:
    """What is better ranks higher, so do a nearer win and a more distant loss; `far` is what nobody has to force."""
    plies = FAR if far else advice.depth if advice.plies is None else advice.plies
    return advice.value, -advice.value * plies if abs(advice.value) == 1 else 0.0

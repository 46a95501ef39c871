"""Evaluate the states after each legal action by a player, instead of the search of the strongest levels.

found = evaluation_by("uct")(state, settings)

The player evaluates states in which it has a choice.  Forced actions and throws before them are played out; the value
of a throw is the exact mean over its results.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

from ibau.core.game import State
from ibau.core.outcome import CHANCE
from ibau.players import Player, PlayerLike, player
from ibau.search.budget import Budget
from ibau.search.child_search import UNKNOWN, SearchSettings, StateValue, for_seat, static_value

MOST_THROWS = 2  # throws in a row that are played out; states after more have their static value
MAX_FORCED = 100  # forced actions in a row that are played out

EvaluateChildren = Callable[[State, SearchSettings], list[StateValue]]  # the values of the states after legal actions
Questions = list[tuple[Fraction, State]]  # the states that a player evaluates, with their probabilities


def evaluation_by(evaluator: PlayerLike) -> EvaluateChildren:
    """The evaluation by a player, which divides the budget of the settings among all states that it evaluates.

    The function raises PlayerError, as for an unknown name.
    """

    def evaluate(state: State, settings: SearchSettings) -> list[StateValue]:
        by = player(evaluator, settings.seed, settings.threads, settings.evaluator)
        asked = [list(questions(state.after(action))) for action in state.legal]
        budget = share_budget(settings.budget, sum(map(len, asked)))
        return [combined_evaluation(by, one, budget, settings) for one in asked]

    return evaluate


def questions(
    state: State, share: Fraction = Fraction(1), throws: int = MOST_THROWS
) -> Iterator[tuple[Fraction, State]]:
    """The states that a player evaluates for the value of `state`, with their probabilities."""
    state = skip_forced_actions(state)
    if state.turn != CHANCE or not throws:
        yield share, state
        return
    for thrown, chance in zip(state.legal, state.chances.values(), strict=True):
        yield from questions(state.after(thrown), share * chance, throws - 1)


def skip_forced_actions(state: State) -> State:
    """The state at the next choice, throw or end."""
    for _ in range(MAX_FORCED):
        if state.turn == CHANCE or len(state.legal) != 1:
            break
        state = state.after(state.legal[0])
    return state


def combined_evaluation(evaluator: Player, asked: Questions, budget: Budget, settings: SearchSettings) -> StateValue:
    """The mean of a player's evaluations, weighted by the probabilities of the states."""
    found = [(float(share), evaluate_state(evaluator, state, budget, settings)) for share, state in asked]
    value = sum(share * one.value for share, one in found)
    decided = all(one.decided for _, one in found)
    depth = min(one.depth for _, one in found)
    return StateValue(value, 0.0 if decided else UNKNOWN, (), depth, decided)


def evaluate_state(evaluator: Player, state: State, budget: Budget, settings: SearchSettings) -> StateValue:
    """The value of a state by a player; at an end or a throw, the static value."""
    if state.outcome or state.turn == CHANCE:
        return static_value(state, settings.evaluator)
    choice = evaluator.choose(state, budget, settings.stop)
    return StateValue(for_seat(state.turn, choice.value), UNKNOWN, (), choice.depth + 1, decided=False)


def share_budget(budget: Budget, among: int) -> Budget:
    """The budget of each of `among` searches: a share of seconds and nodes, but the whole depth."""
    seconds = None if budget.seconds is None else budget.seconds / among
    nodes = None if budget.nodes is None else max(budget.nodes // among, 1)
    return Budget(seconds, nodes, budget.depth)

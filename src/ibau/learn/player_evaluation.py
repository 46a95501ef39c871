"""What a player thinks of the states that follow from one: what a search looks for, asked of anybody.

found = opinion_of("uct")(state, effort)

A player is asked where it has a choice.  What comes before that, a throw or an only action, is gone through: a throw is
worth the exact mean of what may fall.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

from ibau.core.game import State
from ibau.core.outcome import CHANCE
from ibau.players import Player, PlayerLike, player
from ibau.search.budget import Budget
from ibau.search.child_search import UNKNOWN, SearchSettings, StateValue, for_seat, static_value

MOST_THROWS = 2  # gone through one after the other; what lies behind them is judged at sight
MAX_FORCED = 100  # actions gone through where nothing else can be played

EvaluateChildren = Callable[
    [State, SearchSettings], list[StateValue]
]  # what is known of the states after each legal action
Questions = list[tuple[Fraction, State]]  # where a player is asked, and with which probability one comes there


def evaluation_by(who: PlayerLike) -> EvaluateChildren:
    """A look with the eyes of a player, who shares an effort's budget among all that it is asked.

    Raises PlayerError, first of all for an unknown name.
    """

    def look(state: State, settings: SearchSettings) -> list[StateValue]:
        evaluator = player(who, settings.seed, settings.threads, settings.evaluator)
        asked = [list(questions(state.after(action))) for action in state.legal]
        budget = share_budget(settings.budget, sum(map(len, asked)))
        return [combined_evaluation(evaluator, one, budget, settings) for one in asked]

    return look


def questions(
    state: State, share: Fraction = Fraction(1), throws: int = MOST_THROWS
) -> Iterator[tuple[Fraction, State]]:
    """Where a player is asked what a state is worth."""
    state = skip_forced_actions(state)
    if state.turn != CHANCE or not throws:
        yield share, state
        return
    for thrown, chance in zip(state.legal, state.chances.values(), strict=True):
        yield from questions(state.after(thrown), share * chance, throws - 1)


def skip_forced_actions(state: State) -> State:
    """Where the next choice, throw or end is."""
    for _ in range(MAX_FORCED):
        if state.turn == CHANCE or len(state.legal) != 1:
            break
        state = state.after(state.legal[0])
    return state


def combined_evaluation(evaluator: Player, asked: Questions, budget: Budget, settings: SearchSettings) -> StateValue:
    """All answers of a player together, each as likely as its question."""
    found = [(float(share), evaluate_state(evaluator, state, budget, settings)) for share, state in asked]
    value = sum(share * one.value for share, one in found)
    decided = all(one.decided for _, one in found)
    depth = min(one.depth for _, one in found)
    return StateValue(value, 0.0 if decided else UNKNOWN, (), depth, decided)


def evaluate_state(evaluator: Player, state: State, budget: Budget, settings: SearchSettings) -> StateValue:
    """What a player says of a state; of an end, or before a throw, it is not asked."""
    if state.outcome or state.turn == CHANCE:
        return static_value(state, settings.evaluator)
    choice = evaluator.choose(state, budget, settings.stop)
    return StateValue(for_seat(state.turn, choice.value), UNKNOWN, (), choice.depth + 1, decided=False)


def share_budget(budget: Budget, among: int) -> Budget:
    """A budget for each of this many questions; their depth is the same."""
    seconds = None if budget.seconds is None else budget.seconds / among
    nodes = None if budget.nodes is None else max(budget.nodes // among, 1)
    return Budget(seconds, nodes, budget.depth)

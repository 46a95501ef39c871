"""Hints in three parts, each more explicit than the one before: where to look, what to play, and why.

found = hint(state, Budget(seconds=1))
found.where, found.what, found.why

The reason is one that the game declares: the weightiest that applies to the action and not to all others too.
"""

import threading
from typing import NamedTuple

from ibau.core.coercion import StateLike, as_state
from ibau.core.game import State
from ibau.core.outcome import value_for_first
from ibau.core.phrase import N_, Phrase
from ibau.players import best_player
from ibau.players.base import check_state
from ibau.search.budget import ONE_SECOND, Budget
from ibau.search.child_search import for_seat
from ibau.search.network import SHIPPED
from ibau.tables.probing import probe_actions

ONLY = N_("No other move is possible now.")
WINS = N_("This move wins the game.")
PROVED = N_("No other move is better: this is an exact result.")
SEARCHED = N_("As far as the computer can see, no other move leads to a better position.")


class Hint(NamedTuple):
    """A proposed action, with sentences that reveal it step by step."""

    action: str  # its text
    places: tuple[str, ...]  # to select for the action, in order; `where` names the first; empty if no piece moves
    where: Phrase  # to look
    what: Phrase  # to play
    why: Phrase  # it is good


def hint(
    state: StateLike,
    budget: Budget | None = None,
    seed: int = 0,
    threads: int = 1,
    stop: threading.Event | None = None,
    evaluator: str = SHIPPED,
) -> Hint:
    """The move of the strongest player, within a budget, by default a second, and the reason for it.

    The other arguments are as in `advise`.  Raises PlayerError at a chance node and after the end, SearchError for an
    invalid budget or number of threads.
    """
    state = as_state(state)
    check_state(state)
    choice = best_player(state.game, seed, threads, evaluator).choose(state, budget or ONE_SECOND, stop)
    return hint_at(state, state.action(choice.action))


def hint_at(state: State, action: int) -> Hint:
    """The hint for a legal action given by its number."""
    places = state.picks(action)
    return Hint(state.text_of(action), places, where_to_look(state, places), state.describe(action), why(state, action))


def where_to_look(state: State, places: tuple[str, ...]) -> Phrase:
    """The sentence about the first place to select."""
    if not places:
        return Phrase(N_("This time no piece moves."))
    if ":" in places[0]:
        return Phrase(N_("Look at your pieces next to the board."))
    square = {"square": places[0]}
    if any(piece.place == places[0] for piece in state.pieces):
        return Phrase(N_("Look at the piece on {square}."), square)
    return Phrase(N_("Look at square {square}."), square)


def why(state: State, action: int) -> Phrase:
    """The reason for a legal action given by its number, in one sentence."""
    if len(state.legal) == 1 and not wins(state, action):
        return Phrase(ONLY)
    return reason(state, action) or Phrase(PROVED if is_proved(state, action) else SEARCHED)


def is_proved(state: State, action: int) -> bool:
    """Do available tables prove that no action is better than a legal one given by its number?"""
    tabled = {text: value.seen_by(state.turn) for text, value in probe_actions(state).items()}
    if not tabled or not all(value.is_narrow for value in tabled.values()):
        return False
    return tabled[state.text_of(action)].chance == max(value.chance for value in tabled.values())


def reason(state: State, action: int) -> Phrase | None:
    """The weightiest reason for a legal action, one that does not apply to all others too if possible, else None."""
    if wins(state, action):
        return Phrase(WINS)
    found = [(number, phrase) for number, phrase in enumerate(state.reasons(action)) if phrase]
    others = [state.reasons(other) for other in state.legal if other != action]
    own = [phrase for number, phrase in found if not all(reasons[number] for reasons in others)]
    return next(iter(own or [phrase for _, phrase in found]), None)


def wins(state: State, action: int) -> bool:
    """Does a legal action end the game in favour of the player who plays it?"""
    after = state.after(action)
    return bool(after.outcome) and for_seat(state.turn, value_for_first(after.outcome)) > 0

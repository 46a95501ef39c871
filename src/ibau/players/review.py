"""A played game looked back on: what each choice cost, and apart from it what luck the throws brought.

found = review(record, Budget(nodes=20_000))
found.first.mistakes, found.second.luck, found.turning_points

At every ply all actions, or all chances, are searched equally deep (see advice.py).  A mistake is what the best of them
is worth more than the one that was played; luck is what the throw that fell is worth more than the exact mean of all.
Values are -1..1.  What a search says after a ply and before the next one differs a little, for it then looks further:
that is the drift.  Without it all would add up, and with it all does: the value changes over a game by

    luck and mistakes of both, as FIRST sees them, the lot, the opening, and the drift.

An opening is what was played at random before the players took over, as in a tournament: a record tells how many of
its first actions that were, the states of a game tell nothing of it.  What was decided there is nobody's mistake, no
turning point, and summed up apart.  The throws and the lot of an opening are luck like all others: chance draws them,
whoever decides between them.
"""

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import msgspec

from ibau.core.game import State
from ibau.core.outcome import CHANCE, FIRST, SEATS, SECOND
from ibau.core.record import Record
from ibau.core.turns import turn_numbers
from ibau.players.advice import advice_on, thinking_of
from ibau.players.player import SHIPPED, Budget, PlayerError
from ibau.players.rounds import Found, Thinking, at_sight, for_seat, look_ahead

SIZES = {"slip": 0.1, "mistake": 0.2, "blunder": 0.4}  # what a choice loses at least to be called so
TURNING_POINTS = 3
LEAST_CHANGE = 0.05  # of the value, for a turning point


@dataclass(frozen=True, slots=True)
class Ply:
    """One action of the game; `before` and `after` are values for the first seat."""

    number: int  # the index of the action
    turn: int  # the turn of the players it belongs to, 0 at the lot
    action: str
    seat: str  # "first" or "second": who decided or threw; "chance" at the lot
    kind: str  # "choice", "forced", "throw", "lot", or "opening": a move that nobody chose
    before: float  # with the best action, of an opening too, or the mean over all throws
    after: float
    drift: float  # `before` less the value after the ply before this one; 0 for the first one
    mistake: float  # what was lost by the choice, never negative; 0 where nobody chose
    size: str  # what such a mistake is called, a name of SIZES or ""
    luck: float  # what the throw brought to who threw, the lot to the first seat
    line: tuple[str, ...]  # the best play there was, its action first; none for throws and in an opening
    uncertainty: float  # how far the value after it moved when it was searched one deeper; see advice.py
    depth: int  # how deep all actions or throws were searched


@dataclass(frozen=True, slots=True)
class Total:
    """What a side has done and met with."""

    mistakes: float  # all that it lost by its choices
    luck: float  # all that its throws brought it
    counts: dict[str, int]  # how many mistakes of each size


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A ply at which the value changed most."""

    number: int  # the index of the action
    change: float  # for the first seat
    cause: str  # "mistake" or "luck"


@dataclass(frozen=True, slots=True)
class Review:
    """A whole game; `value_after - value_before` is all luck, all mistakes, the opening and the drift together."""

    ruleset: str
    start: str  # a position text
    plies: tuple[Ply, ...]
    value_before: float  # at the start, for the first seat
    value_after: float  # at the end
    first: Total
    second: Total
    lot: float  # what the lot brought to the first seat
    opening: float  # what the moves of the opening, which nobody chose, brought to the first seat
    drift: float  # what the search saw later than at the ply before
    turning_points: tuple[TurningPoint, ...]  # the largest changes, in the order of play
    is_complete: bool  # False where it was stopped before the last ply

    def as_json(self) -> str:
        """All of it as one line of JSON: objects with the names of these fields."""
        return msgspec.json.encode(self).decode()


Progress = Callable[[int, int], None]  # (plies looked at, plies of the game)


def review(
    played: Record | Sequence[State],
    budget: Budget | None = None,
    seed: int = 0,
    threads: int = 1,
    judge: str = SHIPPED,
    stop: threading.Event | None = None,
    progress: Progress | None = None,
) -> Review:
    """Look back on a game: a record, or its states from the start on; the budget is for each ply, a second by default.

    With one thread and a budget of nodes or depth the review is always the same.  Once `stop` is set it ends with the
    plies so far.

    Raises PlayerError for states that do not follow one another and for a budget or threads that make no sense, and
    RecordError for a record with an illegal action, or an opening that is no number.
    """
    thinking = thinking_of(budget, seed, threads, stop, judge)
    states = played.states() if isinstance(played, Record) else played
    if not states:
        raise PlayerError("There is no game to look back on: not even its start was given.")
    actions = played.actions if isinstance(played, Record) else actions_between(states)
    opening = played.opening if isinstance(played, Record) else 0
    plies: list[Ply] = []
    for number, (state, action, turn) in enumerate(zip(states, actions, turn_numbers(states[:-1]), strict=False)):
        step = Step(state, state.action(action), number, turn, number < opening)
        ply = look_back(step, plies[-1].after if plies else None, thinking)
        if thinking.stop.is_set():
            break
        plies.append(ply)
        if progress:
            progress(len(plies), len(actions))
    return summed_up(states[0], plies, judge, is_complete=len(plies) == len(actions))


def actions_between(states: Sequence[State]) -> list[str]:
    """Raises PlayerError where a state does not follow from the one before it."""
    actions: list[str] = []
    for number, (state, after) in enumerate(pairwise(states), 1):
        action = next((action for action in state.legal if state.after(action) == after), None)
        if action is None:
            raise PlayerError(f"State {number} of the game, {after}, does not follow by one action from {state}.")
        actions.append(state.text_of(action))
    return actions


# --- One ply ---------------------------------------------------------------------------------------------------------


class Step(NamedTuple):
    """An action that was played in a state."""

    state: State
    action: int
    number: int
    turn: int
    opens: bool  # before the players took over


def look_back(step: Step, known: float | None, thinking: Thinking) -> Ply:
    """What a ply has changed; `known` is the value after the ply before it."""
    state = step.state
    drawn = state.turn == CHANCE
    if drawn or len(state.legal) > 1 or known is None:
        found = look_ahead(state, thinking)
    else:
        found = [unchanged(state.after(step.action), known, thinking)]
    played = found[state.legal.index(step.action)]
    before = mean(state, found) if drawn else best_value(state, found)
    change = for_seat(state.actor, played.value - before)
    chosen = not (drawn or step.opens)
    mistake = 0.0 - change if chosen else 0.0
    return Ply(
        number=step.number,
        turn=step.turn,
        action=state.text_of(step.action),
        seat=SEATS[state.actor],
        kind=kind_of(step),
        before=before,
        after=played.value,
        drift=0.0 if known is None else before - known,
        mistake=mistake,
        size=size_of(mistake),
        luck=change if drawn else 0.0,
        line=best_line(state, step.action, found) if chosen else (),
        uncertainty=played.uncertainty,
        depth=played.depth,
    )


def unchanged(after: State, known: float, thinking: Thinking) -> Found:
    """A ply without a choice changes nothing, unless the game ends with it."""
    seen = at_sight(after, thinking.judge)
    return seen if seen.decided else seen._replace(value=known, uncertainty=0.0)


def kind_of(step: Step) -> str:
    """What sort of ply it is."""
    state = step.state
    if state.turn == CHANCE:
        return "lot" if state.actor == CHANCE else "throw"
    if step.opens:
        return "opening"
    return "choice" if len(state.legal) > 1 else "forced"


def size_of(mistake: float) -> str:
    """What a mistake is called."""
    return next((size for size, least in reversed(SIZES.items()) if mistake >= least), "")


def mean(state: State, found: Sequence[Found]) -> float:
    """The exact mean over the chances of a state."""
    return sum(float(share) * known.value for share, known in zip(state.chances.values(), found, strict=True))


def best_value(state: State, found: Sequence[Found]) -> float:
    """What the best action is worth, to the first seat."""
    values = [known.value for known in found]
    return max(values) if state.turn == FIRST else min(values)


def best_line(state: State, action: int, found: Sequence[Found]) -> tuple[str, ...]:
    """The best play: that from the action played, where nothing is better."""
    known = dict(zip(state.legal, found, strict=True))
    best = max(state.legal, key=lambda other: (for_seat(state.turn, known[other].value), other == action))
    return advice_on(state, best, known[best]).line


# --- The game --------------------------------------------------------------------------------------------------------


def summed_up(start: State, plies: Sequence[Ply], judge: str, *, is_complete: bool) -> Review:
    """All plies together; a game without any is worth what it is at sight."""
    seen = at_sight(start, judge).value
    return Review(
        ruleset=str(start.game.ruleset),
        start=str(start),
        plies=tuple(plies),
        value_before=plies[0].before if plies else seen,
        value_after=plies[-1].after if plies else seen,
        first=total(plies, FIRST),
        second=total(plies, SECOND),
        lot=sum(ply.luck for ply in plies if ply.kind == "lot"),
        opening=sum(ply.after - ply.before for ply in plies if ply.kind == "opening"),
        drift=sum(ply.drift for ply in plies),
        turning_points=turning_points(plies),
        is_complete=is_complete,
    )


def total(plies: Sequence[Ply], seat: int) -> Total:
    """What a side has done and met with."""
    own = [ply for ply in plies if ply.seat == SEATS[seat]]
    sizes = Counter(ply.size for ply in own)
    return Total(sum(ply.mistake for ply in own), sum(ply.luck for ply in own), {size: sizes[size] for size in SIZES})


def turning_points(plies: Sequence[Ply]) -> tuple[TurningPoint, ...]:
    """The plies that changed the value most, in the order of play; the moves of an opening are none."""
    changed = [ply for ply in plies if ply.kind != "opening" and abs(ply.after - ply.before) >= LEAST_CHANGE]
    largest = sorted(changed, key=lambda ply: abs(ply.after - ply.before), reverse=True)[:TURNING_POINTS]
    return tuple(
        TurningPoint(ply.number, ply.after - ply.before, "mistake" if ply.mistake else "luck")
        for ply in sorted(largest, key=lambda ply: ply.number)
    )

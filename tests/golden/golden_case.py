"""Golden cases: a position, actions from there, and the expected outcome under one ruleset or several."""

from collections.abc import Mapping
from typing import NamedTuple

from ibau.core.game import State
from tests.game_lines import state_after


class GoldenCase(NamedTuple):
    """One case of one or more rulings.

    The outcome is written in one of these forms:

        first: a1-a2 b1-b2      who is to act and everything they may do, in alphabetical order
        p1win major             the result, with its kind and, in games with points, its score
        at LDL2/… second …      the position
        can a1-a2               an action that is legal
        cannot a1-a2            one that is not

    If a ruling is an option, its other values are other rulesets, with other outcomes.
    """

    rulings: str  # "SEEGA-9 C29"
    claim: str
    expected: Mapping[str, str]  # by ruleset
    line: str = ""
    position: str = ""  # the start where it is empty


def outcome_of(ruleset: str, case: GoldenCase) -> str:
    """What a case leads to under a ruleset, in the form in which it is expected."""
    state = state_after(ruleset, case.line, case.position)
    form, _, rest = case.expected[ruleset].partition(" ")
    if form == "at":
        return f"at {state}"
    if form in ("can", "cannot"):
        return f"{'can' if rest in state.actions else 'cannot'} {rest}"
    return ending(state) or choices(state)


def choices(state: State) -> str:
    """Who is to act, and what they may do; an action that is offered twice is seen twice."""
    return f"{state.to_move}: {' '.join(sorted(map(state.text_of, state.legal)))}"


def ending(state: State) -> str:
    """The result in words, '' while the game goes on."""
    result = state.result
    if result is None:
        return ""
    score = f" {result.score[0]},{result.score[1]}" if result.score else ""
    return f"{result.word} {result.kind}{score}"

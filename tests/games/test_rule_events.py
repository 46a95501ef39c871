"""The counted rule events agree with the descriptions of actions, or with the pieces."""

import random
import re
from collections.abc import Callable

import pytest

from ibau.core.game import State
from ibau.core.outcome import CHANCE
from ibau.games import game, systems

Told = Callable[[State, str, State], bool]


def pieces(state: State, seat: int) -> int:
    """How many squares show one of a seat's."""
    position = state.position
    shown: int = position.own if position.player == seat else position.enemy
    return shown.bit_count()


def sentence_matches(words: str) -> Told:
    return lambda _, sentence, __: re.search(words, sentence) is not None


def has_fewer(before: State, _: str, after: State) -> bool:
    """The player who acts."""
    return pieces(after, before.turn) < pieces(before, before.turn)


def covers_theirs(before: State, _: str, after: State) -> bool:
    """A stack of Seneti, whose top was the other side's, has grown."""
    stacks = [str(state).split()[0].split(",") for state in (before, after)]
    theirs = "bw"[before.turn]
    return any(was[-1].lower() == theirs and len(now) > len(was) for was, now in zip(*stacks, strict=True))


TOLD: dict[str, dict[str, Told]] = {
    "seega": {"capture": sentence_matches("capturing")},
    "senet-formation": {"hit": sentence_matches("sending")},
    "senet-geoludie": {"hit": sentence_matches("sending .* back to"), "water": sentence_matches("into the water")},
    "senet-race": {"hit": sentence_matches("sending"), "water": sentence_matches("into the water"), "off": has_fewer},
    "seneti": {"exit": sentence_matches("takes the stone"), "capture": covers_theirs},
    "seti-aleph": {"conquest": sentence_matches("re-entering"), "arrival": sentence_matches("has arrived")},
    "seti-beth": {"conquest": sentence_matches("conquered"), "arrival": sentence_matches("has arrived")},
}


@pytest.mark.parametrize("name", systems())
def test_what_is_counted_is_what_is_told(name: str) -> None:
    """In random games; each happens now and then, and not always."""
    drawn, uses = random.Random(3), {use.id: use for use in systems()[name].rule_events}
    met: dict[str, set[bool]] = {use: set() for use in uses}
    assert uses.keys() == TOLD[name].keys()
    for _ in range(2):
        state = game(name).initial()
        while not state.outcome:
            action = drawn.choice(state.legal)
            after = state.after(action)
            for use, is_true in TOLD[name].items() if state.turn != CHANCE else ():
                met[use].add(state.triggers(uses[use], action))
                assert state.triggers(uses[use], action) == is_true(state, str(state.describe(action)), after), use
            state = after
    assert all(found == {True, False} for found in met.values())

"""How a game ended, in a sentence."""

import random

import pytest

from ibau.core.outcome import KINDS, ONGOING
from ibau.core.verdict import REASONS, verdict
from ibau.games import game


def test_every_kind_of_end_has_its_reason() -> None:
    assert set(REASONS) == set(KINDS) - {KINDS[ONGOING]}


@pytest.mark.parametrize("ruleset", ["seega", "senet-race", "seega+max_turns=4"])
def test_the_winner_is_named(ruleset: str) -> None:
    chooser = random.Random(7)
    state = game(ruleset).initial()
    while state.result is None:
        assert verdict(state) is None
        state = state.play(chooser.choice(list(state.actions)))
    said = str(verdict(state))
    beginning = {"p1win": "Light has won: ", "p2win": "Dark has won: ", "draw": "A draw: "}
    assert said.startswith(beginning[state.result.word])
    assert said.endswith(f"{REASONS[state.result.kind]}.")

"""How a game ended, in a sentence."""

import random
from dataclasses import replace

import pytest

from ibau.core.contract import System
from ibau.core.outcome import Halt, end_of
from ibau.core.result_text import end_reasons, result_text
from ibau.games import game, systems


@pytest.mark.parametrize("system", systems().values(), ids=lambda system: system.id)
def test_every_end_has_its_reason(system: System) -> None:
    own = type(next(iter(system.words.ends)))
    assert set(system.words.ends) == set(own)
    assert set(system.end_kinds) == set(end_reasons(system)) == {*Halt, *own}
    assert len(set(system.end_kinds.values())) == len(system.end_kinds)


def test_the_number_of_another_end_is_refused() -> None:
    seega = systems()["seega"]
    with pytest.raises(TypeError, match=r"seega: the ends \{<Halt.CAP: 3>\} have the numbers of others"):
        replace(seega, words=seega.words._replace(ends={Halt.CAP: "enough"}))


@pytest.mark.parametrize("ruleset", ["seega", "senet-race", "seega+max_turns=4"])
def test_the_winner_is_named_and_players_are_told_of_themselves(ruleset: str) -> None:
    chooser = random.Random(7)
    state = game(ruleset).initial()
    while state.result is None:
        assert result_text(state) is None
        state = state.play(chooser.choice(list(state.actions)))
    text = str(result_text(state))
    beginning = {"p1win": "Light wins: ", "p2win": "Dark wins: ", "draw": "A draw: "}
    assert text.startswith(beginning[state.result.word])
    assert text.endswith(f"{end_reasons(state.game.system)[end_of(state.outcome)]}.")
    beginnings = {"p1win": ["You have won: ", "You have lost: "], "p2win": ["You have lost: ", "You have won: "]}
    for seat, own in enumerate(beginnings.get(state.result.word, ["A draw: "] * 2)):
        assert str(result_text(state, to=seat)).startswith(own)

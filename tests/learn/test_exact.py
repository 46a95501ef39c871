"""Advice and reviews where positions are tabled: exact, and at one with the rules."""

import random

import pytest

from ibau.core.line import Line
from ibau.core.outcome import FIRST
from ibau.games import game
from ibau.learn import advise, expected_value, hint, review
from ibau.learn.hints import PROVED, is_proved
from ibau.learn.review_text import chances, ply_text
from ibau.players import Budget
from ibau.tables.probing import probe, probe_actions
from ibau.tables.tablebase import ExactValue

ENDING = "3D23LLD first - - 0"
NODES = Budget(nodes=100)


def known(value: ExactValue | None) -> ExactValue:
    assert value is not None
    return value


def played(seed: int) -> Line:
    """An ending of the race, played at random."""
    lot = random.Random(seed)
    line = Line(game("senet-race").state(ENDING))
    while line.state.legal:
        line = line.after(lot.choice(line.state.legal))
    return line


def test_values_before_a_throw_sum_up() -> None:
    state = game("senet-race").state(ENDING)
    found = expected_value(state, NODES)
    assert all(chance.exact and not chance.uncertainty for chance in found.chances)
    assert found.value == pytest.approx(sum(chance.probability * chance.value for chance in found.chances))
    assert found.value == pytest.approx(known(probe(state)).value, abs=1e-4)
    for chance in found.chances:
        best, *_ = advise(state.play(chance.action), NODES)
        assert best.exact
        assert best.value == pytest.approx(chance.value)


def test_advice_is_what_the_tables_tell() -> None:
    state = game("senet-race").state(ENDING).play("t2")
    tabled = probe_actions(state)
    assert {one.action: one.value for one in advise(state, NODES)} == {
        text: pytest.approx(value.seen_by(state.turn).value) for text, value in tabled.items()
    }
    assert not any(one.exact for one in advise(game("senet-race").initial().play("t2"), NODES))


def test_a_hint_says_that_it_is_proved() -> None:
    state = game("senet-race").state(ENDING).play("t2")
    found = hint(state, NODES)
    assert found.action == advise(state, NODES)[0].action
    assert [action for action in state.legal if is_proved(state, action)] == [state.action(found.action)]
    assert PROVED.startswith("No other move is better")


@pytest.mark.parametrize("seed", range(3))
def test_a_review_measures_what_the_tables_say_was_lost(seed: int) -> None:
    line = played(seed)
    found = review(line, NODES)
    assert all(ply.exact for ply in found.plies)
    assert abs(found.drift) < 1e-4 * len(found.plies)
    for ply, seen in zip(line.plies, found.plies, strict=True):
        if ply.is_move and len(ply.before.legal) > 1:
            values = {text: value.seen_by(ply.seat).value for text, value in probe_actions(ply.before).items()}
            assert seen.mistake == pytest.approx(max(values.values()) - values[ply.text], abs=1e-9)
    lost = sum(ply.mistake for ply in found.plies if ply.seat == "first")
    assert found.first.mistakes == pytest.approx(lost)


def test_what_was_lost_is_told_to_hundredths_of_a_point() -> None:
    line = Line(game("senet-race").state(ENDING)).play("t2").play("28-26")
    *_, lost = review(line, NODES).plies
    assert lost.seat == ("first", "second")[FIRST]
    assert str(chances(lost)) == "52.71 % → 51.05 %"
    phrase = ply_text(line.last, lost)
    assert phrase
    assert str(phrase) == "Light plays 28-26; 29-27 was exactly 1.66 points better."

"""What players see of arrivals in both Seti games, against trying everything out."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from ibau.core.game import State
from ibau.core.outcome import FIRST, other
from ibau.games import game
from ibau.games.seti.aleph.evaluation import faces_arrival as aleph_faces_arrival
from ibau.games.seti.beth.evaluation import faces_arrival as beth_faces_arrival

FACES: dict[str, Callable[[Any, Any], bool]] = {"seti-beth": beth_faces_arrival, "seti-aleph": aleph_faces_arrival}


def other_side_moves(state: State) -> State:
    """The same pieces with the opponent to move."""
    position = state.position
    turned = {"own": position.enemy, "enemy": position.own, "player": other(position.player)}
    if "own_ships" in position._fields:
        turned |= {"own_ships": position.enemy_ships, "enemy_ships": position.own_ships}
        turned |= {"own_reserve": position.enemy_reserve, "enemy_reserve": position.own_reserve}
    return State(state.game, position._replace(**turned))


def can_conquer(state: State) -> bool:
    """Is there an answer to the arrival?"""
    return any(not state.after(action).position.end for action in state.legal)


def arrives_for_good(state: State) -> bool:
    """Has the player to move an arrival that cannot be conquered?"""
    after = [state.after(action) for action in state.legal]
    return any(each.position.pending and not can_conquer(each) for each in after)


@pytest.mark.parametrize("ruleset", FACES)
def test_an_arrival_that_cannot_be_conquered_is_seen_before_it_comes(ruleset: str) -> None:
    chosen, seen = random.Random(3), 0
    while seen < 20:
        state = game(ruleset).initial()
        while not state.outcome:
            if not state.position.pending and (turned := other_side_moves(state)).legal:
                faced = FACES[ruleset](state.game.rules, state.position)
                assert faced == arrives_for_good(turned), state
                seen += faced
            state = state.after(chosen.choice(state.legal))


def test_facing_an_arrival_is_a_drawback() -> None:
    judge = game("seti-beth").system.evaluation.evaluate
    faced, far = (game("seti-beth").state(f"5/5/5/5/5/{rows}/5/5 first - 4 -") for rows in ("P4/5/3h1", "P4/3h1/5"))
    assert faced.turn == FIRST
    assert judge(faced.game.rules, faced.position) < judge(far.game.rules, far.position) - 50

"""What a game says that an action does is what happens when it is played."""

import random
from typing import Any

import pytest

from ibau.core.game import State
from ibau.games import game
from ibau.games.seneti.board import SQUARES
from ibau.games.seneti.form import owners
from tests.conformance.walks import LONGEST_WALK, all_rulesets

LOOKED_AT = 5  # every how many plies all actions are looked at


@pytest.mark.parametrize("ruleset", all_rulesets())
def test_an_action_does_what_its_deed_says(ruleset: str) -> None:
    state, generator = game(ruleset).initial(), random.Random(ruleset)
    for ply in range(LONGEST_WALK):
        if state.result:
            return
        if ply % LOOKED_AT == 0:
            for action in state.legal:
                check_deed(state, action)
        state = state.after(generator.choice(state.legal))


def check_deed(state: State, action: int) -> None:
    """Who acts next, and what became of the pieces."""
    rulebook, rules, before = state.game.system.rulebook, state.game.rules, state.position
    deed, after = rulebook.deed(rules, before, action), rulebook.play(rules, before, action)
    assert all(type(number) is int for number in deed), "for the member of an enum all loops compile again"
    assert rulebook.actor(rules, after) == (deed.player if deed.again else 1 - deed.player)
    if state.game.system.id == "seneti":
        check_stacks(state, deed, after)
    else:
        if state.game.system.id == "seti-aleph":
            check_ships(deed, before, after)
        check_pieces(deed, pieces_of(before, deed.player), pieces_of(after, deed.player))


def pieces_of(position: Any, player: int) -> tuple[int, int]:
    """The pieces of a player on the board, and those of the other."""
    return (position.own, position.enemy) if position.player == player else (position.enemy, position.own)


def check_pieces(deed: Any, before: tuple[int, int], after: tuple[int, int]) -> None:
    """A piece left and arrived, or came out elsewhere, or left the board; others were taken, or sent elsewhere."""
    own, enemy = before
    said = {"washed": 0, "off": 0, "sent": 0, "reentry": 0} | deed._asdict()
    assert deed.source & ~own == deed.taken & ~enemy == 0
    own = (own & ~deed.source | (said["washed"] or deed.arrival) | said["reentry"]) & ~said["off"]
    assert after == (own, enemy & ~deed.taken | said["sent"])


def check_ships(deed: Any, before: Any, after: Any) -> None:
    """A ship of Seti-Aleph came from the reserve, or went there; its other ships lie where they lay."""
    placed, reserve = before.own_ships, before.own_reserve
    if deed.ship:
        placed ^= 0 if deed.ship & before.enemy_ships else deed.ship
        reserve += -1 if deed.ship & placed else 1
    assert (after.enemy_ships, after.enemy_reserve) == (placed, reserve)
    assert after.own_ships == before.enemy_ships & ~deed.ship
    assert after.own_reserve == before.enemy_reserve


def check_stacks(state: State, deed: Any, after: Any) -> None:
    """A stone of Seneti was lifted off what it covered, and put on top."""
    before = state.position
    for square in SQUARES:
        stack, place = [*owners(before, square)], 1 << square
        if place & deed.source:
            assert stack.pop() == deed.player
        if place & deed.arrival:
            assert (stack[-1:] == [1 - deed.player]) == bool(deed.taken)
            stack.append(deed.player)
            assert after.closed >> square & 1 == deed.closed
        assert owners(after, square) == tuple(stack)

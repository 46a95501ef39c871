"""The Geoludie game against a slow reading of its rulings, under options drawn at random together."""

import random

import pytest

from ibau.core.board import Piece
from ibau.core.game import State
from ibau.games import game, systems
from ibau.games.senet.form import PAWNS
from tests.games.reference_geoludie import ReferenceGeoludie
from tests.slow import slow_but

RULESETS = 16
ACTIONS = 120


def drawn_ruleset(generator: random.Random) -> str:
    """Every option at random: half of them changed."""
    changes = [
        f"{option.name}={generator.choice(option.alternatives(option.default))}"
        for option in systems()["senet-geoludie"].options
        if generator.random() < 0.5
    ]
    return "+".join(["senet-geoludie", *changes])


def drawn_pawns(generator: random.Random) -> dict[int, int]:
    """One to seven pawns per side, the more the nearer to the end; none rests on 27."""
    odd, even = generator.randint(1, 7), generator.randint(1, 7)
    squares = [square for square in range(1, 31) if square != 27]
    weights = [square * square for square in squares]
    taken: set[int] = set()
    while len(taken) < odd + even:
        taken.update(generator.choices(squares, weights))
    shuffled = generator.sample(sorted(taken), odd + even)
    return {square: int(n >= odd) for n, square in enumerate(shuffled)}


def board_text(pawns: dict[int, int]) -> str:
    """The board of a position text."""
    return PAWNS.set_up([Piece(str(square), owner) for square, owner in pawns.items()])


def play_both(state: State, slow: ReferenceGeoludie, generator: random.Random) -> None:
    """The same random game in both readings; every list of actions is compared."""
    for _ in range(ACTIONS):
        expected = slow.actions()
        assert sorted(state.actions) == sorted(expected), f"{state.game.ruleset}: {state}"
        if not expected:
            return
        text = generator.choice(sorted(expected))
        state, slow = state.play(text), expected[text]


@pytest.mark.parametrize("seed", slow_but(range(6), range(RULESETS)))
def test_actions_are_those_of_a_slow_reading(seed: int) -> None:
    generator = random.Random(seed)
    drawn = game(drawn_ruleset(generator))
    options = drawn.ruleset.values
    play_both(drawn.initial(), ReferenceGeoludie(options), generator)
    for _ in range(4):
        pawns = drawn_pawns(generator)
        play_both(
            drawn.state(f"{board_text(pawns)} first throws - 0 - - 0"), ReferenceGeoludie(options, pawns), generator
        )


def test_a_large_sum_is_shared_out_or_lost() -> None:
    """Sums beyond the board and beyond a word of bits stay sums."""
    fives = ",".join(["5"] * 40)
    state = game("senet-geoludie").state(f"L28D first plays 2,{fives} 202 - - 0")
    assert list(state.actions) == ["1-26"]
    alone = state.play("1-26")
    assert list(alone.actions) == ["pass"]

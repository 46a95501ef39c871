"""Rulesets to test and seeded games under them, for the checks that every game must pass."""

import random
from typing import Any, NamedTuple

from ibau.core.game import Game, State
from ibau.games import base_ruleset, presets

LONGEST_WALK = 2500  # actions; a game without a bound is left there


def all_rulesets() -> list[str]:
    """Every preset and each of its one-option changes."""
    return [
        str(ruleset)
        for preset in presets()
        for ruleset in (base_ruleset(preset), *base_ruleset(preset).one_option_changes())
    ]


class SeededWalk(NamedTuple):
    """One random game, remembered where it is looked at."""

    states: tuple[State, ...]  # some of its states, the first and the last among them
    actions: tuple[str, ...]  # all that was played
    chances: int  # chance nodes
    repeats: bool  # did a position come back?


def walk(game: Game, seed: int, samples: int) -> SeededWalk:
    """A random game of which some states are kept, evenly spread: `samples` or up to three times as many."""
    rulebook, rules = game.system.rulebook, game.rules
    kept: list[State] = []
    keys: list[Any] = []
    generator = random.Random(seed)
    state = game.initial()
    actions: list[str] = []
    stride, chances = 1, 0
    while state.result is None and len(actions) < LONGEST_WALK:
        if len(actions) % stride == 0:
            kept.append(state)
        if len(kept) > 3 * samples:  # longer than thought: keep every third one from now on; throws and moves alternate
            kept = kept[::3]
            stride *= 3
        keys.append(rulebook.key(rules, state.position))
        chances += state.to_move == "chance"
        action = generator.choice(state.legal)
        actions.append(state.text_of(action))
        state = state.after(action)
    keys.append(rulebook.key(rules, state.position))
    return SeededWalk((*kept, state), tuple(actions), chances, len(set(keys)) < len(keys))

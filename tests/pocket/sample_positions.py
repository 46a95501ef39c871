"""Positions given by their actions, to send to other programs."""

import random
from collections.abc import Iterator
from typing import Any

from ibau.games import game
from tests.conformance.seeded_walks import LONGEST_WALK


def action_lines(ruleset: str, seed: int) -> tuple[list[str], ...]:
    """The actions to an early decision of a random game, to one of its middle and to the last one."""
    chooser, state, actions = random.Random(seed), game(ruleset).initial(), list[str]()
    found: list[int] = []  # the length of each way
    while state.legal and len(actions) < LONGEST_WALK:
        if state.to_move != "chance" and len(state.legal) > 1:
            found.append(len(actions))
        actions.append(chooser.choice(state.actions))
        state = state.play(actions[-1])
    return tuple(actions[:length] for length in (found[len(found) // 8], found[len(found) // 2], found[-1]))


def questions(ruleset: str, players: dict[str, int | None], seed: int = 1, count: int = 3) -> Iterator[dict[str, Any]]:
    """What each player, with its nodes or what it usually spends, does in the last ones of these positions."""
    for actions in action_lines(ruleset, seed)[-count:]:
        for name, nodes in players.items():
            yield {"ruleset": ruleset, "actions": actions, "player": name, "nodes": nodes}

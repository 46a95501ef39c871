"""Environments say of a game what the library says of it, and a fault in one would be found."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ibau.core.chance import Dice
from ibau.core.errors import IllegalAction
from ibau.lab.environments import pettingzoo
from ibau.lab.environments.episode import Episode
from ibau.lab.environments.open_spiel import SpielState
from ibau.lab.node import Node, Stepper
from tests.lab.environments.presets import A_FEW, EVERY_PRESET, GAMES_EACH
from tests.lab.environments.replays import REPLAYS

EVERY_ADAPTER = pytest.mark.parametrize("adapter", REPLAYS)


@EVERY_ADAPTER
@A_FEW
def test_a_game_is_the_same_in_the_library(adapter: str, preset: str) -> None:
    REPLAYS[adapter](preset, 1, 60)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@EVERY_ADAPTER
@EVERY_PRESET
def test_a_thousand_games_are_the_same_in_the_library(adapter: str, preset: str) -> None:
    for seed in range(GAMES_EACH):
        REPLAYS[adapter](preset, seed)


Fault = Callable[[pytest.MonkeyPatch], None]


def replaced(kind: type, name: str, spoil: Callable[[Any, Any], Any]) -> Fault:
    """A property or method whose result is spoilt."""
    found: Any = getattr(kind, name)
    is_property = isinstance(found, property)
    original: Any = found.fget if is_property else found

    def faulty(self: Any, *args: Any) -> Any:
        return spoil(self, original(self, *args))

    def plant(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(kind, name, property(faulty) if is_property else faulty)

    return plant


def without_the_last(node: Node, legal: list[int]) -> list[int]:
    return legal[:-1] if len(legal) > 1 and not node.chance else legal


def with_another(node: Node, legal: list[int]) -> list[int]:
    return legal if node.chance else [*legal, next(n for n in range(len(legal) + 1) if n not in legal)]


def of_the_other_side(node: Node, seen: Any) -> Any:
    return seen[node.stepper.layout.opposite]


def loaded_dice(_stepper: Stepper, chance: Any) -> Any:
    first, second, *rest = chance.outcomes
    odds = [(first[0], second[1]), (second[0], first[1]), *rest]
    return chance._replace(outcomes=odds, drawn=(*chance.drawn[::-1],))


def without_a_move(_env: Any, seen: dict[str, Any]) -> dict[str, Any]:
    return {**seen, "action_mask": np.zeros_like(seen["action_mask"])}


FAULTS: dict[str, tuple[str, Fault]] = {
    "a legal move is left out, OpenSpiel": ("open_spiel", replaced(Node, "legal", without_the_last)),
    "a legal move is left out, PettingZoo": ("pettingzoo", replaced(Node, "legal", without_the_last)),
    "a legal move is left out, Gymnasium": ("gymnasium", replaced(Node, "legal", without_the_last)),
    "an illegal move is legal, OpenSpiel": ("open_spiel", replaced(Node, "legal", with_another)),
    "an illegal move is legal, PettingZoo": ("pettingzoo", replaced(Node, "legal", with_another)),
    "an illegal move is legal, Gymnasium": ("gymnasium", replaced(Node, "legal", with_another)),
    "the other side's view, OpenSpiel": ("open_spiel", replaced(Node, "observe", of_the_other_side)),
    "the other side's view, PettingZoo": ("pettingzoo", replaced(Node, "observe", of_the_other_side)),
    "the other side's view, Gymnasium": ("gymnasium", replaced(Node, "observe", of_the_other_side)),
    "loaded dice, OpenSpiel": ("open_spiel", replaced(Stepper, "chance", loaded_dice)),
    "loaded dice, PettingZoo": ("pettingzoo", replaced(Stepper, "chance", loaded_dice)),
    "loaded dice, Gymnasium": ("gymnasium", replaced(Stepper, "chance", loaded_dice)),
    "who loses wins, OpenSpiel": ("open_spiel", replaced(SpielState, "returns", lambda _, found: found[::-1])),
    "who loses wins, PettingZoo": ("pettingzoo", replaced(Episode, "value", lambda _, value: -value)),
    "who loses wins, Gymnasium": ("gymnasium", replaced(Episode, "value", lambda _, value: -value)),
    "nothing may be played, PettingZoo": ("pettingzoo", replaced(pettingzoo.raw_env, "observe", without_a_move)),
}


def some_replays(adapter: str, preset: str) -> None:
    for seed in range(3):
        REPLAYS[adapter](preset, seed, 400)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    adapter, plant = FAULTS[fault]
    plant(monkeypatch)
    with pytest.raises((AssertionError, IllegalAction)):
        some_replays(adapter, "seti-beth" if "loses" in fault else "senet-race")


def test_a_rule_that_is_wrong_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A forced action is left out: what follows is not what the rules say."""
    after = Node.after

    def hasty(self: Node, action: int) -> Node:
        following = after(self, action)
        forced = not following.chance and len(following.legal) == 1
        return after(following, following.legal[0]) if forced else following

    monkeypatch.setattr(Node, "after", hasty)
    with pytest.raises(AssertionError):
        some_replays("open_spiel", "senet-race")


def test_luck_that_a_state_hides_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A throw is another than the one that was to be."""
    after, hidden = Node.after, Dice(1)

    def lucky(self: Node, action: int) -> Node:
        return after(self, self.chance.drawn[hidden.roll()] if self.chance else action)

    monkeypatch.setattr(Node, "after", lucky)
    with pytest.raises((AssertionError, IllegalAction)):
        some_replays("open_spiel", "senet-race")

"""Random play in the environments, compared with the library's own, and with OpenSpiel's backgammon."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks.cpu_rates import Side, Work, rates
from benchmarks.figure_tables import FigureRow, compared
from ibau.core.chance import SIXTEENTHS
from ibau.core.outcome import CHANCE
from ibau.games import game, systems
from ibau.lab.environments import pettingzoo
from ibau.lab.environments.names import open_spiel_name
from ibau.lab.environments.open_spiel import load_game
from ibau.lab.node import Node

DECISIONS = 6_000  # per round
MOST = 4_000  # actions per game


def by_numbers(ruleset: str, seed: int) -> int:
    """Play random games by action numbers; return the number of decisions, without throws."""
    uniform = random.Random(seed).random  # noqa: S311 - nothing is secret here
    decisions = 0
    while decisions < DECISIONS:
        state, left = game(ruleset).initial(), MOST
        while not state.outcome and left:
            decisions += state.turn != CHANCE
            legal = state.legal
            state, left = state.after(legal[int(uniform() * len(legal))]), left - 1
    return decisions


def by_nodes(ruleset: str, seed: int) -> int:
    """The same by nodes, with throws drawn from their distribution."""
    uniform = random.Random(seed).random  # noqa: S311 - nothing is secret here
    start, decisions = Node.of(game(ruleset).initial()), 0
    while decisions < DECISIONS:
        node, left = start, MOST
        while not node.outcome and left:
            left -= 1
            if node.chance:
                node = node.after(node.chance.by_roll[int(uniform() * SIXTEENTHS)])
            else:
                decisions += 1
                node = node.after(node.legal[int(uniform() * node.width)])
    return decisions


def in_open_spiel(spiel_game: Any, seed: int) -> int:
    """The same in OpenSpiel."""
    uniform = random.Random(seed).random  # noqa: S311 - nothing is secret here
    decisions = 0
    while decisions < DECISIONS:
        state, left = spiel_game.new_initial_state(), MOST
        while not state.is_terminal() and left:
            left -= 1
            if state.is_chance_node():
                number = uniform()
                for action, probability in state.chance_outcomes():
                    number -= probability
                    if number < 0:
                        state.apply_action(action)
                        break
            else:
                decisions += 1
                legal = state.legal_actions()
                state.apply_action(legal[int(uniform() * len(legal))])
    return decisions


def in_pettingzoo(ruleset: str, seed: int) -> int:
    """The same in PettingZoo, observed before every decision."""
    uniform = random.Random(seed).random  # noqa: S311 - nothing is secret here
    env: Any = pettingzoo.raw_env(ruleset, max_actions=MOST)
    decisions = 0
    while decisions < DECISIONS:
        env.reset(seed=seed + decisions)
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                decisions += 1
                legal = np.flatnonzero(seen["action_mask"].view(np.bool_))  # faster on bool
                env.step(legal[int(uniform() * len(legal))])
    return decisions


def environments(rounds: int) -> Iterator[FigureRow]:
    """Every system in OpenSpiel and PettingZoo; those with throws also compared with OpenSpiel's backgammon."""
    backgammon = load_game("backgammon")
    for name, system in systems().items():
        spiel_game = load_game(open_spiel_name(name))
        sides = {
            "library": _side(by_numbers, name),
            "nodes": _side(by_nodes, name),
            "OpenSpiel": _side(in_open_spiel, spiel_game),
            "PettingZoo": _side(in_pettingzoo, name),
            "backgammon": _side(in_open_spiel, backgammon),
        }
        measured = {side: found["decisions"] for side, found in rates(sides, rounds).items()}
        yield compared(f"by nodes, {name}: decisions / s", measured["nodes"], "library", measured["library"])
        yield compared(f"in OpenSpiel, {name}: decisions / s", measured["OpenSpiel"], "library", measured["library"])
        yield compared(f"in PettingZoo, {name}: decisions / s", measured["PettingZoo"], "library", measured["library"])
        if system.has_throws:
            other = measured["backgammon"]
            yield compared(f"in OpenSpiel, {name}: decisions / s", measured["OpenSpiel"], "its backgammon", other)


def _side(play: Any, what: Any) -> Side:
    def side(number: int) -> Work:
        return {"decisions": play(what, number)}

    return side

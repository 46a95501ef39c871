"""Games played in an environment and in the library: everything is compared after each action.

The suites of OpenSpiel and PettingZoo know no rules; these do.  Gymnasium's environments are compared with each other.
"""

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pyspiel

import ibau
import ibau.lab.environments.gymnasium
import ibau.lab.environments.open_spiel
from ibau.core.chance import Dice
from ibau.core.game import State
from ibau.core.outcome import CHANCE, FIRST, NOBODY, SECOND
from ibau.lab.environments import pettingzoo
from ibau.lab.environments.names import module_name, open_spiel_name
from ibau.lab.observation import observe

SEATS = (FIRST, SECOND)


def returns(state: State) -> tuple[int, int]:
    """The returns of the seats; 0 before the end."""
    return state.result.returns if state.result else (0, 0)


def thrown(state: State, dice: Dice, left: int) -> tuple[State, int]:
    """The state once all throws and lots are made, and how many actions may still follow."""
    while state.turn == CHANCE and left:
        state, left = state.play(state.chance_action(dice.roll())), left - 1
    return state, left


def horizon(game: ibau.Game, most: int | None) -> int:
    """After how many actions a game is cut off, at the latest."""
    unbounded = 2048 if game.system.id == "seti-aleph" else 1 << 16
    return min(most or unbounded, game.longest_game or unbounded)


# --- OpenSpiel -------------------------------------------------------------------------------------------------------


def replay_in_open_spiel(preset: str, seed: int, most: int = 0) -> None:
    """A random game, of at most this many actions."""
    choose = random.Random(seed).choice
    spiel_game = pyspiel.load_game(open_spiel_name(preset), {"max_actions": most})
    observer = spiel_game.make_py_observer()
    spiel, state = spiel_game.new_initial_state(), ibau.game(preset).initial()
    played = 0
    while True:
        compare_with_open_spiel(spiel, state, observer, spiel_game.max_actions - played)
        if spiel.is_terminal():
            break
        action = choose(spiel.legal_actions())
        assert spiel.action_to_string(spiel.current_player(), action) == state.text_of(action)
        spiel.apply_action(action)
        state = state.after(action)
        played += 1


def compare_with_open_spiel(spiel: Any, state: State, observer: Any, left: int) -> None:
    """Compare a whole state of OpenSpiel; `left` actions may still follow."""
    turn = state.turn if left else NOBODY
    players = {CHANCE: pyspiel.PlayerId.CHANCE, NOBODY: pyspiel.PlayerId.TERMINAL}
    assert spiel.current_player() == players.get(turn, turn)
    assert spiel.legal_actions() == ([] if turn == NOBODY else sorted(state.legal))
    assert spiel.returns() == list(returns(state))
    times = state.occurrences[state._key] if state._key else 0
    counted = state.game.longest_game is None or spiel.get_game().max_actions < state.game.longest_game
    texts = [str(state), *([f"({times} times)"] if times > 1 else []), *([f"({left} left)"] if counted else [])]
    assert str(spiel) == " ".join(texts)
    if turn == CHANCE:
        assert [(n, Fraction(p)) for n, p in spiel.chance_outcomes()] == list(
            zip(state.legal, state.chances.values(), strict=True)
        )
    for seat in SEATS:
        observer.set_from(spiel, seat)
        seen = [*observe(state, seat), state.actor == seat]
        if counted:
            seen.append(left / spiel.get_game().max_actions)
        assert np.array_equal(observer.tensor, np.array(seen, np.float32))


# --- PettingZoo ------------------------------------------------------------------------------------------------------


def replay_in_pettingzoo(preset: str, seed: int, most: int | None = None) -> None:
    """A random game, of at most this many actions."""
    choose, dice = random.Random(seed).choice, Dice(seed)
    env = getattr(pettingzoo, module_name(preset)).raw_env(max_actions=most)
    env.reset(seed=seed)
    game = ibau.game(preset)
    state, left = thrown(game.initial(), dice, horizon(game, most))
    while True:
        over = compare_with_pettingzoo(env, state, left)
        if over:
            break
        action = choose(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist())
        env.step(action)
        state, left = thrown(state.after(action), dice, left - 1)


def compare_with_pettingzoo(env: Any, state: State, left: int) -> bool:
    """Compare all outputs of a PettingZoo environment; returns whether the game is over."""
    ended, cut_off = state.turn == NOBODY, state.turn != NOBODY and not left
    if not (ended or cut_off):
        assert env.agent_selection == env.possible_agents[state.turn]
    for seat, agent in enumerate(env.possible_agents):
        assert (env.terminations[agent], env.truncations[agent]) == (ended, cut_off)
        assert env.rewards[agent] == returns(state)[seat]
        seen = env.observe(agent)
        legal = state.legal if seat == state.turn and left else ()
        assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(legal)
        assert np.array_equal(seen["observation"], observe(state, seat))
    return ended or cut_off


REPLAYS = {"open_spiel": replay_in_open_spiel, "pettingzoo": replay_in_pettingzoo}

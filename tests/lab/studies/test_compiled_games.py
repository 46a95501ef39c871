"""The rows of the compiled loop, against the same games played through states."""

import numpy as np
import pytest

import ibau
from ibau.core.chance import advance, below, seed_state, word
from ibau.core.contract import WIN
from ibau.core.game import State
from ibau.core.line import Line
from ibau.core.outcome import CHANCE, FIRST, NOBODY, value_for_first
from ibau.games import systems
from ibau.lab.studies.compiled_games import AHEAD, STREAMS, compiled_games, make_choose, streams_of
from ibau.lab.studies.reviewed_games import count_row
from ibau.machine.machines import NativeMachine
from ibau.players.base import static_value_for
from ibau.search.playout import history_of
from tests.slow import slow_but

GAMES = 2
QUICK = {"senet-race"}
NAMES = slow_but(QUICK, systems())


def plain_game(start: State, number: int, seed: int) -> Line:
    """A random game by the streams of its number."""
    line, streams = Line(start), streams_of(seed, number, 1)[0].tolist()
    while line.state.turn != NOBODY:
        state = line.state
        stream = 0 if state.turn == CHANCE else 1 + state.turn
        streams[stream] = random = advance(streams[stream])
        if state.turn == CHANCE:
            line = line.play(state.chance_action(word(random) >> 28))
        else:
            rulebook, rules = state.game.system.rulebook, state.game.rules
            moves = rulebook.moves(rules, state.position)
            line = line.after(rulebook.nth(moves, below(random, rulebook.count(moves))))
    return line


@pytest.mark.parametrize("name", NAMES)
def test_rows_are_what_states_tell(name: str) -> None:
    limits = {"senet-formation": "+max_turns=200", "senet-race": "+max_turns=200"}
    start = ibau.game(name + limits.get(name, "")).initial()
    rows = compiled_games(start, ("random", "random"), 5, 7, GAMES)
    for n in range(GAMES):
        wanted = count_row(plain_game(start, 7 + n, 5), 0)
        assert {key: int(column[n]) for key, column in rows.items()} == {
            key: number for key, number in wanted.items() if key != "opening"
        }


def ends_of_one_turn(start: State, player: str) -> set[int]:
    rows = compiled_games(start, (player, player), 1, 0, 200)
    assert set(rows["decisions"].tolist()) == {1}
    return set(rows["outcome"].tolist())


@pytest.mark.slow
def test_greedy_games_take_what_looks_best() -> None:
    """Greedy players see as `players.simple` does: in one turn only the best at sight is ever played."""
    start = ibau.game("seti-beth+no_progress_plies=1").initial()
    values = {action: static_value_for(start.after(action), start.turn) for action in start.legal}
    best = [action for action, value in values.items() if value == max(values.values())]
    assert ends_of_one_turn(start, "greedy") == {int(start.after(action).outcome) for action in best}


def lookahead_value(state: State) -> int:
    """What a state is worth to FIRST by the best that may follow, over all throws; in whole numbers as the loop's."""
    if state.turn == CHANCE:
        shares = zip(state.legal, state.chances.values(), strict=True)
        return sum(int(16 * share) * lookahead_value(state.after(action)) for action, share in shares) // 16
    judge, rules = state.game.system.evaluation.evaluate, state.game.rules
    if state.turn == NOBODY:
        return WIN * value_for_first(state.outcome)
    after = [state.after(action) for action in state.legal]
    values = [WIN * value_for_first(one.outcome) if one.outcome else judge(rules, one.position) for one in after]
    return max(values) if state.turn == FIRST else min(values)


@pytest.mark.parametrize("name", ["senet-race", "seti-beth"])
def test_anyone_who_looks_ahead_weighs_throws_and_answers(name: str) -> None:
    """Its first decision is the best by the states that may follow, whichever they are."""
    state = ibau.game(name).initial()
    while state.turn == CHANCE:
        state = state.after(state.legal[0])
    sign = 1 if state.turn == FIRST else -1
    values = {action: sign * lookahead_value(state.after(action)) for action in state.legal}
    best = {action for action, value in values.items() if value == max(values.values())}
    rulebook, rules = state.game.system.rulebook, state.game.rules
    choose, equals = make_choose(state.game.system), np.zeros(state.game.system.action_count, np.int32)
    moves, history = rulebook.moves(rules, state.position), history_of(state, NativeMachine())
    chosen = {choose(rules, state.position, history, moves, seed_state(n), AHEAD, equals) for n in range(40)}
    assert chosen == best


def test_the_careless_lose_to_the_careful_in_either_seat() -> None:
    start = ibau.game("seti-beth").initial()
    outcomes = compiled_games(start, ("greedy", "careless greedy"), 1, 0, 400)["outcome"]
    wins = (outcomes & 3) == np.arange(400) % 2
    assert wins[::2].mean() > 0.8
    assert wins[1::2].mean() > 0.8


def test_a_game_follows_from_its_number() -> None:
    start, players = ibau.game("seti-beth").initial(), ("greedy", "random")
    whole, part = compiled_games(start, players, 1, 0, 30), compiled_games(start, players, 1, 21, 9)
    assert all(np.array_equal(whole[name][21:], part[name]) for name in whole)


def test_streams_are_those_of_the_one_source() -> None:
    states = streams_of(9, 4, 3)
    assert states.tolist() == [[seed_state(9, STREAMS * n + k) for k in range(STREAMS)] for n in range(4, 7)]

"""The rows of the compiled loop, against the same games played through states."""

import numpy as np
import pytest

import ibau
from ibau.core.chance import advance, below, seeded, word
from ibau.core.game import State
from ibau.core.line import Line
from ibau.core.outcome import CHANCE, NOBODY
from ibau.games import systems
from ibau.lab.studies.games import counted_games
from ibau.lab.studies.streams import STREAMS, streams_of
from ibau.lab.studies.watched import counted
from ibau.players.base import value_at_sight

GAMES = 2
QUICK = {"senet-race", "seti-beth"}
NAMES = [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in systems()]


def played_through(start: State, number: int, seed: int) -> Line:
    """A random game by the streams of its number."""
    line, streams = Line(start), streams_of(seed, number, 1)[0].tolist()
    while line.state.turn != NOBODY:
        state = line.state
        stream = 0 if state.turn == CHANCE else 1 + state.turn
        streams[stream] = random = advance(streams[stream])
        if state.turn == CHANCE:
            line = line.play(state.drawn(word(random) >> 28))
        else:
            rulebook, rules = state.game.system.rulebook, state.game.rules
            moves = rulebook.moves(rules, state.position)
            line = line.after(rulebook.nth(moves, below(random, rulebook.count(moves))))
    return line


@pytest.mark.parametrize("name", NAMES)
def test_rows_are_what_states_tell(name: str) -> None:
    limits = {"senet-formation": "+max_turns=200", "senet-race": "+max_turns=200"}
    start = ibau.game(name + limits.get(name, "")).initial()
    rows = counted_games(start, "random", 5, 7, GAMES)
    for n in range(GAMES):
        wanted = counted(played_through(start, 7 + n, 5), 0)
        assert {key: int(column[n]) for key, column in rows.items()} == {
            key: number for key, number in wanted.items() if key != "opening"
        }


def test_greedy_games_take_what_looks_best() -> None:
    """Greedy players see as `players.simple` does: in one turn only the best at sight is ever played."""
    start = ibau.game("seti-beth+no_progress_plies=1").initial()
    rows = counted_games(start, "greedy", 1, 0, 200)
    values = {action: value_at_sight(start.after(action), start.turn) for action in start.legal}
    best = [action for action, value in values.items() if value == max(values.values())]
    wanted = {int(start.after(action).outcome) for action in best}
    assert set(rows["outcome"].tolist()) == wanted
    assert set(rows["decisions"].tolist()) == {1}


def test_a_game_follows_from_its_number() -> None:
    start = ibau.game("seti-beth").initial()
    whole, part = counted_games(start, "random", 1, 0, 30), counted_games(start, "random", 1, 20, 10)
    assert all(np.array_equal(whole[name][20:], part[name]) for name in whole)


def test_streams_are_those_of_the_one_source() -> None:
    states = streams_of(9, 4, 3)
    assert states.tolist() == [[seeded(9, STREAMS * n + k) for k in range(STREAMS)] for n in range(4, 7)]

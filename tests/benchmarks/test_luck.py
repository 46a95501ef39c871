"""A match without its luck."""

import random
from pathlib import Path

import pytest

import ibau
from benchmarks.luck import Judge, luck_of, pairs_of, told, without_luck
from ibau.core.line import Line
from ibau.core.outcome import CHANCE, value_for_first
from ibau.games import game
from ibau.lab.arena import ArenaError, Pairing, Tally, contestant, run_arena
from ibau.tables.tablebase import Tablebase

ENDING = "20L4D4 {} - - 0"  # a pawn of each side
ROUNDING = 1e-3  # some dozen values of a table, each rounded to 65,536 steps


@pytest.mark.parametrize("seat", ["first", "second"])
def test_of_perfect_play_luck_leaves_what_the_start_is_worth(seat: str) -> None:
    race = ibau.game("senet-race")
    tablebase = Tablebase.at_hand(race)
    start = race.state(ENDING.format(seat))
    judge = Judge(race, 1)
    won = set[float]()
    for seed in range(4):
        dice, line = random.Random(seed), Line(start)
        while not line.state.outcome:
            thrown = line.state.turn == CHANCE
            line = line.play(line.state.drawn(dice.randrange(16)) if thrown else tablebase.best(line.state)[0])
        result = float(value_for_first(line.state.outcome))
        won.add(result)
        assert result - luck_of(line, judge) == pytest.approx(2 * tablebase.value(start).chance - 1, abs=ROUNDING)
    assert won == {-1.0, 1.0}


def test_a_kept_match_is_read_and_told(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    pairing = Pairing("senet-race+max_turns=30", (contestant("greedy"), contestant("random")), seed=3)
    tally = run_arena(game, pairing, 2, file=file)
    tested, pairs = pairs_of(file)
    assert str(tested.ruleset) == pairing.ruleset
    assert Tally.of(pairs) == tally
    scores = list(without_luck(tested, pairs, 1))
    assert len(scores) == 2
    assert told(0.6, 0.352, 0.848) == "60.0% (35.2% to 84.8%)"


def test_where_nobody_throws_there_is_no_luck(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run_arena(game, Pairing("seega", (contestant("greedy"), contestant("random"))), 1, file=file)
    with pytest.raises(ArenaError, match="nobody throws"):
        pairs_of(file)
    file.write_bytes(b"")
    with pytest.raises(ArenaError, match="no heading"):
        pairs_of(file)

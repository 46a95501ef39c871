"""The formation game: what follows the first formation, and an evaluation that leads to the end."""

import random
import statistics

import pytest

from ibau.core.chance import Dice, draw
from ibau.core.game import Game, State
from ibau.core.line import Line
from ibau.core.outcome import CHANCE, FIRST, SECOND
from ibau.games import game
from ibau.lab.arena.play_games import play_game
from ibau.players import Budget, player

WON = "LDLDLDLDLDLDLDLDLDL2D8"  # light's formation is complete, one dark pawn is on its way


def test_the_winner_waits_and_scores() -> None:
    state = game("senet-formation").state(f"{WON} second t3 open first first 7 301")
    assert state.score == (5 + 10 + 7, 0)
    assert list(state.actions) == ["pass"], "the winner's pawns are not hit"
    state = state.play("pass").play("t2")
    assert list(state.actions) == ["22-20"]
    result = state.play("22-20").result
    assert result
    assert (result.returns, result.kind, result.score) == ((1, -1), "formation", (5 + 10 + 9, 0))


def standing_texts(state: State, seat: int) -> list[str]:
    return [str(aloud) for _, aloud in Line(state).standing(seat)]


def test_how_far_each_side_has_come() -> None:
    """Of a seat and no sentence: what is asked stands alone."""
    open_game = game("senet-formation").state("1L28 first t1 open - - 0 9")
    assert (standing_texts(open_game, FIRST), standing_texts(open_game, SECOND)) == ([], [])
    assert str(open_game.describe(open_game.legal[0])) == "Light from 2 to 1, leads, and fills the odd squares."
    state = open_game.play("2-1")
    assert standing_texts(state, FIRST) == ["1 of the 10 odd squares from 1 to 19 filled", "points from this game: 5"]
    assert standing_texts(state, SECOND) == ["0 of the 10 even squares from 2 to 20 filled"]
    assert [str(text) for text in state.situation] == ["Dark to throw."]


def test_points_at_the_end_are_those_of_the_result() -> None:
    line = Line(game("senet-formation").state("L29 second - open first - 0 9")).resign(SECOND)
    assert str(line.standing(FIRST)[-1].full) == "points from this game: 15"


def best_action(state: State, generator: random.Random) -> int:
    """What a player takes who looks one ply ahead; among equals any."""
    rulebook, rules = state.game.system.rulebook, state.game.rules
    sign = 1 if state.turn == FIRST else -1

    def worth(action: int) -> tuple[int, float]:
        after = rulebook.play(rules, state.position, action)
        return sign * state.game.system.evaluation.evaluate(rules, after), generator.random()

    return max(state.legal, key=worth)


def turns_of_a_greedy_game(ruleset: str, seed: int) -> int:
    """How many turns two players need who look one ply ahead."""
    generator = random.Random(seed)
    state = game(ruleset).initial()
    while state.result is None:
        if state.to_move == "chance":
            weights = state.game.system.rulebook.chances(state.game.rules, state.position)
            state = state.after(draw(weights, generator.randrange(16)))
        else:
            state = state.after(best_action(state, generator))
    turns: int = state.position.turns
    return turns


def test_the_judgement_leads_to_the_end() -> None:
    """Random play never ends (SA2-17); filling the lowest free square does, long before the cap."""
    turns = [turns_of_a_greedy_game("senet-formation+max_turns=6000", seed) for seed in range(5)]
    assert statistics.median(turns) < 1500
    assert max(turns) < 6000


def test_it_leads_there_soon_where_settled_pawns_are_safe() -> None:
    turns = [turns_of_a_greedy_game("senet-formation-settled", seed) for seed in range(5)]
    assert statistics.median(turns) < 500


@pytest.mark.parametrize("rival", ["greedy", "mcts:nodes=60"])
def test_who_searches_wins_by_a_formation(rival: str) -> None:
    record = play_game("mcts:nodes=60", rival, "senet-formation-settled", seed=2)
    assert record.result
    assert record.result.kind == "formation"


@pytest.mark.parametrize("loser", ["greedy", "mcts", "level1", "level8"])
def test_anyone_who_has_lost_does_not_put_off_the_end(loser: str) -> None:
    """Dark has eight pawns to bring in for nothing but the end (SA2-15)."""
    state = game("senet-formation-settled").state("LDL1LDL1L1L1L1L1L1L11 second - open first first 0 300")
    dice, who = Dice(7), player(loser)
    while state.result is None:
        drawn = state.turn == CHANCE
        state = state.play(state.chance_action(dice.roll()) if drawn else who.choose(state, Budget(nodes=20)).action)
    assert state.result.kind == "formation"
    assert state.position.turns < 600


def test_a_pawn_in_danger_is_worse_only_where_settled_pawns_are_safe() -> None:
    """Dark throws next; light's pawn on 22 can be hit from 24, the one on 19 is out of reach."""
    near, far = "21L1D6 second - open - - 0 9", "18L4D6 second - open - - 0 9"
    safe, letter = game("senet-formation-settled"), game("senet-formation")

    def gained(played: Game) -> int:
        judge = played.system.evaluation.evaluate
        one, other = (judge(played.rules, played.state(text).position) for text in (far, near))
        return int(one - other)

    assert gained(safe) > gained(letter) > 0

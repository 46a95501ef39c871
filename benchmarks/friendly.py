"""The friendly Python API, uncompiled, texts included: list the legal actions, choose one, play it."""

import random
from collections.abc import Iterator

import chess

from benchmarks.measure import Work, rates
from benchmarks.table import Row, compared
from ibau.games import game

LONGEST_CHESS_GAME = 200  # plies


def random_state_games(ruleset: str, games: int, seed: int) -> int:
    """Play random games by their texts; how many decisions they had, throws left out."""
    dice = random.Random(seed)  # noqa: S311 - nothing is secret here
    decisions = 0
    for _ in range(games):
        state = game(ruleset).initial()
        while not state.outcome:
            if state.to_move == "chance":
                text = state.drawn(dice.randrange(16))
            else:
                text = dice.choice(list(state.actions))
                decisions += 1
            state = state.play(text)
    return decisions


def random_chess_games(games: int, seed: int) -> int:
    """Play random games of chess; how many moves they had."""
    dice = random.Random(seed)  # noqa: S311 - nothing is secret here
    moves = 0
    for _ in range(games):
        board = chess.Board()
        while len(board.move_stack) < LONGEST_CHESS_GAME and (legal := list(board.legal_moves)):
            board.push(dice.choice(legal))
        moves += len(board.move_stack)
    return moves


def against_chess(ruleset: str, games: int, chess_games: int, rounds: int) -> Iterator[Row]:
    """Both libraries as a newcomer would use them; python-chess makes no texts here."""

    def ours(number: int) -> Work:
        return {"moves": random_state_games(ruleset, games, number)}

    def python_chess(number: int) -> Work:
        return {"moves": random_chess_games(chess_games, number)}

    measured = rates({"ours": ours, "chess": python_chess}, rounds)
    yield compared(
        f"Python API, {ruleset}: decisions / s",
        measured["ours"]["moves"],
        "python-chess",
        measured["chess"]["moves"],
    )

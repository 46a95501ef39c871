"""Pairs of games played on another machine."""

from pathlib import Path

import pytest

from ibau.games import game
from ibau.lab.arena import EntrantError, PairedGame, Pairing, PairRunner, parse_entrant
from ibau.lab.arena.run_tournament import remote_opener
from ibau.lab.training.weight_fit import write_network
from tests.search.minimax import random_network

SENETI = game("seneti+max_plies=20")


def without_times(played: PairedGame) -> tuple[list[str], list[int]]:
    return played.actions, [spent.nodes for spent in played.spent]


def test_a_network_goes_with_the_player_that_evaluates_by_it(tmp_path: Path) -> None:
    """Another machine has no such file."""
    network = tmp_path / "net.npz"
    with network.open("wb") as stream:
        write_network(stream, random_network(SENETI.system, 1), SENETI.system)
    evaluating = parse_entrant(f"alphabeta:nodes=50,evaluator={network}")
    pairing = Pairing(str(SENETI.ruleset), (evaluating, parse_entrant("alphabeta:nodes=50,evaluator=features")))
    with PairRunner(game, pairing) as contest:
        here = [without_times(played) for played in contest.play_pair(0)]
    open_contest = remote_opener(game, pairing)
    network.unlink()
    with open_contest() as contest:
        assert [without_times(played) for played in contest.play_pair(0)] == here


def test_a_program_stays(tmp_path: Path) -> None:
    """It is refused before a cluster is contacted."""
    program = parse_entrant("engine:1s", [f"{tmp_path}/program"])
    pairing = Pairing(str(SENETI.ruleset), (program, parse_entrant("greedy")))
    with pytest.raises(EntrantError, match=r"^engine:1s .*program of this machine; it does not play on a cluster"):
        remote_opener(game, pairing)

"""Puzzles and lessons over HTTP: tasks, and answers to attempts."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from ibau.core.outcome import SEATS
from ibau.core.puzzle import puzzles_of
from ibau.games import puzzles, systems
from ibau.learn.puzzle_exercises import line_of_puzzle

KNOWN = next(puzzle for puzzle in puzzles("seega") if len(puzzle.line) > 1)


def try_puzzle(server: TestClient, action: str, lang: str = "en") -> tuple[int, dict[str, Any]]:
    answer = server.post(f"/api/puzzles/seega/{KNOWN.id}/try?lang={lang}", json={"action": action})
    return answer.status_code, answer.json()


@pytest.mark.parametrize("system", [system.id for system in systems().values() if puzzles_of(system)])
def test_puzzles_are_listed_and_asked(server: TestClient, system: str) -> None:
    listed = server.get(f"/api/puzzles/{system}").json()
    assert listed["system"] == system
    assert [summary["id"] for summary in listed["puzzles"]] == [puzzle.id for puzzle in puzzles(system)]
    shown = server.get(f"/api/puzzles/{system}/{listed['puzzles'][0]['id']}").json()
    state = line_of_puzzle(puzzles(system)[0]).state
    assert shown["solver"] == shown["state"]["to_move"] == SEATS[state.turn]
    assert [action["text"] for action in shown["state"]["legal"]] == list(state.actions)
    assert set(shown["refusals"]) >= {square.name for square in state.game.board.squares}
    assert shown["seats"][shown["solver"]]["kind"] == "person"
    assert puzzles(system)[0].solution not in (shown.keys() - {"state"})


def test_the_solution_is_praised_and_goes_on(server: TestClient) -> None:
    status, found = try_puzzle(server, KNOWN.solution)
    assert (status, found["right"]) == (200, True)
    assert found["text"].startswith("That's it! ")
    assert [ply["action"] for ply in found["plies"]] == list(KNOWN.line)
    assert {state["to_move"] for state in found["states"]} == {"nobody"}
    assert try_puzzle(server, KNOWN.solution, "de")[1]["text"].startswith("Das ist er! ")
    shown = server.get(f"/api/puzzles/seega/{KNOWN.id}/solution").json()
    assert shown["plies"] == found["plies"]
    assert found["text"].endswith(shown["text"])


def test_another_action_is_answered(server: TestClient) -> None:
    action, reply = next(iter(KNOWN.answers.items()))
    status, found = try_puzzle(server, action)
    assert (status, found["right"]) == (200, False)
    assert found["text"].startswith("Not that one. This would be the answer: ")
    assert [ply["action"] for ply in found["plies"]] == [action, reply]
    assert all(state["to_move"] != "nobody" and not state["legal"] for state in found["states"])


def test_the_throw_is_repeated_after_a_wrong_try(server: TestClient) -> None:
    known = puzzles("senet-race")[0]
    shown = server.get(f"/api/puzzles/senet-race/{known.id}").json()
    other = next(action["text"] for action in shown["state"]["legal"] if action["text"] != known.solution)
    found = server.post(f"/api/puzzles/senet-race/{known.id}/try", json={"action": other}).json()
    throw = "Move a pawn by 2."
    assert shown["state"]["situation"][0].endswith(f"find it! {throw}")
    assert found["text"] == f"Not that one. Look again! {throw}"


def test_what_is_no_try_gets_a_sentence(server: TestClient) -> None:
    status, found = try_puzzle(server, "a1-e5")
    assert status == 400
    assert found["error"].startswith("'a1-e5' is not legal here; legal: ")
    unknown = server.get("/api/puzzles/seega/00000000")
    assert (unknown.status_code, unknown.json()["error"]) == (400, "There is no puzzle '00000000' for seega.")
    assert server.post(f"/api/puzzles/seega/{KNOWN.id}/try", json={"move": "a1"}).status_code == 400
    assert server.get("/api/puzzles/chess").status_code == 400

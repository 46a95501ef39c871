"""Mistakes of a finished game as exercises: the analysis of the review decides what is as good."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from ibau.core.line import Line
from ibau.core.outcome import SEATS
from ibau.games import game, puzzles
from ibau.players import Budget
from ibau.web.endpoints import mistakes as mistakes_module
from ibau.web.rooms import review_jobs as reviews_module
from tests.web.clients import WEAK, ServerGame

pytestmark = pytest.mark.one_server

SOME = Budget(nodes=5000)
RULESET = "seega+first_player=first"
TWO_OR_ONE = "DDDLD/DLDLD/LLD1D/LD1DL/LLLLD first 24 - - 0 12 -"  # c1-c2 captures two pieces, d4-d3 one


@pytest.fixture
def name(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game in which Light has captured one piece instead of two, and given up then."""
    monkeypatch.setattr(reviews_module, "DEFAULT_BUDGET", SOME)
    monkeypatch.setattr(mistakes_module, "DEFAULT_BUDGET", SOME)
    line = Line(game(RULESET).state(TWO_OR_ONE)).play("d4-d3").resign(0)
    brought: str = server.post("/api/records", content=str(line.record({}))).json()["id"]
    return brought


def reviewed(server: TestClient, name: str) -> str:
    assert server.get(f"/api/games/{name}/review").status_code == 200
    return f"/api/games/{name}/mistakes"


def try_mistake(server: TestClient, path: str, action: str) -> dict[str, Any]:
    answer = server.post(f"{path}/0/try?lang=en", json={"action": action})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_what_was_best_is_right_and_what_was_played_is_not(server: TestClient, name: str) -> None:
    path = reviewed(server, name)
    assert server.get(f"{path}?seat=first").json() == {"title": "Seega", "mistakes": ["0"]}
    assert server.get(f"{path}?seat=second").json()["mistakes"] == []
    shown = server.get(f"{path}/0?lang=en").json()
    assert (shown["solver"], shown["state"]["to_move"], shown["state"]["ply_count"]) == ("first", "first", 0)
    assert (shown["hardness"], shown["meaning"]) == ("Blunder", "in the game you played d4-d3")
    assert shown["state"]["situation"] == ["You play Light. Find a better move than in the game!"]
    found = try_mistake(server, path, "c1-c2")
    assert found["right"]
    assert found["text"] == "That's it! This move captures 2 pieces at once: b2, d2."
    assert found["plies"][0]["action"] == "c1-c2"
    assert server.get(f"{path}/0/solution").json()["plies"] == found["plies"]
    wrong = try_mistake(server, path, "d4-d3")
    assert (wrong["right"], wrong["text"], len(wrong["plies"])) == (False, "Not that one. Look again!", 1)


def test_another_action_is_judged_as_the_review_judges(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews_module, "DEFAULT_BUDGET", SOME)
    monkeypatch.setattr(mistakes_module, "DEFAULT_BUDGET", SOME)
    known = puzzles("seti-beth")[0]
    begun = Line(game("seti-beth").state(known.position))
    seat = begun.state.turn

    def played(action: str) -> str:
        """The path of the mistakes of a game with this action."""
        record = str(begun.play(action).resign(seat).record({}))
        return reviewed(server, server.post("/api/records", content=record).json()["id"])

    def made(path: str) -> list[str]:
        found: list[str] = server.get(f"{path}?seat={SEATS[seat]}").json()["mistakes"]
        return found

    wrong, *others = [action for action in begun.state.actions if action != known.solution]
    path = played(wrong)
    assert made(path) == ["0"]
    for action in (known.solution, *others[:4]):
        found = try_mistake(server, path, action)
        assert found["right"] is (made(played(action)) == [])
        assert found["text"].startswith("That's it!") is found["right"]


def test_what_is_no_try_gets_a_sentence(server: TestClient, name: str) -> None:
    refused = server.get(f"/api/games/{name}/mistakes?lang=en")
    assert (refused.status_code, refused.json()["error"]) == (409, "The review of this game is not finished yet.")
    path = reviewed(server, name)
    unknown = server.get(f"{path}/7?lang=en")
    assert (unknown.status_code, unknown.json()["error"]) == (404, "There is no such mistake in this game.")
    illegal = server.post(f"{path}/0/try?lang=en", json={"action": "a1-e5"})
    assert (illegal.status_code, illegal.json()["error"][:27]) == (400, "'a1-e5' is not legal here; ")
    goes_on = ServerGame(server, "seega", second=WEAK)
    assert server.get(f"/api/games/{goes_on.id}/mistakes").status_code == 409

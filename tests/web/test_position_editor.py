"""Positions put together by hand, over HTTP."""

import pytest
from starlette.testclient import TestClient

from ibau.games import systems

pytestmark = pytest.mark.one_server


def pieces_at(seat: int, *places: str) -> list[dict[str, object]]:
    return [{"place": place, "seat": seat, "kind": "piece", "side": ""} for place in places]


@pytest.mark.parametrize("system", systems())
def test_what_one_begins_with_is_a_position(server: TestClient, system: str) -> None:
    editor = server.post("/api/analysis/editor", json={"ruleset": system}).json()
    assert len(editor["values"]) == len(editor["words"]) == len(editor["cleared"])
    asked = {"ruleset": system, "pieces": editor["pieces"], "words": editor["values"]}
    answer = server.post("/api/analysis/position", json=asked).json()
    assert answer["position"]
    assert answer["text"]
    assert answer["pieces"] == editor["pieces"]


def test_what_cannot_be_is_refused_in_every_language(server: TestClient) -> None:
    asked = {"ruleset": "senet-race", "pieces": pieces_at(0, "27"), "words": ["first", "-", "-", "9"]}
    for lang, reason in (
        ("en", "There is a pawn on 27: nobody rests in the water."),
        ("fr", "Il y a un pion en 27\xa0: personne ne reste dans l’eau."),
        ("de", "Auf 27 steht ein Stein: Im Wasser bleibt niemand."),
    ):
        answer = server.post(f"/api/analysis/position?lang={lang}", json=asked).json()
        assert answer == {"position": "", "text": reason, "pieces": []}
        line = server.post(f"/api/line?lang={lang}", json={"ruleset": "senet-race", "start": "26L2D first - - 9"})
        assert (line.status_code, line.json()["error"]) == (400, reason)


def test_a_possible_position(server: TestClient) -> None:
    pieces = [*pieces_at(0, "a1", "c3"), *pieces_at(1, "e5")]
    asked = {"ruleset": "seega", "pieces": pieces, "words": ["second", " 24 ", "", "-", "3", "40", "-"]}
    answer = server.post("/api/analysis/position", json=asked).json()
    assert answer["position"] == "4D/5/2L2/5/L4 second 24 - - 3 40 -"
    assert answer["text"] == "Dark to move."


def test_bad_questions(server: TestClient) -> None:
    for path, asked in (
        ("editor", {"ruleset": "chess"}),
        ("editor", {"ruleset": "seega", "position": "5/5"}),
        ("editor", {"ruleset": "senet-race", "position": f"{10**20} first - - 0"}),
        ("position", {"ruleset": "seega", "pieces": [{"place": "a1"}], "words": []}),
        ("position", {"ruleset": "seega", "pieces": pieces_at(0, "a1") * 201, "words": []}),
    ):
        answer = server.post(f"/api/analysis/{path}", json=asked)
        assert answer.status_code == 400, asked
        assert answer.json()["error"]
    answer = server.post("/api/analysis/position", json={"ruleset": "seti-aleph", "pieces": [], "words": []}).json()
    assert answer["text"] == "A position has 5 fields besides its board, not 0."

"""Mistakes of a finished game, tried again: the judge of the review says what is as good."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from ibau.players import Budget
from ibau.web.endpoints import mistakes as mistakes_module
from ibau.web.rooms import reviews as reviews_module
from tests.web.guests import WEAK, Table
from tests.web.test_reviews import looked_back, played

FEW = Budget(nodes=60)


@pytest.fixture
def table(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A finished game of two who played at random."""
    monkeypatch.setattr(reviews_module, "USUAL", FEW)
    monkeypatch.setattr(mistakes_module, "USUAL", FEW)
    table = Table(server, "seti-beth+no_progress_plies=10")
    played(table, seed=2)
    return table


def mistakes(table: Table, seat: str) -> list[str]:
    found: list[str] = table.server.get(f"/api/games/{table.id}/mistakes?seat={seat}").json()["mistakes"]
    return found


def tried(table: Table, number: str, action: str) -> tuple[int, dict[str, Any]]:
    path = f"/api/games/{table.id}/mistakes/{number}/try?lang=en"
    answer = table.server.post(path, json={"action": action})
    return answer.status_code, answer.json()


def test_what_was_best_is_right_and_what_was_played_is_not(table: Table) -> None:
    plies = {told["at"]: told for told in looked_back(table) if told["type"] == "ply"}
    story = looked_back(table)[0]["story"]
    numbers = {seat: mistakes(table, seat) for seat in ("first", "second")}
    assert any(numbers.values())
    for seat, own in numbers.items():
        assert [int(number) for number in own] == sorted(map(int, own))
        for number in own:
            known, path = plies[int(number)], f"/api/games/{table.id}/mistakes/{number}"
            shown = table.server.get(f"{path}?lang=en").json()
            assert (shown["solver"], shown["state"]["to_move"], shown["hardness"].lower()) == (
                seat,
                seat,
                known["size"],
            )
            assert shown["meaning"] == f"in the game you played {story[int(number)]['action']}"
            status, found = tried(table, number, known["line"][0])
            assert (status, found["right"]) == (200, True)
            assert found["text"].startswith("That's it! ")
            assert [ply["action"] for ply in found["plies"]] == known["line"]
            assert table.server.get(f"{path}/solution").json()["plies"] == found["plies"]
            status, found = tried(table, number, story[int(number)]["action"])
            assert (status, found["right"], found["text"]) == (200, False, "Not that one. Look again!")


def test_another_action_is_judged_as_the_review_judges(table: Table) -> None:
    plies = {told["at"]: told for told in looked_back(table) if told["type"] == "ply"}
    number = next(number for seat in ("first", "second") for number in mistakes(table, seat))
    shown = table.server.get(f"/api/games/{table.id}/mistakes/{number}").json()
    best = plies[int(number)]["line"][0]
    found = {action["text"]: tried(table, number, action["text"])[1] for action in shown["state"]["legal"]}
    assert found[best]["right"]
    assert not all(one["right"] for one in found.values())
    for action, one in found.items():
        also = f"That's it! That is good too; the computer itself would play {best}."
        assert action == best or one["text"] == (also if one["right"] else "Not that one. Look again!")


def test_there_are_none_before_the_review_and_none_of_other_numbers(table: Table) -> None:
    refused = table.server.get(f"/api/games/{table.id}/mistakes?lang=en")
    assert (refused.status_code, refused.json()["error"]) == (409, "The review of this game is not finished yet.")
    looked_back(table)
    unknown = table.server.get(f"/api/games/{table.id}/mistakes/0?lang=en")
    assert (unknown.status_code, unknown.json()["error"]) == (404, "There is no such mistake in this game.")
    goes_on = Table(table.server, "seega", second=WEAK)
    assert table.server.get(f"/api/games/{goes_on.id}/mistakes").status_code == 409

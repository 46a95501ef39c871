"""The analysis board: lines, records as trees, and errors with their places."""

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from ibau.games import systems
from ibau.search.budget import Budget
from ibau.web.api.trees import MAX_ANALYSED
from ibau.web.endpoints import advice, trees

pytestmark = pytest.mark.one_server

RECORD = '[Ruleset "senet-race"]\n[First "Ada"]\n\n1. t2 8-10 {why?} 2. t4 9-13 t2 (t1 7-8 (5x6)) 13-15 *\n'
OTHER = '[Ruleset "seega+first_player=first"]\n\n1. a1 b1 2. e5 d5 *\n'


def line(server: TestClient, ruleset: str, *actions: str, start: str = "", lang: str = "en") -> tuple[int, Any]:
    body = {"ruleset": ruleset, "start": start, "actions": actions}
    answer = server.post(f"/api/line?lang={lang}", json=body)
    return answer.status_code, answer.json()


def read(server: TestClient, text: str | bytes, number: int | str = 1) -> tuple[int, Any]:
    answer = server.post(f"/api/analysis/read?lang=en&number={number}", content=text)
    return answer.status_code, answer.json()


def write_tree(server: TestClient, tree: dict[str, Any], form: str = "text") -> tuple[int, str]:
    answer = server.post(f"/api/analysis/written?lang=en&format={form}", json=tree)
    return answer.status_code, answer.text


# --- Lines -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", systems())
def test_every_game_can_be_analysed(server: TestClient, system: str) -> None:
    """The viewer acts for both sides, and enters throws and lots."""
    _, shown = line(server, system)
    (state,) = shown["states"]
    assert shown["plies"] == []
    assert bool(state["legal"]) != bool(state["throw"])
    first = state["throw"]["results"][0] if state["throw"] else state["legal"][0]["text"]
    _, after = line(server, system, first)
    assert ([ply["action"] for ply in after["plies"]], after["states"][-1]["ply_count"]) == ([first], 1)
    _, again = line(server, system, start=after["states"][-1]["position"])
    assert again["states"] == [{**after["states"][-1], "ply_count": 0}]


def test_a_line_is_sent_from_the_requested_ply(server: TestClient) -> None:
    actions = ["lot1", "a1", "b1", "e5"]
    answers = [
        server.post("/api/line", json={"ruleset": "seega", "actions": actions, "since": since}).json()
        for since in (-1, 0, 2, 4, 9)
    ]
    assert [[ply["action"] for ply in one["plies"]] for one in answers] == [["e5"], actions, actions[2:], [], []]
    counts = [[state["ply_count"] for state in one["states"]] for one in answers]
    assert counts == [[3, 4], [0, 1, 2, 3, 4], [2, 3, 4], [4], [4]]
    assert [bool(state["legal"]) for state in answers[1]["states"]] == [False, False, False, False, True]


@pytest.mark.usefixtures("read_here")
def test_a_long_line_is_sent_in_parts(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "MAX_LINE_PLIES", 2)
    asked = {"ruleset": "seega", "actions": ["lot1", "a1", "b1", "e5"], "since": 1}
    answers = server.post("/api/line", json=asked).json()
    assert [state["ply_count"] for state in answers["states"]] == [1, 2, 3]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({"ruleset": "sega"}, "Did you mean 'seega'?"),
        ({"ruleset": "seega", "start": "LDL2/5/2D2/5/5 first 24 c1 - 3 17 -"}, "its words contradict its board"),
        ({"ruleset": "seega", "actions": ["lot3"]}, "'lot3' is not legal here; legal: lot1, lot2"),
        ({"ruleset": "seega", "actions": ["a1"] * (MAX_ANALYSED + 1)}, f"length <= {MAX_ANALYSED}"),
        ({"ruleset": "seega", "since": -2}, ">= -1"),
        ({"ruleset": "seega", "whatever": 1}, "unknown field"),
    ],
)
def test_a_line_that_cannot_be_is_refused(server: TestClient, body: dict[str, Any], reason: str) -> None:
    answer = server.post("/api/line", json=body)
    assert answer.status_code == 400
    assert reason in answer.json()["error"]


# --- Records ---------------------------------------------------------------------------------------------------------


def test_a_record_is_read_and_written_with_everything_in_it(server: TestClient) -> None:
    status, read_tree = read(server, RECORD)
    assert (status, read_tree["number"], read_tree["more"]) == (200, 1, False)
    tree = read_tree["tree"]
    assert tree["tags"] == {"First": "Ada"}
    assert [(node["parent"], node["action"]) for node in tree["nodes"][3:8]] == [
        (2, "9-13"),
        (3, "t2"),
        (3, "t1"),
        (5, "7-8"),
        (5, "5x6"),
    ]
    status, text = write_tree(server, tree)
    assert "{why?}" in text
    assert "(t1 7-8 (5x6))" in " ".join(text.split())
    status, line = write_tree(server, tree, "json")
    assert status == 200
    assert read(server, line)[1]["tree"] == tree


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (RECORD.replace("8-10", "8-11"), "line 4, move 2: '8-11' is not legal here"),
        (RECORD.replace("(5x6)", "(" * 101 + "5x6" + ")" * 101), "line 4: "),
        (b"\xff", "line 1: the text is not UTF-8"),
    ],
)
def test_a_record_that_cannot_be_read_is_refused_with_the_place(
    server: TestClient, text: str | bytes, reason: str
) -> None:
    status, answers = read(server, text)
    assert status == 400
    assert reason in answers["error"], answers["error"]


@pytest.mark.usefixtures("read_here")
def test_a_record_may_be_too_long(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(server, RECORD + " " * (1 << 18))[0] == 413
    monkeypatch.setattr(trees, "MAX_ANALYSED", 6)
    assert "move 7 is one too many" in read(server, RECORD)[1]["error"]


def test_the_end_of_another_main_line_is_not_claimed(server: TestClient) -> None:
    tree = {"ruleset": "seega", "nodes": [{"parent": -1, "action": "lot1"}], "tags": {"Seed": "1", "Site": "here"}}
    ended = {**tree, "player_end": {"kind": "resigned", "word": "p2win"}}
    assert '[Kind "resigned"]' in write_tree(server, ended)[1]
    assert '[Seed "1"]' in write_tree(server, ended)[1]
    changed = write_tree(server, {**ended, "changed": True})[1]
    assert "Kind" not in changed
    assert "Seed" not in changed
    assert '[Site "here"]' in changed


def test_a_tree_that_no_record_can_hold_is_refused(server: TestClient) -> None:
    tree = {"ruleset": "seega", "nodes": [{"parent": 0, "action": "lot1"}]}
    status, text = write_tree(server, tree)
    assert status == 400
    assert "follows move 0" in json.loads(text)["error"]
    tree["nodes"] = [{"parent": -1, "action": "lot1", "comment": "}"}]
    assert "closing brace" in json.loads(write_tree(server, tree)[1])["error"]
    assert write_tree(server, {"ruleset": "seega"}, "xml")[0] == 400


# --- Advice ----------------------------------------------------------------------------------------------------------


def advice_lines(server: TestClient, ruleset: str, *actions: str, start: str = "") -> list[dict[str, Any]]:
    body = {"ruleset": ruleset, "start": start, "actions": actions}
    answer = server.post("/api/analysis/advice", json=body, headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-type"] == "application/x-ndjson"
    assert "content-encoding" not in answer.headers
    return [json.loads(answers) for answers in answer.text.splitlines()]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Think about this many nodes, however busy the machine is."""
    monkeypatch.setattr(advice, "ADVICE_BUDGET", Budget(nodes=3000))


@pytest.mark.usefixtures("quick")
def test_the_three_best_actions_are_sent_depth_by_depth(server: TestClient) -> None:
    answers = advice_lines(server, "seti-beth")
    assert all(answer["type"] == "advised" and len(answer["best"]) == 3 for answer in answers)
    depths = [answer["best"][0]["depth"] for answer in answers]
    assert depths == sorted(set(depths))
    assert len(depths) > 1
    for best in answers[-1]["best"]:
        assert best["line"][0] == best["action"]
        line(server, "seti-beth", *best["line"])


@pytest.mark.usefixtures("quick")
def test_before_a_throw_the_mean_is_sent(server: TestClient) -> None:
    *_, last = advice_lines(server, "senet-race")
    assert last["type"] == "foreseen"
    weights = line(server, "senet-race")[1]["sixteenths"]
    values = [chance["value"] for chance in last["chances"]]
    mean = sum(weight * value for weight, value in zip(weights, values, strict=True)) / 16
    assert last["value"] == pytest.approx(mean)


def test_values_of_tables_are_exact_and_sent_at_once(server: TestClient) -> None:
    [before] = advice_lines(server, "senet-race", start="3D23LLD first - - 0")
    assert before["depth"] == 0
    assert all(chance["exact"] for chance in before["chances"])
    [after] = advice_lines(server, "senet-race", "t2", start="3D23LLD first - - 0")
    assert [best["action"] for best in after["best"]] == ["29-27", "28-26"]
    assert all(best["exact"] and best["plies"] is None for best in after["best"])
    assert after["best"][0]["value"] == before["chances"][1]["value"]


def test_about_a_finished_game_there_is_nothing_to_say(server: TestClient) -> None:
    answers = advice_lines(server, "seti-beth", start="4H/5/5/5/5/5/5/5/5/5 second e10 0 -")
    assert answers == [{"type": "none", "reason": "The game is over."}]

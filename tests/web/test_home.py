"""The home page and the puzzle of the day: the same for all on a day, and each in turn."""

import pytest
from starlette.testclient import TestClient

from ibau.core.line import Line
from ibau.core.puzzle import puzzles_of
from ibau.games import game, systems
from ibau.records.record_files import read_records
from ibau.web.endpoints.catalogue import catalogue
from ibau.web.endpoints.home import DEMO_RECORD, MAX_DEMO_PLIES, daily_puzzle, day_number, home_view

IDS = tuple(systems())


@pytest.mark.parametrize("system", IDS)
def test_a_game_that_is_shown_is_won_by_its_usual_rules(system: str) -> None:
    found = systems()[system]
    line = Line.replay(next(read_records(found.folder / DEMO_RECORD)))
    assert str(line.state.game.ruleset) == found.default_preset.id
    assert line.result
    assert line.result.word in ("p1win", "p2win")


def test_each_game_is_shown_on_one_day_of_as_many(server: TestClient) -> None:
    offered = catalogue("en")
    shown = [home_view(offered, day, "en").shown for day in range(len(IDS))]
    assert {game.system for game in shown} == set(IDS)
    for game_shown in shown:
        assert 0 < len(game_shown.plies) <= MAX_DEMO_PLIES
        assert len(game_shown.pieces) == len(game_shown.plies) + 1
    shown_home = server.get("/api/home").json()
    assert [one["id"] for one in shown_home["systems"]] == [one.id for one in offered.systems]
    assert shown_home["shown"]["system"] == shown[day_number() % len(IDS)].system


def test_every_puzzle_has_its_day() -> None:
    known = {(system, puzzle.id) for system in IDS for puzzle in puzzles_of(systems()[system])}
    days = [daily_puzzle(IDS, day) for day in range(len(known))]
    assert {(game(found.ruleset).system.id, found.id) for found in days if found} == known
    assert daily_puzzle((), 0) is None


def test_the_puzzle_of_the_day(server: TestClient) -> None:
    found, shown_home = server.get("/api/daily").json(), server.get("/api/home").json()["daily"]
    assert (found["day"], found["puzzle"]["id"]) == (shown_home["day"], shown_home["id"])
    assert server.get("/api/daily?lang=de").json()["puzzle"]["id"] == shown_home["id"]

"""The rulings as a page, and the codes that lead to them."""

import re
from html import escape

import pytest
from starlette.testclient import TestClient

from ibau.core.contract import System
from ibau.games import systems
from ibau.language import translator
from ibau.paper.rulings import CODE, ruling_codes, rulings_text


def test_every_ruling_is_found_by_its_code(server: TestClient) -> None:
    page = server.get("/api/rulings").json()
    assert set(re.findall('<li id="([^"]+)">', page["html"])) == ruling_codes()
    assert len(ruling_codes()) == len(re.findall(r"^- \*\*[A-Z0-9]+-?\d+[a-z]?\. ", rulings_text(), re.MULTILINE)) > 150
    assert page["contents"][0]["title"] == "How to read this page"
    assert not re.search('href="(?!/rulings#)', page["html"])  # files lead nowhere here


@pytest.mark.parametrize("system", systems().values(), ids=lambda system: system.id)
def test_options_cite_rulings_that_there_are(server: TestClient, system: System) -> None:
    cited = {code for option in system.options for code in CODE.findall(option.cites)}
    assert cited | {code for use in system.uses for code in CODE.findall(use.cites)} <= ruling_codes()
    html = server.get(f"/api/rules/{system.id}").json()["html"]
    linked = set(re.findall('href="/rulings#([^"]+)"', html))
    assert cited <= linked <= ruling_codes()


@pytest.mark.parametrize("system", systems().values(), ids=lambda system: system.id)
def test_a_mark_opens_the_note_on_its_ruling(server: TestClient, system: System) -> None:
    html = server.get(f"/api/rules/{system.id}?lang=fr").json()["html"]
    opened = re.findall('popovertarget="([^"]+)"', html)
    notes = dict(re.findall('<div popover id="([^"]+)" class="note">(.*)</div>', html))
    assert opened
    assert set(opened) == notes.keys()
    for name, note in notes.items():
        code = name.removeprefix("note-")
        assert f'href="/rulings#{code}"' in note
        assert escape(translator("fr")(system.rulings[code].answer)) in note


def test_there_are_pages_on_where_a_game_comes_from_and_how_to_play_it_well(server: TestClient) -> None:
    history, tips = (server.get(f"/api/rules/seega?lang=en&page={kind}").json() for kind in ("history", "tips"))
    assert history["title"] == "Where Seega comes from"
    assert [section["title"] for section in history["contents"]] == [
        "The board",
        "What the booklet says, and what is known",
        "Is this how the Egyptians played?",
    ]
    assert tips["title"] == "How to play Seega well"
    assert (history["kit"], tips["kit"]) == ("", "")
    assert server.get("/api/egypt?lang=de").json()["title"] == "Haben die Ägypter so gespielt?"

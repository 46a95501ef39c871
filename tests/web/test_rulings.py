"""Pages of the rulings, and links from codes to them."""

import re
from html import escape

import pytest
from starlette.testclient import TestClient

from ibau.core.contract import System
from ibau.core.ruling import CODE, ruling_pages
from ibau.games import systems
from ibau.language import translator_for


def test_every_ruling_is_found_by_its_code(server: TestClient) -> None:
    assert len(ruling_pages()) > 150
    assert set(ruling_pages().values()) == {"", *systems()}
    for name in ("", *systems()):
        page = server.get(f"/api/rulings/{name}".rstrip("/")).json()
        wanted = [code for code, on in ruling_pages().items() if on == name]
        assert re.findall('<li id="([^"]+)">', page["html"]) == wanted
        assert server.get(f"/api/rulings/{wanted[-1]}").json() == page
    answer = server.get("/api/rulings/chess?lang=de")
    assert (answer.status_code, answer.json()["error"]) == (404, "Diese Seite gibt es nicht.")


def test_the_pages_of_rulings_lead_to_each_other(server: TestClient) -> None:
    """Of links to other files, which do not exist here, only the text is kept."""
    first = server.get("/api/rulings").json()
    assert ".md" not in first["html"]
    assert first["contents"][0]["title"] == "How to read these pages"
    assert set(re.findall('href="([^"#]+)"', first["html"])) == {f"/rulings/{system}" for system in systems()}
    for system in systems():
        html = server.get(f"/api/rulings/{system}").json()["html"]
        assert ".md" not in html
        leads = re.findall('href="([^"]+)"', html)
        assert "/rulings" in leads
        assert all(address.startswith("/rulings") for address in leads)


@pytest.mark.parametrize("system", systems().values(), ids=lambda system: system.id)
def test_options_cite_rulings_that_there_are(server: TestClient, system: System) -> None:
    cited = {code for option in system.options for code in CODE.findall(option.cites)}
    assert cited <= ruling_pages().keys()
    html = server.get(f"/api/rules/{system.id}").json()["html"]
    linked = {code: page for page, code in re.findall('href="/rulings/?([^"#]*)#([^"]+)"', html)}
    assert cited <= linked.keys()
    assert linked.items() <= ruling_pages().items()


@pytest.mark.parametrize("system", systems().values(), ids=lambda system: system.id)
def test_a_mark_opens_the_note_on_its_ruling(server: TestClient, system: System) -> None:
    html = server.get(f"/api/rules/{system.id}?lang=fr").json()["html"]
    opened = re.findall('popovertarget="([^"]+)"', html)
    notes = dict(re.findall('<div popover id="([^"]+)" class="note">(.*)</div>', html))
    assert opened
    assert set(opened) == notes.keys()
    assert not re.findall(
        r'[^\s>]<button type="button" class="mark"', re.sub('<span class="tied">.*?</span>', "", html)
    )
    for name, note in notes.items():
        code = name.removeprefix("note-")
        assert f'#{code}">{code}</a>' in note
        assert escape(translator_for("fr")(system.rulings[code].answer)) in note


def test_there_are_pages_on_where_a_game_comes_from_and_how_to_play_it_well(server: TestClient) -> None:
    history, tips = (server.get(f"/api/rules/seega?lang=en&page={kind}").json() for kind in ("history", "tips"))
    assert history["title"] == "Where Seega comes from"
    assert [section["title"] for section in history["contents"]] == [
        "The board",
        "What the booklet says, and what is known",
        "Is this how the Egyptians played?",
    ]
    assert tips["title"] == "How to play Seega well"
    assert (history["kit"], tips["kit"]) == ("/api/kits/seega.pdf", "")
    assert server.get("/api/egypt?lang=de").json()["title"] == "Haben die Ägypter so gespielt?"

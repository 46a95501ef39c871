"""All HTTP endpoints."""

import json
from collections.abc import Iterator
from html import escape, unescape
from typing import Any

import pytest
from starlette.testclient import TestClient

from ibau.games import presets, systems
from ibau.language import LANGUAGES, translator_for
from ibau.players import LEVELS, levels_of
from ibau.web.protocol import MOST_BYTES
from tests.web.clients import PERSON, WEAK

NEW = {"ruleset": "seega", "first": PERSON, "second": WEAK}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_catalogue_lists_everything(server: TestClient, lang: str) -> None:
    catalogue = server.get(f"/api/catalogue?lang={lang}").json()
    assert [system["id"] for system in catalogue["systems"]] == list(systems())
    assert [level["id"] for level in catalogue["levels"]] == [level.id for level in LEVELS]
    assert [known["id"] for known in catalogue["languages"]] == list(LANGUAGES)
    for system in catalogue["systems"]:
        known = systems()[system["id"]]
        assert system["label"] == translator_for(lang)(known.label)
        assert {square["name"] for square in system["start"]["board"]["squares"]}
        assert [preset["id"] for preset in system["presets"]] == [preset.id for preset in known.presets]
        assert system["levels"] == [level.id for level in levels_of(known)]
        for shown, option in zip(system["options"], known.options, strict=True):
            assert [value["value"] for value in shown["values"]] == list(option.values)
            assert set(shown["default"]) == {preset.id for preset in known.presets}


def test_the_catalogue_speaks_the_language_asked_for(server: TestClient) -> None:
    assert server.get("/api/catalogue?lang=de").json()["systems"][0]["seats"]["first"] == "Hell"
    liked = server.get("/api/catalogue", headers={"Accept-Language": "de-CH,en;q=0.5"}).json()
    assert liked["systems"][0]["seats"]["first"] == "Hell"
    unknown = server.get("/api/catalogue?lang=xx", headers={"Accept-Language": "zz"}).json()
    assert unknown["systems"][0]["seats"]["first"] == "Light"


def test_messages_are_the_clients_texts(server: TestClient) -> None:
    english, german = (server.get(f"/api/messages?lang={lang}").json() for lang in ("en", "de"))
    assert english.keys() == german.keys()
    assert all(text == known for known, text in english.items())


@pytest.mark.parametrize("ruleset", presets())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_pages_carry_their_diagrams(server: TestClient, ruleset: str, lang: str) -> None:
    page = server.get(f"/api/rules/{ruleset}?lang={lang}").json()
    assert page["title"]
    for section in page["contents"]:
        assert f'<h2 id="{section["id"]}">{escape(section["title"])}</h2>' in page["html"]
    assert page["html"].count("<h2 ") == len(page["contents"]) >= 6
    before, _, options = page["html"].rpartition("<details>")
    assert page["contents"][-1]["title"] in before
    assert '<table tabindex="0">' in options
    for diagram in diagrams(page["html"]):
        assert len(diagram["states"]) == len(diagram["plies"]) + 1
        assert diagram["board"]["squares"]


def test_a_rules_page_begins_with_what_is_different(server: TestClient) -> None:
    page = server.get("/api/rules/seega-lenient+chain=none+max_turns=50?lang=en").json()["html"]
    quotation = page.partition("</blockquote>")[0]
    assert page.startswith("<blockquote>")
    assert "A player who can capture must capture. <strong>No.</strong> (<code>forced_capture</code>)" in quotation
    assert "<strong>One step a turn, never more.</strong> (<code>chain</code>)" in quotation
    assert "<strong>50</strong> (<code>max_turns</code>)" in quotation
    usual = server.get("/api/rules/seega?lang=en").json()["html"]
    assert "<blockquote>" not in usual
    assert "One turn, two captures" in usual
    assert "One turn, two captures" not in page  # the diagram would not be true
    assert {diagram["ruleset"] for diagram in diagrams(page)} == {"seega-lenient+chain=none+max_turns=50"}


def diagrams(html: str) -> Iterator[dict[str, Any]]:
    for part in html.split('data-diagram="')[1:]:
        yield json.loads(unescape(part.split('"')[0]))


def test_a_board_for_diagrams(server: TestClient) -> None:
    answer = server.get("/api/board/seega+first_player=first?lang=fr").json()
    assert answer["board"]["kind"] == "seega"
    assert answer["state"]["to_move"] == "first"


@pytest.mark.parametrize("address", ["/api/board/sega", "/api/rules/seega+chain=never", "/api/board/seega+"])
def test_an_unknown_ruleset_is_named(server: TestClient, address: str) -> None:
    answer = server.get(address)
    assert answer.status_code == 400
    assert answer.json()["error"]


@pytest.mark.parametrize("address", ["/api/nothing", "/api/games", "/api/", "/api/games/x/y/z"])
def test_an_unknown_address_is_answered_in_json(server: TestClient, address: str) -> None:
    answer = server.get(address)
    assert answer.status_code in {404, 405}
    assert answer.json()["error"]


# --- New games -----------------------------------------------------------------------------------------------------


def test_a_huge_description_is_not_read(server: TestClient) -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(1000):
            yield b" " * MOST_BYTES

    for content in (b" " * (MOST_BYTES + 1), chunks()):
        answer = server.post("/api/games", content=content)
        assert answer.status_code == 413
        assert answer.json()["error"]


@pytest.mark.parametrize("content", [b"{}", b" " * (MOST_BYTES + 1)])
def test_the_error_of_a_request_is_in_its_language(server: TestClient, content: bytes) -> None:
    text = {lang: server.post(f"/api/games?lang={lang}", content=content).json()["error"] for lang in LANGUAGES}
    assert len(set(text.values())) == len(LANGUAGES)


def test_records_of_unknown_games_and_formats(server: TestClient) -> None:
    assert server.get("/api/games/nothing/record").status_code == 404
    name = server.post("/api/games", json=NEW).json()["id"]
    answer = server.get(f"/api/games/{name}/record?format=pdf")
    assert answer.status_code == 400
    assert "text" in answer.json()["error"]
    assert server.get(f"/api/games/{name}/record").headers["content-disposition"].endswith(f'seega-{name}.txt"')


# --- Pages and files -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/game/abc", "/rules/seega", "/a/b/c", "/assets"])
def test_every_page_is_the_one_page(server: TestClient, path: str) -> None:
    answer = server.get(path)
    assert answer.status_code == 200
    assert answer.text.startswith("<!doctype html>")
    assert answer.headers["cache-control"] == "no-cache"


def test_hashed_files_may_be_kept_for_ever(server: TestClient) -> None:
    answer = server.get("/assets/board-abc123.js")
    assert "immutable" in answer.headers["cache-control"]
    assert server.get("/assets/board-old.js").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "//secret.txt",
        "/assets/%00",
        "/..%5csecret.txt",
    ],
)
def test_no_path_leads_out_of_the_folder(server: TestClient, path: str) -> None:
    assert "secret" not in server.get(f"http://testserver{path}").text


def test_a_part_of_a_page_carries_no_more_than_it_needs(server: TestClient) -> None:
    headers = server.get("/assets/board-abc123.js").headers
    assert headers["x-content-type-options"] == "nosniff"
    assert "content-security-policy" not in headers  # that of the page holds


@pytest.mark.parametrize("path", ["/", "/api/catalogue", "/api/nothing", "/healthz"])
def test_every_answer_keeps_the_page_to_itself(server: TestClient, path: str) -> None:
    headers = server.get(path).headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "cache-control" in headers
    assert ("cross-origin-opener-policy" in headers) == (path == "/")

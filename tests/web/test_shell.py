"""What the first page shows and knows before its scripts run."""

import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from html import unescape

import pytest
from starlette.testclient import TestClient

from ibau.language import LANGUAGES, client_messages
from ibau.web.app import Settings, create_app
from ibau.web.endpoints.index_page import (
    CSP,
    DATA_MARK,
    HEAD_MARK,
    HTML,
    LINKS_MARK,
    NOSCRIPT_MARK,
    SCRIPT,
    SHELL_MARK,
    UNSTARTED_MARK,
)
from ibau.web.site import Kiosk, Site

BUILT = {
    "square": "<h1>⟦The games⟧</h1>",
    "long": '<h1>⟦The games⟧</h1><a href="./new/⟦@default_preset⟧">⟦@title⟧, ⟦@label⟧</a>'
    '<option value="fr"><option value="de">',
    "game": '<a aria-label="⟦All games⟧">',
    "script": "let begin;",
    "home": ["assets/Home-1.js", "assets/Home-1.css"],
    "drawings": {kind: [f"assets/{kind}-1.js"] for kind in ("seega", "senet", "seti", "ur")},
}
STYLES = '<link rel="stylesheet" crossorigin href="./assets/index-1.css">'
INDEX = (
    f'<!doctype html>\n{HTML}<head>{HEAD_MARK}{LINKS_MARK}{SCRIPT} src="./assets/index-1.js"></script>{STYLES}</head>'
    f"<body>{UNSTARTED_MARK}{SHELL_MARK}{DATA_MARK}{NOSCRIPT_MARK}</body></html>"
)


def served(settings: Settings, site: Site, address: str = "http://testserver") -> Iterator[TestClient]:
    (settings.static / "index.html").write_text(INDEX, "utf-8")
    for file, styles in (("index-1", "a > b {url(./x)}"), ("Home-1", "c {}")):
        (settings.static / f"assets/{file}.css").write_text(styles, "utf-8")
    square = {**BUILT, "square": BUILT["long"]}  # whichever game is shown today
    (settings.static / "shell.json").write_text(json.dumps(square), "utf-8")
    with TestClient(create_app(replace(settings, site=site)), base_url=address) as client:
        yield client


@pytest.fixture
def home(settings: Settings) -> Iterator[TestClient]:
    yield from served(settings, Site())


@pytest.fixture
def kiosk(settings: Settings) -> Iterator[TestClient]:
    yield from served(settings, Site(kiosk=Kiosk(("seega",))))


def told(text: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="told">(.*?)</script>', text)
    return dict(json.loads(found[1])) if found else {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_first_page_is_painted_and_told_in_the_language_of_the_reader(home: TestClient, lang: str) -> None:
    answer = home.get("/", headers={"Accept-Language": lang})
    shown = home.get(f"/api/home?lang={lang}").json()
    system = next(system for system in shown["systems"] if system["id"] == shown["shown"]["system"])
    text = unescape(answer.text)
    assert f"<h1>{client_messages(lang)['The games']}</h1>" in text
    assert f'<a href="/new/{system["default_preset"]}">{system["title"]}, {system["label"]}</a>' in text
    assert (f'<option value="{lang}" selected>' in text) == (lang != "en")  # the markup above lacks English
    assert "⟦" not in text
    assert told(answer.text) == {
        "lang": lang,
        "home": shown,
        "messages": {} if lang == "en" else client_messages(lang, "game", "home"),
    }


def test_its_files_come_before_they_are_asked_for_and_its_scripts_after_what_is_painted(home: TestClient) -> None:
    text = home.get("/").text
    kind = home.get("/api/home").json()["systems"]
    assert "<style>c {}a > b {url(/assets/x)}</style>" in text
    for file in ("index-1", "Home-1"):
        assert text.count(f'<link rel="stylesheet" disabled href="/assets/{file}.css" />') == text.count(f"{file}.css")
    assert '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/Home-1.js">' in text
    assert any(f'href="/assets/{system["board"]["kind"]}-1.js"' in text for system in kind)
    assert '<script type="module" fetchpriority="low" src="/assets/index-1.js">' in text


def test_the_policy_allows_the_one_script_and_the_styles_that_the_page_holds(home: TestClient) -> None:
    answer, other = home.get("/"), home.get("/rules/seega")
    assert "<script>let begin;</script>" in answer.text
    script, style = (
        b64encode(hashlib.sha256(held).digest()).decode() for held in (b"let begin;", b"c {}a > b {url(/assets/x)}")
    )
    sums = f"script-src 'self' 'sha256-{script}'; style-src 'self' 'sha256-{style}'; "
    assert answer.headers[CSP] == sums + other.headers[CSP]
    assert other.headers[CSP].startswith("default-src 'self'; ")
    assert STYLES.replace("./", "/") in other.text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_begins_with_the_ways_out_of_it(home: TestClient, lang: str) -> None:
    answer = home.get("/game/abc", headers={"Accept-Language": lang})
    assert f'<a aria-label="{client_messages(lang)["All games"]}">' in answer.text
    assert "<style>a > b {url(/assets/x)}</style>" in answer.text
    assert answer.headers[CSP].startswith("style-src 'self' 'sha256-")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", ["/game/abc", "/rules/seega"])
def test_other_pages_are_told_the_texts_of_a_game_alone(home: TestClient, path: str, lang: str) -> None:
    text = home.get(path, headers={"Accept-Language": lang}).text
    parts = ["game"] if "game" in path else ["game", "home"]
    assert told(text) == ({} if lang == "en" else {"lang": lang, "messages": client_messages(lang, *parts)})
    assert "<h1>" not in text
    assert (SCRIPT + " src" in text) == (path != "/game/abc")


def test_a_kiosk_begins_with_another_page(kiosk: TestClient) -> None:
    text = kiosk.get("/").text
    assert "<h1>" not in text
    assert "home" not in told(text)


def test_no_text_ends_the_data(home: TestClient) -> None:
    data = re.search(r'id="told">(.*?)</script>', home.get("/", headers={"Accept-Language": "fr"}).text)
    assert data is not None
    assert "<" not in data[1]

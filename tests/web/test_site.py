"""What a server says of itself: in the page, in links that are shared, and as a kiosk."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from ibau.web.app import Settings
from ibau.web.pocket import folder
from ibau.web.site import Kiosk, KioskError, Site
from tests.web.clients import PERSON, WEAK
from tests.web.test_shell import served


@pytest.fixture
def plain(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(folder, "find_folder", lambda: None)  # one may have been made
    yield from served(settings, Site())


@pytest.fixture
def elsewhere(settings: Settings) -> Iterator[TestClient]:
    yield from served(settings, Site("https://games.example.org"), "https://games.example.org")


@pytest.fixture
def kiosk(settings: Settings) -> Iterator[TestClient]:
    yield from served(settings, Site("", ("fr", "en"), Kiosk(("seega", "senet-race"))))


def test_the_page_speaks_the_language_of_anyone_who_asks(plain: TestClient) -> None:
    german = plain.get("/", headers={"Accept-Language": "de"}).text
    assert '<html lang="de" data-languages="en,fr,de">' in german
    assert "<noscript><p>Die Bretter" in german
    assert '<html lang="en"' in plain.get("/nowhere", headers={"Accept-Language": "it"}).text


def test_a_shared_link_says_what_it_leads_to_and_nothing_of_a_game(plain: TestClient) -> None:
    assert 'property="og:title" content="Seega · Ibau"' in plain.get("/new/seega-lenient").text
    assert 'content="You are invited to a game · Ibau"' in plain.get("/invitation/abc").text
    boards = 'content="Games on the boards of ancient Egypt and its neighbours · Ibau"'
    for path in ("/", "/game/abc", "/new/chess", "/rules/%22%3E%3Cscript%3E"):
        assert boards in plain.get(path).text
    assert 'property="og:image" content="http://testserver/share.png"' in plain.get("/").text


def test_a_host_cannot_write_into_the_page(plain: TestClient) -> None:
    assert '"><b>' not in plain.get("/", headers={"Host": 'x"><b>.example'}).text


def test_a_site_has_an_address_of_its_own(elsewhere: TestClient) -> None:
    page = elsewhere.get("/").text
    assert 'content="https://games.example.org/share.png"' in page
    assert 'data-url="https://games.example.org"' in page


def test_a_kiosk_shows_its_games_and_languages_alone(kiosk: TestClient) -> None:
    catalogue = kiosk.get("/api/catalogue?lang=de").json()
    assert [system["id"] for system in catalogue["systems"]] == ["seega", "senet-race"]
    assert [preset["id"] for preset in catalogue["systems"][0]["presets"]] == ["seega"]
    assert catalogue["systems"][0]["options"] == []
    assert (
        '<html lang="fr" data-languages="fr,en" data-kiosk="90">'
        in kiosk.get("/", headers={"Accept-Language": "de"}).text
    )


def test_a_kiosk_plays_its_games_alone(kiosk: TestClient) -> None:
    def begun(ruleset: str) -> int:
        return kiosk.post("/api/games?lang=en", json={"ruleset": ruleset, "first": PERSON, "second": WEAK}).status_code

    assert [begun(ruleset) for ruleset in ("seega", "senet-race", "seneti", "seega-lenient")] == [201, 201, 403, 403]
    refused = kiosk.post("/api/games?lang=en", json={"ruleset": "seneti", "first": PERSON, "second": PERSON}).json()
    assert refused["error"] == "This game is not available here; choose one on the home page."


def test_a_kiosk_of_no_known_game_is_refused() -> None:
    with pytest.raises(KioskError, match=r"no game 'sega'\. Did you mean 'seega'\?"):
        Kiosk(("sega",))
    with pytest.raises(KioskError, match="needs a game"):
        Kiosk(())


def test_a_kiosk_counts_its_games(kiosk: TestClient) -> None:
    told = kiosk.get("/api/kiosk").json()
    assert (told["games"], told["games_today"]) == (0, 0)
    kiosk.post("/api/games", json={"ruleset": "seega", "first": PERSON, "second": WEAK}).raise_for_status()
    again = kiosk.get("/api/kiosk").json()
    assert (again["games"], again["games_today"], again["started"]) == (1, 1, told["started"])


def test_only_a_kiosk_counts_its_games(plain: TestClient) -> None:
    assert plain.get("/api/kiosk").status_code == 404


def test_a_page_says_what_it_needs_where_it_does_not_start(plain: TestClient) -> None:
    assert '<p class="unstarted">Diese Seite ist nicht' in plain.get("/", headers={"Accept-Language": "de"}).text

"""Which requests are answered: by the Host that they name, the Origin of the page that makes them, and their path."""

import logging
import re
import socket
from collections.abc import Iterator
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from ibau.language import LANGUAGES, translator_for
from ibau.web.app import Settings, create_app
from ibau.web.endpoints.origins import OTHER_NAME, OTHER_SITE, refusal_of
from ibau.web.pocket import folder
from ibau.web.serving import ServeError, _listening
from ibau.web.site import Site
from tests.web.clients import PERSON, Client, ServerGame
from tests.web.test_shell import served

GAMES, BELOW = "https://games.example.org", "https://example.org/games"
SEEGA = "seega+first_player=first"
ASKED = [  # the server's --url; the scheme of a request, its Host, the Origin of its page; is it answered?
    ("", "http", "h:8137", None, True),
    ("", "http", "h:8137", "http://h:8137", True),
    ("", "http", "h", "http://h:8137", True),  # nginx with $host
    ("", "http", "h", "http://h", True),
    ("", "http", "h:80", "http://h", True),  # $host:$server_port
    ("", "http", "h:443", "https://h", True),
    ("", "http", "H:8137", "http://h:8137", True),
    ("", "http", "[::1]:8137", "http://[::1]:8137", True),
    ("", "http", "[::1]", "http://[::1]:8137", True),
    ("", "http", "[::1]:8137", "http://[::2]:8137", False),
    ("", "http", "h:8137", "http://h:8138", False),
    ("", "http", "h:8137", "http://h", False),
    ("", "http", "127.0.0.1:8137", GAMES, False),  # nginx as it is when nothing is said
    ("", "http", "h", "http://h.evil.example", False),
    ("", "http", "h", "null", False),
    ("", "http", "", "null", False),
    ("", "http", "h", "http://[", False),
    ("", "http", "h", "", False),
    ("", "http", "h:x", "http://h", False),
    ("", "http", "h", "file://h", False),
    ("", "http", "h", "https://h", True),  # encryption ends before a proxy that says nothing about it
    ("", "https", "h", "https://h", True),
    ("", "https", "h", "http://h", False),  # which anyone between a browser and the server can make
    ("", "wss", "h", "http://h", False),
    (GAMES, "http", "127.0.0.1:8137", GAMES, True),
    (GAMES, "http", "127.0.0.1:8137", "http://127.0.0.1:8137", True),
    (GAMES, "http", "127.0.0.1:8137", "http://games.example.org", False),
    (GAMES, "http", "127.0.0.1:8137", f"{GAMES}:8443", False),
    ("https://Games.example.org:443", "http", "127.0.0.1:8137", GAMES, True),
    ("https://bücher.example", "http", "127.0.0.1:8137", "https://xn--bcher-kva.example", True),
    (BELOW, "http", "127.0.0.1:8137", "https://example.org", True),
    (BELOW, "http", "127.0.0.1:8137", "https://example.com", False),
]


NAMED = [  # is the server reached from its own machine alone, its --url; a Host; is it answered?
    (True, "", "127.0.0.1:8137", True),
    (True, "", "localhost:8137", True),
    (True, "", "ibau.localhost", True),
    (True, "", "[::1]:8137", True),
    (True, "", "192.168.1.2", True),  # a literal address is no name that somebody leads here
    (True, "", "", True),  # no browser leaves it out
    (True, "", "evil.example:8137", False),
    (True, "", "127.0.0.1.evil.example", False),
    (True, "", "h:x", False),
    (True, GAMES, "games.example.org", True),
    (True, GAMES, "GAMES.example.org:8443", True),
    (True, GAMES, "evil.example", False),
    (False, GAMES, "192.168.1.2:8137", True),
    (False, GAMES, "evil.example", False),
    (False, "", "evil.example", True),  # a school or a museum calls it as it likes
]


@pytest.mark.parametrize(("is_local", "url", "host", "is_answered"), NAMED)
def test_the_server_answers_to_its_own_names(is_local: bool, url: str, host: str, is_answered: bool) -> None:
    assert (refusal_of(Site(url, is_local=is_local), "http", host, None) is None) == is_answered


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_name_that_was_led_here_is_told_how_to_be_admitted(settings: Settings, lang: str) -> None:
    said = translator_for(lang)(OTHER_NAME).format(host="evil.example")
    site = replace(settings, site=Site(is_local=True))
    with TestClient(create_app(site), base_url="http://evil.example") as server:
        for path in ("/", "/api/catalogue"):
            answer = server.get(path, headers={"Accept-Language": lang})
            assert (answer.status_code, answer.json()) == (403, {"error": said})
        with server.websocket_connect(f"/api/games/x/socket?lang={lang}", headers={"Host": "evil.example"}) as refused:
            assert refused.receive_json() == {"type": "refused", "reason": said}
        assert server.get("/healthz").is_success


@pytest.mark.parametrize(("url", "scheme", "host", "origin", "is_answered"), ASKED)
def test_the_server_answers_programs_and_its_own_pages(
    url: str, scheme: str, host: str, origin: str | None, is_answered: bool
) -> None:
    assert (refusal_of(Site(url), scheme, host, origin) is None) == is_answered


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_of_another_site_is_told_both_addresses_and_what_to_do(
    server: TestClient, lang: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = ServerGame(server, SEEGA)
    values = {"origin": "https://evil.example", "host": "testserver"}
    elsewhere, said = {"Origin": values["origin"]}, translator_for(lang)(OTHER_SITE).format(**values)
    body = {"ruleset": "seega", "first": PERSON, "second": PERSON}
    with caplog.at_level(logging.WARNING):
        answer = server.post(f"/api/games?lang={lang}", json=body, headers=elsewhere)
        assert (answer.status_code, answer.json()) == (403, {"error": said})
        with server.websocket_connect(f"/api/games/{table.id}/socket?lang={lang}", headers=elsewhere) as refused:
            assert refused.receive_json() == {"type": "refused", "reason": said}
            assert refused.receive()["code"] == 1013
    assert [record.getMessage() for record in caplog.records] == [OTHER_SITE.format(**values)]
    with server.websocket_connect(f"/api/games/{table.id}/socket", headers={"Origin": "http://testserver"}) as own:
        own.send_json({"type": "enter", "key": table.key})
        Client(own).play("a1")


# --- Below a path ----------------------------------------------------------------------------------------------------


@pytest.fixture
def below(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(folder, "find_folder", lambda: settings.static)
    (settings.static / "404.html").touch()
    yield from served(settings, Site(BELOW), "https://example.org")


@pytest.mark.parametrize("before", ["", "/games"], ids=["taken off", "left in"])
def test_a_proxy_may_take_the_path_off_or_leave_it_in(below: TestClient, before: str) -> None:
    page = below.get(f"{before}/")
    told = ('data-base="/games"', f'data-url="{BELOW}"', 'data-pocket="/games/pocket/"', f'content="{BELOW}/share.png"')
    assert all(attribute in page.text for attribute in told)
    addresses = re.findall(r'(?:href|src)="([^"#]*)"', page.text)
    assert len(addresses) > 5
    assert [address for address in addresses if not address.startswith("/games/")] == []
    assert "<style>c {}a > b {url(/games/assets/x)}</style>" in page.text
    assert below.get(f"{before}/assets/board-abc123.js").headers["cache-control"].endswith("immutable")
    assert below.get(f"{before}/livez").is_success
    assert below.get(f"{before}/embed/abc").headers["content-security-policy"].endswith("*")
    link = below.get(f"{before}/pocket/new/seega", follow_redirects=False)
    assert link.headers["location"] == "/games/pocket/#/new/seega"
    body = {"ruleset": SEEGA, "first": PERSON, "second": PERSON}
    game = below.post(f"{before}/api/games", json=body, headers={"Origin": "https://example.org"}).json()
    with below.websocket_connect(f"{before}/api/games/{game['id']}/socket", headers={"Host": "example.org"}) as socket:
        socket.send_json({"type": "enter", "key": game["key"]})
        Client(socket).play("a1")


# --- Addresses to listen on ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "families"),
    [("::", {"127.0.0.1", "::1"}), ("::1", {"::1"}), ("0.0.0.0", {"127.0.0.1"}), ("localhost", {"127.0.0.1"})],  # noqa: S104
)
def test_the_families_of_an_address(host: str, families: set[str]) -> None:
    with _listening(host, 0) as listening:
        port = listening[0].getsockname()[1]
        assert {one for one in ("127.0.0.1", "::1") if is_open(one, port)} == families


def test_a_port_taken_in_one_family_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(ServeError, match="Address already in use"):
        _listening("::", taken.getsockname()[1]).__enter__()


def is_open(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), timeout=10).close()
    except OSError:
        return False
    return True

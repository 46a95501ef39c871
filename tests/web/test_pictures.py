"""Pictures of games and positions, and link previews."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from ibau.core.line import Line
from ibau.games import game
from ibau.web.app import Settings
from ibau.web.site import Site
from tests.web.clients import FREE, ServerGame, services
from tests.web.test_imports import bring, record
from tests.web.test_shell import served

pytestmark = pytest.mark.one_server

PNG = b"\x89PNG\r\n\x1a\n"
NAMED = {"kind": "person", "name": "Ada"}

SITE = "https://games.example.org"


def shown(server: TestClient, path: str) -> str:
    answer = server.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml"), answer.text
    return answer.text


def test_a_position_of_a_game_at_any_action(server: TestClient) -> None:
    table = ServerGame(server, "seega+first_player=first", first=NAMED)
    with table.enter() as guest:
        guest.play("a1")
        guest.play("b1")
    now, before, dark = (
        shown(server, f"/api/games/{table.id}/picture.svg?lang=en{query}") for query in ("", "&ply=1", "&theme=dark")
    )
    assert now.count('data-place="b1"') == 1
    assert 'data-place="b1"' not in before
    assert dark != now
    moving = shown(server, f"/api/games/{table.id}/moving.svg?count=2")
    assert (moving.count("<animate "), moving.count('data-place="a1"')) == (3, 2)
    assert table.key not in now


def test_any_position_of_any_game(server: TestClient) -> None:
    start = str(Line.of(game("seega").initial(), ["lot1", "c2"]).state)
    picture = server.get("/api/positions/seega/picture.svg", params={"position": start}).text
    assert 'data-place="c2"' in picture
    assert server.get("/api/positions/seega/picture.svg?position=nonsense").status_code == 400
    endless = server.get("/api/positions/senet-race/picture.svg", params={"position": "99999999 first - - 0"})
    assert endless.status_code == 400
    assert "write L, D and numbers" in endless.json()["error"]


@pytest.mark.parametrize(
    ("query", "status", "reason"),
    [
        ("picture.gif", 404, "not as .gif"),
        ("picture.svg?ply=1", 400, "ply is a whole number from 0 to 0, not '1'"),
        ("picture.svg?width=99999", 400, "width is a whole number from 100 to 2400"),
        ("picture.svg?theme=pink", 400, "Unknown theme 'pink'"),
        ("moving.svg?count=0", 400, "count is a whole number from 1"),
    ],
)
def test_what_cannot_be_drawn_is_an_error(server: TestClient, query: str, status: int, reason: str) -> None:
    answer = server.get(f"/api/games/{ServerGame(server, 'seega').id}/{query}")
    assert answer.status_code == status
    assert reason in answer.json()["error"]


def test_a_card_is_a_png_which_is_made_once(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    table = ServerGame(server, "seega")
    path = f"/api/games/{table.id}/card.png?lang=en"
    first = server.get(path)
    assert first.content.startswith(PNG)
    assert first.headers["content-type"] == "image/png"

    async def never(*_: object) -> None:
        raise AssertionError("painted again")

    monkeypatch.setattr(services(server).analysts, "answer", never)
    assert server.get(path).content == first.content


# --- Link previews ---------------------------------------------------------------------------------------------------


@pytest.fixture
def site(settings: Settings) -> Iterator[TestClient]:
    """A server with --url, and a page with a head."""
    yield from served(settings, Site(SITE), SITE)


def test_a_link_to_a_finished_game_says_who_played_and_how_it_ended(site: TestClient) -> None:
    _, brought = bring(site, record(First="Ada <b>"))
    name = brought["id"]
    for page in ("game", "review", "embed"):
        head = site.get(f"/{page}/{name}", headers={"Accept-Language": "en"}).text
        assert 'content="Seega · A draw after 3 turns. · Ibau"' in head
        assert 'property="og:description" content="Light: Ada &lt;b&gt; · Dark: Nono · A draw: ' in head
        assert f'content="https://games.example.org/api/games/{name}/card.png?lang=en"' in head


def test_a_link_to_a_game_that_goes_on_gives_nothing_away(site: TestClient) -> None:
    table = ServerGame(site, "seega", first=NAMED)
    head = site.get(f"/game/{table.id}").text
    assert "Ada" not in head
    assert "https://games.example.org/share.png" in head


def test_a_link_to_an_invitation_takes_nothing(site: TestClient) -> None:
    table = ServerGame(site, "seega", second=FREE)
    head = site.get(f"/invitation/{table.id}", headers={"Accept-Language": "en"}).text
    assert 'content="You are invited to a game: Seega · Ibau"' in head
    answer = site.post(f"/api/games/{table.id}/invitation", json={"invitation": table.invitations["second"]})
    assert answer.json()["status"] == "open"


def test_only_pages_to_be_embedded_may_be_framed(site: TestClient) -> None:
    for path, ancestors in (("/embed/abc", "*"), ("/game/abc", "'none'"), ("/embedded", "'none'"), ("/", "'none'")):
        assert site.get(path).headers["Content-Security-Policy"].endswith(f"frame-ancestors {ancestors}"), path

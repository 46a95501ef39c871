"""Limits: a class behind one address never meets them, and nobody else is hurt by whoever does."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace

import pytest
from starlette.requests import HTTPConnection
from starlette.testclient import TestClient

from ibau.language import LANGUAGES
from ibau.web import limits as module
from ibau.web.app import Settings, create_app
from ibau.web.limits import ASKED_TOO_MUCH, Allowance, Bound, Holders, Limits, Ration, address_of
from ibau.web.refusals import Refusal
from ibau.web.serving import Server
from tests.web.guests import FREE, PERSON, Guest, Table, post
from tests.web.test_codes import Clock

PUPILS = 40
SCHOOL = "203.0.113.7"
SEEGA = "seega+first_player=first"
NEW = {"ruleset": SEEGA, "first": PERSON, "second": PERSON}


@pytest.fixture
def remote(settings: Settings) -> Iterator[TestClient]:
    """A server asked from elsewhere."""
    with TestClient(create_app(settings), client=(SCHOOL, 50000)) as client:
        yield client


def limits_of(client: TestClient) -> Limits:
    limits: Limits = client.app.state.services.lobby.limits  # type: ignore[attr-defined]
    return limits


def spent(ration: Ration, name: str, left: int = 0) -> None:
    """Leave so many of what a name may have."""
    try:
        while True:
            ration.spend(name)
    except Refusal:
        ration._of(name)._left = left


# --- Counting --------------------------------------------------------------------------------------------------------


def test_an_allowance_says_how_long_to_wait() -> None:
    clock = Clock()
    allowance = Allowance(2, 0.5, clock)
    for _ in range(2):
        assert allowance.wait() == 0
        allowance.spend()
    assert allowance.wait() == 2
    clock.now += 1.5
    assert allowance.wait() == 0.5
    clock.now += 100
    assert allowance.left() == 2


def test_a_ration_forgets_whoever_was_away_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_KNOWN", 3)
    ration = Ration(1, 1, ASKED_TOO_MUCH, Clock())
    for name in "abc":
        ration.spend(name)
    with pytest.raises(Refusal):
        ration.spend("a")
    ration.spend("d")  # in place of b
    assert list(ration._known) == ["c", "a", "d"]
    assert ration.refused == 1
    for _ in range(5):
        ration.spend(None)


def test_who_holds_nothing_is_forgotten() -> None:
    holders = Holders(2, ASKED_TOO_MUCH)
    with holders.holding("a"), holders.holding("a"), holders.holding("b"), holders.holding(None):
        with pytest.raises(Refusal), holders.holding("a"):
            pass
        assert holders._held == {"a": 2, "b": 1}
    assert not holders._held
    assert holders.refused == 1


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("127.0.0.1", None),
        ("::1", None),
        ("::ffff:127.0.0.1", None),
        ("::ffff:203.0.113.7", SCHOOL),
        (SCHOOL, SCHOOL),
        ("2001:db8:1:2:3:4:5:6", "20010db800010002::"),
        ("no address", "no address"),
    ],
)
def test_how_addresses_are_counted(host: str, name: str | None) -> None:
    assert module._counted(host) == (name and name.lstrip("0"))


def test_whoever_has_no_address_is_not_counted() -> None:
    assert address_of(HTTPConnection({"type": "http", "headers": []})) is None


def test_a_class_meets_no_limit() -> None:
    """All come within a second, load everything twice, and play two actions a second for an hour."""
    clock = Clock()
    limits = Limits(clock=clock)
    with ExitStack() as sockets:
        for _ in range(PUPILS):
            for _ in range(2 * 25):
                limits.requests.spend(SCHOOL)
            for _ in range(3):
                sockets.enter_context(limits.sockets.holding(SCHOOL))
                limits.codes.spend(SCHOOL)
        for second in range(3600):
            clock.now += 1
            for _ in range(PUPILS * 3):
                limits.requests.spend(SCHOOL)
            if second % 180 == 0:  # a game of three minutes each
                for _ in range(PUPILS):
                    limits.games.spend(SCHOOL)
        for pupil in range(PUPILS):
            limits.listeners.check(pupil)


# --- Seen from outside -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_too_many_requests_are_refused_in_ones_language(remote: TestClient, lang: str) -> None:
    spent(limits_of(remote).requests, SCHOOL, -99)
    answer = remote.get(f"/api/catalogue?lang={lang}")
    assert answer.status_code == 429
    assert answer.headers["retry-after"] == "1"
    assert "nosniff" in answer.headers["x-content-type-options"]
    sentence = answer.json()["error"]
    assert ("in a moment" in sentence) == (lang == "en")


def test_too_many_games(remote: TestClient) -> None:
    assert remote.post("/api/games", json=NEW).status_code == 201
    spent(limits_of(remote).games, SCHOOL)
    answer = remote.post("/api/games", json=NEW)
    assert answer.status_code == 429
    assert 1 <= int(answer.headers["retry-after"]) <= 4
    assert "games have been begun" in answer.json()["error"]
    spent(limits_of(remote).games, "198.51.100.1")  # another's
    limits_of(remote).games._known.pop(SCHOOL)
    assert remote.post("/api/games", json=NEW).status_code == 201


def test_only_wrong_codes_are_counted(remote: TestClient) -> None:
    table = Table(remote, SEEGA)
    spent(limits_of(remote).codes, SCHOOL, 2)
    status, made = post(table, "code", key=table.key)
    assert status == 201
    assert remote.post("/api/codes", json=made).status_code == 200
    answers = [remote.post("/api/codes", json={"code": "wrong"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [403, 429]
    assert "mistyped" in answers[1].json()["error"]


def test_invitations_are_not_changed_for_ever(server: TestClient) -> None:
    table = Table(server, SEEGA, PERSON, FREE)
    for _ in range(30):
        assert post(table, "invitation/renew", key="wrong", seat="second")[0] == 403
    answers = [post(table, f"invitation/{how}", key=table.key, seat="second") for how in ("renew", "withdraw") * 11]
    assert [status for status, _ in answers] == [200] * 20 + [429] * 2
    assert "wait a few minutes" in answers[-1][1]["error"]
    other = Table(server, SEEGA, PERSON, FREE)
    assert post(other, "invitation/renew", key=other.key, seat="second")[0] == 200


def test_too_many_sockets_of_an_address(remote: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits_of(remote).sockets, "_most", 1)
    table = Table(remote, SEEGA)
    with table.socket() as socket:
        guest = Guest(socket)
        with table.socket() as further:
            assert "Too many boards are open" in further.receive_json()["reason"]
            assert further.receive()["code"] == 1013
        guest.play("a1")
    with table.socket() as socket:
        Guest(socket)


def test_too_many_boards_altogether(settings: Settings) -> None:
    with TestClient(create_app(replace(settings, boards=1))) as server:
        table = Table(server, SEEGA)
        with table.socket() as socket:
            guest = Guest(socket)
            with table.socket(lang="fr") as further:
                assert "Trop de parties" in further.receive_json()["reason"]
                assert further.receive()["code"] == 1013
            guest.play("a1")
        with table.socket() as socket:
            Guest(socket).play("a2")


def test_watchers_do_not_keep_a_player_out(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits_of(server), "listeners", Bound(1, module.CROWDED))
    table = Table(server, SEEGA)
    with table.socket(key="") as one:
        Guest(one)
        with table.socket(key="") as two:
            assert "Too many people" in two.receive_json()["reason"]
            assert two.receive()["code"] == 1013
        with table.socket() as socket:
            Guest(socket).play("a1")


def test_a_flood_through_a_socket_is_refused_and_passes(remote: TestClient) -> None:
    with Table(remote, SEEGA).socket() as socket:
        guest = Guest(socket)
        spent(limits_of(remote).requests, SCHOOL, -99)
        assert guest.refused(type="play", action="a1") == str(ASKED_TOO_MUCH)
        spent(limits_of(remote).requests, SCHOOL, 5)
        guest.play("a1")


def test_this_machine_has_no_limits(server: TestClient) -> None:
    limits = limits_of(server)
    server.get("/api/catalogue")
    assert not limits.requests._known


@pytest.mark.parametrize(("proxies", "counted"), [((), []), (("127.0.0.0/8",), [SCHOOL]), (("192.0.2.1/32",), [])])
def test_only_a_known_proxy_is_believed(settings: Settings, proxies: tuple[str, ...], counted: list[str]) -> None:
    server = Server(replace(settings, proxies=proxies))
    server.config.load()
    with TestClient(server.config.loaded_app, client=("127.0.0.1", 50000)) as client:
        client.get("/api/catalogue", headers={"X-Forwarded-For": f"198.51.100.1, {SCHOOL}"})
        assert list(server.app.state.services.lobby.limits.requests._known) == counted

"""Limits: a class behind one address never meets them, and a client that does harms no other."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from typing import Any, NamedTuple
from unittest.mock import AsyncMock, Mock

import pytest
from starlette.requests import HTTPConnection
from starlette.testclient import TestClient

from ibau.language import LANGUAGES
from ibau.web import limits as module
from ibau.web.app import Settings, create_app
from ibau.web.limits import MESSAGE_COST, RECENT_SECONDS, SOCKET_COST, TOO_MANY_REQUESTS, FairGate, Limits, rate_limits
from ibau.web.limits.client_ids import UNCOUNTED, ClientId, TrustedProxies, client_id_at, client_id_of
from ibau.web.limits.connections import Connection, Connections
from ibau.web.limits.rate_limits import (
    WIDER_FACTOR,
    ConcurrencyLimit,
    CountLimit,
    GameRateLimit,
    RateLimit,
    TokenBucket,
    choose_evicted,
)
from ibau.web.refusals import Refusal
from ibau.web.rooms.lobby import MAX_ROOMS
from ibau.web.rooms.review_jobs import MAX_REVIEWS
from ibau.web.routes import request_cost
from ibau.web.serving import Server
from tests.docs.doc_blocks import ROOT
from tests.web.browser_tables import PageStore
from tests.web.clients import FREE, PERSON, Client, ServerGame, post, run_in_thread, services
from tests.web.test_imports import record
from tests.web.test_seat_codes import Clock

PUPILS = 40
WRONG = "0" * 64  # a link that follows from nothing
SCHOOL = "203.0.113.7"
SEEGA = "seega+first_player=first"
NEW = {"ruleset": SEEGA, "first": PERSON, "second": PERSON}


@pytest.fixture
def remote(settings: Settings) -> Iterator[TestClient]:
    """A server with a client at another address."""
    with TestClient(create_app(settings), client=(SCHOOL, 50000)) as client:
        yield client


def limits_of(client: TestClient) -> Limits:
    return services(client).limits


def spent(limit: RateLimit, name: str, left: int = 0) -> None:
    """Leave this many tokens in the bucket of a name."""
    (bucket,) = limit._buckets((name,))
    bucket.spend(bucket.left() - left)


# --- Counting --------------------------------------------------------------------------------------------------------


def test_an_allowance_says_how_long_to_wait() -> None:
    clock = Clock()
    bucket = TokenBucket(2, 0.5, clock)
    for _ in range(2):
        assert bucket.wait() == 0
        bucket.spend()
    assert bucket.wait() == 2
    clock.now += 1.5
    assert bucket.wait() == 0.5
    clock.now += 100
    assert bucket.left() == 2
    bucket.spend(5)  # more than there are: a debt
    assert (bucket.left(), bucket.wait()) == (-3, 8)


def test_a_ration_forgets_anyone_who_was_away_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MAX_BUCKETS", 3)
    limit = RateLimit(1, 1, TOO_MANY_REQUESTS, Clock())
    for name in "abc":
        limit.spend((name,))
    with pytest.raises(Refusal):
        limit.spend(("a",))
    limit.spend(("d",))  # in place of b
    assert list(limit._known) == ["c", "a", "d"]
    assert limit.refused == 1
    for _ in range(5):
        limit.spend(UNCOUNTED)


async def test_a_game_has_an_allowance_that_grows_again() -> None:
    limit, clock = GameRateLimit(2, 0.5, TOO_MANY_REQUESTS, Clock()), Clock()
    notes = PageStore(lambda: int(1000 * clock.now))
    for seconds in (0, 0, 2):
        clock.now += seconds
        await limit.spend_in(notes, "hint", "game")
    with pytest.raises(Refusal) as refused:
        await limit.spend_in(notes, "hint", "game")
    assert (refused.value.wait, limit.refused) == (2, 1)


def test_a_wider_network_may_have_more_and_not_for_ever() -> None:
    """A client with a /48 of IPv6 has 65,536 networks of one household."""
    limit, held = RateLimit(2, 1, TOO_MANY_REQUESTS, Clock()), ConcurrencyLimit(2, TOO_MANY_REQUESTS)
    households = [client_id_at(f"2001:db8:1:{household:x}::1") for household in range(2 * WIDER_FACTOR)]
    refused = 0
    for names in households:
        try:
            limit.spend(names, 2)
            held.acquire(names)
            held.acquire(names)
        except Refusal:
            refused += 1
    assert refused == len(households) - WIDER_FACTOR
    limit.spend(client_id_at("2001:db8:2:1::1"))  # of another provider
    held.acquire(client_id_at("2001:db8:2:1::1"))


def test_who_holds_nothing_is_forgotten() -> None:
    holders = ConcurrencyLimit(2, TOO_MANY_REQUESTS)
    a, b = ("a",), ("b",)
    with holders.holding(a), holders.holding(a), holders.holding(b), holders.holding(UNCOUNTED):
        with pytest.raises(Refusal), holders.holding(a):
            pass
        assert holders._held == {"a": 2, "b": 1}
    assert not holders._held
    assert holders.refused == 1


class Held(NamedTuple):
    """The holder of a place."""

    client_id: ClientId
    what: str
    is_evictable: bool = True

    def evict(self) -> None:
        pytest.fail("it was only asked who would")


A, B, NEW_ONE = ("a",), ("b",), ("c",)


@pytest.mark.parametrize(
    ("held", "newcomer", "last"),
    [
        ([], NEW_ONE, None),
        ([Held(A, "1")], NEW_ONE, None),  # with whom it would be no fairer
        ([Held(A, "1"), Held(A, "2")], NEW_ONE, "1"),
        ([Held(B, "0"), Held(A, "1"), Held(A, "2")], NEW_ONE, "1"),
        ([Held(A, "1"), Held(A, "2"), Held(B, "3")], B, None),  # an evicted client evicts no other
        ([Held(A, "1"), Held(A, "2"), Held(A, "3"), Held(B, "4")], B, "1"),
        ([Held(A, "1"), Held(A, "2")], A, None),
        ([Held(A, "1", is_evictable=False), Held(A, "2"), Held(A, "3")], NEW_ONE, "2"),
        ([Held(A, "1", is_evictable=False), Held(A, "2", is_evictable=False)], NEW_ONE, None),
        ([Held(client_id_at(f"2001:db8:1:{n}::1"), str(n)) for n in range(3)] + [Held(A, "4")] * 2, NEW_ONE, "0"),
    ],
)
def test_the_network_that_holds_most_gives_way(held: list[Held], newcomer: ClientId, last: str | None) -> None:
    found = choose_evicted(held, newcomer)
    assert (found and found.what) == last


@pytest.mark.parametrize(
    ("host", "names"),
    [
        ("127.0.0.1", ("127.0.0.1",)),
        ("::1", ("::1",)),
        ("::ffff:127.0.0.1", ("127.0.0.1",)),
        (f"::ffff:{SCHOOL}", (SCHOOL,)),
        (SCHOOL, (SCHOOL,)),
        (f"{SCHOOL}:50123", (SCHOOL,)),
        ("2001:db8:1:2:3:4:5:6", ("2001:db8:1:2::/64", "2001:db8:1::/48")),
        ("[2001:db8:1:2:3:4:5:6]:50123", ("2001:db8:1:2::/64", "2001:db8:1::/48")),
        ("no address", ("no address",)),
    ],
)
def test_how_addresses_are_counted(host: str, names: ClientId) -> None:
    assert client_id_at(host) == names


def test_anyone_who_has_no_address_is_not_counted() -> None:
    assert client_id_of(HTTPConnection({"type": "http", "headers": []})) == UNCOUNTED


def test_a_class_meets_no_limit() -> None:
    """All come within a second, load everything twice, send two messages a second and move every three for an hour."""
    clock, school = Clock(), (SCHOOL,)
    limits = Limits(clock=clock)
    with ExitStack() as held:
        for _ in range(PUPILS * 6):  # as many as browsers open
            limits.openings.spend(school)
            held.enter_context(limits.connections.holding(school))
        for _ in range(PUPILS):
            for _ in range(2 * 25):
                limits.requests.spend(school)
            for _ in range(3):
                limits.requests.spend(school, SOCKET_COST)
                held.enter_context(limits.sockets.holding(school))
                limits.codes.spend(school)
        for second in range(3600):
            clock.now += 1
            for pupils in (PUPILS - 1, 1):  # the last one is refused where nothing is left
                limits.openings.spend(school, pupils)
                for cost in (1, MESSAGE_COST, MESSAGE_COST):
                    limits.requests.spend(school, pupils * cost)
            limits.moves.spend(school, PUPILS / 3)
            if second % 180 == 0:  # a game of three minutes each
                for _ in range(PUPILS):
                    limits.games.spend(school)
        limits.listeners.check(PUPILS)


TOLD = {  # their names in docs/server.md
    "connections that are open": "connections",
    "connections that are opened": "openings",
    "requests, and messages through sockets, by what they cost": "requests",
    "KiB sent to the server, those through sockets eightfold; what is more waits": "received",
    "games begun": "games",
    "KiB of games played elsewhere and brought in": "imports",
    "moves, and whatever else is stored of games": "moves",
    "games to print": "kits",
    "pictures of boards": "pictures",
    "pictures as PNG that are waited for": "pending_pngs",
    "codes for another device, made or mistyped": "codes",
    "lines and records replayed for analysis": "analyses",
    "lines, records and pictures that are waited for": "pending_work",
    "positions that the computer thinks about for analysis": "pending_advice",
    "open sockets": "sockets",
    "invitations renewed or withdrawn": "invitations",
    "hints": "hints",
    "sockets of players; sockets of watchers": "listeners",
    "connections": "all_connections",
    "open boards": "boards",
}
ROW = re.compile(r"^\| ([^|]+?) \| ([\d,]+)[^|]*\|(?: (?:([\d,]+) an? (second|minute|hour|day) )?\|)?$", re.MULTILINE)
SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}


def number(text: str) -> int:
    return int(text.replace(",", ""))


def test_the_documentation_tells_all_limits() -> None:
    found = {}
    text = (ROOT / "docs/server.md").read_text()
    for what, at_once, more, unit in ROW.findall(text.partition("## Limits")[2].partition("\n## ")[0]):
        found[what] = (number(at_once), number(more) / SECONDS[unit] if more else 0)
    assert (found.pop("open games"), found.pop("reviews that are worked out")) == ((MAX_ROOMS, 0), (MAX_REVIEWS, 0))
    limits = {name: limit for name, limit in vars(Limits()).items() if isinstance(limit, RateLimit | CountLimit)}
    del limits["throttle"]  # which refuses nothing
    assert {TOLD[what] for what in found} == {*limits}
    for what, expected in found.items():
        limit = limits[TOLD[what]]
        assert expected == pytest.approx(limit._defaults if isinstance(limit, RateLimit) else (limit.most, 0)), what


# --- The gate before all requests and messages -----------------------------------------------------------------------

GREEDY, OTHER, THIRD = ("203.0.113.66",), ("203.0.113.7",), ("203.0.113.8",)


def test_addresses_come_in_by_turns() -> None:
    came: list[tuple[str, ...]] = []

    async def come(gate: FairGate, names: tuple[str, ...]) -> None:
        await gate.enter(names)
        came.append(names)

    async def run() -> None:
        gate = FairGate(Clock())
        async with asyncio.TaskGroup() as together:
            for names in [GREEDY] * 50 + [OTHER] * 3 + [THIRD]:
                together.create_task(come(gate, names))
        assert not gate._is_busy

    run_in_thread(run())
    assert came[1:7] == [GREEDY, OTHER, THIRD, GREEDY, OTHER, GREEDY]
    assert len(came) == 54


async def test_one_comes_in_while_the_loop_turns_once() -> None:
    """So that other tasks go on in between."""
    gate, turns = FairGate(Clock()), 0

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    counting = asyncio.create_task(count())
    await asyncio.gather(*(gate.enter(GREEDY) for _ in range(100)))
    counting.cancel()
    assert turns >= 99


async def test_a_client_that_leaves_delays_no_other() -> None:
    gate = FairGate(Clock())
    tasks = [asyncio.create_task(gate.enter(names)) for names in [GREEDY] * 5 + [OTHER]]
    await asyncio.sleep(0)
    for task in tasks[:5]:
        task.cancel()
    await asyncio.wait_for(tasks[5], 5)
    with suppress(asyncio.CancelledError):
        await tasks[4]
    await asyncio.wait_for(gate.enter(GREEDY), 5)


async def test_clients_wait_only_for_others() -> None:
    """An address alone may use everything, and owes nothing for it later."""
    clock = Clock()
    limits = Limits(clock=clock)
    for _ in range(10):
        await limits.ask(GREEDY, 100)
    assert limits.wait(GREEDY, 0) == 0
    await limits.ask(OTHER)
    await limits.ask(GREEDY, 50)
    await limits.ask(OTHER)
    assert limits.wait(GREEDY, 50) > 0
    assert limits.wait(OTHER, 1) == 0
    clock.now += RECENT_SECONDS + 1
    await limits.ask(GREEDY)
    assert limits.wait(GREEDY, 0) == 0


async def test_waiting_for_a_turn_ends_with_the_server() -> None:
    limits = Limits(clock=Clock())
    await limits.ask(OTHER)  # so that the greedy one is not alone
    limits.charge(GREEDY, 1000)
    slow = asyncio.create_task(limits.ask(GREEDY))
    await asyncio.sleep(0.01)
    assert not slow.done()
    limits.end()
    with pytest.raises(Refusal, match="restarting"):
        await slow


# --- Over HTTP -------------------------------------------------------------------------------------------------------


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
    assert "games have been started" in answer.json()["error"]
    spent(limits_of(remote).games, "198.51.100.1")  # another's
    limits_of(remote).games._known.pop(SCHOOL)
    assert remote.post("/api/games", json=NEW).status_code == 201


def test_records_are_counted_by_their_size(remote: TestClient) -> None:
    text = record(Event="x" * 900)
    assert remote.post("/api/records", content=text).status_code == 201
    (bucket,) = limits_of(remote).imports._buckets((SCHOOL,))
    assert 1 < 5120 - bucket.left() < 3  # KiB
    spent(limits_of(remote).imports, SCHOOL)
    assert remote.post("/api/records", content=text).status_code == 429


def test_only_wrong_codes_are_counted(remote: TestClient) -> None:
    table = ServerGame(remote, SEEGA)
    spent(limits_of(remote).codes, SCHOOL, 2)
    status, made = post(table, "code", key=table.key)
    assert status == 201
    assert remote.post("/api/codes", json=made).status_code == 200
    answers = [remote.post("/api/codes", json={"code": "wrong"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [403, 429]
    assert "mistyped" in answers[1].json()["error"]


def test_invitations_are_not_changed_for_ever(server: TestClient) -> None:
    table = ServerGame(server, SEEGA, PERSON, FREE)
    for _ in range(30):
        assert post(table, "invitation/renew", key="wrong", seat="second")[0] == 403
    answers = [post(table, f"invitation/{how}", key=table.key, seat="second") for how in ("renew", "withdraw") * 11]
    assert [status for status, _ in answers] == [200] * 20 + [429] * 2
    assert "wait a few minutes" in answers[-1][1]["error"]
    other = ServerGame(server, SEEGA, PERSON, FREE)
    assert post(other, "invitation/renew", key=other.key, seat="second")[0] == 200


@pytest.mark.parametrize(("bound", "reason"), [("sockets", "Trop de plateaux"), ("boards", "Trop de parties")])
def test_too_many_boards_of_an_address_or_altogether(
    remote: TestClient, monkeypatch: pytest.MonkeyPatch, bound: str, reason: str
) -> None:
    monkeypatch.setattr(getattr(limits_of(remote), bound), "most", 1)
    table = ServerGame(remote, SEEGA)
    with table.enter() as guest:
        with table.socket(lang="fr") as further:
            assert reason in further.receive_json()["reason"]
            assert further.receive()["code"] == 1013
        guest.play("a1")
    with table.enter() as guest:
        guest.play("a2")


def test_watchers_do_not_keep_a_player_out(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits_of(server), "listeners", CountLimit(1, module.CROWDED))
    table = ServerGame(server, SEEGA)
    with table.socket(key="") as one:
        Client(one)
        with table.socket(key="") as two:
            assert "Too many people" in two.receive_json()["reason"]
            assert two.receive()["code"] == 1013
        with table.socket() as socket:
            Client(socket).play("a1")


def test_a_flood_through_a_socket_is_refused_and_passes(remote: TestClient) -> None:
    with ServerGame(remote, SEEGA).enter() as guest:
        spent(limits_of(remote).requests, SCHOOL, -99)
        assert guest.refusal(type="play", action="a1") == str(TOO_MANY_REQUESTS)
        spent(limits_of(remote).requests, SCHOOL, 5)
        guest.play("a1")


@pytest.mark.parametrize(
    ("proxies", "counted"), [((), ["127.0.0.1"]), (("127.0.0.0/8",), [SCHOOL]), (("192.0.2.1/32",), ["127.0.0.1"])]
)
def test_only_a_known_proxy_is_believed(settings: Settings, proxies: tuple[str, ...], counted: list[str]) -> None:
    """All other addresses are counted themselves, and their headers ignored."""
    server = Server(replace(settings, proxies=proxies))
    server.config.load()
    with TestClient(server.config.loaded_app, client=("127.0.0.1", 50000)) as client:
        client.get("/api/catalogue", headers={"X-Forwarded-For": f"198.51.100.1, {SCHOOL}"})
        assert list(server.app.state.services.lobby.limits.requests._known) == counted


def test_a_proxy_asks_for_itself_as_often_as_it_likes(server: TestClient) -> None:
    server.get("/api/catalogue")
    assert not limits_of(server).requests._known


@pytest.mark.parametrize(
    ("proxies", "host", "warned"), [((), "127.0.0.1", True), (("127.0.0.1",), "127.0.0.1", False), ((), SCHOOL, False)]
)
def test_a_proxy_on_this_machine_that_is_not_believed_is_noticed_once(
    settings: Settings, proxies: tuple[str, ...], host: str, warned: bool, caplog: pytest.LogCaptureFixture
) -> None:
    with TestClient(create_app(replace(settings, proxies=proxies)), client=(host, 50000)) as client:
        client.get("/")
        assert not caplog.messages
        for _ in range(2):
            client.get("/", headers={"X-Forwarded-For": "198.51.100.1"})
    warning = "Proxy 127.0.0.1 is not trusted, so its clients count as one: use --proxy 127.0.0.1."
    assert [message.endswith(warning) for message in caplog.messages] == [True] * warned


def test_what_costs_more_counts_for_more(remote: TestClient) -> None:
    assert [request_cost(path) for path in ("/", "/puzzles", "/api/messages", "/api/puzzles/seega")] == [3, 1, 1, 5]
    table = ServerGame(remote, SEEGA)
    with table.enter() as guest:
        for _ in range(60):
            guest.play("a1")
            guest.change(type="takeback")
    (bucket,) = limits_of(remote).requests._buckets((SCHOOL,))
    bucket._rate = 1e-9
    before = bucket.left()
    table.record()
    assert 4.5 < before - bucket.left() < 5.5  # though nothing is left of what was played and taken back


@pytest.mark.parametrize(
    ("headers", "message", "evictable", "forwarded"),
    [
        ([], {"type": "http.request"}, (False, False), SCHOOL),
        ([(b"content-length", b"9")], {"type": "http.request", "more_body": True}, (True, True), SCHOOL),
        ([(b"content-length", b"9")], {"type": "http.request"}, (True, False), SCHOOL),
        ([(b"content-length", b"9")], {"type": "websocket.connect"}, (True, False), "203.0.113.8"),
    ],
)
async def test_a_connection_counts_while_it_is_open_and_is_cut_unless_a_request_comes(
    headers: Any, message: Any, evictable: Any, forwarded: str
) -> None:
    limits = Limits()
    limits.connections = ConcurrencyLimit(1, TOO_MANY_REQUESTS)
    connections = Connections(limits, TrustedProxies(()))

    async def app(scope: Any, receive: Any, _send: object) -> None:
        scope["client"] = ("203.0.113.8", 1)  # as a proxy says
        before = connection._due, connection.is_evictable
        assert await receive() == message
        assert (*before, connection.is_evictable) == (None, *evictable)

    for port in range(3):
        connection, transport = Connection(Mock(), connections), Mock(get_extra_info=lambda _: (SCHOOL, port))  # noqa: B023
        connection.connection_made(transport)
        assert connection._due
        await connections.track(app)(
            {"client": (SCHOOL, port), "headers": headers}, AsyncMock(return_value=message), Mock()
        )
        assert (connection.is_evictable, connection.forwarded_id) == (True, client_id_at(forwarded))
        connection.connection_lost(None)
        assert connection._due.cancelled()
        transport.abort.assert_not_called()

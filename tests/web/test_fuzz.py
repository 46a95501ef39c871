"""Random requests to every address and through sockets are answered, and never cause an error of the server."""

import inspect
import json
import logging
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, NamedTuple, cast, get_args
from urllib.parse import quote

import pytest
from hypothesis import strategies as st
from msgspec import Struct
from msgspec import inspect as types
from starlette.routing import Mount, Route
from starlette.testclient import TestClient

from ibau.core.errors import RecordError
from ibau.players import Budget
from ibau.web import api, protocol
from ibau.web.api.games import NewGame, NewPerson
from ibau.web.app import Settings, create_app
from ibau.web.endpoints import advice, hints
from ibau.web.hosted.game import HostedGame, StoredGameError
from ibau.web.hosted.new_game import create_game
from ibau.web.log.events import ReadableEvent, StoredEvent
from ibau.web.protocol import from_client, from_server
from tests.fuzzing import MAX_MESSAGE, STRANGE, assert_short_message, fuzz, fuzzed, lines, mutated, rulesets
from tests.web.clients import Client, ServerGame
from tests.web.stored_events import TIME, stored_events

pytestmark = pytest.mark.timeout(3600)

SHORT = "seega+first_player=first+max_turns=2"
OVER = ("a1", "b1", "a2", "b2")


# --- Contents of requests --------------------------------------------------------------------------------------------

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@cache
def structs() -> dict[str, type[Struct]]:
    """All structs of messages, by name."""
    answers = (import_module(f"{api.__name__}.{found.name}") for found in iter_modules(api.__path__))
    modules = [protocol, from_client, from_server, *answers]
    return {
        name: kind
        for module in modules
        for name, kind in vars(module).items()
        if isinstance(kind, type) and issubclass(kind, Struct) and kind is not Struct
    }


def of_type(kind: types.Type) -> st.SearchStrategy[Any]:
    """Values of a type as JSON."""
    match kind:
        case types.ListType(item_type=item) | types.VarTupleType(item_type=item):
            return st.lists(of_type(item), max_size=4)
        case types.TupleType(item_types=items):
            return st.tuples(*map(of_type, items))
        case types.DictType(key_type=key, value_type=value):
            return st.dictionaries(of_type(key), of_type(value), max_size=3)
        case types.UnionType(types=several):
            return st.one_of(*map(of_type, several))
        case types.StructType() | types.DataclassType():
            return fields_of(kind)
        case _:
            return of_simple_type(kind)


def of_simple_type(kind: types.Type) -> st.SearchStrategy[Any]:
    """Values that contain no others."""
    match kind:
        case types.StrType(pattern=str(pattern)):
            return st.from_regex(re.compile(pattern.replace("\\Z", "$")), fullmatch=True)
        case types.StrType(min_length=least, max_length=most):
            return st.text(min_size=least or 0, max_size=most or 12) | st.sampled_from(STRANGE)
        case types.IntType(ge=least, le=most):
            return st.integers(least, most) | st.integers(-2, 5)
        case types.FloatType():
            return st.floats()
        case types.BoolType():
            return st.booleans()
        case types.LiteralType(values=values):
            return st.sampled_from(values)
        case _:
            return anything


def fields_of(kind: types.StructType | types.DataclassType) -> st.SearchStrategy[Any]:
    """A struct as JSON; optional fields are sometimes left out."""
    drawn = {field.encode_name: of_type(field.type) for field in kind.fields}
    needed = {field.encode_name: drawn.pop(field.encode_name) for field in kind.fields if field.required}
    if isinstance(kind, types.StructType) and kind.tag is not None:
        needed[str(kind.tag_field)] = st.just(kind.tag)
    return st.fixed_dictionaries(needed, optional=drawn)


# --- A server to be asked --------------------------------------------------------------------------------------------


class Asked(NamedTuple):
    """A path, and what its endpoint reads."""

    path: str
    method: str
    body: type[Struct] | None


def addresses(routes: Any, before: str = "") -> Iterator[Asked]:
    """Every address but those of sockets and of files."""
    for route in routes:
        if isinstance(route, Mount) and route.routes:
            yield from addresses(route.routes, before + route.path)
        elif isinstance(route, Route):
            source = inspect.getsource(inspect.unwrap(cast("Any", route.endpoint)))
            read = [structs()[name] for name in re.findall(r"\b([A-Z]\w+)\b", source) if name in structs()]
            incoming = [kind for kind in read if kind.__struct_config__.forbid_unknown_fields]
            method = "POST" if "POST" in (route.methods or ()) else "GET"
            yield Asked(before + route.path, method, incoming[0] if incoming else None)


@pytest.fixture
def client(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A server whose computer players think little; its exceptions are raised here."""
    monkeypatch.setattr(advice, "ADVICE_BUDGET", Budget(nodes=20))
    monkeypatch.setattr(hints, "HINT_BUDGET", Budget(nodes=20))
    with TestClient(create_app(settings), base_url="http://testserver", client=("127.0.0.1", 50000)) as client:
        yield client


@pytest.fixture
def tables(client: TestClient) -> list[ServerGame]:
    """A game that goes on, one that is over, and one against the computer."""
    over = ServerGame(client, SHORT)
    with over.enter() as guest:
        for action in OVER:
            guest.play(action)
    weak = {"kind": "computer", "level": "level1"}
    return [ServerGame(client, "senet-race"), over, ServerGame(client, "seega+first_player=first", second=weak)]


QUERIES = ["lang", "ply", "format", "number", "theme", "width", "position", "paper", "of", "count"]


class Call(NamedTuple):
    """A request."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: bytes


letters = st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), max_size=20)


def requests(tables: list[ServerGame], known: list[Asked]) -> st.SearchStrategy[Call]:
    """Requests to every address, half of them good."""
    names, keys = [table.id for table in tables], [table.key for table in tables]
    invitations = [secret for table in tables for secret in table.invitations.values()]
    position = lines().map(lambda found: str(found.state))
    filled: dict[str, st.SearchStrategy[Any]] = {
        "name": st.sampled_from(names) | letters,
        "ruleset": rulesets() | mutated(rulesets(), 2),
        "form": st.sampled_from(["svg", "png", "gif"]) | letters,
        "rest": letters,
    }
    meant: dict[str, st.SearchStrategy[Any]] = {
        "ruleset": rulesets() | mutated(rulesets(), 2),
        "start": position | mutated(position, 2),
        "position": position | mutated(position, 2),
        "key": st.sampled_from(keys),
        "id": st.sampled_from(names),
        "invitation": st.sampled_from(invitations or [""]),
        "actions": lines().map(lambda found: list(found.actions)),
        "ply_count": st.integers(0, 5),
        "level": st.sampled_from(["level1", "level2", "x"]),
    }

    @st.composite
    def request(draw: st.DrawFn) -> Call:
        chosen = draw(st.sampled_from(known))
        path = re.sub(r"\{(\w+)(:path)?\}", lambda found: draw(filled.get(found[1], letters)), chosen.path)
        usual = draw(st.integers(0, 9))
        method = draw(st.sampled_from(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"]))
        query = draw(
            st.dictionaries(
                st.sampled_from(QUERIES),
                st.sampled_from(["de", "1", "2", "text", "json", "dark", "A4", "game", *STRANGE]) | position,
                max_size=3,
            )
        )
        headers = draw(
            st.dictionaries(
                st.sampled_from(["Accept-Language", "Origin", "Content-Type", "Accept-Encoding", "Host", "Range"]),
                st.sampled_from(["http://testserver", "de;q=9,en", "gzip", "bytes=0-"]) | letters,
                max_size=2,
            )
        )
        query = {name: value.encode(errors="ignore").decode() for name, value in query.items()}
        headers = {name: value.strip() for name, value in headers.items()}
        content = draw(bodies(chosen.body))
        return Call(chosen.method if usual else method, quote(path[:5000], errors="replace"), query, headers, content)

    @st.composite
    def bodies(draw: st.DrawFn, kind: type[Struct] | None) -> bytes:
        match draw(st.integers(0, 5)):
            case 0:
                return draw(st.binary(max_size=50))
            case 1:
                return json.dumps(draw(anything)).encode(errors="surrogatepass")
            case 2:
                record = lines().map(lambda found: str(found.record()))
                return draw(record | mutated(record, 2)).encode(errors="surrogatepass")
            case _ if kind is None:
                return b""
            case _:
                request = draw(of_type(types.type_info(kind)))
                request |= {name: draw(meant[name]) for name in request if name in meant and draw(st.integers(0, 4))}
                text = json.dumps(request)
                return draw(mutated(st.just(text), draw(st.integers(0, 1)))).encode(errors="surrogatepass")

    return request()


ANSWERS = ("refused", "played", "changed", "greeted", "done", "pong", "why", "welcome")
ENDLESS = re.compile("/review$")  # streams that last as long as the work


@fuzzed
def test_every_address(
    times: float, client: TestClient, tables: list[ServerGame], caplog: pytest.LogCaptureFixture
) -> None:
    known = [address for address in addresses(cast("Any", client.app).routes) if not ENDLESS.search(address.path)]
    assert len(known) > 30
    assert sum(address.body is not None for address in known) > 10

    def check(request: Call) -> None:
        method, path, query, headers, body = request
        answer = client.request(method, f"http://testserver{path}", params=query, headers=headers, content=body)
        assert answer.status_code < 500, (request, answer.text)
        if answer.status_code >= 400 and request.path.startswith("/api/") and request.method != "HEAD":
            refused = answer.text if answer.headers["content-type"].startswith("text/plain") else answer.json()["error"]
            assert refused
            assert len(refused) < MAX_MESSAGE
        assert "Traceback" not in answer.text

    with caplog.at_level(logging.ERROR):
        fuzz(14, times, check, requests(tables, known))
    assert not caplog.records


@fuzzed
@pytest.mark.usefixtures("client")
def test_every_message(times: float, tables: list[ServerGame]) -> None:
    """Each message is answered, and the game goes on."""
    incoming = [kind for kind in structs().values() if kind.__name__.endswith("Request")]
    assert len(incoming) > 10
    drawn = st.one_of(*(of_type(types.type_info(kind)) for kind in incoming)).map(json.dumps)

    def check(several: list[str]) -> None:
        with tables[0].socket() as socket:
            guest = Client(socket)
            for text in several:
                try:
                    socket.send_text(text)
                except UnicodeEncodeError:
                    socket.send_bytes(text.encode(errors="surrogatepass"))
            guest.ask(type="why", place="1")
            while guest.receive(*ANSWERS)["type"] != "why":
                guest.ask(type="why", place="1")  # a throw may have fallen since, and the game be at another ply

    fuzz(5, times, check, st.lists(mutated(drawn, 1), max_size=8))


@cache
def begun() -> list[HostedGame]:
    """Games as they begin: with throws and without, with a free seat, with browsers that add to the throws."""
    rulesets, seats = ("seega", SHORT, "senet-race", "seti-beth"), (NewPerson(name="Ada"), NewPerson(free=True))
    news = (NewGame(rules, seats[0], other, adds=True, seal="5e" * 32) for rules in rulesets for other in seats)
    return [HostedGame.from_events(stored_events(*create_game(new, verifiable=True)[1])) for new in news]


@st.composite
def drawn_event(draw: st.DrawFn, hosted: HostedGame) -> str:
    """A stored event, as a backup may contain it."""
    kind = draw(st.sampled_from(get_args(ReadableEvent)))
    event = draw(of_type(types.type_info(kind)))
    few = st.integers(-2, 3)
    event |= {name: draw(few) for name, value in event.items() if type(value) is int and draw(st.booleans())}
    if "action" in event and hosted.state.actions and draw(st.integers(0, 4)):
        event["action"] = draw(st.sampled_from([*hosted.state.actions]))
    return json.dumps(event)


@fuzzed
def test_every_stored_event(times: float) -> None:
    """Each event is part of the game, or makes the game unreadable."""

    def check(hosted: HostedGame, data: st.DataObject) -> None:
        for _ in range(8):
            ((_, _, event),) = stored_events(data.draw(drawn_event(hosted)))
            try:
                (hosted,) = HostedGame.replay([StoredEvent(0, TIME, event)], hosted)
            except StoredGameError as error:
                assert_short_message(error)
            else:
                with suppress(RecordError):  # a player's name may be invalid there
                    assert hosted.record().actions == hosted.line.actions

    fuzz(3, times, check, st.sampled_from(begun()), st.data())

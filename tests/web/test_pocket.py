"""The application as a page runs it, without its browser: called directly, with its games in the page's tables."""

import asyncio
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from ibau.records.record_files import read_record
from ibau.web.app import Settings, create_app
from ibau.web.commands.pocket import pocket
from ibau.web.log.store import OutcomeUnknown, StorageFull, StoreFailedError, StoreFullError, StreamChange
from ibau.web.pocket import folder as folder_module
from ibau.web.pocket import page_workers
from ibau.web.pocket.application import PageApplication
from ibau.web.pocket.indexed_store import QUOTA_ERROR, IndexedStore
from ibau.web.pocket.notices import TEXTS, texts
from tests.throws.test_proof import fair
from tests.web.browser_tables import MemoryTables
from tests.web.clients import PERSON, WEAK, run_in_thread
from tests.web.test_log import A1, CREATED

SHORT = "senet-race+max_turns=3"


class ThreadPort:
    """A worker of a page as a thread, which is stopped as a page does it."""

    def __init__(self, hear: Callable[[bytes | None], None]) -> None:
        self.hear = hear
        self.loop = asyncio.get_running_loop()
        self.stopped = threading.Event()
        self.asked = 0

    def say(self, message: bytes) -> None:
        self.asked += 1
        self.stopped.clear()
        threading.Thread(
            target=page_workers.answer_message, args=(message, self._receive, self.stopped.is_set), daemon=True
        ).start()

    def _receive(self, message: bytes) -> None:
        with suppress(RuntimeError):  # the page has gone
            self.loop.call_soon_threadsafe(self.hear, message)

    def stop(self) -> None:
        self.stopped.set()

    def close(self) -> None:
        self.stopped.set()


class Page:
    """A page that calls its worker."""

    def __init__(self, asked: PageApplication) -> None:
        self.asked = asked
        self._number = 0
        self._sockets: dict[int, asyncio.Queue[dict[str, Any]]] = {}
        self._serving: list[asyncio.Task[None]] = []

    async def ask(self, method: str, target: str, body: Any = None, text: str = "") -> tuple[int, Any]:
        self._number += 1
        messages: list[dict[str, Any]] = []
        text = text if body is None else json.dumps(body)
        await self.asked.answer(self._number, method, target, '[["accept-language", "en"]]', text, messages.append)
        whole = b"".join(message.get("body", b"") for message in messages[1:])
        kinds = dict(messages[0]["headers"])
        is_json = kinds[b"content-type"].startswith(b"application/json")
        return messages[0]["status"], json.loads(whole) if is_json else whole.decode()

    async def enter(self, place: dict[str, str]) -> int:
        self._number += 1
        messages = self._sockets[self._number] = asyncio.Queue()
        target = f"/api/games/{place['id']}/socket?lang=en"
        self._serving.append(asyncio.create_task(self.asked.serve(self._number, target, messages.put_nowait)))
        assert (await messages.get())["type"] == "websocket.accept"
        self.asked.hear(self._number, json.dumps({"type": "enter", "key": place["key"], "known": ""}))
        return self._number

    async def hear(self, number: int, kind: str) -> dict[str, Any]:
        async with asyncio.timeout(60):
            while True:
                message = await self._sockets[number].get()
                if message["type"] == "websocket.send" and (sentence := json.loads(message["text"]))["type"] == kind:
                    return dict(sentence)

    async def play(self, number: int, at: int, action: str) -> dict[str, Any]:
        self.asked.hear(number, json.dumps({"type": "play", "ply_count": at, "action": action}))
        return await self.hear(number, "played")

    async def leave(self) -> None:
        for number in self._sockets:
            self.asked.hang_up(number)
        await asyncio.gather(*self._serving)


def at_a_page(
    run: Callable[[Page], Coroutine[Any, Any, Any]], tables: MemoryTables, ports: list[Any] | None = None
) -> Any:
    """Run a coroutine at a page, close the page, and return the result."""

    def begin(hear: Callable[[bytes | None], None]) -> ThreadPort:
        port = ThreadPort(hear)
        if ports is not None:
            ports.append(port)
        return port

    async def opened() -> Any:
        page = Page(await PageApplication.opened(tables, begin))
        try:
            return await run(page)
        finally:
            await page.leave()
            await page.asked.close()

    return run_in_thread(opened())


async def played(page: Page, new: dict[str, Any], plies: int) -> dict[str, str]:
    """A new game between two persons, of this many actions so far."""
    _, place = await page.ask("POST", "/api/games", {"first": PERSON, "second": PERSON, **new})
    number = await page.enter(place)
    state = (await page.hear(number, "welcome"))["state"]
    while state["ply_count"] < plies and not state["result"]:
        if state["throw"] and state["throw"]["awaited"]:
            page.asked.hear(number, json.dumps({"type": "throw", "ply_count": state["ply_count"]}))
            state = (await page.hear(number, "played"))["state"]
        else:
            state = (await page.play(number, state["ply_count"], state["legal"][0]["text"]))["state"]
    return dict(place)


async def import_record(page: Page, record: str) -> tuple[int, Any]:
    return await page.ask("POST", "/api/records?lang=en", text=record)


async def enter_game(page: Page, place: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """The welcome to a game, and the socket."""
    number = await page.enter(place)
    return await page.hear(number, "welcome"), number


def test_a_game_outlives_the_page_in_which_it_was_begun() -> None:
    tables = MemoryTables()

    async def resume_game(page: Page, place: dict[str, str]) -> None:
        state = (await enter_game(page, place))[0]["state"]
        assert state["ply_count"] == 6
        status, record = await page.ask("GET", f"/api/games/{place['id']}/record")
        assert (status, len(read_record(record).actions)) == (200, 6)

    place = at_a_page(lambda page: played(page, {"ruleset": "senet-race"}, 6), tables)
    at_a_page(lambda page: resume_game(page, place), tables)


def test_games_that_were_saved_are_there_again_on_another_device() -> None:
    """One is over, two are not: with moves alone, and with throws; the computer's level and the names are kept."""
    seega = {"ruleset": "seega+first_player=first", "first": {"kind": "person", "name": "Ada"}}

    async def save(page: Page) -> list[tuple[str, list[str]]]:
        over = await played(page, {"ruleset": SHORT}, 100)
        moves = await played(page, seega, 5)
        thrown = await played(page, {"ruleset": "senet-race"}, 6)
        against = {"ruleset": "seega+first_player=first", "second": WEAK}
        _, computers = await page.ask("POST", "/api/games", {"first": PERSON, **against})
        saved = []
        for place in (over, moves, thrown, computers):
            _, record = await page.ask("GET", f"/api/games/{place['id']}/record")
            story = (await enter_game(page, place))[0]["story"]
            saved.append((record, [ply["action"] for ply in story]))
        return saved

    async def bring(page: Page, saved: list[tuple[str, list[str]]]) -> None:
        games = [await import_record(page, record) for record, _ in saved]
        assert [status for status, _ in games] == [201] * 4
        assert [game["over"] for _, game in games] == [True, False, False, False]
        assert ["note" in game for _, game in games] == [False] * 4
        assert "cannot be checked" in (await import_record(page, str(fair())))[1]["note"]
        welcomes = [await enter_game(page, game) for _, game in games]
        for (welcome, _), (_, story) in zip(welcomes, saved, strict=True):
            assert [ply["action"] for ply in welcome["story"]] == story
        assert [bool(welcome["yours"]) for welcome, _ in welcomes] == [False, True, True, True]
        assert welcomes[1][0]["seats"]["first"]["nickname"] == "Ada"
        assert welcomes[3][0]["seats"]["second"]["level"] == WEAK["level"]

        welcome, number = welcomes[1]
        after = await page.play(number, 5, welcome["state"]["legal"][0]["text"])
        assert after["state"]["ply_count"] == 6
        page.asked.hear(number, json.dumps({"type": "takeback", "ply_count": 6}))
        assert (await page.hear(number, "changed"))["state"]["ply_count"] < 6

        place = games[2][1]
        welcome, number = welcomes[2]
        while not (welcome["state"]["throw"] or {}).get("awaited"):
            state = welcome["state"]
            welcome = await page.play(number, state["ply_count"], state["legal"][0]["text"])
        page.asked.hear(number, json.dumps({"type": "throw", "ply_count": welcome["state"]["ply_count"]}))
        assert (await page.hear(number, "played"))["ply"]["action"].startswith("t")
        _, record = await page.ask("GET", f"/api/games/{place['id']}/record")
        assert "Proof" not in read_record(record).tags  # its throws are never called verified

    saved = at_a_page(save, MemoryTables())
    at_a_page(lambda page: bring(page, saved), MemoryTables())


def test_own_sticks_and_a_start_are_kept_and_damage_is_reported() -> None:
    async def run(page: Page) -> None:
        place = await played(page, {"ruleset": "senet-race", "own_sticks": True}, 0)
        _, record = await page.ask("GET", f"/api/games/{place['id']}/record")
        _, game = await import_record(page, record)
        assert "note" not in game
        assert (await enter_game(page, game))[0]["own_sticks"]

        position = (await enter_game(page, place))[0]["state"]["position"]
        start = {"ruleset": "senet-race", "start": position}
        _, record = await page.ask("GET", f"/api/games/{(await played(page, start, 2))['id']}/record")
        _, game = await import_record(page, record)
        _, again = await page.ask("GET", f"/api/games/{game['id']}/record")
        assert read_record(again).start == read_record(record).start
        assert read_record(again).actions == read_record(record).actions

        status, refused = await import_record(page, record.replace("2.", "2. a9").replace(" *", " a9 *"))
        assert (status, "line" in refused["error"]) == (400, True)

    at_a_page(run, MemoryTables())


def test_a_computer_thinks_beside_the_application() -> None:
    ports: list[ThreadPort] = []

    async def run(page: Page) -> None:
        assert not any(port.asked for port in ports)  # no worker starts before the first question
        ruleset = "seega+first_player=first"
        _, place = await page.ask("POST", "/api/games", {"ruleset": ruleset, "first": WEAK, "second": PERSON})
        number = await page.enter(place)
        await page.hear(number, "welcome")
        assert (await page.hear(number, "played"))["ply"]["seat"] == "first"
        assert ports[0].asked == 1

    at_a_page(run, MemoryTables(), ports)


def test_an_analysis_comes_depth_by_depth_and_stops_without_a_client() -> None:
    ports: list[ThreadPort] = []

    async def run(page: Page) -> None:
        received: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        _, start = await page.ask("GET", "/api/board/seega-khamsawee")
        assert start
        body = json.dumps({"ruleset": "seega+first_player=first", "actions": [], "start": ""})
        asked = page.asked.answer(77, "POST", "/api/analysis/advice", "[]", body, received.put_nowait)
        answering = asyncio.create_task(asked)
        assert (await received.get())["status"] == 200
        assert (await received.get())["body"]
        page.asked.hang_up(77)
        async with asyncio.timeout(20):
            await answering
            await asyncio.to_thread(ports[0].stopped.wait)

    at_a_page(run, MemoryTables(), ports)


async def test_what_the_browser_does_not_store_is_not_acknowledged() -> None:
    tables = MemoryTables()
    store = await IndexedStore.open(tables)
    for trouble, outcome in ((QUOTA_ERROR, StorageFull), ("another page writes", OutcomeUnknown)):
        tables.trouble = trouble
        assert await store.append([StreamChange("a", 0, (CREATED,))]) == outcome(trouble)
        assert await store.read("a") == []
    tables.trouble = QUOTA_ERROR
    with pytest.raises(StoreFullError):
        await store.test_write()
    await store.append([StreamChange("a", 0, (CREATED, A1))])
    again = await IndexedStore.open(tables)
    assert [stored.event for stored in await again.read("a")] == [CREATED, A1]
    del tables.rows["events"]
    with pytest.raises(StoreFailedError):
        await again.read("a")


def test_a_stop_is_looked_for_from_time_to_time() -> None:
    looks: list[float] = []

    def look() -> bool:
        looks.append(0.0)
        return len(looks) == 2

    stop = page_workers.PolledStop(look)
    assert not stop.is_set()
    assert not looks  # not at once
    while not stop.is_set():
        pass
    assert len(looks) == 2


WITHOUT = """
import sys
for name in {away!r}:
    sys.modules[name] = None
import ibau.web.pocket.application, ibau.web.pocket.page, ibau.web.pocket.page_workers
from ibau.web.thinking import questions
"""
AWAY = ("numpy", "numba", "wasmtime", "sqlalchemy", "uvicorn", "websockets", "h11", "multiprocessing")


def test_what_a_page_imports_needs_no_threads_processes_or_databases() -> None:
    """`concurrent.futures.thread` is there in a page and may be imported; nothing may start a thread."""
    subprocess.run([sys.executable, "-c", WITHOUT.format(away=AWAY)], check=True)  # noqa: S603 - our own words


def test_the_page_has_its_first_words_in_every_language() -> None:
    text = texts()
    assert all(set(words) == set(TEXTS) and all(words.values()) for words in text.values())
    assert text["de"]["again"] != text["en"]["again"]


def test_the_folder_is_copied_whole_or_reported_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder_module, "PACKAGED", tmp_path / "page")
    monkeypatch.setattr(folder_module, "MADE", tmp_path / "made")
    missing = CliRunner().invoke(pocket, [str(tmp_path / "copy")])
    assert isinstance(missing.exception, folder_module.PocketError)
    (tmp_path / "page/assets").mkdir(parents=True)
    for name in ("index.html", "assets/one.js"):
        (tmp_path / "page" / name).write_text(name)
    assert CliRunner().invoke(pocket, [str(tmp_path / "copy")]).exit_code == 0
    assert (tmp_path / "copy/assets/one.js").read_text() == "assets/one.js"
    assert CliRunner().invoke(pocket, []).exit_code == 2


def test_a_link_into_the_page_leads_there_at_the_first_visit_too(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "page"
    folder.mkdir()
    for name in ("index.html", "404.html"):
        (folder / name).write_text(name)
    monkeypatch.setattr(folder_module, "PACKAGED", folder)
    with TestClient(create_app(settings)) as server:
        assert server.get("/pocket/").text == "index.html"
        link = server.get("/pocket/new/seega?level=3", follow_redirects=False)
        assert (link.status_code, link.headers["location"]) == (302, "/pocket/#/new/seega?level=3")
        assert server.get("/pocket/assets/gone.js").status_code == 404

"""Rolling upgrades: servers of two versions with the same games and pages."""

import gzip
import os
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from starlette.testclient import TestClient

from ibau.web.app import Settings, create_app
from ibau.web.endpoints.sockets import OTHER_VERSION
from ibau.web.endpoints.static import MAX_BUILDS, keep_build
from ibau.web.hosted.game import HostedGame, StoredGameError
from ibau.web.log import events
from ibau.web.log.events import NOT_YET_WRITTEN, Played, ReadableEvent, encode_event
from ibau.web.log.postgres_database import unlogged
from ibau.web.log.tables import metadata
from ibau.web.protocol import VERSION
from ibau.web.serving import ServeError, run
from tests.web.stored_events import stored_events
from tests.web.test_hosted import CREATED
from tests.web.test_process import PERSONS

READ = Path(__file__).parents[1] / "golden/events.txt"
LATER = (
    "Servers of the last release, which may run next to this one, cannot read these: put them into NOT_YET_WRITTEN "
    "(web/log/events.py), and write them from the next release on."
)


def readable_fields() -> set[str]:
    """Return all kinds of events that are read, "kind.field" of their fields, and "table.column" of all columns."""
    schema = msgspec.json.schema(ReadableEvent)
    columns = {str(column) for tables in (metadata, unlogged) for table in tables.sorted_tables for column in table.c}
    found = {shape["properties"]["kind"]["enum"][0]: shape["properties"] for shape in schema["$defs"].values()}
    return {*found, *(f"{kind}.{field}" for kind, fields in found.items() for field in fields), *columns}


def test_the_last_release_reads_every_event_that_this_version_writes() -> None:
    """The list is regenerated at each release: `python -m tests.web.test_upgrade`."""
    read = set(READ.read_text("utf-8").split())
    kinds = {name for name in NOT_YET_WRITTEN if "." not in name}
    new = {name for name in readable_fields() - read - NOT_YET_WRITTEN if name.partition(".")[0] not in kinds}
    assert not new, LATER
    assert not read - readable_fields(), "Databases have these: they must stay readable for ever."
    assert not read & NOT_YET_WRITTEN, "The last release reads these: they may be written."


def test_a_kind_is_not_written_before_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    encode_event(Played("a1"))
    monkeypatch.setattr(events, "NOT_YET_WRITTEN", frozenset({"played"}))
    with pytest.raises(ValueError, match="Events of the kind 'played' are written from the next release on"):
        encode_event(Played("a1"))


def test_an_unknown_kind_in_a_stored_game_is_named() -> None:
    stored = stored_events(CREATED, '{"kind":"adjourned","by":1}')
    with pytest.raises(StoredGameError, match="A newer version of Ibau has stored an event of the unknown kind 'adjou"):
        HostedGame.from_events(stored)


# --- Pages -----------------------------------------------------------------------------------------------------------


def test_a_page_of_another_version_enters_with_a_notice(server: TestClient) -> None:
    begun = server.post("/api/games", json={"ruleset": "seega", **PERSONS}).json()
    with server.websocket_connect(f"/api/games/{begun['id']}/socket") as socket:
        socket.send_json({"type": "enter", "key": begun["key"], "v": VERSION + 1, "screen": "a field of later pages"})
        welcome, refused = socket.receive_json(), socket.receive_json()
    assert (welcome["type"], welcome["v"], welcome["yours"]) == ("welcome", VERSION, ["first", "second"])
    assert refused == {"type": "refused", "reason": str(OTHER_VERSION)}


# --- Files of the page -----------------------------------------------------------------------------------------------


def built(folder: Path, version: int) -> Path:
    """Write the files of a client build."""
    assets = folder / f"static{version}" / "assets"
    assets.mkdir(parents=True)
    (assets.parent / "index.html").write_text(f"<!doctype html><title>{version}</title>")
    (assets / f"board-{version}.js").write_text(f"export default {version}")
    (assets / f"board-{version}.js.gz").write_bytes(gzip.compress(f"export default {version}".encode()))
    return assets.parent


def test_servers_of_two_versions_have_the_files_of_both(settings: Settings, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    builds = [built(tmp_path, version) for version in (1, 2)]
    servers = [replace(settings, static=static, data=static / "data", assets=kept) for static in builds]
    with TestClient(create_app(servers[0])) as older, TestClient(create_app(servers[1])) as newer:
        assert [server.get("/assets/board-1.js").status_code for server in (older, newer)] == [200, 404]
        for static in builds:
            keep_build(static, kept)
        for server in (older, newer):
            for version in (1, 2):
                answer = server.get(f"/assets/board-{version}.js", headers={"Accept-Encoding": "gzip"})
                assert (answer.text, answer.headers["content-encoding"]) == (f"export default {version}", "gzip")
                assert answer.headers["cache-control"].endswith("immutable")
            assert server.get("/assets/board-3.js").status_code == 404
            assert server.get("/assets/%2e%2e/%2e%2e/secret.txt").text != "secret"
        assert [server.get("/").text[-9:] for server in (older, newer)] == ["1</title>", "2</title>"]


def test_the_builds_served_last_are_kept_and_nothing_else_is_touched(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    (kept / "others").mkdir(parents=True)
    builds = [built(tmp_path, version) for version in range(MAX_BUILDS + 2)]
    for second, static in enumerate((*builds, builds[1], builds[1])):
        keep_build(static, kept)
        newest = max(kept.glob("build-*"), key=lambda build: build.stat().st_mtime)
        os.utime(newest, (second, second))  # as if long ago, one after the other
    found = sorted(file.name for file in kept.rglob("*.js"))
    assert found == [f"board-{version}.js" for version in (1, MAX_BUILDS, MAX_BUILDS + 1)]
    assert (kept / "others").is_dir()
    assert len(list(kept.iterdir())) == MAX_BUILDS + 1


def test_a_folder_in_which_nothing_can_be_kept_is_named(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ServeError, match=r"Cannot keep the page's files in .*file: File exists. --assets names anothe"):
        run("127.0.0.1", 0, replace(settings, assets=tmp_path / "file"))


if __name__ == "__main__":
    READ.write_text("\n".join(sorted(readable_fields())) + "\n", "utf-8")

"""Servers of two versions side by side, as while one after the other is upgraded."""

from pathlib import Path

import msgspec
import pytest

from ibau.web.hosted.game import HostedGame, StoredGameError
from ibau.web.log import events
from ibau.web.log.events import NOT_YET_WRITTEN, Played, Readable, encode
from tests.web.events import logged
from tests.web.test_hosted import CREATED

READ = Path(__file__).parents[1] / "golden/events.txt"
LATER = (
    "Servers of the last release, which may run beside this one, cannot read these: put them into NOT_YET_WRITTEN "
    "(web/log/events.py), and write them from the next release on."
)


def known() -> set[str]:
    """Every kind of event that this version reads, and every field of one."""
    schema = msgspec.json.schema(Readable)
    found = {shape["properties"]["kind"]["enum"][0]: shape["properties"] for shape in schema["$defs"].values()}
    return {*found, *(f"{kind}.{field}" for kind, fields in found.items() for field in fields)}


def test_the_last_release_reads_every_event_that_this_version_writes() -> None:
    """At a release the list is written again: `python -m tests.web.test_upgrade`."""
    read = set(READ.read_text("utf-8").split())
    kinds = {name for name in NOT_YET_WRITTEN if "." not in name}
    new = {name for name in known() - read - NOT_YET_WRITTEN if name.partition(".")[0] not in kinds}
    assert not new, LATER
    assert not read - known(), "Stored games have these: they must stay readable for ever."
    assert not read & NOT_YET_WRITTEN, "The last release reads these: they may be written."


def test_a_kind_is_not_written_before_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    encode(Played("a1"))
    monkeypatch.setattr(events, "NOT_YET_WRITTEN", frozenset({"played"}))
    with pytest.raises(ValueError, match="Events of the kind 'played' are written from the next release on"):
        encode(Played("a1"))


def test_an_unknown_kind_in_a_stored_game_is_named() -> None:
    stored = logged(CREATED, '{"kind":"adjourned","by":1}')
    with pytest.raises(StoredGameError, match="A newer version of Ibau has stored an event of the unknown kind 'adjou"):
        HostedGame.stored(stored)


if __name__ == "__main__":
    READ.write_text("\n".join(sorted(known())) + "\n", "utf-8")

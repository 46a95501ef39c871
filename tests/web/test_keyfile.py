"""The key file of a server: made once, for its owner alone; old secrets and keys stay known."""

import os
from pathlib import Path

import msgspec
import pytest

from ibau.core.line import Line
from ibau.games import game
from ibau.machine import extras
from ibau.throws import signatures
from ibau.throws.signatures import KeysError, PublishedKeys
from ibau.web.keyfile import KeyFileError, Keys, secret_id

RECORD = Line(game("seti-aleph").initial()).play("c1-a2").resign(0).record({"Game": "aBcD", "Date": "2026-11-21"})


def published(keys: Keys, folder: Path) -> PublishedKeys:
    """What others read of the keys that a server publishes."""
    file = folder / "published.json"
    file.write_bytes(msgspec.json.encode(keys.published()))
    return PublishedKeys.read(file)


def test_it_is_made_once(tmp_path: Path) -> None:
    made = Keys.open(tmp_path / "data/ibau.keys")
    again = Keys.open(tmp_path / "data/ibau.keys")
    assert made.is_new
    assert not again.is_new
    name, secret = made.current_secret
    assert again.current_secret == (name, secret)
    assert name == secret_id(secret) != secret_id("0" * 64)
    assert again.secret(name) == secret
    assert again.secret("0" * 16) == ""
    assert again.published() == made.published()


@pytest.mark.posix
def test_nobody_else_reads_it(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        keys = Keys.open(tmp_path / "ibau.keys")
        keys.add_secret()
    finally:
        os.umask(before)
    assert (tmp_path / "ibau.keys").stat().st_mode & 0o777 == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["ibau.keys"]


def test_old_secrets_stay(tmp_path: Path) -> None:
    keys = Keys.open(tmp_path / "ibau.keys")
    name, secret = keys.current_secret
    added = keys.add_secret()
    again = Keys.open(tmp_path / "ibau.keys")
    assert again.current_secret[0] == added != name
    assert again.secret(name) == secret


def test_what_it_signs_is_checked_by_what_it_publishes(tmp_path: Path) -> None:
    keys = Keys.open(tmp_path / "ibau.keys")
    tags = {**RECORD.tags, "Signature": keys.sign(RECORD)}
    signed = Line.replay(RECORD).record(tags)
    assert signatures.check(signed, published(keys, tmp_path)).verdict == "right"
    keys.add_signing_key()
    assert Keys.open(tmp_path / "ibau.keys").sign(RECORD) != tags["Signature"]
    assert signatures.check(signed, published(keys, tmp_path)).verdict == "right"


def test_a_withdrawn_key_is_followed_by_another_and_proves_nothing(tmp_path: Path) -> None:
    keys = Keys.open(tmp_path / "ibau.keys")
    signed = Line.replay(RECORD).record({**RECORD.tags, "Signature": keys.sign(RECORD)})
    (first,) = published(keys, tmp_path).keys
    keys.withdraw(first.id)
    withdrawn, now = published(Keys.open(tmp_path / "ibau.keys"), tmp_path).keys
    assert withdrawn.id == first.id
    assert withdrawn.withdrawn
    assert now.signed_by_previous
    found = signatures.check(signed, published(keys, tmp_path))
    assert found.verdict == "not compared"
    assert "withdrawn" in str(found.reason)
    assert keys.sign(RECORD).startswith(now.id)
    with pytest.raises(KeyFileError, match="no signing key"):
        keys.withdraw("0" * 16)


def test_private_halves_are_not_published_and_not_kept_after_use(tmp_path: Path) -> None:
    keys = Keys.open(tmp_path / "ibau.keys")
    keys.add_signing_key()
    assert "private" not in str(keys.published())
    assert (tmp_path / "ibau.keys").read_text().count('"private": ""') == 1


def test_a_key_that_the_one_before_did_not_sign_is_refused(tmp_path: Path) -> None:
    keys, others = Keys.open(tmp_path / "ibau.keys"), Keys.open(tmp_path / "other.keys")
    keys.add_signing_key()
    assert len(published(keys, tmp_path).keys) == 2
    foreign = others.published()["keys"]
    keys_and_foreign = {"keys": [*keys.published()["keys"], *foreign]}
    file = tmp_path / "mixed.json"
    file.write_bytes(msgspec.json.encode(keys_and_foreign))
    with pytest.raises(KeysError, match=f"{foreign[0]['id']} is not signed by"):
        PublishedKeys.read(file)


@pytest.mark.parametrize("text", ["", "{}", '{"secrets": []}', '{"secrets": [{"id": "0", "secret": "1", "from": ""}]}'])
def test_a_damaged_file_is_named_and_stays(tmp_path: Path, text: str) -> None:
    file = tmp_path / "ibau.keys"
    file.write_text(text)
    with pytest.raises(KeyFileError, match=r"ibau\.keys is "):
        Keys.open(file)
    assert file.read_text() == text


def test_without_the_extra_it_has_a_secret_and_signs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(extras.BROUGHT, "signatures", ("no_such_package",))
    keys = Keys.open(tmp_path / "ibau.keys")
    assert keys.current_secret[1]
    assert keys.sign(RECORD) == ""
    assert keys.published() == {"ibau": "keys 1", "keys": []}
    with pytest.raises(extras.ExtraError, match="ibau\\[signatures\\]"):
        keys.add_signing_key()
    monkeypatch.undo()
    keys.add_signing_key()
    assert keys.sign(RECORD)

"""Signatures of records: what a server has signed, with which key, and whether that key is still believed.

It is Ed25519 (notation.md section 8), by the extra `signatures`; only this module imports what that brings.
"""

import base64
import binascii
import hashlib
import re
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field

from ibau.core.errors import IbauError, RecordError
from ibau.core.phrase import N_
from ibau.core.quoting import quoted
from ibau.core.record import Record
from ibau.machine.extras import install_line, is_installed
from ibau.throws.chains import context
from ibau.throws.finding import Finding, not_compared, right, wrong

EXTRA = "signatures"
TAG = "Signature"
BEFORE_ACTIONS = ("RulesVersion", "Date", "Result", "Kind")  # the tags that are signed, in this order
AFTER_ACTIONS = ("Proof", "Chains", "Links", "Given", "Late", "Spent", "Shared")
ID_DIGITS = 16
SIGNATURE = re.compile("([0-9a-f]{16}) ([A-Za-z0-9+/]{86}==)")

KeyId = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]
PublicKey = Annotated[str, Meta(pattern=r"^[A-Za-z0-9+/]{43}=\Z")]  # 32 bytes
MaybeSignature = Annotated[str, Meta(pattern=r"^([A-Za-z0-9+/]{86}==)?\Z")]  # 64 bytes
Date = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")]
MaybeDate = Annotated[str, Meta(pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?\Z")]


class KeysError(IbauError):
    """Published keys that cannot be read, or of which one was not signed by the one before it."""


class PublishedKey(Struct, frozen=True):
    """A key that a server has published, by its public half."""

    id: KeyId
    public: PublicKey  # in base64
    since: Date = field(name="from")
    until: MaybeDate = ""  # '' for the key that is in use
    signed_by_previous: MaybeSignature = ""  # the public key's 32 bytes, signed with the key before it
    withdrawn: MaybeDate = ""  # the day since which it proves nothing any more, since somebody may have stolen it


class PublishedKeys(Struct, frozen=True, kw_only=True):
    """The keys of a server, in the order in which it has used them: /.well-known/ibau-keys.json."""

    ibau: Literal["keys 1"] = "keys 1"
    keys: list[PublishedKey]

    @classmethod
    def read(cls, file: Path) -> "PublishedKeys":
        """The keys of a file.  Raises KeysError, and OSError where it cannot be read."""
        try:
            found = msgspec.json.decode(file.read_bytes(), type=cls)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise KeysError(N_("{file} does not hold published keys: {error}"), file=file, error=error) from error
        for key in found.keys:
            if key_id(bytes_of(key.public)) != key.id:
                raise KeysError(
                    N_("{file}: the key {key} has another public half than its name says"), file=file, key=key.id
                )
        if is_installed(EXTRA):
            for before, key in zip(found.keys, found.keys[1:], strict=False):
                if not verified(before.public, key.signed_by_previous, bytes_of(key.public)):
                    raise KeysError(
                        N_("{file}: the key {key} is not signed by {before}, the one before it"),
                        file=file,
                        key=key.id,
                        before=before.id,
                    )
        return found

    def key(self, name: str) -> PublishedKey | None:
        """The key with an id."""
        return next((key for key in self.keys if key.id == name), None)


def key_id(public: bytes) -> str:
    """What a key is called: digits of the SHA-256 of its public half."""
    return hashlib.sha256(public).hexdigest()[:ID_DIGITS]


def bytes_of(text: str) -> bytes:
    """The bytes of a text in base64, none where it is not such a text."""
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error:
        return b""


def text_of(data: bytes) -> str:
    """Bytes in base64."""
    return base64.b64encode(data).decode()


# --- What is signed --------------------------------------------------------------------------------------------------


def signed_text(record: Record) -> str:
    """The text of a record that is signed.  Raises RecordError where a tag would make it ambiguous."""
    tags = record.all_tags()
    about = context(tags.get("Game", ""), str(record.game.ruleset), record.start or "")
    lines = (
        "ibau record 2",
        about,
        *(tags.get(name, "") for name in BEFORE_ACTIONS),
        " ".join(record.actions),
        *(tags.get(name, "") for name in AFTER_ACTIONS),
    )
    if any("\n" in line for line in lines):
        raise RecordError(N_("a record with a line break in a tag that is signed cannot be signed"))
    return "\n".join(lines)


def sign(private: bytes, record: Record) -> str:
    """The tag Signature of a record.  Raises RecordError, and ExtraError without the extra."""
    signature = signed(private, signed_text(record).encode())
    return f"{key_id(public_of(private))} {text_of(signature)}"


def check(record: Record, keys: PublishedKeys | None) -> Finding:
    """Was a record signed with one of these keys?"""
    tag = record.tags.get(TAG, "")
    if not tag:
        return not_compared(N_("It is not signed."))
    if keys is None:
        return not_compared(N_("Its signature was not compared with any published keys (--keys)."))
    if not is_installed(EXTRA):
        return not_compared(N_("Its signature was not compared: {command}"), command=install_line(EXTRA))
    parts = SIGNATURE.fullmatch(tag)
    if not parts:
        return wrong(N_("The signature cannot be read: {signature}"), signature=quoted(tag))
    name, signature = parts.groups()
    key = keys.key(name)
    if key is None:
        return not_compared(N_("Its key {key} is not among the published ones."), key=name)
    if not verified(key.public, signature, signed_text(record).encode()):
        return wrong(N_("The signature, by the key {key}, does not fit this record."), key=name)
    if key.withdrawn:
        return not_compared(
            N_("Its key {key} was withdrawn on {date} and no longer proves anything."), key=name, date=key.withdrawn
        )
    if key.until and record.tags.get("Date", "") > key.until:
        return wrong(
            N_("It was signed with the key {key}, which was no longer in use on the date of the game."), key=name
        )
    return right(N_("It is that of the published key {key}."), key=name)


# --- Ed25519 ---------------------------------------------------------------------------------------------------------


def new_private() -> bytes:
    """A private key that nobody can guess.  Raises ImportError without the extra."""
    return bytes(_ed25519().Ed25519PrivateKey.generate().private_bytes_raw())


def public_of(private: bytes) -> bytes:
    """The public half of a private key."""
    return bytes(_ed25519().Ed25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw())


def signed(private: bytes, data: bytes) -> bytes:
    """The signature of bytes."""
    return bytes(_ed25519().Ed25519PrivateKey.from_private_bytes(private).sign(data))


def verified(public: str, signature: str, data: bytes) -> bool:
    """Are these the bytes that a key has signed?  Both are written in base64."""
    from cryptography.exceptions import InvalidSignature

    try:
        _ed25519().Ed25519PublicKey.from_public_bytes(bytes_of(public)).verify(bytes_of(signature), data)
    except (InvalidSignature, ValueError):
        return False
    return True


def _ed25519() -> Any:
    """The module of the extra that signs."""
    from cryptography.hazmat.primitives.asymmetric import ed25519

    return ed25519

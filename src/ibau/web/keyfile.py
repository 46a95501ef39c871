"""The key file of a server: the secret that its chains follow from, and the key with which it signs records.

One file holds both, made at the first start and readable by its owner alone.  It belongs in no backup of the games:
who has it knows all throws of running games to come.  Old secrets stay, for games that were begun under them.
"""

import hashlib
import os
import secrets
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from ibau.core.errors import IbauError
from ibau.core.phrase import N_, Phrase
from ibau.core.record import Record
from ibau.machine.extras import check_installed, is_installed
from ibau.throws import signatures
from ibau.throws.chains import BYTES
from ibau.throws.signatures import EXTRA, PublishedKey, PublishedKeys, bytes_of, key_id, text_of

FILE = "ibau.keys"  # in the folder of the games, unless another is named
OWNER_ALONE = 0o600
ID_DIGITS = 16

NO_FILE = N_("There is no key file {file}; `ibau serve` makes one at its first start.")


class KeyFileError(IbauError):
    """A key file that is not there, cannot be read, or does not hold what is asked for."""


class Secret(Struct, frozen=True):
    """What the chains of games begun since then follow from."""

    id: str
    secret: str  # in hexadecimal
    since: str = field(name="from")


class SigningKey(PublishedKey, frozen=True):
    """A key with both halves; the private one is forgotten once the key is no longer in use."""

    private: str = ""  # in base64


class _Content(Struct, frozen=True):
    """What is in the file; of each kind the last one is in use."""

    secrets: list[Secret]
    signing: list[SigningKey] = []


class ListedKey(NamedTuple):
    """A secret or signing key as it may be shown; of each kind the last one is in use."""

    kind: Literal["secret", "signing"]
    id: str
    since: str
    until: str = ""
    withdrawn: str = ""


class Keys:
    """The keys of a server, as its file holds them."""

    def __init__(self, path: Path, content: _Content, *, is_new: bool = False) -> None:
        self.path = path
        self.is_new = is_new  # was the file made just now?
        self._content = content

    @classmethod
    def open(cls, path: Path) -> "Keys":
        """The keys of a file, which is made where it is not there.  Raises KeyFileError and OSError."""
        try:
            return cls.existing(path)
        except FileNotFoundError:
            return cls._made(path)

    @classmethod
    def existing(cls, path: Path) -> "Keys":
        """The keys of a file.  Raises FileNotFoundError where it is not there, KeyFileError and other OSErrors."""
        try:
            content = msgspec.json.decode(path.read_bytes(), type=_Content)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise KeyFileError(
                N_("{path} is not a key file, or a damaged one: {error}"), path=path, error=error
            ) from error
        if not content.secrets or any(one.id != secret_id(one.secret) for one in content.secrets):
            raise KeyFileError(
                N_("{path} is a damaged key file: a secret is missing, or is not what its id says"), path=path
            )
        return cls(path, content)

    @classmethod
    def _made(cls, path: Path) -> "Keys":
        """New keys in a new file.  Raises FileExistsError where another server has been quicker, and other OSErrors."""
        signing = [_signing_key()] if is_installed(EXTRA) else []
        content = _Content([_secret()], signing)
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, content)
        _sync_folder(path.parent)
        return cls(path, content, is_new=True)

    @property
    def entries(self) -> list[ListedKey]:
        """All there is, without what is secret."""
        return [
            *(ListedKey("secret", one.id, one.since) for one in self._content.secrets),
            *(ListedKey("signing", one.id, one.since, one.until, one.withdrawn) for one in self._content.signing),
        ]

    # Secrets -------------------------------------------------------------------------------------------------------

    @property
    def current_secret(self) -> tuple[str, str]:
        """The id of the secret for new games, and the secret."""
        last = self._content.secrets[-1]
        return last.id, last.secret

    def secret(self, name: str) -> str:
        """The secret with an id, '' where this file has none."""
        return next((one.secret for one in self._content.secrets if one.id == name), "")

    def add_secret(self) -> str:
        """Have another secret for new games; its id.  Raises OSError."""
        made = _secret()
        self._keep(_Content([*self._content.secrets, made], self._content.signing))
        return made.id

    # Signing -------------------------------------------------------------------------------------------------------

    @property
    def _signing(self) -> SigningKey | None:
        """The key in use."""
        last = self._content.signing[-1:]
        return last[0] if last and last[0].private else None

    @property
    def signer(self) -> str:
        """The id of the key with which records are signed, '' where nothing can be signed."""
        return self._signing.id if self._signing and is_installed(EXTRA) else ""

    def sign(self, record: Record) -> str:
        """The tag Signature of a record, '' where nothing can be signed.  Raises RecordError."""
        return signatures.sign(bytes_of(self._signing.private), record) if self._signing and self.signer else ""

    def published(self) -> dict[str, Any]:
        """What the server publishes of its keys: a PublishedKeys as JSON has it."""
        public = [
            PublishedKey(key.id, key.public, key.since, key.until, key.signed_by_previous, key.withdrawn)
            for key in self._content.signing
        ]
        found: dict[str, Any] = msgspec.to_builtins(PublishedKeys(keys=public))
        return found

    def add_signing_key(self) -> str:
        """Sign with another key from now on; its id.  Raises ExtraError, KeyFileError and OSError."""
        check_installed(EXTRA)
        former, made = self._content.signing, _signing_key(self._signing)
        if former and not self._signing:
            raise KeyFileError(
                N_("{path} lacks the private half of its last key, with which to sign another one"), path=self.path
            )
        retired = [replace(key, private="", until=key.until or _today()) for key in former]
        self._keep(_Content(self._content.secrets, [*retired, made]))
        return made.id

    def withdraw(self, name: str) -> None:
        """Say of a signing key that it proves nothing any more; if it is in use, another one follows it.

        Raises ExtraError, KeyFileError and OSError.
        """
        if not any(key.id == name for key in self._content.signing):
            known = ", ".join(key.id for key in self._content.signing) or "none"
            raise KeyFileError(
                N_("{path} has no signing key {name}; it has {known}"), path=self.path, name=name, known=known
            )
        if self._signing and self._signing.id == name:
            self.add_signing_key()
        withdrawn = [
            replace(key, withdrawn=key.withdrawn or _today()) if key.id == name else key
            for key in self._content.signing
        ]
        self._keep(_Content(self._content.secrets, withdrawn))

    def _keep(self, content: _Content) -> None:
        part = self.path.with_name(f".{secrets.token_hex(8)}.part")
        try:
            _write(part, content)
            part.replace(self.path)
        finally:
            part.unlink(missing_ok=True)
        _sync_folder(self.path.parent)
        self._content = content


def existing_keys(file: Path) -> Keys:
    """The keys of a file that has to be there.  Raises KeyFileError and OSError."""
    try:
        return Keys.existing(file)
    except FileNotFoundError as error:
        raise KeyFileError(Phrase(NO_FILE, {"file": file})) from error


def secret_id(secret: str) -> str:
    """What a secret is called, in the log of games too; it says nothing of the secret."""
    return hashlib.sha256(b"ibau secret id 2\n" + secret.encode()).hexdigest()[:ID_DIGITS]


def _secret() -> Secret:
    secret = secrets.token_hex(BYTES)
    return Secret(secret_id(secret), secret, _today())


def _signing_key(before: SigningKey | None = None) -> SigningKey:
    """A new key, signed with the one before it, where there is one."""
    private = signatures.new_private()
    public = signatures.public_of(private)
    vouched = text_of(signatures.signed(bytes_of(before.private), public)) if before else ""
    return SigningKey(key_id(public), text_of(public), _today(), signed_by_previous=vouched, private=text_of(private))


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


def _write(path: Path, content: _Content) -> None:
    """Write a new file, for its owner alone, so that it is there after a power cut."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ALONE), "wb") as stream:
        stream.write(msgspec.json.format(msgspec.json.encode(content)) + b"\n")
        stream.flush()
        os.fsync(stream.fileno())


def _sync_folder(folder: Path) -> None:
    """Let the name of a new file outlast a power cut; Windows needs and has nothing for it."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

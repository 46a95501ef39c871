"""Names of games, and the secret keys with which they are played."""

import hashlib
import secrets

NAME_BYTES = 9  # of chance
KEY_BYTES = 18


def new_name() -> str:
    """A name that no game has."""
    return secrets.token_urlsafe(NAME_BYTES)


def new_key() -> str:
    """A key that nobody can guess."""
    return secrets.token_urlsafe(KEY_BYTES)


def hash_of(key: str) -> str:
    """What is kept of a key."""
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()


def opens(key: str, kept: str) -> bool:
    """Is this the key of which `kept` is the hash?  It takes as long whatever the key."""
    return secrets.compare_digest(hash_of(key), kept)

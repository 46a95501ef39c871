"""Names of games, and the secret keys with which they are played."""

import base64
import hashlib
import hmac
import secrets

NAME_BYTES = 9  # of chance
KEY_BYTES = 18


def new_game_name() -> str:
    """A name that no game has."""
    return secrets.token_urlsafe(NAME_BYTES)


def new_key() -> str:
    """A key that nobody can guess."""
    return secrets.token_urlsafe(KEY_BYTES)


def key_for(invitation: str, browser: str) -> str:
    """The key that an invitation gives to a browser: the same one each time, and another one to every other browser."""
    digest = hmac.digest(invitation.encode(errors="replace"), browser.encode(errors="replace"), "sha256")
    return base64.urlsafe_b64encode(digest[:KEY_BYTES]).decode()


def hash_key(key: str) -> str:
    """What is kept of a key."""
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()


def key_matches(key: str, key_hash: str) -> bool:
    """Is this the key of which `key_hash` is the hash?  It takes as long whatever the key."""
    return secrets.compare_digest(hash_key(key), key_hash)

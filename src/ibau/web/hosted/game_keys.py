"""Random names of games, and the secret keys of their players."""

import base64
import hashlib
import hmac
import secrets

NAME_BYTES = 9  # random ones
KEY_BYTES = 18


def new_game_name() -> str:
    """A new random name of a game."""
    return secrets.token_urlsafe(NAME_BYTES)


def new_key() -> str:
    """A new random key."""
    return secrets.token_urlsafe(KEY_BYTES)


def key_for(invitation: str, browser: str) -> str:
    """The key that an invitation gives to a browser: the same each time, but different for every other browser."""
    digest = hmac.digest(invitation.encode(errors="replace"), browser.encode(errors="replace"), "sha256")
    return base64.urlsafe_b64encode(digest[:KEY_BYTES]).decode()


def hash_key(key: str) -> str:
    """The hash of a key, which is stored in place of the key."""
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()


def key_matches(key: str, key_hash: str) -> bool:
    """Is `key_hash` the hash of this key?  Takes constant time."""
    return secrets.compare_digest(hash_key(key), key_hash)

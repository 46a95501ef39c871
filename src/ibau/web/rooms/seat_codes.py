"""Short codes with which people move their seat to another device.

Eight letters: the first three name the code, the other five are its secret.  It is valid for ten minutes, five tries
and one success, at every process that shares the log.  A wrong code uses up a try of the code with the same name only.
"""

import secrets
from collections import Counter
from typing import NamedTuple

import msgspec
from msgspec import Struct

from ibau.core.phrase import N_, Phrase
from ibau.web.api.games import GameKey
from ibau.web.limits.client_ids import UNCOUNTED, ClientId
from ibau.web.notes import Note, Notes
from ibau.web.refusals import Refusal

CODE_LETTERS = "BCDFGHJKMNPQRSTVWXZ"  # no vowels, so no words, and none that looks like another letter or a digit
NAME_LENGTH, SECRET_LENGTH = 3, 5
CODE_SECONDS = 600
MAX_TRIES = 5
MAX_CODES = 1000

WRONG_CODE = Phrase(N_("This code is wrong or has expired; get a new one on the device where you play."))


class ActiveCode(Struct):
    """A code as stored in its note."""

    secret: str
    seat: GameKey
    tries: int = MAX_TRIES


class IssuedCode(NamedTuple):
    """A code that this process made."""

    seat: GameKey
    until: int  # in milliseconds since 1970, UTC
    maker: ClientId


class SeatCodes:
    """The valid codes."""

    def __init__(self, notes: Notes) -> None:
        self._issued: dict[str, IssuedCode] = {}  # by name, the oldest first
        self._notes = notes

    async def make(self, seat: GameKey, client_id: ClientId = UNCOUNTED) -> str:
        """Create a code; it replaces one for the same key or, at the limit, the oldest of the client with most codes.

        Raises StoreFullError or StoreFailedError.
        """
        now, maker = self._notes.now(), client_id[-1:]
        self._issued = {name: made for name, made in self._issued.items() if made.until > now}
        old = [name for name, made in self._issued.items() if made.seat == seat]
        if len(self._issued) >= MAX_CODES:
            [(most, _)] = Counter(made.maker for made in self._issued.values()).most_common(1)
            old.append(next(name for name, made in self._issued.items() if made.maker == most))
        for name in old:
            self._issued.pop(name, None)
            await self._notes.update_note(_key(name), lambda _: None)
        secret, until = _random_letters(SECRET_LENGTH), now + 1000 * CODE_SECONDS
        note, free = Note(msgspec.json.encode(ActiveCode(secret, seat)).decode(), until), list[str]()

        def take(known: Note | None) -> Note:
            if known is None:
                free.append(name)
            return known or note

        name = ""
        while not free:
            name = _random_letters(NAME_LENGTH)
            await self._notes.update_note(_key(name), take)
        self._issued[name] = IssuedCode(seat, until, maker)
        return name + secret

    async def redeem(self, typed: str) -> GameKey:
        """Redeem a code once for its key; lower case, spaces and hyphens are accepted.

        Raises Refusal, StoreFullError or StoreFailedError.
        """
        letters = "".join(typed.upper().replace("-", " ").split())
        name, secret = letters[:NAME_LENGTH], letters[NAME_LENGTH:]
        found: list[GameKey] = []

        def try_once(note: Note | None) -> Note | None:
            if note is None:
                return None
            code = msgspec.json.decode(note.text, type=ActiveCode)
            code.tries -= 1
            if secrets.compare_digest(secret.encode(), code.secret.encode()):
                found.append(code.seat)
            return note._replace(text=msgspec.json.encode(code).decode()) if code.tries and not found else None

        await self._notes.update_note(_key(name), try_once)
        if not found:
            raise Refusal(WRONG_CODE, status=403)
        return found[0]


def _key(name: str) -> str:
    return f"code {name}"


def _random_letters(count: int) -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(count))

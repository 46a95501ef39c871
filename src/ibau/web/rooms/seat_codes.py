"""Short codes with which people come to their own seat on another device.

Eight letters: the first three name the code, the other five are its secret.  It is good for ten minutes, five tries and
one success, and only this process knows it.  A wrong code costs the code that begins like it a try, and no other.
"""

import secrets
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from ibau.core.phrase import N_, Phrase
from ibau.web.api.games import GameKey
from ibau.web.limits.client_ids import UNCOUNTED, ClientId
from ibau.web.refusals import Refusal

CODE_LETTERS = "BCDFGHJKMNPQRSTVWXZ"  # none that looks like another or like a digit, and no vowel: they make no words
NAME_LENGTH, SECRET_LENGTH = 3, 5
CODE_SECONDS = 600.0
MAX_TRIES = 5
MAX_CODES = 1000

WRONG_CODE = Phrase(N_("This code is wrong or has expired; get a new one on the device where you play."))


@dataclass(slots=True)
class ActiveCode:
    """What a code leads to, and how long it is good."""

    secret: str
    seat: GameKey
    expires: float  # by the clock
    client_id: ClientId
    tries: int = MAX_TRIES


class SeatCodes:
    """The codes that are good now.  `clock` counts seconds and never goes back."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._codes: dict[str, ActiveCode] = {}  # by name, the oldest first
        self._clock = clock

    def make(self, seat: GameKey, client_id: ClientId = UNCOUNTED) -> str:
        """A new code, in place of one for the same key or, when there are many, of the oldest of the heaviest user."""
        self._forget(lambda code: code.expires <= self._clock() or code.seat == seat)
        maker = client_id[-1:]
        if len(self._codes) >= MAX_CODES:
            [(most, _)] = Counter(code.client_id for code in self._codes.values()).most_common(1)
            del self._codes[next(name for name, code in self._codes.items() if code.client_id == most)]
        while (name := _random_letters(NAME_LENGTH)) in self._codes:
            pass
        secret = _random_letters(SECRET_LENGTH)
        self._codes[name] = ActiveCode(secret, seat, self._clock() + CODE_SECONDS, maker)
        return name + secret

    def redeem(self, typed: str) -> GameKey:
        """What a code leads to, once; it may be typed in small letters and with spaces.  Raises Refusal."""
        letters = "".join(typed.upper().replace("-", " ").split())
        name, secret = letters[:NAME_LENGTH], letters[NAME_LENGTH:]
        code = self._codes.get(name)
        if code is None:
            raise Refusal(WRONG_CODE, status=403)
        right = secrets.compare_digest(secret.encode(), code.secret.encode())
        code.tries -= 1
        expired = code.expires <= self._clock()
        if right or expired or not code.tries:
            del self._codes[name]
        if expired or not right:
            raise Refusal(WRONG_CODE, status=403)
        return code.seat

    def _forget(self, which: Callable[[ActiveCode], bool]) -> None:
        self._codes = {name: code for name, code in self._codes.items() if not which(code)}


def _random_letters(count: int) -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(count))

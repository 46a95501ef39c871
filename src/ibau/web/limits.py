"""How much one address may ask for, and how much may be asked of one game.

The bounds lie far above what a class of forty behind one address does, and far below what would hurt others.  This
machine itself has none.  Behind a proxy everybody has the proxy's address unless the server is told of it (serving.py).
"""

import time
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import lru_cache, partial
from ipaddress import IPv6Address, ip_address

from starlette.requests import HTTPConnection

from ibau.core.phrase import N_, Phrase
from ibau.web.refusals import Refusal

MOST_BOARDS = 4000  # open at once
EVERYBODY = "everybody"  # the name of all addresses together
MOST_KNOWN = 10_000  # addresses or games of which a ration is remembered, the latest
SECONDS_TO_COME_BACK = 10.0

ASKED_TOO_MUCH = Phrase(N_("Too many requests come from your network; please try again in a moment."))
BEGUN_TOO_MUCH = Phrase(N_("Too many games have been begun from your network; please try again in a few minutes."))
BROUGHT_TOO_MUCH = Phrase(N_("Too many games have been brought in from your network; please try again later."))
CODED_TOO_MUCH = Phrase(N_("Too many codes were made or mistyped in your network; please try again in a few minutes."))
HINTED_TOO_MUCH = Phrase(N_("So many hints at once are too much; please try the next move yourself."))
INVITED_TOO_MUCH = Phrase(N_("The invitations to this game have been changed too often; please wait a few minutes."))
OPENED_TOO_MUCH = Phrase(N_("Too many boards are open in your network; when some are closed, this one goes on."))
FULL = Phrase(N_("Too many games are being played here at the moment; please come back later."))
ANALYSED_TOO_MUCH = Phrase(N_("Too much is being analysed in your network; please try again in a moment."))
DRAWN_TOO_MUCH = Phrase(N_("Too many pictures are asked for from your network; please try again in a moment."))
PRINTED_TOO_MUCH = Phrase(N_("Too many games are being printed in your network; please try again in a few minutes."))
ADVISED_TOO_MUCH = Phrase(N_("Too many positions are being analysed at the moment; please try again soon."))
CROWDED = Phrase(N_("Too many people are at this game already; please come back later."))

Clock = Callable[[], float]  # counts seconds and never goes back


class Allowance:
    """A number at once, and a number more every second."""

    def __init__(self, at_once: float, a_second: float, clock: Clock = time.monotonic) -> None:
        self._left = self._at_once = at_once
        self._a_second = a_second
        self._clock = clock
        self._counted = clock()

    def left(self) -> float:
        """How many are left."""
        now = self._clock()
        self._left = min(self._at_once, self._left + (now - self._counted) * self._a_second)
        self._counted = now
        return self._left

    def wait(self) -> float:
        """In how many seconds there is one."""
        return max(0.0, 1 - self.left()) / self._a_second

    def spend(self) -> None:
        """Use one."""
        self._left = max(0.0, self.left() - 1)


class Ration:
    """An allowance for each name, of an address or a game; `refused` counts how often there was nothing left."""

    def __init__(self, at_once: float, a_second: float, reason: Phrase, clock: Clock) -> None:
        self.refused = 0
        self._new = partial(Allowance, at_once, a_second, clock)
        self._reason = reason
        self._known: dict[str, Allowance] = {}  # whoever asked last comes last

    def check(self, name: str | None) -> None:
        """Raise Refusal where nothing is left; whoever has no name has no bound."""
        if name and (wait := self._of(name).wait()):
            self.refused += 1
            raise Refusal(self._reason, status=429, wait=wait)

    def use(self, name: str | None) -> None:
        """Use one that was left."""
        if name:
            self._of(name).spend()

    def spend(self, name: str | None) -> None:
        """Use one.  Raises Refusal where nothing is left."""
        self.check(name)
        self.use(name)

    def _of(self, name: str) -> Allowance:
        allowance = self._known.pop(name) if name in self._known else self._new()
        self._known[name] = allowance
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]
        return allowance


class Bound:
    """How many there may be at a time; `refused` counts how often there were."""

    def __init__(self, most: int, reason: Phrase) -> None:
        self.refused = 0
        self._most = most
        self._reason = reason

    def check(self, count: int) -> None:
        """Raise Refusal where no further one may come."""
        if count >= self._most:
            self.refused += 1
            raise Refusal(self._reason, status=429, wait=SECONDS_TO_COME_BACK)


class Holders(Bound):
    """How many of something each address may hold."""

    def __init__(self, most: int, reason: Phrase) -> None:
        super().__init__(most, reason)
        self._held: Counter[str] = Counter()

    @contextmanager
    def holding(self, address: str | None) -> Generator[None]:
        """Hold one as long as the block lasts.  Raises Refusal."""
        if not address:
            yield
            return
        self.check(self._held[address])
        self._held[address] += 1
        try:
            yield
        finally:
            self._held[address] -= 1
            if not self._held[address]:
                del self._held[address]


class Limits:
    """All of them; `boards` can be open at once."""

    def __init__(self, boards: int = MOST_BOARDS, clock: Clock = time.monotonic) -> None:
        self.requests = Ration(4000, 200, ASKED_TOO_MUCH, clock)  # of an address, also through sockets
        self.games = Ration(1000, 1000 / 3600, BEGUN_TOO_MUCH, clock)  # begun by an address
        self.records = Ration(200, 200 / 3600, BROUGHT_TOO_MUCH, clock)  # of games played elsewhere, by an address
        self.codes = Ration(200, 0.2, CODED_TOO_MUCH, clock)  # made or mistyped by an address
        self.analyses = Ration(600, 20, ANALYSED_TOO_MUCH, clock)  # lines and records replayed for an address
        self.pictures = Ration(200, 10, DRAWN_TOO_MUCH, clock)  # drawn for an address
        self.painted = Holders(10, DRAWN_TOO_MUCH)  # pictures as PNG that an address waits for
        self.kits = Ration(60, 0.2, PRINTED_TOO_MUCH, clock)  # to print, made for an address
        self.advised = Holders(60, ANALYSED_TOO_MUCH)  # advice that is being waited for at an address
        self.advising = Bound(200, ADVISED_TOO_MUCH)  # the same altogether
        self.sockets = Holders(400, OPENED_TOO_MUCH)  # open at an address
        self.invitations = Ration(20, 1 / 60, INVITED_TOO_MUCH, clock)  # of a game, renewed or withdrawn
        self.hints = Ration(10, 0.5, HINTED_TOO_MUCH, clock)  # in a game
        self.boards = Holders(boards, FULL)  # open altogether
        self.listeners = Bound(200, CROWDED)  # at a game, who play and who watch each

    @property
    def refused(self) -> dict[str, int]:
        """How often each was met."""
        return {kind: limit.refused for kind, limit in vars(self).items()}


def address_of(connection: HTTPConnection) -> str | None:
    """Under which name an address is counted; None for this machine."""
    return _counted(connection.client.host) if connection.client else None


@lru_cache(MOST_KNOWN)
def _counted(host: str) -> str | None:
    """An address of the fourth version, or the network that one household has of the sixth."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    if address.is_loopback:
        return None
    return f"{int(address) >> 64:x}::" if isinstance(address, IPv6Address) else str(address)

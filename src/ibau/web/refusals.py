"""Requests that the server refuses, and why."""

from ibau.core.phrase import N_, Phrase

WATCHING = Phrase(N_("You are watching; only the players can do this."))
OVER = Phrase(N_("The game is over."))
GAME_MOVED_ON = Phrase(N_("The game has moved on in the meantime."))
NOT_YOUR_TURN = Phrase(N_("It is the other side's turn."))
SERVER_FULL = Phrase(N_("Too many games are being played here at the moment; please come back later."))
SERVER_RESTARTING = Phrase(N_("The server is restarting; this page will reconnect by itself."))
NO_SUCH_PAGE = Phrase(N_("There is no such page."))


class Refusal(Exception):  # noqa: N818 - an answer, rarely an error
    """A request that is not allowed now; `reason` is for the client, `status` is that of an HTTP response.

    `wait` is the number of seconds after which the client may ask again, 0 if unknown.
    """

    def __init__(self, reason: Phrase, status: int = 409, wait: float = 0.0) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.status = status
        self.wait = wait

    def __reduce__(self) -> tuple[type["Refusal"], tuple[Phrase, int, float]]:
        return Refusal, (self.reason, self.status, self.wait)

"""What the server says when it does not do what it was asked for."""

from ibau.core.phrase import N_, Phrase

WATCHING = Phrase(N_("You are watching; only the players can do this."))
OVER = Phrase(N_("The game is over."))
GAME_MOVED_ON = Phrase(N_("The game has moved on in the meantime."))
NOT_YOUR_TURN = Phrase(N_("It is the other side's turn."))
SERVER_FULL = Phrase(N_("Too many games are being played here at the moment; please come back later."))
SERVER_RESTARTING = Phrase(N_("The server is restarting; this page will reconnect by itself."))
NO_SUCH_PAGE = Phrase(N_("There is no such page."))


class Refusal(Exception):  # noqa: N818 - it says what is the matter
    """A request that is not allowed now, and why; `status` is what one over HTTP is answered with.

    `wait` is in how many seconds one may ask again, where that is known.
    """

    def __init__(self, reason: Phrase, status: int = 409, wait: float = 0.0) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.status = status
        self.wait = wait

    def __reduce__(self) -> tuple[type["Refusal"], tuple[Phrase, int, float]]:
        return Refusal, (self.reason, self.status, self.wait)

"""What the server says when it does not do what it was asked for."""

from ibau.core.phrase import N_, Phrase

WATCHING = Phrase(N_("You are watching; only the players can do this."))
NOT_YOUR_TURN = Phrase(N_("It is the other side's turn."))


class Refusal(Exception):  # noqa: N818 - it says what is the matter
    """A request that is not allowed now, and why; `status` is what one over HTTP is answered with."""

    def __init__(self, reason: Phrase, status: int = 409) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.status = status

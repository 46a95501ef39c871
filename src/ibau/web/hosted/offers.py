"""What players have offered each other, for which both have to agree."""

from dataclasses import dataclass, replace

from ibau.web.log.events import Declined, Event, Followed, Offered, Played, Settled, Takenback


@dataclass(frozen=True, slots=True)
class Offers:
    """The offers made in the present position; a ply ends them all.  A value: what happens next gives another one."""

    open: Offered | None = None  # waits for an answer
    declined: tuple[Offered, ...] = ()

    def after(self, event: Event) -> "Offers":
        """The offers once this has happened."""
        match event:
            case Offered():
                return replace(self, open=event)
            case Declined() if self.open:
                return Offers(None, (*self.declined, self.open))
            case Played() | Takenback() | Settled():
                return Offers() if self.open or self.declined else self
            case Followed():
                return replace(self, open=None)
            case _:
                return self

"""What throws and lots follow from in games with own sticks, and in those begun under number 1 of the scheme.

Games that are begun now have links instead (links.py).

The browsers of persons add to it: each commits to a part, and reveals it once all have.  Nobody sees a part before the
end of the game, and nothing is thrown before all have been revealed.  Who has lost a part commits to another one; then
nothing counts that was revealed before, or one could choose after all.
"""

from dataclasses import dataclass, replace

from ibau.core.line import Line
from ibau.throws.seeds import NO_PARTS, OWN_STICKS, Origin, commitment, numbers_tag
from ibau.web.hosted.seats import with_seat
from ibau.web.log.events import Committed, Created, Event, PersonSeat, Played, Revealed, Taken, Takenback


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance of a game.  A value: what happens next gives another one."""

    game: str  # its name, where its throws can be checked
    seed: str  # of the server; "" where they cannot
    own_sticks: bool
    contributors: tuple[int, ...] = ()  # the seats whose browsers add a part
    hashes: tuple[str, str] = NO_PARTS  # what they have committed to
    parts: tuple[str, str] = NO_PARTS  # what they have revealed
    anew: tuple[int, ...] = ()  # who had committed already when they did, in order
    thrown: int = 0  # throws and lots so far, those taken back included
    taken_back: tuple[int, ...] = ()  # by their numbers

    @classmethod
    def begun(cls, created: Created) -> "Chance":
        """The chance of a new game; who contributed in the game before is to do so again."""
        seats = (created.first, created.second)
        again = (n for n, seat in enumerate(seats) if isinstance(seat, PersonSeat) and seat.contributes)
        return cls(created.game, created.seed, created.own_sticks, tuple(again) if created.seed else ())

    # What there is -------------------------------------------------------------------------------------------------

    @property
    def secret_origin(self) -> Origin | None:
        """What the throws follow from, for the thrower and nobody else; None where they cannot be checked."""
        if not self.seed:
            return None
        return Origin(self.game, commitment(self.seed), self.hashes, self.seed, self.parts, self.anew)

    @property
    def origin(self) -> Origin | None:
        """What everybody may know of that while the game is played: the commitments."""
        secret = self.secret_origin
        return secret and Origin(secret.game, secret.seed_hash, secret.part_hashes, anew=secret.anew)

    @property
    def server_throws(self) -> bool:
        """May the server throw now?  Not for people with sticks of their own, and not before all parts are there."""
        return not self.own_sticks and not self.missing

    @property
    def numbers(self) -> list[int]:
        """The numbers of the throws and lots that stand, from 1 on."""
        return [number for number in range(1, self.thrown + 1) if number not in self.taken_back]

    def tags(self, origin: Origin | None) -> dict[str, str]:
        """What a record says of all this."""
        tags = {"Throws": OWN_STICKS} if self.own_sticks else {}
        return tags | origin.tags() | numbers_tag(self.numbers) if origin else tags

    # What browsers add ---------------------------------------------------------------------------------------------

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats whose part is still to come."""
        return tuple(seat for seat in self.contributors if not self.parts[seat])

    @property
    def uncommitted(self) -> tuple[int, ...]:
        """The seats that are to commit now."""
        return tuple(seat for seat in self.contributors if not self.hashes[seat])

    @property
    def to_reveal(self) -> tuple[int, ...]:
        """The seats that are to reveal their part now: none before all have committed."""
        return () if self.uncommitted else self.missing

    @property
    def takes_commitments(self) -> bool:
        """May a browser still commit to a part?"""
        return bool(self.seed) and not self.thrown

    def takes(self, seat: int, part: str) -> bool:
        """Is this the part that a seat is to reveal now?"""
        return seat in self.to_reveal and commitment(part) == self.hashes[seat]

    # What happens --------------------------------------------------------------------------------------------------

    def after(self, event: Event, line: Line) -> "Chance":
        """The chance once this has happened; `line` is the game as it then stands."""
        match event:
            case Played() if not line.last.is_move:
                return replace(self, thrown=self.thrown + 1)
            case Takenback():
                left = self.numbers[: sum(not ply.is_move for ply in line.plies)]  # what goes keeps its number
                return replace(self, taken_back=tuple(n for n in range(1, self.thrown + 1) if n not in left))
            case Committed(seat, part_hash) | Taken(seat=seat, part_hash=part_hash) if part_hash:
                return self._committed(seat, part_hash)
            case Revealed(seat, part):
                return replace(self, parts=with_seat(self.parts, seat, part))
            case _:
                return self

    def _committed(self, seat: int, part_hash: str) -> "Chance":
        """A browser has committed to its part, perhaps again: then those that have revealed theirs commit again too."""
        first, second = ("" if part else known for known, part in zip(self.hashes, self.parts, strict=True))
        return replace(
            self,
            contributors=tuple(sorted({*self.contributors, seat})),
            hashes=with_seat((first, second), seat, part_hash),
            parts=NO_PARTS,
            anew=(*self.anew, seat) if self.hashes[seat] else self.anew,
        )

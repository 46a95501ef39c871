"""What the throws and lots of a game on the server follow from, how many there were, and which were taken back."""

from dataclasses import dataclass, replace

from ibau.throws.fairness import OWN_STICKS, Origin, commitment
from ibau.throws.verification import numbers_tag
from ibau.web.hosted.contributions import Contributions
from ibau.web.log.events import Created, PersonSeat


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance of a game.  A value: what happens next gives another one."""

    game: str  # its name, where its throws can be checked
    seed: str  # of the server; "" where they cannot
    own_sticks: bool
    contributions: Contributions
    thrown: int = 0  # throws and lots so far, those taken back included
    taken_back: tuple[int, ...] = ()  # by their numbers

    @classmethod
    def of(cls, created: Created) -> "Chance":
        """The chance of a new game; who contributed in the game before is to do so again."""
        seats = (created.first, created.second)
        again = (n for n, seat in enumerate(seats) if isinstance(seat, PersonSeat) and seat.contributes)
        return cls(created.game, created.seed, created.own_sticks, Contributions(tuple(again)))

    # What there is -------------------------------------------------------------------------------------------------

    @property
    def secret_origin(self) -> Origin | None:
        """What the throws follow from, for whoever throws and for nobody else; None where they cannot be checked."""
        found = self.contributions
        if not self.seed:
            return None
        return Origin(self.game, commitment(self.seed), found.hashes, self.seed, found.parts, found.anew)

    @property
    def origin(self) -> Origin | None:
        """What everybody may know of it while the game is played: the commitments."""
        secret = self.secret_origin
        return secret and Origin(secret.game, secret.seed_hash, secret.part_hashes, anew=secret.anew)

    @property
    def server_throws(self) -> bool:
        """May the server throw now?  Not for people with sticks of their own, and not before all parts are there."""
        return not self.own_sticks and not self.contributions.missing

    @property
    def takes_commitments(self) -> bool:
        """May a browser still commit to a part?"""
        return bool(self.seed) and not self.thrown

    @property
    def numbers(self) -> list[int]:
        """The numbers of the throws and lots that stand, from 1 on."""
        return [number for number in range(1, self.thrown + 1) if number not in self.taken_back]

    def tags(self, origin: Origin | None) -> dict[str, str]:
        """What a record says of all this."""
        tags = {"Throws": OWN_STICKS} if self.own_sticks else {}
        return tags | origin.tags() | numbers_tag(self.numbers) if origin else tags

    # What happens --------------------------------------------------------------------------------------------------

    def after_throw(self) -> "Chance":
        """Something more has been thrown or drawn by lot."""
        return replace(self, thrown=self.thrown + 1)

    def back_to(self, standing: int) -> "Chance":
        """Only so many of the throws and lots still stand; those taken back keep their numbers."""
        left = self.numbers[:standing]
        return replace(self, taken_back=tuple(number for number in range(1, self.thrown + 1) if number not in left))

    def committed(self, seat: int, part_hash: str) -> "Chance":
        """A browser has committed to its part."""
        return replace(self, contributions=self.contributions.committed(seat, part_hash))

    def revealed(self, seat: int, part: str) -> "Chance":
        """A browser has revealed its part."""
        return replace(self, contributions=self.contributions.revealed(seat, part))

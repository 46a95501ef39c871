"""What the browsers of persons add to the chance of a game: each commits to a part, and reveals it once all have.

Nobody sees a part before the end of the game, and nothing is thrown before all have been revealed.  Who has lost a part
commits to another one; then nothing counts that was revealed before, or one could choose after all.
"""

from dataclasses import dataclass, replace

from ibau.throws.fairness import NO_PARTS, commitment

Pair = tuple[str, str]  # by seat


@dataclass(frozen=True, slots=True)
class Contributions:
    """Who adds to the chance of a game, and how far they have come.  A value: what happens next gives another one."""

    seats: tuple[int, ...] = ()  # that contribute
    hashes: Pair = NO_PARTS  # what they have committed to
    parts: Pair = NO_PARTS  # what they have revealed
    anew: tuple[int, ...] = ()  # who had committed already when they did, in order

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats whose part is still to come."""
        return tuple(seat for seat in self.seats if not self.parts[seat])

    @property
    def uncommitted(self) -> tuple[int, ...]:
        """The seats that are to commit now."""
        return tuple(seat for seat in self.seats if not self.hashes[seat])

    @property
    def to_reveal(self) -> tuple[int, ...]:
        """The seats that are to reveal their part now: none before all have committed."""
        return () if self.uncommitted else self.missing

    def takes(self, seat: int, part: str) -> bool:
        """Is this the part that a seat is to reveal now?"""
        return seat in self.to_reveal and commitment(part) == self.hashes[seat]

    def committed(self, seat: int, part_hash: str) -> "Contributions":
        """After a seat has committed, be it anew."""
        standing = ["" if part else known for known, part in zip(self.hashes, self.parts, strict=True)]
        return Contributions(
            tuple(sorted({*self.seats, seat})),
            _with(seat, part_hash, (standing[0], standing[1])),
            NO_PARTS,
            (*self.anew, seat) if self.hashes[seat] else self.anew,
        )

    def revealed(self, seat: int, part: str) -> "Contributions":
        """After a seat has revealed its part."""
        return replace(self, parts=_with(seat, part, self.parts))


def _with(seat: int, value: str, pair: Pair) -> Pair:
    first, second = pair
    return (first, value) if seat else (value, second)

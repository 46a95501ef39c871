"""Throws to be checked."""

from msgspec import Struct

from ibau.web.protocol import Actor, ProofView, Seat


class ThrowToCheck(Struct, frozen=True):
    """A throw or lot of a game; `number` counts those taken back as well."""

    number: int
    at: int  # how many actions came before it
    seat: Actor
    action: str
    heads: int | None  # as of a ply


class ThrowsToCheck(Struct, omit_defaults=True, frozen=True):
    """What the throws of a game follow from, and the throws; `seed` and `parts` are empty until it is over."""

    game: str
    system: str
    own_sticks: bool
    seed_hash: str  # '' where there is nothing to check
    part_hashes: tuple[str, str]
    anew: list[Seat]  # who committed once more
    seed: str
    parts: tuple[str, str]
    throws: list[ThrowToCheck]
    proof: ProofView | None = None  # where they follow from links; then seed and parts are empty

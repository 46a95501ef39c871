"""How the throws of a game come about: by people's own sticks, by chance, or from a chain and what browsers add.

A game asks whose parts are awaited (`missing_parts`), what comes of what a browser says of its part (`decide_part`),
for a throw (`next_result`), how things stand after an event (`after`), and what a record says (`record_tags`).  How it
is done only this module knows, with the formulas of ibau.throws.
"""

import secrets
from collections.abc import Collection
from dataclasses import dataclass, field, replace

from msgspec.structs import replace as struct_replace

from ibau.core.chance import SIXTEENTHS
from ibau.core.game import State
from ibau.core.line import Line
from ibau.core.phrase import N_, Phrase
from ibau.throws.chain import BYTES, NUMBERS, Chain, chain_of, context, seal_of, sixteenth
from ibau.throws.proof import OWN_STICKS, Proof
from ibau.web.hosted.seats import with_seat
from ibau.web.log.events import Created, Event, PartOpened, PartSealed, PersonSeat, Played, SealWithdrawn
from ibau.web.refusals import Refusal

ADDS_NOTHING = Phrase(N_("Your browser adds nothing to the throws of this game."))
NOT_YOUR_PART = Phrase(N_("This is not what your browser should add to the throws now."))
SEAL_FIRST = Phrase(N_("Your browser has to seal its number, since another player is still to come."))
PART_OR_SEAL = Phrase(N_("A browser adds a number or its seal, not both."))
STOPPED = Phrase(N_("The server has lost the secret of this game's throws, so nothing more can be thrown in it."))


def with_chain(created: Created, name: str) -> Created:
    """A game that begins, with a chain of its own."""
    secret = secrets.token_hex(BYTES)
    head = chain_of(context(name, created.ruleset, created.start), secret).head
    return struct_replace(created, game=name, secret=secret, head=head)


def seal_events(own: Collection[int], *, adds: bool, seal: str, has_others: bool) -> list[Event]:
    """What a browser adds that begins a game and plays these seats.  Raises Refusal where it has to seal it."""
    if adds and own and has_others and not seal:
        raise Refusal(SEAL_FIRST, status=400)
    return [PartSealed(min(own), seal)] if own and seal else []


@dataclass(frozen=True, slots=True)
class GameThrows:
    """The throws of a game.  A value: what happens next gives another one."""

    own_sticks: bool
    proof: Proof  # without a head where nothing can be checked
    chain: Chain = field(repr=False)  # with '' for its secret where that is lost
    adds: tuple[int, ...] = ()  # the seats whose browsers add a part, be it known or not
    thrown: int = 0  # throws and lots, of which none is ever taken back

    @classmethod
    def initial(cls, created: Created) -> "GameThrows":
        """The throws of a new game; two people at one screen add one part, at the first seat."""
        seats = reversed([*enumerate((created.first, created.second))] if created.head else [])
        adds = {seat.key_hash: number for number, seat in seats if isinstance(seat, PersonSeat) and seat.adds}
        chain = chain_of(context(created.game, created.ruleset, created.start), created.secret)
        return cls(created.own_sticks, Proof(created.game, created.head), chain, tuple(sorted(adds.values())))

    # What there is -------------------------------------------------------------------------------------------------

    @property
    def are_verifiable(self) -> bool:
        """Do they follow from something?"""
        return bool(self.proof.head)

    @property
    def missing_parts(self) -> tuple[int, ...]:
        """The seats whose parts are to come now, before any throw: first those that were not sealed."""
        missing = tuple(seat for seat in self.adds if not self.proof.parts[seat])
        return tuple(seat for seat in missing if not self.proof.seals[seat]) or missing

    @property
    def are_stopped(self) -> bool:
        """Can nothing more be thrown, since the secret is lost?"""
        return self.are_verifiable and not self.chain.secret and self.thrown < NUMBERS

    @property
    def link(self) -> str:
        """The last link that was given, from which all before follow; '' where there is none."""
        number = min(self.thrown, NUMBERS)
        return self.chain.link(number) if number and self.are_verifiable and self.chain.secret else ""

    def record_tags(self) -> dict[str, str]:
        """What a record says of it."""
        if self.own_sticks:
            return {"Throws": OWN_STICKS}
        proof = replace(self.proof, number=min(self.thrown, NUMBERS), link=self.link)
        return proof.tags() if self.are_verifiable and bool(proof.link) == bool(proof.number) else {}

    def next_result(self, state: State) -> str:
        """The throw or lot that is due in a state.  Raises Refusal."""
        if self.are_stopped:
            raise Refusal(STOPPED)
        number = self.thrown + 1
        if not self.are_verifiable or number > NUMBERS:
            return state.chance_action(secrets.randbelow(SIXTEENTHS))
        return state.chance_action(sixteenth(self.chain.context, number, self.chain.link(number), *self.proof.parts))

    # What browsers add ---------------------------------------------------------------------------------------------

    def join_events(self, seat: int, part: str, seal: str, *, is_last: bool) -> list[Event]:
        """What a browser adds that comes to a seat, perhaps the last one.  Raises Refusal."""
        if part and seal:
            raise Refusal(PART_OR_SEAL, status=400)
        if not self.are_verifiable or not (part or seal):
            return []
        if part and not is_last:
            raise Refusal(SEAL_FIRST)
        return [PartOpened(seat, part) if part else PartSealed(seat, seal)]

    def decide_part(self, seats: Collection[int], part: str) -> Event:
        """What comes of the part that a browser says which plays these seats, '' for its seal taken back.

        Raises Refusal.
        """
        own = [seat for seat in self.adds if seat in seats]
        if not own:
            raise Refusal(ADDS_NOTHING)
        event = PartOpened(own[0], part) if part else SealWithdrawn(own[0])
        if not self.may_come(event):
            raise Refusal(NOT_YOUR_PART)
        return event

    def has_part(self, seats: Collection[int], part: str) -> bool:
        """Has that been done already?"""
        return any(self.proof.parts[seat] == part if part else seat in self.proof.unsealed for seat in seats)

    def may_come(self, event: PartSealed | PartOpened | SealWithdrawn) -> bool:
        """May this event come next?"""
        seal, part = self.proof.seals[event.seat], self.proof.parts[event.seat]
        if not self.are_verifiable or self.thrown or part:
            return False
        match event:
            case PartSealed():
                return not seal
            case PartOpened(seat, given) if seal:
                return seat in self.missing_parts and seal_of(given) == seal
            case PartOpened():  # no part is chosen once another is known
                return not any(self.proof.parts)
            case SealWithdrawn(seat):
                return bool(seal) and seat in self.adds

    # What happens --------------------------------------------------------------------------------------------------

    def after(self, event: Event, line: Line) -> "GameThrows":
        """The throws once this has happened; `line` is the game as it then stands."""
        proof = self.proof
        match event:
            case Played() if not line.last.is_move:
                return replace(self, thrown=self.thrown + 1)
            case PartSealed(seat, seal):
                return self._with_parts({*self.adds, seat}, replace(proof, seals=with_seat(proof.seals, seat, seal)))
            case PartOpened(seat, part):
                return self._with_parts({*self.adds, seat}, replace(proof, parts=with_seat(proof.parts, seat, part)))
            case SealWithdrawn(seat):
                unsealed = tuple(sorted({*proof.unsealed, seat}))
                return self._with_parts({*self.adds} - {seat}, replace(proof, unsealed=unsealed))
            case _:
                return self

    def _with_parts(self, seats: Collection[int], proof: Proof) -> "GameThrows":
        return replace(self, adds=tuple(sorted(seats)), proof=proof)

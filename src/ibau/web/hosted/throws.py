"""The throws of a game: people's own sticks, random numbers, or a hash chain with parts that browsers add.

A game asks for the missing parts (`missing_parts`), the event of a browser's request about its part (`decide_part`),
the next throw (`next_result`), the throws after an event (`after`) and the tags of a record (`record_tags`).  Only this
module knows how throws are made, with the formulas of ibau.throws.
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
    """A new game with a hash chain of its own."""
    secret = secrets.token_hex(BYTES)
    head = chain_of(context(name, created.ruleset, created.start), secret).head
    return struct_replace(created, game=name, secret=secret, head=head)


def seal_events(own: Collection[int], *, adds: bool, seal: str, has_others: bool) -> list[Event]:
    """The events of the seal of a creator's browser, which plays seats `own`.  Raises Refusal if it is missing."""
    if adds and own and has_others and not seal:
        raise Refusal(SEAL_FIRST, status=400)
    return [PartSealed(min(own), seal)] if own and seal else []


@dataclass(frozen=True, slots=True)
class GameThrows:
    """The throws of a game.  Immutable: each event gives a new value."""

    own_sticks: bool
    proof: Proof  # without a head if throws are not verifiable
    chain: Chain = field(repr=False)  # with '' for its secret if that is lost
    adds: tuple[int, ...] = ()  # the seats whose browsers add a part, known yet or not
    thrown: int = 0  # throws and lots; none is ever taken back

    @classmethod
    def initial(cls, created: Created) -> "GameThrows":
        """The throws of a new game; two people at one screen add one part, for the first seat."""
        seats = reversed([*enumerate((created.first, created.second))] if created.head else [])
        adds = {seat.key_hash: number for number, seat in seats if isinstance(seat, PersonSeat) and seat.adds}
        chain = chain_of(context(created.game, created.ruleset, created.start), created.secret)
        return cls(created.own_sticks, Proof(created.game, created.head), chain, tuple(sorted(adds.values())))

    # Properties ----------------------------------------------------------------------------------------------------

    @property
    def are_verifiable(self) -> bool:
        """Can they be verified?"""
        return bool(self.proof.head)

    @property
    def missing_parts(self) -> tuple[int, ...]:
        """The seats whose parts are due before the first throw: parts without a seal come first."""
        missing = tuple(seat for seat in self.adds if not self.proof.parts[seat])
        return tuple(seat for seat in missing if not self.proof.seals[seat]) or missing

    @property
    def are_stopped(self) -> bool:
        """Are throws impossible because the secret is lost?"""
        return self.are_verifiable and not self.chain.secret and self.thrown < NUMBERS

    @property
    def link(self) -> str:
        """The last link that was revealed, from which all before follow; '' if there is none."""
        number = min(self.thrown, NUMBERS)
        return self.chain.link(number) if number and self.are_verifiable and self.chain.secret else ""

    def record_tags(self) -> dict[str, str]:
        """The tags about throws in a record."""
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
        """The events of the part or seal of a browser that takes a seat, perhaps the last one.  Raises Refusal."""
        if part and seal:
            raise Refusal(PART_OR_SEAL, status=400)
        if not self.are_verifiable or not (part or seal):
            return []
        if part and not is_last:
            raise Refusal(SEAL_FIRST)
        return [PartOpened(seat, part) if part else PartSealed(seat, seal)]

    def decide_part(self, seats: Collection[int], part: str) -> Event:
        """The event of a part from a browser that plays `seats`; '' withdraws its seal.  Raises Refusal."""
        own = [seat for seat in self.adds if seat in seats]
        if not own:
            raise Refusal(ADDS_NOTHING)
        event = PartOpened(own[0], part) if part else SealWithdrawn(own[0])
        if not self.may_come(event):
            raise Refusal(NOT_YOUR_PART)
        return event

    def has_part(self, seats: Collection[int], part: str) -> bool:
        """Has this part been added already or, for '', the seal withdrawn?"""
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

    # Events --------------------------------------------------------------------------------------------------------

    def after(self, event: Event, line: Line) -> "GameThrows":
        """The throws after an event; `line` is the line after it."""
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

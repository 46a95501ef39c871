"""The links from which the throws of a game on the server follow: chains, what was given, and what may come next.

The scheme is told in docs/web-protocol.md.  Links that were given for the next throw are `held`: they are no events but
lie beside them until the throw is made (`HELD`).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from msgspec.structs import replace as struct_replace

from ibau.core.line import Line
from ibau.core.outcome import CHANCE, FIRST, SEATS, SECOND
from ibau.throws.chains import PARTIES, Chain, Party, context, drawn_last_link, last_number, link_at
from ibau.throws.proof import BOTH, FIRST_ALONE, SECOND_ALONE, SERVER_ALONE, KnownChain, Proof, Spent
from ibau.web.keyfile import Keys
from ibau.web.log.events import Chained, Created, Event, Passed, PersonSeat, Played, Sealed, Settled, Taken, Takenback

LETTERS = {(True, True): BOTH, (True, False): FIRST_ALONE, (False, True): SECOND_ALONE, (False, False): SERVER_ALONE}
HELD = ("link first", "link second")  # labels of what lies beside the events, by seat
MOST_CHAINS = 2000  # of the server, that are kept in memory


def party_of(seat: int) -> Party:
    """The party that the browser of a seat is."""
    return PARTIES[seat + 1]


def committed(created: Created, secret_id: str, secret: str) -> Created:
    """A game that begins, once the server has committed to its chain of links."""
    here = context(created.game, created.ruleset, created.start)
    return struct_replace(created, secret=secret_id, head=server_chain(secret, created.game, here, 1).head)


@lru_cache(MOST_CHAINS)
def server_chain(secret: str, game: str, here: str, first: int) -> Chain:
    """The server's chain that begins with a number, in a game with this context."""
    last = last_number(first)
    return Chain(here, "server", first, last, drawn_last_link(secret, game, last))


@dataclass(frozen=True, slots=True)
class Links:
    """Chains of a game and how far they have been given.  A value: what happens next gives another one."""

    proof: Proof
    secret_id: str  # of the server's secret
    contributors: tuple[int, ...] = ()  # the seats whose browsers add links
    waits: bool = False  # does each throw wait for the browsers of both?
    held: Mapping[int, str] = field(default_factory=dict[int, str])  # given for the next number, by seat
    renewed: bool = False  # was the last chain committed to in place of one that was lost?
    secret: str = field(default="", repr=False, compare=False)  # the server's, for who throws; '' where it is not known

    @classmethod
    def begun(cls, created: Created) -> "Links | None":
        """The links of a new game; None where its throws do not follow from any."""
        if not created.secret:
            return None
        seats = (created.first, created.second)
        persons = [seat if isinstance(seat, PersonSeat) else None for seat in seats]
        adding = tuple(n for n, seat in enumerate(persons) if seat and seat.contributes)
        shared = all(seat and not seat.free for seat in persons) and len({s.key_hash for s in persons if s}) == 1
        own = KnownChain("server", 1, created.head)
        proof = Proof(created.game, created.ruleset, created.start, (own,), shared=shared and bool(adding))
        return cls(proof, created.secret, (FIRST,) if proof.shared else adding, created.waits)

    # What there is -------------------------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The number of the next throw or lot."""
        return len(self.proof.given) + 1

    @property
    def first_free(self) -> int:
        """The first number for which nobody has given a link."""
        return self.number + bool(self.held)

    def newest(self, seat: int) -> KnownChain | None:
        """The last chain to which the browser of a seat has committed."""
        return next(iter(self.proof.of(party_of(seat))[::-1]), None)

    def contributor(self, seats: Collection[int]) -> int | None:
        """The seat for which a browser adds links that plays these; None where it adds none."""
        own = self.contributors if self.proof.shared and seats else [n for n in self.contributors if n in seats]
        return next(iter(own), None)

    def has_chain(self, seat: int) -> bool:
        """Has the browser of a seat committed to a chain with the next number, and not lost it since?"""
        newest = self.newest(seat)
        return newest is not None and newest.first <= self.number <= last_number(newest.first)

    def has_lost(self, seat: int) -> bool:
        """Has the browser of a seat committed to another chain after somebody had given a link for the next number?"""
        newest = self.newest(seat)
        return newest is not None and newest.first == self.number + 1

    @property
    def uncommitted(self) -> tuple[int, ...]:
        """The seats whose browsers have to commit to a chain before the next throw."""
        return tuple(seat for seat in self.contributors if not self.has_chain(seat) and not self.has_lost(seat))

    @property
    def server_is_at_its_end(self) -> bool:
        """Has the server to commit to another chain?"""
        return self.proof.chain("server", self.number) is None

    @property
    def is_stopped(self) -> bool:
        """Is the server's secret not known, so that nothing can be thrown?"""
        return not self.secret

    @property
    def lacking(self) -> tuple[int, ...]:
        """The seats whose links for the next number are still to come, and can."""
        return tuple(seat for seat in self.contributors if seat not in self.held and self.has_chain(seat))

    def server_chain(self, first: int) -> Chain:
        """The server's chain that begins with a number.  Raises ValueError where the server's secret is not known."""
        return server_chain(self.secret, self.proof.game, self.proof.context, first)

    @property
    def server_link(self) -> str:
        """The server's link for the next number.  Raises ValueError where its secret is not known."""
        chain = self.proof.chain("server", self.number)
        if chain is None:
            raise ValueError(f"the server has no chain with the number {self.number}")
        return self.server_chain(chain.first).link(self.number)

    def thrower(self, actor: int) -> int | None:
        """The seat whose browser gives its link last, with the throw; None where that browser adds none.

        `actor` is the seat to throw; CHANCE at a lot.
        """
        if self.proof.shared or (len(self.contributors) == 1 and actor == CHANCE):
            return next(iter(self.contributors), None)
        seat = SECOND if actor == CHANCE else actor
        return seat if seat in self.contributors else None

    def hashes(self, seat: int, number: int) -> int:
        """How many hashes it takes to see whether a link with this number follows."""
        chain = self.proof.chain(party_of(seat), number)
        return number - chain.known[0] if chain and number > chain.given else 0

    def follows(self, seat: int, number: int, link: str) -> bool:
        """Is this a link of the chain of a seat, later than all that were given?"""
        chain = self.proof.chain(party_of(seat), number)
        if chain is None or number <= chain.given:
            return False
        down_to, known = chain.known
        return link_at(self.proof.context, chain.party, number, link, down_to) == known

    def is_sealed(self, seat: int) -> bool:
        """Has the last link of the chain of a seat been given?"""
        newest = self.newest(seat)
        return newest is not None and newest.given == last_number(newest.first)

    def seals(self, seat: int, link: str) -> bool:
        """Is this the last link of the chain of a seat?"""
        newest = self.newest(seat)
        return newest is not None and self.follows(seat, last_number(newest.first), link)

    # What happens --------------------------------------------------------------------------------------------------

    def may_come(self, event: Chained | Passed | Sealed) -> bool:
        """May this event come next?"""
        match event:
            case Chained("server", first):
                return first == self.number and self.server_is_at_its_end
            case Chained(party, first):
                is_next = first in (self.number, self.number + 1)  # what is held is not known to who reads the log
                return PARTIES.index(party) - 1 in self.contributors and is_next
            case Passed(first, last):
                return first == self.number <= last
            case Sealed(seat):
                return seat in self.contributors and not self.is_sealed(seat)

    def takes(self, played: Played) -> bool:
        """Is this the number of the next throw?"""
        return played.number == self.number and len(played.links) == len(PARTIES)

    def after(self, event: Event, before: Line) -> "Links":
        """The links once this has happened; `before` is the game as it was."""
        match event:
            case Played(number=number, links=(server, first, second)) if number:
                return self._thrown(number, (server, first, second), before.state.actor)
            case Takenback():
                return self._taken_back(event, before)
            case Passed(first, last, seat):
                return self._passed(Spent(first, last, "restored", before.at, (), SEATS[seat]))
            case Chained(party, first, head):
                return self._committed(KnownChain(party, first, head))
            case Settled(by=seat, link=link) | Sealed(seat, link) if link:
                return self._sealed(self.contributor((seat,)), link)
            case Taken(seat, contributes=True):
                return replace(self, contributors=tuple(sorted({*self.contributors, seat})))
            case _:
                return self

    def opened(self, private: Mapping[str, str], keys: Keys) -> "Links":
        """The links with what lies beside the events, and the server's secret, for a room that throws."""
        given = ((seat, private[label].split()) for seat, label in enumerate(HELD) if label in private)
        held = {seat: link for seat, (number, link) in given if int(number) == self.number}
        return replace(self, held=held, secret=keys.secret(self.secret_id))

    def holding(self, seat: int, link: str) -> "Links":
        """The links once the browser of a seat has given its link for the next number."""
        return replace(self, held={**self.held, seat: link})

    def _committed(self, chain: KnownChain) -> "Links":
        """A party has committed to a chain; it takes the place of one that begins with the same number."""
        same_block = [
            other for other in self.proof.of(chain.party) if last_number(other.first) == last_number(chain.first)
        ]
        others = (other for other in self.proof.chains if (other.party, other.first) != (chain.party, chain.first))
        return replace(self, proof=replace(self.proof, chains=(*others, chain)), renewed=bool(same_block))

    def _thrown(self, number: int, links: tuple[str, str, str], actor: int) -> "Links":
        thrower, proof = self.thrower(actor), self.proof
        is_late = thrower is not None and self.has_lost(thrower)
        for party, link in zip(PARTIES, links, strict=True):
            proof = proof.with_given(party, number, link) if link else proof
        given = proof.given + LETTERS[bool(links[1]), bool(links[2])]
        proof = replace(proof, given=given, late=(*proof.late, number) if is_late else proof.late)
        return replace(self, proof=proof, held={})

    def _sealed(self, seat: int | None, link: str) -> "Links":
        newest = None if seat is None else self.newest(seat)
        if newest is None:
            return self
        return replace(self, proof=self.proof.with_given(newest.party, last_number(newest.first), link))

    def _taken_back(self, event: Takenback, before: Line) -> "Links":
        left = replace(self, proof=self.proof.back_to(event.at, before.actions))
        if not event.spent:
            return left
        asked, agreed = SEATS[event.asked], "" if event.agreed is None else SEATS[event.agreed]
        spent = Spent(event.spent, event.spent, "takeback", event.at, before.actions[event.at :], asked, agreed)
        return replace(left, proof=left.proof.passing(spent), held={})

    def _passed(self, spent: Spent) -> "Links":
        return replace(self, proof=self.proof.passing(spent), held={})

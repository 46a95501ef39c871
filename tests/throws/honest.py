"""Games of an honest server and honest browsers, in which throws follow from chains: what forgeries begin with."""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass, field

from ibau.core.line import Line
from ibau.core.outcome import CHANCE, FIRST, SEATS, SECOND, other
from ibau.core.record import Record
from ibau.games import game
from ibau.throws import signatures
from ibau.throws.chains import Chain, Party, context, last_number, sixteenth
from ibau.throws.notes import ChainNote, LastNote, Notes, ThrowNote, story
from ibau.throws.proof import KnownChain, Proof, Spent

LETTERS = {(True, True): "b", (True, False): "1", (False, True): "2", (False, False): "0"}
BOTH: tuple[Party, Party] = ("first", "second")
NAME, DATE = "aBcD-0_9", "2026-11-21"
PRIVATE = bytes(range(32))  # signs all of them


@dataclass
class Honest:
    """A game being played; each seat of `browsers` has a chain."""

    ruleset: str = "senet-race"
    browsers: Collection[Party] = BOTH
    name: str = NAME
    start: str = ""
    shared: bool = False
    players: tuple[str, str] = ("Meryt", "Paheri")
    drawn: str = "honest"  # what all its chains are drawn from
    line: Line = field(init=False)
    chains: list[Chain] = field(default_factory=list[Chain])  # in the order in which they were begun
    given: dict[tuple[Party, int], int] = field(default_factory=dict[tuple[Party, int], int])  # of each the last link
    letters: str = ""
    late: list[int] = field(default_factory=list[int])
    spent: list[Spent] = field(default_factory=list[Spent])
    noted: list[ThrowNote] = field(default_factory=list[ThrowNote])

    def __post_init__(self) -> None:
        played = game(self.ruleset)
        self.line = Line(played.state(self.start) if self.start else played.initial())
        for party in ("server", *self.browsers):
            self.begin(party, 1)

    # Chains and links ----------------------------------------------------------------------------------------------

    @property
    def context(self) -> str:
        return context(self.name, str(self.line.state.game.ruleset), self.start)

    @property
    def next(self) -> int:
        """The number of the next throw."""
        return len(self.letters) + 1

    def begin(self, party: Party, first: int) -> None:
        """A party commits to a chain from a number on."""
        last_link = hashlib.sha256(f"{self.drawn} {party} {first} {len(self.chains)}".encode()).hexdigest()
        self.chains.append(Chain(self.context, party, first, last_number(first), last_link))

    def chain(self, party: Party) -> Chain:
        """The chain of a party that has the next number."""
        return next(one for one in reversed(self.chains) if one.party == party and one.first <= self.next)

    def give(self, party: Party, number: int) -> str:
        """The link of a number, which everybody knows from now on."""
        chain = self.chain(party)
        self.given[party, chain.first] = max(number, self.given.get((party, chain.first), 0))
        return chain.link(number)

    # Play ----------------------------------------------------------------------------------------------------------

    @property
    def is_due(self) -> bool:
        """Is a throw or lot due?"""
        return self.line.state.turn == CHANCE and not self.line.result

    @property
    def thrower(self) -> Party:
        """Who gives the last link: at a lot second, where its browser has a chain."""
        seat = self.line.state.actor
        return BOTH[seat] if seat != CHANCE else "second" if "second" in self.browsers else "first"

    def throw(self, without: Collection[Party] = ()) -> str:
        """Throw, without the links of some seats."""
        counting = [party for party in BOTH if party in self.browsers and party not in without]
        links = {party: self.give(party, self.next) for party in ("server", *counting)}
        ordered = [links.get(party, "") for party in ("server", *BOTH)]
        action = self.fall(sixteenth(self.context, self.next, *ordered))
        letter = LETTERS["first" in counting, "second" in counting]
        self.noted.append(ThrowNote(self.next, letter, action, story(self.line.actions)))  # type: ignore[arg-type]
        self.line = self.line.play(action)
        self.letters += letter
        return action

    def fall(self, number: int) -> str:
        """What comes up for a number from 0 to 15."""
        return self.line.state.drawn(number)

    def throw_late(self) -> None:
        """The thrower's browser has lost its chain after the other's link was given."""
        thrower, number = self.thrower, self.next
        self.begin(thrower, number + 1)
        self.late.append(number)
        self.throw(without=[thrower])

    def move(self) -> None:
        """Some move, which depends on how far the game is."""
        legal = self.line.state.legal
        self.line = self.line.after(legal[self.line.at * 7 % len(legal)])

    def play(self, throws: int, actions: int = 99) -> "Honest":
        """Go on until this many numbers have come up, this many actions were played, or the game is over."""
        while not self.line.result and self.line.at < actions and (not self.is_due or len(self.letters) < throws):
            if self.is_due:
                self.throw()
            else:
                self.move()
        return self

    def take_back(self) -> None:
        """The last move is taken back; where a throw is due, a link of it was given already."""
        asked, at, taken = self.line.last.before.turn, self.line.at - 1, self.line.actions[-1:]
        self.spent = list(self.proof.back_to(at, self.line.actions).spent)
        if self.is_due:
            agreed = SEATS[other(asked)] if len(self.browsers) > 1 else ""
            self.pass_over(Spent(self.next, self.next, "takeback", at, taken, SEATS[asked], agreed))
        self.line = self.line.back_to(at)

    def pass_over(self, spent: Spent) -> None:
        """Numbers are passed over for a reason."""
        self.spent.append(spent)
        self.letters += "x" * (spent.last - spent.number + 1)

    def restore(self, numbers: int) -> None:
        """The server comes back from a backup: a browser has given links for the next numbers already."""
        self.pass_over(Spent(self.next, self.next + numbers - 1, "restored", self.line.at, (), self.lowest))

    @property
    def lowest(self) -> Party:
        return next(party for party in BOTH if party in self.browsers)

    # The end -------------------------------------------------------------------------------------------------------

    def seal(self, party: Party) -> None:
        """Give the last link of a chain."""
        self.give(party, self.chain(party).last)

    def resign(self, seat: int = FIRST) -> "Honest":
        """A seat gives the game up."""
        self.seal(BOTH[seat] if BOTH[seat] in self.browsers else self.lowest)
        self.line = self.line.resign(seat)
        return self

    def agree(self) -> "Honest":
        """Both agree on a draw."""
        for party in self.browsers:
            self.seal(party)
        self.line = self.line.agree()
        return self

    def abandon(self, seat: int = SECOND) -> "Honest":
        """A seat has left, and the other one claims the win."""
        self.line = self.line.abandon(seat)
        return self

    # What is written of it -----------------------------------------------------------------------------------------

    @property
    def proof(self) -> Proof:
        return Proof(
            self.name,
            str(self.line.state.game.ruleset),
            self.start,
            tuple(self._known(chain) for chain in self.chains),
            self.letters,
            tuple(self.late),
            tuple(self.spent),
            self.shared,
        )

    def _known(self, chain: Chain) -> KnownChain:
        given = self.given.get((chain.party, chain.first), 0)
        return KnownChain(chain.party, chain.first, chain.head, given, chain.link(given) if given else "")

    def record(self, *, signed: bool = False) -> Record:
        """The record that the server gives."""
        first, second = self.players
        record = self.line.record({"Date": DATE, "First": first, "Second": second, **self.proof.tags()})
        return with_signature(record) if signed else record

    def notes(self) -> Notes:
        """What a page would export now."""
        result = self.line.result
        return Notes(
            "notes 1",
            self.name,
            str(self.line.state.game.ruleset),
            self.start,
            [ChainNote(*self._known(chain)) for chain in self.chains],
            list(self.noted),
            [number for number, letter in enumerate(self.letters, 1) if letter == "x"],
            LastNote(
                self.line.at, story(self.line.actions), result.word if result else "", result.kind if result else ""
            ),
        )


def with_tags(record: Record, **tags: str) -> Record:
    """A record with other tags; '' leaves one out."""
    changed = {name: value for name, value in {**record.tags, **tags}.items() if value}
    return Record(record.game, record.mainline, changed, record.start, record.settlement)


def with_signature(record: Record) -> Record:
    """A record that the server has signed."""
    return with_tags(record, Signature=signatures.sign(PRIVATE, record))
